// An operator records a payout or refund that was sent in the time that a restore lost. All is one transaction: the order gets
// the deposits, fills and the send that it had, with the postings of the ordinary steps. Nothing is sent.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDeposits } from '../deposits/queries.ts'
import { selectListedSends, updatePutRight } from '../halts/restore-queries.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import { changeOrders } from '../orders/changes.ts'
import { areOfOneFamily, keyIdOf } from '../orders/keys.ts'
import type { OrderRow } from '../orders/queries.ts'
import { withSmallAmounts } from '../orders/small-refunds.ts'
import { changeOf, type DecisionDeps } from '../orders/transition.ts'
import { depositReturnKeys, isReturnKey } from '../refunds/key.ts'
import { payoutSentBefore } from './payout-sent-before.ts'
import { refundSentBefore } from './refund-sent-before.ts'
import { fillSentBefore } from './fill-sent-before.ts'
import { retrySentBefore } from './retry-sent-before.ts'
import { Changed, type Sent, type Step } from './sent.ts'

export type SentBeforeDeps = DecisionDeps & { db: Db; clock: Clock; acknowledged: Acknowledged }

type Asked = {
  key: string
  rail?: string
  reference?: string
  fill?: string
  reason: string
}

export async function recordSentBefore(
  deps: SentBeforeDeps,
  execution: Execution,
  order: OrderRow,
  asked: Asked,
): Promise<void> {
  const id = publicId('ord', order.id)
  const [prefix = '', what] = asked.key.split(':')
  const name = uuidOf('ord', prefix)
  const isOwn = name === keyIdOf(order)
  const isOwnReturn = isReturnKey(asked.key) && (await hasDepositOf(deps.db, order, asked.key))
  const isOfRetry = !isOwn && name !== undefined && areOfOneFamily(name, keyIdOf(order))
  if (!(isOwn && what === 'fill') && !((isOwn || isOfRetry) && isSend(what)) && !isOwnReturn)
    throw refused(
      `${asked.key} is no key of a payout, refund or fill of ${id}, or of the return of a deposit that it has: see the list of \`corridor halts\``,
    )
  const sent = what === 'fill' ? undefined : await sentOf(deps.db, asked)
  const ofOwn = what === 'payout' ? payoutSentBefore : refundSentBefore
  const record = isOwn || isOwnReturn ? ofOwn : retrySentBefore
  const at = deps.clock.now()
  const after = await execution.commit(String(order.version), async (db) => {
    try {
      const step: Step = async (present, decision) => {
        const judged = await withSmallAmounts({ ...deps, db }, present, decision, at)
        const change = await changeOf(deps, present, judged, { at })
        const [changed] = change === null ? [] : await changeOrders(db, [change])
        if (changed == null) throw new Changed()
        return changed
      }
      const { smallAmounts } = deps
      const fill = asked.fill ?? null
      const recording = { db, at, fill, reason: asked.reason, step, smallAmounts }
      const { order: result, fills } = await (sent === undefined
        ? fillSentBefore(order, recording)
        : record(order, { ...recording, sent }))
      await updatePutRight(db, sent, fills, deps.clock.realNow())
      const { rail, reference } = sent ?? {}
      const detail = {
        before: { version: order.version, status: order.status },
        after: { version: result.version, status: result.status },
        sent: { key: asked.key, rail, reference, fills },
      }
      return { result, detail }
    } catch (error) {
      if (error instanceof Changed) return undefined
      throw error
    }
  })
  if (after === undefined)
    throw refused(`${id} has changed, or a worker holds its lease: read it again in a minute`)
  deps.acknowledged.remember([after])
}

/** The lost time returned the deposit from suspense. Now it is the order's, and its return is a refund. */
const hasDepositOf = async (db: Db, order: OrderRow, key: string): Promise<boolean> =>
  (await selectDeposits(db, [order])).some(({ output_index: outputIndex, ...deposit }) =>
    key.startsWith(depositReturnKeys({ ...deposit, outputIndex })),
  )

const isSend = (what: string | undefined): boolean => what === 'payout' || what === 'refund'

/** The rail's list decides. Without a list the operator names rail and reference. */
async function sentOf(db: Db, asked: Asked): Promise<Sent> {
  const { key, rail, reference } = asked
  const listed = (await selectListedSends(db, key, reference ?? null)).filter(
    (one) => rail === undefined || one.rail === rail,
  )
  const [first] = listed
  if (listed.length > 1)
    throw refused(
      `${key} is listed ${listed.length} times: by ${listed.map((one) => `${one.rail} as ${one.reference}`).join(', ')}. It was sent twice, or the rail is wrong: ask the rail`,
    )
  if (first !== undefined) {
    if (reference !== undefined && reference !== first.reference)
      throw refused(`${first.rail} lists ${key} as ${first.reference}, not as ${reference}`)
    const { currency, amount_minor: amountMinor } = first
    return { key, rail: first.rail, reference: first.reference, amountMinor, currency }
  }
  if (rail === undefined || reference === undefined)
    throw refused(`no rail lists ${key} after a restore: name the rail and the reference`)
  return { key, rail, reference, amountMinor: null, currency: null }
}
