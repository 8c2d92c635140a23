// A person decides between the recorded outcome of a return and the opposite one, which its rail told later. Until then the
// deposit stays where it is. If the rail is right, the ledger follows it. What went back and out another way is lost; the payer
// of an order that has the deposit owes it.
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { updateMarkDecided, type MarkedOutcome, type selectContradicted } from '../marks/queries.ts'
import type { DeskDeposit } from './operator-endpoints.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import { changesIn } from '../orders/audited.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import { requireOrder } from '../orders/require-order.ts'
import { receivableDecision } from '../orders/short.ts'
import { transition } from '../orders/transition.ts'
import { recordDeposit, type DepositDeps } from './record-deposit.ts'
import { updateReturnFoundSettled, updateReturnFoundTwice } from './return-found-queries.ts'
import type { DepositReturnRow } from './return-queries.ts'
import { selectCameBack, selectReturnSent } from './return-read-queries.ts'

export type Contradicted = NonNullable<Awaited<ReturnType<typeof selectContradicted>>>

type Decided = {
  outcome: MarkedOutcome
  evidence: string
  execution: Execution
  version: string
}

type DecideDeps = DepositDeps & { acknowledged: Acknowledged }

/** `applied` in the audit trail: `twice` if the deposit had gone another way before; false if all of it came back before. */
export async function decideContradicted(
  deps: DecideDeps,
  row: DeskDeposit,
  mark: Contradicted,
  { outcome, evidence, execution, version }: Decided,
): Promise<void> {
  const id = publicId('dep', row.id)
  const at = deps.clock.now()
  const owing = await orderOf(deps, row)
  const done = await execution.commit(version, async (db) => {
    if (!(await updateMarkDecided(db, mark.key, at))) return undefined
    const after = { status: outcome }
    const detail = { after, key: mark.key, evidence }
    if (outcome === mark.outcome) return { result: [], detail }
    if (outcome === 'rejected') {
      const applied = await didNotGo({ ...deps, db }, mark)
      return { result: [], detail: { ...detail, after: { ...after, applied } } }
    }
    if (await wentBack(db, mark, evidence, at))
      return { result: [], detail: { ...detail, after: { ...after, applied: true } } }
    const claimed = owing === undefined ? [] : await claim({ ...deps, db }, owing, row, mark, at)
    const claimedFrom = claimed.map((order) => publicId('ord', order.id))
    const twice = { ...after, applied: 'twice', claimed_from: claimedFrom }
    return { result: claimed, detail: { ...detail, after: twice } }
  })
  if (done === undefined) throw refused(`${id} was decided meanwhile: read it again`)
  deps.acknowledged.remember(done)
}

/** The order that has the deposit. */
async function orderOf(
  deps: DecideDeps,
  { organization_id: organizationId, order_id: id }: DeskDeposit,
): Promise<OrderRow | undefined> {
  return organizationId === null || id === null
    ? undefined
    : requireOrder(deps, { organizationId, id })
}

/** False if the deposit left suspense, or was taken back, before its rail answered: what was sent is then lost. */
async function wentBack(
  db: Db,
  mark: Contradicted,
  evidence: string,
  at: Instant,
): Promise<boolean> {
  const { rail, key } = mark
  const sent = await requireSent(db, rail, key)
  const settled = { rail, reference: mark.reference ?? evidence }
  if (await updateReturnFoundSettled(db, sent, settled, at)) return true
  if (!(await updateReturnFoundTwice(db, sent, settled, at)))
    throw new Error(`the return ${key} is not recorded as rejected`)
  return false
}

/** The payer got the deposit back beside what the order did with it. */
async function claim(
  deps: DecideDeps,
  order: OrderRow,
  { currency, amount_minor: amountMinor }: DeskDeposit,
  { rail, key }: Contradicted,
  at: Instant,
): Promise<OrderRow[]> {
  const owed = { kind: 'claimed', currency, amountMinor, rail } as const
  const note = noteOf('marked_settled', `${key} went back too, so its payer owes it`)
  const changed = await transition(
    { ...deps, ...changesIn(deps.db) },
    order,
    (present) => ({ events: [], ...receivableDecision(present, owed), note }),
    { at },
  )
  if (changed === null) throw new Error(`${publicId('ord', order.id)} is not there`)
  return [changed]
}

/** What is still at the rail is another deposit in suspense, like a return that came back. False if all of it is one. */
async function didNotGo(deps: DepositDeps, { rail, key }: Contradicted): Promise<boolean> {
  const sent = await requireSent(deps.db, rail, key)
  const [transaction, index] = [`${key}:not-sent`, 0]
  const beforeMinor = await selectCameBack(deps.db, { rail, key }, { transaction, index })
  const amountMinor = sent.amount_minor - beforeMinor
  if (amountMinor <= 0n) return false
  const { currency } = sent
  const seen = { kind: 'deposit', transaction, index, account: key, currency, amountMinor } as const
  await recordDeposit(deps, { name: rail }, { ...seen, reference: null, sender: null }, null)
  return true
}

async function requireSent(db: Db, rail: string, key: string): Promise<DepositReturnRow> {
  const sent = await selectReturnSent(db, rail, key, null)
  if (sent === undefined) throw new Error(`the return ${key} is not there`)
  return sent
}
