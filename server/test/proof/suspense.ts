// Deposits in suspense in a history: operators return them, stop and record a return, assign them to an order, book them or
// write them off. Operators remember what they did, also what a restore lost.
import { executionBy } from '../../src/parties/acts/execution.ts'
import type { ActName } from '../../src/parties/acts/names.ts'
import { requireNotReturned, returnDeposit } from '../../src/engine/deposits/return-deposit.ts'
import { assignDeposit } from '../../src/engine/deposits/assign-deposit.ts'
import { stopReturn } from '../../src/engine/deposits/end-return.ts'
import { leaveSuspense } from '../../src/engine/deposits/leave-suspense.ts'
import type { DepositRow } from '../../src/engine/deposits/queries.ts'
import type { DepositReturnRow } from '../../src/engine/deposits/return-queries.ts'
import { selectReturnOfDeposit } from '../../src/engine/deposits/return-read-queries.ts'
import { selectDeposit } from '../../src/engine/deposits/screened-queries.ts'
import { sendDepositReturns } from '../../src/engine/deposits/send-returns.ts'
import { selectIsAfterRestore } from '../../src/engine/halts/contested.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { depositReturnKeys } from '../../src/engine/refunds/key.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { Failure } from '../../src/platform/errors.ts'
import { NO_ID, type Uuid } from '../../src/platform/ids.ts'
import { thrownMessage } from '../../src/platform/thrown.ts'
import { selectWaitingEntries, updateEntryDecided } from '../../src/outside/rails/entry-queries.ts'
import { createLetters } from './letters.ts'
import { loosen } from './model.ts'
import type { Step } from './operations.ts'
import { RETURNS, type Fate, type OrderFate } from './outside.ts'
import type { State } from './plan.ts'
import { Broken, type Tally } from './report.ts'
import type { World } from './world.ts'
import { requireUuid } from '../support/ids.ts'

export type SuspenseStep = Extract<Step, { kind: 'suspense' }>

const withFate = (fate: Fate): OrderFate => ({
  fills: [],
  isDeclineFinal: true,
  slipBps: [],
  expired: [],
  payouts: [],
  refunds: [fate],
  looks: [],
})

