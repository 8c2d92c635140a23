// Records each deposit once, whether a rail reports it or the sandbox simulates it: finds its order and advances it.
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { newUuid } from '../ids.ts'
import { quotedReferenceNumbers } from '../orders/reference-number.ts'
import { onDeposit } from '../orders/outcomes.ts'
import {
  selectOrderByFundingAddress,
  selectOrderByReferenceNumbers,
} from '../orders/funding-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { transition, type TransitionDeps } from '../orders/transition.ts'
import type { Rail, SeenDeposit } from '../rails/first-port.ts'
import { insertUnmatchedDeposit, type NewDeposit } from './queries.ts'

export type DepositDeps = TransitionDeps & { db: Db; clock: Clock; log: Logger }

/** Returns the changed order; null if the deposit is already recorded or belongs to no order. */
export async function recordDeposit(
  deps: DepositDeps,
  rail: Rail,
  seen: SeenDeposit,
  known?: OrderRow,
): Promise<OrderRow | null> {
  const at = deps.clock.now()
  const { transaction, outputIndex, address, currency, amountMinor } = seen
  const deposit: NewDeposit = {
    id: newUuid('dep', at),
    rail: rail.name,
    transaction,
    outputIndex,
    address,
    currency,
    amountMinor,
  }
  const order = known ?? (await orderFor(deps.db, seen))
  if (order === undefined) {
    const isNew = await insertUnmatchedDeposit(deps.db, deposit, newUuid('posting', at), at)
    if (isNew)
      deps.log.warn({ rail: rail.name, transaction, currency }, 'a deposit belongs to no order')
    return null
  }
  return transition(deps, order, (present) => onDeposit(present, deposit, at), { at })
}

// Orders can share a bank account; the payer's reference then identifies the order. Without a reference, or with the
// numbers of two orders, the deposit stays in suspense.
async function orderFor(
  db: Db,
  { address, reference }: SeenDeposit,
): Promise<OrderRow | undefined> {
  const quoted = reference === null ? [] : quotedReferenceNumbers(reference)
  const order =
    quoted.length === 0 ? undefined : await selectOrderByReferenceNumbers(db, address, quoted)
  return order ?? selectOrderByFundingAddress(db, address)
}
