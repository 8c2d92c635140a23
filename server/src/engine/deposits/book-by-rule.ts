// Books deposits in suspense that came from a known counterparty, where its rule says so. A person decides instead if an order
// may fit, a movement of the amount is known, screening has not cleared it, or a rule of approval covers the booking.
import type { Logger } from 'pino'
import { executionOf } from '../../parties/acts/execution.ts'
import { selectApprovalRules } from '../../parties/acts/queries.ts'
import { coveringRule } from '../../parties/acts/rules.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Halts } from '../halts/present.ts'
import { publicId } from '../../platform/ids.ts'
import { selectCounterparties, sendsFrom } from '../treasury/counterparties.ts'
import { selectDepositsToBook, updateDepositExited } from './exit-queries.ts'
import { senderAccountOf, whyMayBeReturned } from './return-deposit.ts'

type Deps = {
  db: Pool
  clock: Clock
  log: Logger
  config: Pick<Config, 'secrets'>
  halts: Halts
}

/** The actor of what a rule does. */
const SERVICE = 'service'
const ACT = 'deposit.book'

/** A background task. Returns the number of deposits that were booked. */
export async function bookByRule(deps: Deps): Promise<number> {
  const { db, clock } = deps
  const known = (await selectCounterparties(db, deps.config.secrets)).filter(
    ({ isAutomatic }) => isAutomatic,
  )
  if (known.length === 0) return 0
  const found = await selectDepositsToBook(
    db,
    known.map(({ name }) => name),
  )
  if (found.length === 0) return 0
  const approvals = await selectApprovalRules(db)
  let booked = 0
  for (const row of found) {
    const rule = known.find(({ name }) => name === row.counterparty)
    const subject = publicId('dep', row.id)
    const amounts = [{ currency: row.currency, minor: row.amount_minor }]
    const about = { chain: DEPLOYMENT, subject, version: '', amounts }
    // The file may name another party so by now.
    const sender = senderAccountOf(deps.config.secrets, row)
    const fits =
      rule !== undefined &&
      sender !== undefined &&
      sendsFrom(rule, sender) &&
      rule.rail === row.rail &&
      rule.currency === row.currency &&
      (rule.mostMinor === null || row.amount_minor <= BigInt(rule.mostMinor)) &&
      coveringRule(approvals, ACT, about) === undefined
    if (!fits || (await whyMayBeReturned(deps, row, 'end')) !== undefined) continue
    const reason = `by the rule of the counterparty ${rule.name}`
    const entry = { chain: DEPLOYMENT, actor: SERVICE, act: ACT, subject, reason }
    const done = await executionOf(deps, entry, null).commit('', async (transaction) => {
      const to = { exit: 'booked', account: rule.account, movementId: null } as const
      if (!(await updateDepositExited(transaction, row, to, clock.now()))) return undefined
      const after = { exit: 'booked', account: rule.account }
      return { result: true, detail: { after, counterparty: rule.name } }
    })
    if (done === undefined) continue
    booked += 1
    deps.log.warn(
      { deposit_id: subject, counterparty: rule.name },
      'a deposit was booked by a rule',
    )
  }
  return booked
}
