// A deposit leaves suspense without an order: it is booked or written off. It may not have gone back in the time that a
// restore lost.
import { refused } from '../../parties/acts/refused.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import type { Halts } from '../halts/present.ts'
import { settleByDeposit } from '../treasury/move.ts'
import type { MovementRow } from '../treasury/queries.ts'
import { updateDepositExited, type ExitTo } from './exit-queries.ts'
import type { DepositRow } from './queries.ts'
import { requireNotReturned } from './return-deposit.ts'

export const versionOf = (row: DepositRow): string =>
  [row.order_id, row.reversed_at, row.exited_at].map((one) => one ?? '').join(' ')

export const cannotLeave = (row: DepositRow) =>
  refused(
    `${publicId('dep', row.id)} cannot leave suspense: it changed, it is for an order, its rail says that it went back, or screening holds it; see \`corridor deposits held\``,
  )

/** `movement`: the one that it is the arrival of. Throws if it cannot leave. */
export async function leaveSuspense(
  deps: { db: Db; clock: Clock; halts: Halts },
  row: DepositRow,
  to: ExitTo,
  execution: Execution,
  movement: MovementRow | null,
): Promise<void> {
  const id = publicId('dep', row.id)
  await requireNotReturned(deps, row, 'end')
  const left = await execution.commit(versionOf(row), async (db) => {
    const at = deps.clock.now()
    if (!(await updateDepositExited(db, row, to, at))) return undefined
    if (movement?.status === 'SENT')
      await settleByDeposit({ db, clock: deps.clock }, movement, execution.reason, id)
    const after = { exit: to.exit, account: to.account }
    const movementId = to.movementId === null ? null : publicId('mv', to.movementId)
    return { result: true, detail: { after, movement_id: movementId } }
  })
  if (left === undefined) throw cannotLeave(row)
}
