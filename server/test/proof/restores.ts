// Restores of an earlier copy in a history: the model goes back with the database, the rails are read again, and operators
// record or book what the lost time sent. From then on only the invariants judge the orders of the copy.
import { executionBy } from '../../src/parties/acts/execution.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { Failure } from '../../src/platform/errors.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { compareFills } from '../../src/engine/halts/compare-fills.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { publicId, uuidOf, type Uuid } from '../../src/platform/ids.ts'
import { recordSentBefore } from '../../src/engine/marks/sent-before.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { actOnMovement, proposeMovement } from '../../src/engine/treasury/move.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { depositReturnKeys, refundKey } from '../../src/engine/refunds/key.ts'
import { requireUuid } from '../support/ids.ts'
import { loosen, deposit, type Arrival, type Model } from './model.ts'
import type { Planned, State } from './plan.ts'
import type { Tally } from './report.ts'
import type { LostDeposit } from './copies.ts'
import { RETURNS, returnsOf } from './outside.ts'
import type { World } from './world.ts'

type Unknown = {
  key: string | null
  reference: string
  order_id: Uuid<'ord'> | null
  has_order: boolean
}
type DepositAtRail = NonNullable<Parameters<typeof refundKey>[2]>
type Play = (operations: readonly Planned[]) => Promise<void>

