// Plays a history. The service runs each step; then the model must explain all answers and the database by some order of
// the concurrent operations. At the end everything runs until nothing is due.
import { selectParkedOrders } from '../../src/engine/orders/operator-queries.ts'
import { releaseOrder } from '../../src/engine/orders/release-order.ts'
import { showOrder } from '../../src/engine/orders/show-order.ts'
import { tellDelays as tellDelaysOnce } from '../../src/engine/orders/tell-delays.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { Failure } from '../../src/platform/errors.ts'
import { NO_ID, publicId, type Uuid } from '../../src/platform/ids.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { heldPayouts, markedPayouts, markedReturns } from '../support/held-payouts.ts'
import { setInstrumentStatus } from '../support/instrument-status.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { isRestKey } from '../../src/engine/refunds/key.ts'
import { redirectRefundOf } from '../../src/engine/refunds/redirect-refund.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { OrderRow } from '../../src/engine/orders/queries.ts'
import { payOutAgain, refundReturned } from '../../src/engine/payouts/pay-again.ts'
import { settleReversal } from '../../src/engine/reversals/settle.ts'
import { Broken, type Tally } from './report.ts'
import { createPlanner, type Planned, type State } from './plan.ts'
import { chooser, permutations, product } from './sequences.ts'
import { Crash, newLife, runTogether, type Actor } from './gate.ts'
import { configureLists, emptyModel, loosen, loosenSmall, routeOf, type Model } from './model.ts'
import type { ListName } from './routes.ts'
import { createExits } from './exits.ts'
import { createRestores } from './restores.ts'
import { createStrays } from './strays.ts'
import { createSuspense } from './suspense.ts'
import { sendKept } from '../../src/engine/refunds/send-kept.ts'
import { createOutflows } from './outflows.ts'
import type { History, Step } from './operations.ts'
import { selectHeldScreenings } from '../../src/rules/screening/queries.ts'
import { releaseHeld } from '../../src/engine/screening/release.ts'
import { selectDeposit } from '../../src/engine/deposits/screened-queries.ts'
import { explain, observe, type Observed, type Seen } from './observe.ts'
import { readRest } from './rest.ts'
import type { World } from './world.ts'
import { requireUuid } from '../support/ids.ts'

export type Played = { model: Model; seen: readonly Seen[]; hasRestored: boolean }

const REST_ROUNDS = 400
const A_MONTH_MS = 30 * 86_400_000

export async function playHistory(world: World, history: History, tally: Tally): Promise<Played> {
  const { clock } = world
  await world.empty(history.stepMs)
  const player = createPlayer(world, history.schedule, tally)
  for (const step of history.steps) {
    await player.step(step)
    await player.tellDelays()
  }
  await player.runUntilNothingDue()
  clock.advance(A_MONTH_MS)
  await player.tellDelays()
  return player.played()
}