export function createSuspense(
  world: World,
  state: State,
  tally: Tally,
  receiverOf: (order: string) => Uuid<'epi'>,
) {
  const { outside, clock, owner } = world
  /** Orders by the transaction of the deposit that an operator assigned. */
  const assigned = new Map<string, string>()
  const letters = createLetters(world, state, tally)
  const by = (act: ActName, reason: string) =>
    executionBy(world.process(0).deps, COMMAND, act, reason)

  async function step(one: SuspenseStep): Promise<void> {
    const { what } = one
    if (what === 'send') return send()
    if (what === 'ask') return letters.ask()
    const deposit = await newest()
    const order = state.model.orders.at(-1 - (one.order % Math.max(state.model.orders.length, 1)))
    if (deposit === undefined || order === undefined) return
    clock.advance(1)
    const done = await tried(what, () => decide(one, deposit, order.id))
    tally.add(`suspense ${what} ${done ? 'done' : 'refused'}`)
    clock.advance(1)
  }

  async function decide(
    { what, send: fate }: SuspenseStep,
    deposit: DepositRow,
    order: string,
  ): Promise<boolean> {
    switch (what) {
      case 'return':
        outside.setFate(RETURNS, withFate(fate))
        return giveBack(deposit)
      case 'stop':
        return stop(deposit)
      case 'give_up':
        return giveUp(deposit)
      case 'mark_settled':
      case 'mark_rejected':
        return letters.mark(
          await openReturnOf(deposit),
          what === 'mark_settled' ? 'settled' : 'rejected',
        )
      case 'decide':
        return letters.decide(deposit, await openReturnOf(deposit))
      case 'assign':
        return assign(deposit, order)
      case 'book':
      case 'write_off':
        return leave(deposit, what)
      case 'send':
      case 'ask':
        return true
    }
  }

  /** False for a refusal. */
  async function tried(what: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Broken) throw error
      if (!(error instanceof Failure))
        throw new Broken(`18: ${what} ended with ${thrownMessage(error)}`)
      const words = error.message.replaceAll(/(ord|dep|hlt)_\w+\S*|[\d.]+/g, '_').slice(0, 60)
      tally.add(`suspense ${what}: ${words}`)
      return false
    }
  }

  // Deposits of lost orders are left alone: their money went.
  async function newest(): Promise<DepositRow | undefined> {
    const { rows } = await owner.query<{ id: Uuid<'dep'> }>(
      `select id from deposits
        where order_id is null and reversed_at is null and not is_small
          and (address like 'nobody-%' or address like '${RETURNS}:%' or transaction = any ($1))
          and not exists (select from screenings s where s.deposit_id = deposits.id)
        order by id desc limit 1`,
      [state.model.arrivals.flatMap(({ names, transaction }) => (names ? [transaction] : []))],
    )
    return selectDeposit(owner, rows[0]?.id ?? NO_ID)
  }

  /** The deposit leaves suspense. Throws if its rail contradicts the outcome of an earlier return. */
  function requireKnown(deposit: DepositRow, isDone: boolean): boolean {
    const key = outside.contradicted.get(keysOf(deposit))
    if (isDone && key !== undefined)
      throw new Broken(`41: a deposit left suspense while its rail contradicted ${key}`)
    return isDone
  }

  async function giveBack(deposit: DepositRow): Promise<boolean> {
    const { deps } = world.process(0)
    const row = await selectOperatorOrder(owner, requireUuid('ord', await payerOf(deposit)))
    if (row === undefined) throw new Broken('1: an order does not exist')
    const organizationId = row.organization_id
    const payer = await deps.catalogue.instrument({
      organizationId,
      id: receiverOf(await payerOf(deposit)),
    })
    // The account is of the payer, who pays in the currency of the deposit.
    if (payer === undefined || payer.currency !== deposit.currency) return false
    const { method, details } = payer
    const execution = by('deposit.return', 'the payer asks')
    const receiver = { method, details: { ...details } }
    const how = { evidence: 'letter', execution, version: '' }
    return requireKnown(deposit, (await returnDeposit(deps, deposit, receiver, how)) !== undefined)
  }

  async function openReturnOf(deposit: DepositRow): Promise<DepositReturnRow | undefined> {
    const back = await selectReturnOfDeposit(owner, deposit.id)
    return back !== undefined && isOpen(back) ? back : undefined
  }

  // As the operator API does it.
  async function stop(deposit: DepositRow): Promise<boolean> {
    const back = await openReturnOf(deposit)
    if (back === undefined) return false
    await world.ageLeases()
    const execution = by('deposit.stop-return', 'it is wrong')
    await stopReturn(world.process(0).deps, back, execution, '')
    return true
  }

  // An operator stops the return. The rail's word in writing: nothing is executed under the key any more.
  async function giveUp(deposit: DepositRow): Promise<boolean> {
    const back = await openReturnOf(deposit)
    if (back === undefined) return false
    if (back.rail !== null && !outside.refuseForGood(back.rail, back.rail_key)) return false
    if (!(await stop(deposit))) return false
    return back.rail === null || letters.mark(await openReturnOf(deposit), 'rejected')
  }

  // As the operator API does it.
  async function assign(deposit: DepositRow, id: string): Promise<boolean> {
    const { deps } = world.process(0)
    const order = await selectOperatorOrder(owner, requireUuid('ord', id))
    if (order === undefined || order.payin_currency !== deposit.currency || deposit.exit !== null)
      return false
    const isNew = await selectIsAfterRestore(deps.db, null, order)
    await requireNotReturned(deps, deposit, isNew ? 'end' : 'list')
    const after = await assignDeposit(deps, deposit, order, { wrongAsset: false })
    if (!requireKnown(deposit, after !== null)) return false
    assigned.set(deposit.transaction, id)
    const isEither = state.model.arrivals.some(
      (one) => one.transaction === deposit.transaction && one.isEither === true,
    )
    if (!isEither) state.model.unmatched -= 1
    loosen(state.model, id)
    return true
  }

  async function leave(deposit: DepositRow, what: 'book' | 'write_off'): Promise<boolean> {
    const to =
      what === 'book'
        ? ({ exit: 'booked', account: 'treasury', movementId: null } as const)
        : ({ exit: 'written_off', account: 'unclaimed', movementId: null } as const)
    const execution = by(what === 'book' ? 'deposit.book' : 'deposit.write-off', 'nobody asks')
    await leaveSuspense(world.process(0).deps, deposit, to, execution, null)
    return requireKnown(deposit, true)
  }

  async function send(): Promise<void> {
    await world.ageLeases()
    await owner.query('update deposit_returns set due_at = now() where due_at is not null')
    await sendDepositReturns(world.process(0).deps)
  }

  /** What operators do when the steps are over. Returns whether something is left to do. */
  async function settle(hasRestored: boolean): Promise<boolean> {
    await send()
    await letters.ask()
    await dismissRepeated()
    for (const deposit of await all('order_id is null and not is_small')) {
      const back = await openReturnOf(deposit)
      if (back?.stopped_at != null) await tried('end', () => letters.mark(back, 'rejected'))
    }
    // An order may have it by now.
    for (const deposit of await all('id in (select deposit_id from deposit_returns)'))
      await tried('decide', async () => letters.decide(deposit, await openReturnOf(deposit)))
    if (hasRestored) await asBefore()
    const { rows } = await owner.query(
      `select from deposit_returns where due_at is not null
       union all select from rail_marks where answer <> outcome and decided_at is null`,
    )
    return rows.length > 0
  }

  // The same money was told under another name.
  async function dismissRepeated(): Promise<void> {
    for (const { id, transaction, problem, decision } of await selectWaitingEntries(owner)) {
      if (problem === null || decision !== null || !state.model.aliases.includes(transaction))
        continue
      if (!problem.includes('came back before')) continue
      await owner.query('update rail_entries set claimed_until = null where id = $1', [id])
      if (await updateEntryDecided(owner, id, 'dismissed', clock.now()))
        tally.add('suspense repeated return dismissed')
    }
  }

  async function all(where: string): Promise<DepositRow[]> {
    const { rows } = await owner.query<{ id: Uuid<'dep'> }>(
      `select id from deposits where reversed_at is null and ${where}`,
    )
    const found = await Promise.all(rows.map(({ id }) => selectDeposit(owner, id)))
    return found.filter((one) => one !== undefined)
  }

  // After a restore an operator does again what the lost time did with a deposit: the records outside tell it.
  async function asBefore(): Promise<void> {
    for (const deposit of await all('order_id is null and not is_small')) {
      const { id, transaction } = deposit
      const keys = keysOf(deposit)
      const went = [...outside.deeds.values()].some(
        ({ key, state: of }) => key.startsWith(keys) && of === 'done',
      )
      const order = assigned.get(transaction)
      const isKnown = state.model.orders.some((one) => one.id === order)
      clock.advance(1)
      const isOtherwise = order !== undefined && isKnown && !went
      const back = await openReturnOf(deposit)
      const isBehind = back !== undefined && wentAfter(back, keys)
      if (isOtherwise || isBehind) await tried('give up', () => giveUp(deposit))
      const now = await selectDeposit(owner, id)
      if (went && now?.exit === null) await tried('record', () => giveBack(now))
      if (isOtherwise && now?.exit === null) await tried('assign', () => assign(now, order))
      clock.advance(1)
    }
  }

  /** A later return of the same deposit was sent. */
  const wentAfter = ({ rail_key: own }: DepositReturnRow, keys: string): boolean =>
    [...outside.deeds.values()].some(
      ({ key, state: of }) => key.startsWith(keys) && key !== own && of === 'done',
    )

  /** Any order whose payer pays in the currency: the account is no matter of the history. */
  async function payerOf({ currency }: DepositRow): Promise<string> {
    for (const { id } of state.model.orders) {
      const row = await selectOperatorOrder(owner, requireUuid('ord', id))
      if (row?.payin_currency === currency) return id
    }
    return state.model.orders.at(-1)?.id ?? ''
  }

  return { step, settle, isWritten: letters.isWritten }
}

const keysOf = ({ output_index: outputIndex, ...deposit }: DepositRow): string =>
  depositReturnKeys({ ...deposit, outputIndex })

const isOpen = ({ status }: DepositReturnRow): boolean => status === 'PENDING' || status === 'SENT'
