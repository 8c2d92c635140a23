// An operator closes a difference: with an explanation, or with a treasury movement that makes the ledger agree.
import type { Execution } from '../../parties/acts/execution.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestampOrNull, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import { deskAccounts, presentDesk } from '../../engine/treasury/accounts.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { proposeMovement } from '../../engine/treasury/move.ts'
import type { AccountDeps } from './asked.ts'
import {
  isOpen,
  selectDifference,
  updateDifferenceClosed,
  type DifferenceRow,
} from './difference-queries.ts'

type Deps = AccountDeps & { clock: Clock }

export const versionOf = ({ closed_at, movement_status }: DifferenceRow): string =>
  `${toTimestampOrNull(closed_at) ?? 'open'} ${movement_status ?? ''}`.trim()

/** Positive: the statement has more than the ledger. */
export const amountOf = ({ there_minor, here_minor }: DifferenceRow): bigint =>
  there_minor - here_minor

export async function explainDifference(
  { db, clock }: Deps,
  difference: DifferenceRow,
  execution: Execution,
): Promise<DifferenceRow> {
  const { actor, reason } = execution
  const at = clock.now()
  const closing = { outcome: 'explained' as const, movementId: null, actor, at, reason }
  await execution.commit(versionOf(difference), async (inside) =>
    (await updateDifferenceClosed(inside, difference, closing))
      ? { result: true, detail: { after: { outcome: 'explained' } } }
      : undefined,
  )
  return present(db, difference)
}

/** The movement is proposed: it is approved and settled as every other. */
export async function moveDifference(
  deps: Deps,
  difference: DifferenceRow,
  counterAccount: string,
  execution: Execution,
): Promise<DifferenceRow> {
  const { db, clock } = deps
  const { account, currency, reconciliation_id, id } = difference
  const minor = amountOf(difference)
  const known = deskAccounts(await presentDesk(deps))
  if (!known.includes(counterAccount) || counterAccount === account)
    throw refused(
      `${counterAccount} is not another account of the desk. Known: ${nearestFirst(
        counterAccount,
        known.filter((one) => one !== account),
      )}`,
    )
  const [from, to] = minor > 0n ? [counterAccount, account] : [account, counterAccount]
  const amountMinor = minor > 0n ? minor : -minor
  const { actor, reason } = execution
  const at = clock.now()
  await execution.commit(versionOf(difference), async (inside) => {
    const movement = await proposeMovement(
      { db: inside, clock },
      {
        from_account: from,
        to_account: to,
        currency,
        amount_minor: amountMinor,
        value_date: null,
      },
      { reason, evidence: publicId('rcn', reconciliation_id) },
    )
    const closing = { outcome: 'movement' as const, movementId: movement.id, actor, at, reason }
    if (!(await updateDifferenceClosed(inside, difference, closing)))
      throw refused(`${publicId('dif', id)} was closed meanwhile`)
    const after = {
      outcome: 'movement',
      movement: publicId('mv', movement.id),
      from,
      to,
      amount: `${formatAmount(amountMinor, currency)} ${currency}`,
    }
    return { result: true, detail: { after } }
  })
  return present(db, difference)
}

export const closedDifference = (difference: DifferenceRow): Closed | null =>
  isOpen(difference) ? null : closed('ended', `is closed: ${difference.outcome ?? ''}`)

async function present(db: Db, difference: DifferenceRow): Promise<DifferenceRow> {
  return (await selectDifference(db, difference.id)) ?? difference
}