function createPlayer(world: World, schedule: number, tally: Tally) {
  const { outside, clock } = world
  const state: State = {
    model: emptyModel(),
    seen: [],
    made: 0,
    told: new Map(),
    hasCopy: false,
    hasWrongLetter: false,
    isWritten: (key) => suspense.isWritten(key),
  }
  const { plan, quotePlan, siteOf, recent } = createPlanner(world, state, tally)
  const choose = chooser(schedule)
  const outflows = createOutflows(world)
  const exits = createExits(world, () => state.model, tally)
  const restores = createRestores(world, state, tally, choose)
  const suspense = createSuspense(world, state, tally, (id) => {
    const order = state.model.orders.find((one) => one.id === id)
    const offering = order && siteOf(order.site).offerings[order.offering]
    return offering?.payinInstrument ?? NO_ID
  })
  const strays = createStrays(world, tally)
  const jitter = chooser(schedule + 1)
  let observed: Observed | undefined
  let hasRestarted = false

  async function play(
    operations: readonly Planned[],
    crash: Extract<Step, { kind: 'play' }>['crash'],
    pauseAt: number | null,
  ): Promise<void> {
    if (operations.length === 0) return
    const actors = operations.map(
      (one, position): Actor => ({
        life: world.process(one.process).life,
        calls: 0,
        pauseAt: position === 0 && operations.length > 1 ? pauseAt : null,
      }),
    )
    for (const index of [0, 1]) world.process(index).life.calls = 0
    if (crash !== null) world.process(crash.process).life.crashAt = crash
    const results = await withJitter(jitter, () =>
      runTogether(
        operations.map((one, position) => ({
          actor: actors[position] ?? { life: newLife(), calls: 0, pauseAt: null },
          work: () => one.run(world.process(one.process).deps),
        })),
        choose,
        () => world.ageLeases(),
      ),
    )
    const answers: { planned: Planned; code: string; id: string | undefined; isCut: boolean }[] = []
    for (const index of [0, 1]) {
      const { life } = world.process(index)
      life.crashAt = null
      if (life.diedAt === null) continue
      tally.add(`crash ${life.diedAt}`)
      await world.restart(index)
      hasRestarted = true
      await world.ageLeases()
    }
    for (const [position, result] of results.entries()) {
      const planned = operations[position]
      if (planned === undefined) continue
      if (result.status === 'fulfilled') {
        answers.push({ planned, code: result.value.code, id: result.value.id, isCut: false })
        continue
      }
      const error: unknown = result.reason
      if (isCrash(error)) {
        if (!planned.isRepeatable) {
          answers.push({ planned, code: '', id: undefined, isCut: true })
          continue
        }
        answers.push({ planned, ...(await retryAfterCrash(planned)), isCut: true })
        continue
      }
      answers.push({ planned, ...refusal(planned, error), isCut: false })
    }
    await explainAll(answers)
  }

  // A caller whose connection dropped retries with the same key.
  async function retryAfterCrash(
    planned: Planned,
  ): Promise<{ code: string; id: string | undefined }> {
    try {
      const { code, id } = await planned.run(world.process(planned.process).deps)
      return { code, id }
    } catch (error) {
      return refusal(planned, error)
    }
  }

  function refusal(planned: Planned, error: unknown): { code: string; id: undefined } {
    if (error instanceof Failure) return { code: error.code, id: undefined }
    if (error instanceof Broken) throw error
    throw new Broken(
      `18: ${planned.name} ended with ${error instanceof Error ? error.stack : String(error)}`,
    )
  }

  // Some order of the operations, with the work of the workers between them, must explain everything.
  async function explainAll(
    answers: readonly { planned: Planned; code: string; id: string | undefined; isCut: boolean }[],
  ): Promise<void> {
    const before = observed
    observed = await observe(world, before)
    const { seen: now, wrongTotal, snapshot } = observed
    if (snapshot !== before?.snapshot || hasRestarted) await expectNewestShown(now)
    hasRestarted = false
    if (wrongTotal !== undefined) throw new Broken(wrongTotal)
    if (snapshot !== before?.snapshot) {
      const beyond = await outflows.problem()
      if (beyond !== undefined) throw new Broken(beyond)
    }
    for (const { planned, code, id } of answers) {
      tally.add(`${planned.name.split(' ')[0]} ${code}`)
      if (planned.fate !== undefined && id !== undefined && !outside.fateOf.has(id))
        outside.fateOf.set(id, planned.fate)
      if (planned.retries !== undefined && id !== undefined) await restores.nameInKeys(id)
    }
    const reasons: string[] = []
    for (const sequence of permutations(answers)) {
      for (const variants of product(sequence.map((one) => variantsOf(one, sequence.length)))) {
        for (let absorbAt = 0; absorbAt <= sequence.length; absorbAt++) {
          const tried = structuredClone(state.model)
          let reason: string | undefined
          for (const [position, one] of sequence.entries()) {
            if (position === absorbAt) explain(tried, observed, clock.now(), outside)
            const expected = one.planned.model(tried, one.id, variants[position] ?? 0)
            if (
              expected !== null &&
              expected !== one.code &&
              !(one.isCut && !one.planned.isRepeatable)
            )
              reason ??= `17/18: ${one.planned.name} answered ${one.code}${one.id === undefined ? '' : ` ${one.id}`} and the model expects ${expected}`
          }
          reason ??= explain(tried, observed, clock.now(), outside)
          if (reason === undefined) {
            state.model = tried
            state.seen = now
            return
          }
          reasons.push(reason)
        }
      }
    }
    throw new Broken(reasons[0] ?? 'no order of the operations explains the answers')
  }

  // Only the newest order, through each process: every order would cost two statements per step.
  async function expectNewestShown(now: readonly Seen[]): Promise<void> {
    const newest = now.at(-1)
    if (newest === undefined) return
    const order = { organizationId: newest.organizationId, id: requireUuid('ord', newest.id) }
    for (const index of [0, 1]) {
      const answer = await showOrder(world.process(index).deps, order)
      if (answer === null) throw new Broken(`22: ${newest.id} was not shown`)
      const { data }: { data: OrderJson } = JSON.parse(answer.toString())
      const shown = data.status.status_history.map(({ status }) => status)
      if (shown.join() !== newest.statuses.join())
        throw new Broken(`22: ${newest.id} was shown as ${shown.join()}`)
    }
  }

  // An interrupted operation may have happened in part, or not at all.
  function variantsOf(
    one: { planned: Planned; code: string; isCut: boolean },
    count: number,
  ): number[] {
    if (one.planned.isRepeatable) return [0]
    if (one.isCut) return count > 1 ? [0, 1, 2, 3, 4] : [0, 1, 2]
    // One of two concurrent simulations finds the other's deposit and gets order_not_awaiting_funding.
    if (count > 1) return one.code === 'order_not_awaiting_funding' ? [0, 2] : [0, 3, 4]
    return [0]
  }

  async function step(one: Step): Promise<void> {
    tally.add(`step ${one.kind}`)
    switch (one.kind) {
      case 'play': {
        // An overtaken operation runs in a process of its own. Operations that cannot be played take no place.
        const planned: Planned[] = []
        for (const operation of one.operations) {
          const position = planned.length
          const index = one.pauseAt === null ? position % 2 : Math.min(position, 1)
          planned.push(...[plan(operation, index) ?? []].flat())
        }
        await play(planned, one.crash, one.pauseAt)
        return
      }
      case 'quote_for_retry': {
        const order = recent(state.model.orders, one.order)
        if (order === undefined) return
        const { isExclusive, payinDecimals } = routeOf(order.route)
        const offerings = siteOf(order.site).offerings
        const offering = one.otherOffering
          ? (order.offering + 1) % offerings.length
          : order.offering
        const route = offerings[offering]?.route ?? 0
        // Includes an exclusive fee, so that the total is surely covered or surely not.
        const minor =
          (order.totalMinor * BigInt(one.percent)) /
          (isExclusive && one.percent <= 100 ? 102n : 100n)
        state.made += 1
        const base = { name: `quote ${state.made}`, process: 0, isRepeatable: true }
        if (minor < 10n ** BigInt(payinDecimals) * (payinDecimals === 2 ? 1000n : 1n)) return
        const drawn =
          routeOf(route).payinDecimals === 2 && minor > 100000n ? minor - 100000n : minor
        await play([quotePlan(base, order.site, route, 'payin', drawn, offering)], null, null)
        return
      }
      case 'clock': {
        const order = recent(state.model.orders, one.order)
        const quote = recent(state.model.quotes, one.order)
        const to =
          one.to === 'funding'
            ? order?.expiresAt
            : one.to === 'submission'
              ? quote?.submissionExpiresAt
              : undefined
        const by =
          to === undefined ? Math.max(one.ms, 0) : to + Math.min(one.ms, 2000) - clock.now()
        if (by > 0) clock.advance(by)
        return
      }
      case 'hold':
        return hold(one)
      case 'release_holds':
        return releaseHolds()
      case 'release_parked':
        return releaseParked()
      case 'wear_out':
        return wearOut()
      case 'lists':
        return screenBy(one.lists)
      case 'cap':
      case 'balance': {
        const order = recent(state.model.orders, one.order)
        if (order === undefined) return
        if (one.kind === 'cap') await outflows.setCap(order.id, one.percent, one.isOfSigner)
        else await outflows.setBalance(order.id, one.percent)
        return
      }
      case 'pass_hour':
        return outflows.passHour()
      case 'exit': {
        const order = recent(state.model.orders, one.order)
        return order === undefined ? undefined : exits.decide(order, one)
      }
      case 'suspense':
        return suspense.step(one)
      case 'stray':
        return strays.step(one)
      case 'small': {
        tally.add(`small ${one.below}`)
        loosenSmall(state.model)
        return world.setSmall(one.below, one.hasFee ? 50n : 0n)
      }
      case 'settle_refunds':
        return settleRefunds(one)
      case 'unfreeze':
        return exits.unfreezeAll()
      case 'copy':
        return restores.copy()
      case 'restore':
        return restore(one.compares)
      case 'resume':
        return void (await restores.settle('step'))
      case 'returns':
        return decideReturns(one.way)
      case 'compare':
        return compare()
      case 'record':
        return restores.recordOne(one.at)
      case 'outage':
        outside.setDown(one.isDown)
        return
      case 'cursors_back':
        await world.owner.query(`update rail_cursors set cursor = '0'`)
        return
    }
  }

  // An operator sends what an order keeps, or sets a debt off against its unsent refunds.
  async function settleRefunds(one: Extract<Step, { kind: 'settle_refunds' }>): Promise<void> {
    const order = recent(state.model.orders, one.order)
    const row = order && (await selectOperatorOrder(world.owner, requireUuid('ord', order.id)))
    if (order === undefined || row === undefined) return
    const { deps } = world.process(0)
    clock.advance(1)
    await world.ageLeases()
    const decided =
      one.what === 'send_kept'
        ? await sendKept(deps, row, 'the payer asks')
        : await settleReversal(deps, row, row.payin_currency, 'set_off', 'its payer owes money')
    clock.advance(1)
    tally.add(`${one.what} ${'refused' in decided ? 'refused' : 'done'}`)
    if (!('refused' in decided)) loosen(state.model, order.id)
  }

  async function restore(compares: number): Promise<void> {
    const isDone = await restores.restore(async (operations) => {
      observed = undefined
      await play(operations, null, null)
    })
    if (!isDone) return
    observed = undefined
    await strays.restored()
    await outflows.forget()
    for (let times = 0; times < compares; times++) await compare()
  }

  async function compare(): Promise<void> {
    if (restores.hasRestored()) await restores.nameless(false)
    await restores.compare()
    await play([plan({ do: 'round', what: 'watch' }, 0) ?? []].flat(), null, null)
    if (!restores.hasRestored()) return
    const unnamed = await restores.nameless(!outside.isDown())
    if (unnamed !== undefined) throw new Broken(unnamed)
  }

  async function screenBy(lists: readonly ListName[]): Promise<void> {
    clock.advance(1)
    await world.configureLists(lists)
    configureLists(state.model, lists, clock.now())
    clock.advance(1)
  }

  async function releaseDeposits(): Promise<void> {
    for (const { key, deposit_id: id } of await selectHeldScreenings(world.owner, 'deposit')) {
      if (id === null) continue
      const released = await releaseHeld(world.process(0).deps, key, 'the sender was looked at')
      tally.add(`held deposit ${'refused' in released ? 'refused' : released.state}`)
      if ('refused' in released || released.state !== 'released') continue
      const deposit = await selectDeposit(world.owner, id)
      for (const one of state.model.screened)
        if (one.arrival.transaction === deposit?.transaction) one.isReleased = true
    }
  }

  async function hold(one: Extract<Step, { kind: 'hold' }>): Promise<void> {
    const { organizationId } = siteOf(one.site)
    clock.advance(1)
    const at = clock.now()
    const changed =
      one.what === 'organization'
        ? await updateOrganizationStatus(world.owner, organizationId, 'COMPLIANCE_HOLD', at)
        : await setInstrumentStatus(
            world.owner,
            { organizationId, id: instrumentOf(one.site, one.route, one.what) },
            'COMPLIANCE_HOLD',
            at,
          )
    clock.advance(1)
    if (changed !== undefined)
      state.model.holds.push({
        site: one.site,
        what: one.what,
        route: one.route,
        from: at,
        to: null,
      })
  }

  const instrumentOf = (site: number, route: number, what: 'payin' | 'payout'): Uuid<'epi'> => {
    const offering = siteOf(site).offerings.find((found) => found.route === route)
    return (what === 'payin' ? offering?.payinInstrument : offering?.payoutInstrument) ?? NO_ID
  }

  async function releaseHolds(): Promise<void> {
    clock.advance(1)
    for (const one of state.model.holds.filter(({ to }) => to === null)) {
      const { organizationId } = siteOf(one.site)
      if (one.what === 'organization')
        await updateOrganizationStatus(world.owner, organizationId, 'ACTIVE', clock.now())
      else
        await setInstrumentStatus(
          world.owner,
          { organizationId, id: instrumentOf(one.site, one.route, one.what) },
          'ACTIVE',
          clock.now(),
        )
      one.to = clock.now()
    }
    clock.advance(1)
  }

  async function releaseParked(): Promise<void> {
    await releaseDeposits()
    for (const parked of await selectParkedOrders(world.owner)) {
      tally.add(`parked ${parked.parked_reason}`)
      // These continue by themselves.
      if (parked.parked_reason === 'liquidity') continue
      if (parked.parked_reason === 'screening')
        state.model.reviewed.push(publicId('ord', parked.id))
      await settleLack(parked)
      const released = await releaseOrder(
        world.process(0).deps,
        parked,
        'the beneficiary was looked at',
      )
      const order = state.model.orders.find(({ id }) => id === publicId('ord', parked.id))
      if (!('refused' in released) && order !== undefined) order.released += 1
      else if (order?.isLoose !== true && state.model.holds.every(({ to }) => to !== null))
        throw new Broken(`16: ${publicId('ord', parked.id)} cannot be released`)
    }
  }

  // An operator ends the lack of an order after a reversal: the money was received again, it is given up, or the order is
  // ended.
  async function settleLack(parked: OrderRow): Promise<void> {
    if (parked.short_minor === 0n) return
    const { deps } = world.process(0)
    const ways = ['received', 'written_off', 'ended'] as const
    const way = ways[choose(ways.length)] ?? 'ended'
    tally.add(`lack ${way}`)
    if (way === 'ended') await endOrder(deps, parked, 'refund', 'the payer recalled its money')
    else await settleReversal(deps, parked, parked.payin_currency, way, 'settled by hand')
  }

  // The operator pays again or refunds each payout that came back.
  async function decideReturns(way: 'again' | 'refund' | 'either'): Promise<void> {
    const marked = (await markedPayouts(world.owner)).join()
    const held = (await heldPayouts(world.owner)).join()
    if (marked !== held) throw new Broken(`24: payouts ${marked} are marked as held, not ${held}`)
    for (const returned of await markedReturns(world.owner)) {
      const order = await selectOperatorOrder(world.owner, returned.order_id)
      if (order === undefined) throw new Broken(`24: ${returned.id} has no order`)
      const { deps } = world.process(0)
      const again =
        way === 'again' || (way === 'either' && choose(2) === 0)
          ? await payOutAgain(deps, order, null, 'the account is open again')
          : await refundReturned(deps, order, 'the account is closed')
      tally.add(`returned ${'refused' in again ? 'refused' : again.status}`)
      if ('refused' in again) await refundReturned(deps, order, 'its payer owes money')
    }
  }

  async function wearOut(): Promise<void> {
    await world.owner.query(
      `update orders set attempt = 14
        where lease_token is null and parked_reason is null
          and status in ('STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')`,
    )
  }

  async function runUntilNothingDue(): Promise<void> {
    outside.setDown(false)
    await releaseHolds()
    await exits.unfreezeAll()
    if (state.model.lists.length > 0) await screenBy([])
    await outflows.lift()
    let rest = await readRest(world)
    for (let round = 0; round < REST_ROUNDS; round++) {
      if (rest.hasParked || rest.hasHeld) await releaseParked()
      await world.ageLeases()
      const operations = [
        'watch' as const,
        ...(rest.hasScreenings || rest.hasHeld ? (['screen'] as const) : []),
        ...(rest.lacksLiquidity ? (['resume'] as const) : []),
        'advance' as const,
        'refunds' as const,
      ].flatMap((what) => plan({ do: 'round', what }, 0) ?? [])
      await restores.compare()
      for (const one of operations) await play([one], null, null)
      const isUnrestored = await restores.settle(round > 20 ? 'last' : 'rest')
      const isStrayed = await strays.settle()
      const isUnsettled =
        (await suspense.settle(restores.hasRestored())) || isUnrestored || isStrayed
      await tellDelays()
      outside.deliverLate()
      rest = await readRest(world)
      if (rest.hasFailedRefunds || rest.hasReturns) {
        await redirectRefunds()
        await decideReturns('either')
        rest = await readRest(world)
      }
      if (rest.due === null && !rest.hasEntries && !isUnsettled) return
      if (rest.due !== null && rest.due > clock.now()) clock.advance(rest.due - clock.now())
    }
    throw new Broken(`16: orders, refunds or deposits are still due after ${REST_ROUNDS} rounds`)
  }

  // The operator sends each rejected refund to the same instrument again, and what is left beside one of before a restore. A
  // refund whose payer owes money is set off first.
  async function redirectRefunds(): Promise<void> {
    for (const refund of await selectWaitingRefunds(world.owner)) {
      const waits = refund.status === 'FAILED' || isRestKey(refund.rail_key)
      if (refund.destination_instrument_id === null || !waits) continue
      const order = await selectOperatorOrder(world.owner, refund.order_id)
      if (order === undefined) throw new Broken(`16: ${publicId('rf', refund.id)} has no order`)
      const { deps } = world.process(0)
      const { id, destination_instrument_id: to, currency } = refund
      const redirected = await redirectRefundOf(deps, order, id, to, 'its account is open again')
      tally.add(`refund ${'refused' in redirected ? 'not ' : ''}redirected`)
      if (!('refused' in redirected)) continue
      const off = await settleReversal(deps, order, currency, 'set_off', 'its payer owes money')
      if (!('refused' in off)) tally.add('refund set off')
    }
  }

  // Both processes look for the same delays.
  async function tellDelays(): Promise<void> {
    const told = await Promise.all([0, 1].map((index) => tellDelaysOnce(world.process(index).deps)))
    if (told.some((count) => count > 0)) tally.add('delay told')
  }

  return {
    step,
    tellDelays,
    runUntilNothingDue,
    played: (): Played => ({ ...state, hasRestored: restores.hasRestored() }),
  }
}

const isCrash = (error: unknown): boolean =>
  error instanceof Crash ||
  (error instanceof AggregateError && error.errors.some(isCrash)) ||
  (error instanceof Error && isCrash(error.cause))

// The service jitters its retries with Math.random, so seed it from the history.
async function withJitter<T>(
  choose: (count: number) => number,
  work: () => Promise<T>,
): Promise<T> {
  const { random } = Math
  Math.random = () => choose(1000) / 1000
  try {
    return await work()
  } finally {
    Math.random = random
  }
}