export function createRestores(
  world: World,
  state: State,
  tally: Tally,
  choose: (count: number) => number,
) {
  const { outside, clock, owner } = world
  let saved:
    | { model: Model; frozen: ReadonlySet<string>; cancelled: ReadonlySet<string> }
    | undefined
  let hasRestored = false
  const judged = new Set<string>()

  // A database without orders has nothing to compare.
  async function copy(): Promise<void> {
    if (state.model.orders.length === 0 || state.hasWrongLetter) return
    await world.copy()
    state.hasCopy = true
    saved = {
      model: structuredClone(state.model),
      frozen: new Set(outside.frozen),
      cancelled: new Set(outside.cancelled),
    }
  }

  /** The caller plays the rounds of `watch` that follow. False without a copy. */
  async function restore(play: Play): Promise<boolean> {
    if (saved === undefined) return false
    tally.add('restored')
    hasRestored = true
    outside.setRestored()
    judged.clear()
    outside.setDown(false)
    clock.advance(1)
    const lost = await world.restore()
    await countLost()
    const { model, frozen, cancelled } = saved
    putBack(outside.frozen, frozen)
    putBack(outside.cancelled, cancelled)
    state.model = modelAfter(structuredClone(model), state.model)
    for (const row of lost) await tellAgain(row, play)
    return true
  }

  // Sends and fills that only the outside knows.
  async function countLost(): Promise<void> {
    const { rows } = await owner.query<{ key: string }>(
      `select rail_key as key from payouts union all select rail_key from refunds
       union all select rail_key from deposit_returns union all select provider_key from fills`,
    )
    const known = new Set(rows.map(({ key }) => key))
    for (const { key, kind, state: of } of outside.deeds.values())
      if (!known.has(key) && of !== 'refused') tally.add(`lost ${kind}`)
  }

  // A restore does not change the outside. The orders of the copy may be in any state, and those of the lost time are gone.
  function modelAfter(next: Model, before: Model): Model {
    const { holds, lists, listings, accepted, reviewed, reversed, isSmallLoose } = before
    const { cameBack, aliases, losses } = before
    const isKnown = (id: string) => next.orders.some((order) => order.id === id)
    for (const order of next.orders) loosen(next, order.id)
    // A deposit is told again, and with it its return.
    const isLost = (key: string) =>
      !key.startsWith(`${RETURNS}:`) &&
      ![...outside.deeds.values()].some((deed) => deed.key === key && isKnown(deed.orderId))
    // No return of a lost order comes: nothing in the database could take it up.
    outside.unreport(
      (entry) =>
        entry.kind === 'return' &&
        isLost(entry.key ?? (entry.sendReference ?? '').replace(/^S-/, '')),
    )
    // The order that shared the account is lost, or has its own account again.
    const orderNow = ({ order, names, transaction }: Arrival): Partial<Arrival> =>
      names?.[0] === undefined || !isKnown(names[0]) || next.seen.includes(transaction)
        ? { order }
        : { order: names[0], isEither: true }
    const arrivals = before.arrivals.flatMap((arrival): Arrival[] => {
      if (arrival.order === null || isKnown(arrival.order))
        return [{ ...arrival, ...orderNow(arrival), isByRail: true }]
      // The simulator tells deposits of orders that the database has.
      return arrival.transaction.startsWith('sim:')
        ? []
        : [{ ...arrival, order: null, isByRail: true }]
    })
    if (next.lists.join() !== lists.join()) for (const one of next.screened) one.isReleased = false
    const lostRetries = { ...before.lostRetries }
    for (const { id, retriedBy } of before.orders)
      if (retriedBy !== null && !isKnown(retriedBy)) lostRetries[retriedBy] = id
    return {
      ...next,
      lostRetries,
      holds,
      lists,
      listings,
      accepted: { ...next.accepted, ...accepted },
      reviewed: [...next.reviewed, ...reviewed],
      reversed,
      isSmallLoose,
      cameBack,
      aliases,
      losses,
      arrivals,
      returned: before.returned.filter((key) => !isLost(key)),
      units: before.units.filter((key) => !isLost(key)),
    }
  }

  // The rail reports again what was recorded directly.
  async function tellAgain(row: LostDeposit, play: Play): Promise<void> {
    const { rail, transaction, output_index: index, address, currency } = row
    if (rail !== 'sandbox' && outside.reported(rail).some((one) => one.transaction === transaction))
      return
    const arrival = state.model.arrivals.find((one) => one.transaction === transaction)
    const seen = {
      kind: 'deposit' as const,
      transaction,
      index,
      account: address,
      reference: null,
      sender: arrival?.sender ?? null,
      currency,
      amountMinor: row.amount_minor,
      receivedAt: row.received_at,
    }
    if (rail !== 'sandbox') return outside.report(rail, state.told.get(transaction) ?? seen)
    const id = transaction.split(':')[1] ?? ''
    const order = state.model.orders.some((one) => one.id === id) ? id : null
    const told: Arrival = {
      transaction,
      order,
      currency,
      amountMinor: row.amount_minor,
      arrivesAt: row.received_at ?? clock.now(),
      isByRail: false,
      sender: null,
    }
    await play([
      {
        name: `again ${++state.made}`,
        process: 0,
        isRepeatable: true,
        run: async (deps) => {
          await recordDeposit(deps, { name: rail }, seen)
          return { code: 'ok' }
        },
        model: (present) => {
          deposit(present, told, clock.now())
          return 'ok'
        },
      },
    ])
  }

  /** Asks providers and rails again. A list that was not complete is not read again within a minute. */
  async function compare(): Promise<void> {
    if (!hasRestored) return
    const { deps } = world.process(0)
    await owner.query(
      `update halts set read_at = null where resumed_at is null and coalesce(lists_sends, lists_fills) is null`,
    )
    for (const index of [0, 1]) await world.process(index).deps.halts.present('fresh')
    await compareFills(deps)
  }

  const unknown = async (): Promise<Unknown[]> =>
    (
      await owner.query<Unknown>(
        `select distinct u.key, u.reference
           from unknown_sends u
          where u.put_right_at is null
            and not exists (select from payouts p where p.rail_key = u.key and p.amount_minor = u.amount_minor)
            and not exists (select from deposit_returns d where d.rail_key = u.key and d.amount_minor = u.amount_minor)
            and not exists (select from refunds r
                             where r.rail_key = u.key
                               and case when r.rail is null
                                        then r.status = 'PENDING' and u.amount_minor = r.amount_minor - r.reversed_minor
                                        else u.amount_minor <= r.amount_minor end)
          order by u.key`,
      )
    ).rows

  /** Conversions of the lost time, which their orders wait for. */
  const unknownFills = async (): Promise<Unknown[]> =>
    (
      await owner.query<Unknown>(
        `select distinct u.key, u.reference
           from unknown_fills u join halts h on h.id = u.halt_id
          where u.put_right_at is null
            and not exists (select from fills f where f.provider_key = u.key and f.provider_name = h.provider)
          order by u.key`,
      )
    ).rows.filter(({ key }) =>
      state.model.orders.some(({ id }) => key?.startsWith(`${outside.nameOf(id)}:`)),
    )

  /** The operator records an unknown send or fill of an order, or books it. Returns whether it was refused. */
  async function record(one: Unknown): Promise<string | undefined> {
    const { deps } = world.process(0)
    const key = keyOf(one)
    const orderId = await ownerOf(key)
    if (orderId === undefined) return undefined
    const order = await selectOperatorOrder(owner, orderId)
    if (order === undefined) return undefined
    clock.advance(1)
    await world.ageLeases()
    try {
      const execution = executionBy(deps, COMMAND, 'order.sent-before', 'compared')
      await recordSentBefore(deps, execution, order, {
        key,
        reference: one.reference,
        reason: 'the rail lists it',
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      tally.add(
        `sent before refused ${error.message.replaceAll(/(ord|rf|po)_\w+\S*|[\d.]+/g, '_').slice(0, 90)}`,
      )
      return error.message
    } finally {
      clock.advance(1)
    }
    const isOfOrder = key.startsWith(`${outside.nameOf(publicId('ord', orderId))}:`)
    const isOfRetry = !isOfOrder && !key.startsWith(`${RETURNS}:`)
    tally.add(`sent before ${isOfRetry ? 'by a retry' : (key.split(':')[1] ?? '')} recorded`)
    if (isOfRetry) await bookAll((of) => ofFamily(of, key))
    return undefined
  }

  // The references of the rails tell an operator what the list does not.
  const keyOf = ({ key, reference }: Unknown): string => key ?? reference.replace(/^S-/, '')
  const orderOf = (key: string): Uuid<'ord'> | undefined => {
    const names = state.model.orders.map(({ id }) => ({ id, name: outside.nameOf(id) }))
    const own = names.find(({ name }) => key.startsWith(`${name}:`))
    const parent = names.findLast(({ name }) => ofFamily(`${name}:`, key))
    const found = own ?? parent
    return found && requireUuid('ord', found.id)
  }

  /** The order that has the deposit which went back under the key; else the one that is named in it. */
  async function ownerOf(key: string): Promise<Uuid<'ord'> | undefined> {
    if (!key.startsWith(`${RETURNS}:`)) return orderOf(key)
    const { rows } = await owner.query<DepositAtRail & { order_id: Uuid<'ord'> }>(
      `select rail, transaction, output_index as "outputIndex", occurrence, order_id from deposits where order_id is not null`,
    )
    return rows.find((one) => depositReturnKeys(one) === returnsOf(key))?.order_id
  }

  const ofFamily = (key: string, other: string): boolean => {
    const [one, two] = [key, other].map((text) => uuidOf('ord', text.split(':', 1)[0] ?? ''))
    return one?.slice(0, -4) === two?.slice(0, -4)
  }

  function putBack(present: Set<string>, before: ReadonlySet<string>): void {
    present.clear()
    for (const one of before) present.add(one)
  }

  const booked = new Set<string>()
  /** Books the sends of lost orders as movements. */
  async function bookAll(isIt: (key: string) => boolean): Promise<void> {
    const known = new Set(state.model.orders.map(({ id }) => id))
    for (const deed of outside.deeds.values()) {
      const { key, company, currency, amountMinor } = deed
      if (deed.kind === 'fill' || deed.state !== 'done' || known.has(deed.orderId)) continue
      if (booked.has(key) || !isIt(key)) continue
      booked.add(key)
      tally.add('booked as a movement')
      const { deps } = world.process(0)
      const grounds = { reason: 'the order is lost', evidence: `S-${key}` }
      const movement = {
        from_account: `rail:${company}`,
        to_account: 'unwind',
        currency,
        amount_minor: amountMinor,
        value_date: null,
      }
      const proposed = await proposeMovement(deps, movement, grounds)
      await actOnMovement(
        deps,
        await actOnMovement(deps, proposed, 'approve', grounds),
        'settle',
        grounds,
      )
    }
  }

  /** What operators do once the lists are complete. Returns whether something is left to do. */
  async function settle(when: 'step' | 'rest' | 'last'): Promise<boolean> {
    const isLast = when === 'last'
    if (!hasRestored) return false
    const { deps } = world.process(0)
    const open = await selectHalts(owner)
    if (open.some(({ lists_sends, lists_fills }) => (lists_sends ?? lists_fills) === null))
      return true
    const lost: string[] = []
    for (const one of await unknown()) {
      // A nameless return: nothing else is decided about its deposit, which goes back under the same key.
      if ((await ownerOf(keyOf(one))) !== undefined) {
        // The service may come to the same send by itself.
        if (isLast || choose(3) === 0) await record(one)
      } else if (!keyOf(one).startsWith(`${RETURNS}:`)) {
        await bookAll((key) => key === keyOf(one))
        lost.push(one.reference)
      } else if (one.key === null && when !== 'step') lost.push(one.reference)
    }
    for (const one of await unknownFills()) if (isLast || choose(3) === 0) await record(one)
    for (const halt of open) {
      const execution = executionBy(deps, COMMAND, 'resume', 'compared')
      const names = await namesIn(halt.id, lost)
      try {
        await resume(deps, execution, halt.id, names)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        tally.add('resume refused: a send has no key')
      }
    }
    if (lost.length > 0) await nameAfterwards(lost)
    for (const index of [0, 1]) await world.process(index).deps.halts.present('fresh')
    // An order that was paid has no refund like the return of its deposit: the invariants judge it.
    const isReturn = (key: string) => key.startsWith(`${RETURNS}:`)
    const left = (await unknown()).map(keyOf).filter((key) => !isLast || !isReturn(key))
    return (await Promise.all(left.map(ownerOf))).some((one) => one !== undefined)
  }

  /** Sends of lost orders, of halts that have ended. */
  async function nameAfterwards(lost: readonly string[]): Promise<void> {
    const { deps } = world.process(0)
    const { rows } = await owner.query<{ id: Uuid<'hlt'> }>(
      `select distinct h.id from halts h join unknown_sends u on u.halt_id = h.id
        where h.resumed_at is not null and u.put_right_at is null and u.reference = any ($1)`,
      [lost],
    )
    for (const { id } of rows) {
      const execution = executionBy(deps, COMMAND, 'resume', 'they are of lost orders')
      await resume(deps, execution, id, await namesIn(id, lost))
      tally.add('sends of lost orders named')
    }
  }

  const namesIn = async (halt: Uuid<'hlt'>, lost: readonly string[]): Promise<string[]> =>
    (
      await owner.query<{ reference: string }>(
        `select reference from unknown_sends where halt_id = $1 and reference = any ($2) and put_right_at is null`,
        [halt, lost],
      )
    ).rows.map(({ reference }) => reference)

  /**
   * Call it directly after a comparison: it names the refunds of all deposits that were read again. Returns one that
   * has no name. Those that an earlier round has listed are not judged: their deposits may have come since.
   */
  async function nameless(mayJudge: boolean): Promise<string | undefined> {
    const { rows } = await owner.query<DepositAtRail & { name: Uuid<'ord'> }>(
      `select d.rail, d.transaction, d.output_index as "outputIndex", d.occurrence, coalesce(o.key_id, o.id) as name
         from deposits d join orders o on o.id = d.order_id`,
    )
    const known = new Set(rows.map(({ name, ...one }) => refundKey(name, 'late', one)))
    const found = (await unknown()).filter(
      ({ key, reference }) => key === null && !judged.has(reference),
    )
    for (const { reference } of found) judged.add(reference)
    const key = found.map(keyOf).find((one) => known.has(one))
    return mayJudge && key !== undefined
      ? `39: the list after a restore has no name for ${key}, and its deposit is known`
      : undefined
  }

  /** A retry has another name in keys than its id. */
  async function nameInKeys(id: string): Promise<void> {
    const { rows } = await owner.query<{ name: Uuid<'ord'> }>({
      name: 'name_in_keys',
      text: 'select coalesce(key_id, id) as name from orders where id = $1',
      values: [requireUuid('ord', id)],
    })
    const [row] = rows
    if (row !== undefined) outside.name(publicId('ord', row.name), id)
  }

  async function recordOne(at: number): Promise<void> {
    const all = await unknown()
    const one = all[at % Math.max(all.length, 1)]
    if (one !== undefined) await record(one)
  }

  return {
    copy,
    restore,
    compare,
    nameless,
    settle,
    recordOne,
    nameInKeys,
    hasRestored: () => hasRestored,
  }
}
