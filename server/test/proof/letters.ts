// Letters about returns of deposits in a history: an operator records the outcome of a stopped return as a letter has it. A
// letter may be wrong. If the rail contradicts it later, the operator finds out what is true.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { decideContradicted } from '../../src/engine/deposits/decide-contradicted.ts'
import { isStopped, markReturn } from '../../src/engine/deposits/end-return.ts'
import { seenDeposits } from '../../src/engine/deposits/list-queries.ts'
import type { DeskDeposit } from '../../src/engine/deposits/operator-endpoints.ts'
import type { DepositRow } from '../../src/engine/deposits/queries.ts'
import type { DepositReturnRow } from '../../src/engine/deposits/return-queries.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { selectContradicted, type MarkedOutcome } from '../../src/engine/marks/queries.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { returnsOf } from './outside.ts'
import type { State } from './plan.ts'
import type { Tally } from './report.ts'
import type { World } from './world.ts'

export function createLetters(world: World, state: State, tally: Tally) {
  const { outside, clock, owner } = world
  /** Recorded outcomes by the key of the return. */
  const letters = new Map<string, MarkedOutcome>()
  const because = (reason: string) =>
    executionBy(world.process(0).deps, COMMAND, 'deposit.mark-return', reason)

  async function mark(
    back: DepositReturnRow | undefined,
    outcome: MarkedOutcome,
  ): Promise<boolean> {
    if (back === undefined || !isStopped(back) || !mayWrite(back, outcome)) return false
    await world.ageLeases()
    const { deps } = world.process(0)
    if (outcome === 'rejected') clock.advance(deps.config.evidenceAfterMs)
    const execution = because('in writing')
    await markReturn(deps, back, { outcome, evidence: 'letter', execution, version: '' })
    letters.set(back.rail_key, outcome)
    return true
  }

  // A letter may be wrong, but not about a send that never comes: its rail would never contradict. After a restore nobody would
  // know which letters were wrong.
  function mayWrite({ rail, rail_key: key }: DepositReturnRow, outcome: MarkedOutcome): boolean {
    if (rail === null) return false
    const deed = outside.deedAt(rail, key)
    if (deed === undefined && !outside.isOnItsWay(rail, key))
      return outcome === 'rejected' && outside.refuseForGood(rail, key)
    if (deed !== undefined && (deed.state === 'done') === (outcome === 'settled')) return true
    state.hasWrongLetter ||= !state.hasCopy
    return !state.hasCopy
  }

  // The rails execute what was on its way, and are asked about each recorded outcome.
  async function ask(): Promise<void> {
    outside.deliverLate()
    await owner.query('update rail_marks set due_at = now() where due_at is not null')
    await askMarked(world.process(0).deps)
    for (const [key, outcome] of letters) {
      const deed = [...outside.deeds.values()].find((one) => one.key === key)
      if (deed?.state !== (outcome === 'settled' ? 'refused' : 'done')) continue
      const { rows } = await owner.query<{ is_decided: boolean }>(
        'select decided_at is not null as is_decided from rail_marks where key = $1',
        [key],
      )
      if (rows[0]?.is_decided === false) outside.contradicted.set(returnsOf(key), key)
    }
  }

  /** `open`: the return that is under way. False if nothing is to be decided. */
  async function decide(deposit: DepositRow, open: DepositReturnRow | undefined): Promise<boolean> {
    const { deps } = world.process(0)
    const found = await selectContradicted(deps.db, { depositId: deposit.id })
    const row = await seenDeposits.find<DeskDeposit>(deps.db, deposit.id)
    if (found === undefined || row === undefined) return false
    const { key, rail } = found
    if (open !== undefined && open.rail_key !== key) return false
    const outcome = outside.deedAt(rail, key)?.state === 'done' ? 'settled' : 'rejected'
    const execution = because('the statement has it')
    // Another exit, or an order, has the money.
    const isLost = deposit.exit !== null || deposit.order_id !== null
    const decided = { outcome, evidence: 'statement', execution, version: '' } as const
    await decideContradicted(deps, row, found, decided)
    outside.contradicted.delete(returnsOf(key))
    if (outcome === 'rejected') isAtRail(`${key}:not-sent`, deposit)
    else if (isLost) state.model.losses.push(key)
    tally.add(`suspense decided ${outcome}`)
    return true
  }

  // What a return did not move is another deposit in suspense.
  function isAtRail(
    transaction: string,
    { currency, amount_minor: amountMinor }: DepositRow,
  ): void {
    const arrivesAt = clock.now()
    const of = { order: null, isByRail: false, sender: null }
    state.model.arrivals.push({ transaction, currency, amountMinor, arrivesAt, ...of })
    state.model.seen.push(transaction)
    state.model.unmatched += 1
  }

  return { mark, ask, decide, isWritten: (key: string): boolean => letters.has(key) }
}
