// Plays a history: each step is done by the service and, in some order of its operations that explains every
// answer and what the database shows then, by the model. At the end everything is driven to rest.
import { advanceOrders } from '../../src/orders/advance-orders.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { createOrder } from '../../src/orders/create-order.ts'
import { refundOrder } from '../../src/orders/refund-order.ts'
import { retryOrder } from '../../src/orders/retry-order.ts'
import { simulateFunding } from '../../src/orders/simulate-funding.ts'
import { selectParkedOrders, updateOrderReleased } from '../../src/orders/queries.ts'
import { recordDeposit } from '../../src/deposits/record-deposit.ts'
import { watchRails } from '../../src/deposits/watch-rails.ts'
import type { Deps } from '../../src/deps.ts'
import { Failure } from '../../src/errors.ts'
import { uuidOf } from '../../src/ids.ts'
import { updateInstrumentStatus } from '../../src/instruments/queries.ts'
import { updateOrganizationStatus } from '../../src/organizations/queries.ts'
import { createQuote } from '../../src/quotes/create-quote.ts'
import type { QuoteJson } from '../../src/quotes/view.ts'
import { sendRefunds } from '../../src/refunds/send-refunds.ts'
import { selectWaitingRefunds, updateRefundRedirected } from '../../src/refunds/queries.ts'
import type { SeenDeposit } from '../../src/rails/port.ts'
import { Crash, newLife, runTogether, type Actor } from './gate.ts'
import * as rules from './model.ts'
import { emptyModel, routeOf, type Arrival, type Model } from './model.ts'
import type { History, Operation, Step } from './operations.ts'
import type { OrderFate } from './outside.ts'
import { explain, observe, type Seen } from './observe.ts'
import { decimalOf, minorOf } from './routes.ts'
import { idempotent, type Site, type World } from './world.ts'

/** A promise that was broken: its number in the list of invariants and what was seen. */
export class Broken extends Error {}

export type Played = { model: Model; seen: readonly Seen[] }
export type Tally = { add(what: string): void }

/** An operation with everything decided, so that it can be done again after a crash. */
type Planned = {
  name: string
  process: number
  /** What the service answers: `ok`, or the code of a refusal. */
  run(deps: Deps): Promise<{ code: string; id?: string }>
  /** What the model answers, having changed itself; null: any answer will do. */
  model(model: Model, id: string | undefined, variant: number): string | null
  /** Besides being done: what else a crash, or a rival, may have left of it. */
  variants: number
  isRepeatable: boolean
  fate?: OrderFate
}

const REST_ROUNDS = 400

export async function playHistory(world: World, history: History, tally: Tally): Promise<Played> {
  await world.empty()
  const player = createPlayer(world, history.schedule, tally)
  for (const step of history.steps) await player.step(step)
  await player.rest()
  return player.played()
}

function createPlayer(world: World, schedule: number, tally: Tally) {
  const { outside, clock } = world
  let model = emptyModel()
  let seen: Seen[] = []
  let made = 0
  const choose = chooser(schedule)
  const jitter = chooser(schedule + 1)

  const siteOf = (site: number): Site => {
    const found = world.sites[site]
    if (found === undefined) throw new Error('there is no such site')
    return found
  }
  const recent = <T>(list: readonly T[], ago: number): T | undefined =>
    list.length === 0 ? undefined : list[list.length - 1 - (ago % list.length)]

  function plan(operation: Operation, position: number): Planned | undefined {
    const name = `${operation.do} ${++made}`
    const base = { name, process: position, variants: 1, isRepeatable: true }
    switch (operation.do) {
      case 'quote':
        return quotePlan(base, operation.site, operation.route, operation.side, operation.minor)
      case 'order': {
        const at = model.quotes.length - 1 - (operation.quote % Math.max(model.quotes.length, 1))
        const quote = model.quotes[at]
        if (quote === undefined) return undefined
        const site = operation.how === 'foreign' ? 1 - quote.site : quote.site
        const earlier = Object.entries(model.keys).filter(([known]) =>
          known.startsWith(`${site} create `),
        )
        const known =
          operation.how === 'again' || operation.how === 'other_body' ? earlier.at(-1) : undefined
        const key = known?.[0].split(' ')[2] ?? `key-${made}`
        const asked =
          operation.how === 'again' && known !== undefined
            ? model.quotes.findIndex(({ id }) => id === known[1].body)
            : at
        const quoteId = model.quotes[asked]?.id ?? ''
        const { now } = clock
        const at0 = now()
        return {
          ...base,
          fate: operation.fate,
          run: async (deps) => ({
            code: 'ok',
            id: (
              await createOrder(
                deps,
                siteOf(site).organizationId,
                { quoteId, externalReferenceId: null },
                idempotent(key, quoteId),
              )
            ).value.id,
          }),
          model: (present, id) =>
            rules.createOrder(present, { site, quote: asked, key, now: at0, id }),
        }
      }
      case 'deposit':
        return depositPlan(base, operation)
      case 'simulate': {
        const order = recent(model.orders, operation.order)
        if (order === undefined) return undefined
        const site = operation.isForeign ? 1 - order.site : order.site
        return {
          ...base,
          isRepeatable: false,
          variants: 3,
          run: async (deps) => {
            await simulateFunding(deps, siteOf(site).organizationId, uuidOf('ord', order.id))
            return { code: 'ok' }
          },
          model: (present, _id, variant) =>
            variant === 2
              ? null
              : rules.simulate(present, {
                  site,
                  order: order.id,
                  now: clock.now(),
                  part: variant === 0 ? 'all' : 'first',
                }),
        }
      }
      case 'cancel':
      case 'refund': {
        const order = recent(model.orders, operation.order)
        if (order === undefined) return undefined
        const site = operation.isForeign ? 1 - order.site : order.site
        const carryOut = operation.do === 'cancel' ? cancelOrder : refundOrder
        const follow = operation.do === 'cancel' ? rules.cancel : rules.refund
        return {
          ...base,
          run: async (deps) => {
            await carryOut(deps, siteOf(site).organizationId, uuidOf('ord', order.id))
            return { code: 'ok' }
          },
          model: (present) => follow(present, { site, order: order.id }),
        }
      }
      case 'retry': {
        const order = recent(model.orders, operation.order)
        const at = model.quotes.length - 1 - (operation.quote % Math.max(model.quotes.length, 1))
        const quote = model.quotes[at]
        if (order === undefined || quote === undefined) return undefined
        const earlier = Object.keys(model.keys).findLast((known) =>
          known.startsWith(`${order.site} retry `),
        )
        const key = (operation.again ? earlier?.split(' ')[2] : undefined) ?? `key-${made}`
        return {
          ...base,
          fate: operation.fate,
          run: async (deps) => ({
            code: 'ok',
            id: (
              await retryOrder(
                deps,
                siteOf(order.site).organizationId,
                uuidOf('ord', order.id),
                { quoteId: quote.id, externalReferenceId: null },
                idempotent(key, [order.id, quote.id]),
              )
            ).value.id,
          }),
          model: (present, id) =>
            rules.retry(present, {
              site: order.site,
              order: order.id,
              quote: at,
              key,
              now: clock.now(),
              id,
            }),
        }
      }
      case 'read': {
        const order = recent(model.orders, operation.order)
        if (order === undefined) return undefined
        return {
          ...base,
          run: async (deps) => {
            const id = uuidOf('ord', order.id) ?? ''
            const [own, foreign] = await Promise.all([
              deps.findOrder({ organizationId: siteOf(order.site).organizationId, id }),
              deps.findOrder({ organizationId: siteOf(1 - order.site).organizationId, id }),
            ])
            if (foreign !== null) throw new Broken('20: an order was shown to another enterprise')
            return { code: own === null ? 'not_found' : 'ok' }
          },
          model: () => 'ok',
        }
      }
      case 'round': {
        const { what } = operation
        const run = { advance: advanceOrders, refunds: sendRefunds, watch: watchRails }[what]
        const due = what === 'watch' ? arrivalsDue() : []
        return {
          ...base,
          run: async (deps) => {
            await run(deps)
            return { code: 'ok' }
          },
          model: (present) => {
            for (const arrival of due) rules.deposit(present, arrival, clock.now())
            return 'ok'
          },
        }
      }
    }
  }

  const arrivalsDue = (): Arrival[] =>
    model.arrivals
      .filter(
        ({ arrivesAt, transaction }) =>
          arrivesAt <= clock.now() && !model.seen.includes(transaction),
      )
      .toSorted((a, b) => a.arrivesAt - b.arrivesAt || (a.transaction < b.transaction ? -1 : 1))

  type Base = Pick<Planned, 'name' | 'process' | 'variants' | 'isRepeatable'>

  function quotePlan(
    base: Base,
    site: number,
    route: number,
    side: 'payin' | 'payout',
    minor: bigint,
    offeringAt?: number,
  ): Planned {
    const { payinDecimals, payoutDecimals, payin, payout } = routeOf(route)
    const offerings = siteOf(site).offerings
    const offering = offeringAt ?? offerings.findIndex((one) => one.route === route)
    // Drawn as a payin of six decimals; brought to the size of what is asked for.
    const amount =
      side === 'payin'
        ? decimalOf(payin === 'NGN' ? minor + 100000n : minor, payinDecimals)
        : decimalOf(
            payout === 'USDC' ? (minor % 1000_000000n) + 2_000000n : minor + 10000n,
            payoutDecimals,
          )
    let answer: QuoteJson | undefined
    const key = `quote-${made}`
    return {
      ...base,
      run: async (deps) => {
        await deps.feeds.push()
        const { value } = await createQuote(
          deps,
          siteOf(site).organizationId,
          { offeringId: offerings[offering]?.id ?? '', side, amount },
          idempotent(key, [site, offering, side, amount]),
        )
        answer = value
        return { code: 'ok', id: value.id }
      },
      model: (present) => {
        const expected = rules.quoteAnswer(present, site, route)
        if (answer === undefined) return expected === 'ok' ? 'amount_out_of_limits' : expected
        present.quotes.push({
          id: answer.id,
          site,
          offering,
          route,
          totalMinor: minorOf(answer.payin.total, payinDecimals),
          submissionExpiresAt: clock.now() + routeOf(route).submissionMs,
          fundingExpiresAt: clock.now() + routeOf(route).fundingMs,
          isUsed: false,
        })
        return expected
      },
    }
  }

  function depositPlan(
    base: Base,
    operation: Extract<Operation, { do: 'deposit' }>,
  ): Planned | undefined {
    const order = recent(model.orders, operation.order)
    const row = seen.find(({ id }) => id === order?.id)
    if (order === undefined || row === undefined) return undefined
    const { payin, rail } = routeOf(order.route)
    const leftMinor =
      order.totalMinor > order.receivedMinor
        ? order.totalMinor - order.receivedMinor
        : order.totalMinor
    const { kind } = operation
    const earlier = model.arrivals.findLast(
      (one) => one.order === order.id && one.transaction.startsWith('tx'),
    )
    const arrival: Arrival =
      kind === 'again' && earlier !== undefined
        ? earlier
        : {
            transaction: `tx-${made}`,
            order: kind === 'unknown' ? null : order.id,
            currency:
              kind === 'wrong'
                ? payin === 'USDC'
                  ? 'USDT'
                  : 'USDC'
                : kind === 'odd_asset'
                  ? 'EUR'
                  : payin,
            amountMinor:
              kind === 'part'
                ? leftMinor / 3n + 1n
                : kind === 'over'
                  ? leftMinor + 12345n
                  : kind === 'tiny'
                    ? 1n
                    : leftMinor,
            arrivesAt: clock.now(),
          }
    if (!model.arrivals.includes(arrival)) model.arrivals.push(arrival)
    const reported: SeenDeposit = {
      transaction: arrival.transaction,
      outputIndex: 0,
      address: arrival.order === null ? `nobody-${made}` : row.address,
      reference: arrival.order === null ? null : row.reference,
      currency: arrival.currency,
      amountMinor: arrival.amountMinor,
    }
    tally.add(`deposit ${kind}`)
    const { isByRail } = operation
    if (isByRail) outside.report(rail, reported)
    const due = isByRail ? [...new Set([...arrivalsDue(), arrival])] : [arrival]
    return {
      ...base,
      run: async (deps) => {
        const adapter = deps.rails.find(({ name }) => name === rail)
        if (adapter === undefined) throw new Error('there is no such rail')
        if (isByRail) await watchRails(deps)
        else await recordDeposit(deps, adapter, reported)
        return { code: 'ok' }
      },
      model: (present) => {
        for (const one of due) rules.deposit(present, one, clock.now())
        return 'ok'
      },
    }
  }

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
        answers.push({ planned, ...(await again(planned)), isCut: true })
        continue
      }
      answers.push({ planned, ...refusal(planned, error), isCut: false })
    }
    await explainAll(answers)
  }

  // A caller whose connection dropped asks again, with the same key.
  async function again(planned: Planned): Promise<{ code: string; id: string | undefined }> {
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

  // Some order of the operations, with what the workers did among them, must explain it all.
  async function explainAll(
    answers: readonly { planned: Planned; code: string; id: string | undefined; isCut: boolean }[],
  ): Promise<void> {
    const now = await observe(world)
    for (const { planned, code, id } of answers) {
      tally.add(`${planned.name.split(' ')[0]} ${code}`)
      if (planned.fate !== undefined && id !== undefined && !outside.fateOf.has(id))
        outside.fateOf.set(id, planned.fate)
    }
    const reasons: string[] = []
    for (const sequence of permutations(answers)) {
      for (const variants of product(sequence.map((one) => variantsOf(one, sequence.length)))) {
        for (let absorbAt = 0; absorbAt <= sequence.length; absorbAt++) {
          const tried = structuredClone(model)
          let reason: string | undefined
          for (const [position, one] of sequence.entries()) {
            if (position === absorbAt) explain(tried, now, clock.now(), outside)
            const expected = one.planned.model(tried, one.id, variants[position] ?? 0)
            if (
              expected !== null &&
              expected !== one.code &&
              !(one.isCut && !one.planned.isRepeatable)
            )
              reason ??= `17/18: ${one.planned.name} answered ${one.code}${one.id === undefined ? '' : ` ${one.id}`} where ${expected} is right`
          }
          reason ??= explain(tried, now, clock.now(), outside)
          if (reason === undefined) {
            model = tried
            seen = now
            return
          }
          reasons.push(reason)
        }
      }
    }
    throw new Broken(reasons[0] ?? 'no explanation')
  }

  // What was cut off in the middle may have been done in part or not at all.
  function variantsOf(
    one: { planned: Planned; code: string; isCut: boolean },
    count: number,
  ): number[] {
    if (one.planned.isRepeatable) return [0]
    if (one.isCut) return [0, 1, 2]
    // Of two simulations at once one finds the other's deposit there, and is told that nothing is awaited.
    return count > 1 && one.code === 'order_not_awaiting_funding' ? [0, 2] : [0]
  }

  async function step(one: Step): Promise<void> {
    tally.add(`step ${one.kind}`)
    switch (one.kind) {
      case 'play': {
        const planned = one.operations.flatMap(
          (operation, position) => plan(operation, position) ?? [],
        )
        await play(planned, one.crash, one.pauseAt)
        return
      }
      case 'quote_for_retry': {
        const order = recent(model.orders, one.order)
        if (order === undefined) return
        const { isExclusive, payinDecimals } = routeOf(order.route)
        const offerings = siteOf(order.site).offerings
        const offering = one.otherOffering
          ? (order.offering + 1) % offerings.length
          : order.offering
        const route = offerings[offering]?.route ?? 0
        // With the fee on top: a total that is surely covered, or surely not.
        const minor =
          (order.totalMinor * BigInt(one.percent)) /
          (isExclusive && one.percent <= 100 ? 102n : 100n)
        made += 1
        const base = { name: `quote ${made}`, process: 0, variants: 1, isRepeatable: true }
        if (minor < 10n ** BigInt(payinDecimals) * (payinDecimals === 2 ? 1000n : 1n)) return
        const drawn =
          routeOf(route).payin === 'NGN' ? (minor > 100000n ? minor - 100000n : minor) : minor
        await play([quotePlan(base, order.site, route, 'payin', drawn, offering)], null, null)
        return
      }
      case 'clock': {
        const order = recent(model.orders, one.order)
        const quote = recent(model.quotes, one.order)
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
    }
  }

  async function hold(one: Extract<Step, { kind: 'hold' }>): Promise<void> {
    const { organizationId } = siteOf(one.site)
    clock.advance(1)
    const at = clock.now()
    const changed =
      one.what === 'organization'
        ? await updateOrganizationStatus(world.owner, organizationId, 'COMPLIANCE_HOLD', at)
        : await updateInstrumentStatus(
            world.owner,
            organizationId,
            instrumentOf(one.site, one.route, one.what),
            'COMPLIANCE_HOLD',
            at,
          )
    clock.advance(1)
    if (changed !== undefined)
      model.holds.push({ site: one.site, what: one.what, route: one.route, from: at, to: null })
  }

  const instrumentOf = (site: number, route: number, what: 'payin' | 'payout'): string => {
    const offering = siteOf(site).offerings.find((found) => found.route === route)
    return (what === 'payin' ? offering?.payinInstrument : offering?.payoutInstrument) ?? ''
  }

  async function releaseHolds(): Promise<void> {
    clock.advance(1)
    for (const one of model.holds.filter(({ to }) => to === null)) {
      const { organizationId } = siteOf(one.site)
      if (one.what === 'organization')
        await updateOrganizationStatus(world.owner, organizationId, 'ACTIVE', clock.now())
      else
        await updateInstrumentStatus(
          world.owner,
          organizationId,
          instrumentOf(one.site, one.route, one.what),
          'ACTIVE',
          clock.now(),
        )
      one.to = clock.now()
    }
    clock.advance(1)
  }

  async function releaseParked(): Promise<void> {
    for (const parked of await selectParkedOrders(world.owner)) {
      tally.add(`parked ${parked.parked_reason}`)
      await updateOrderReleased(world.owner, parked.id, clock.now())
    }
  }

  async function rest(): Promise<void> {
    await releaseHolds()
    for (let round = 0; round < REST_ROUNDS; round++) {
      await releaseParked()
      await world.ageLeases()
      const operations = (['watch', 'advance', 'refunds'] as const).flatMap(
        (what) => plan({ do: 'round', what }, 0) ?? [],
      )
      for (const one of operations) await play([one], null, null)
      outside.deliverLate()
      await redirectRefunds()
      const next = await nextDue()
      if (next === undefined) return
      if (next > clock.now()) clock.advance(next - clock.now())
    }
    throw new Broken('16: it does not come to rest')
  }

  async function nextDue(): Promise<number | undefined> {
    const { rows } = await world.owner.query<{ due: number | null }>(
      `select least((select min(due_at) from orders), (select min(due_at) from refunds),
                (select min(arrives_at) from simulator.deposits where reported_at is null)) as due`,
    )
    return rows[0]?.due ?? undefined
  }

  // The operator sends what a rail rejected to the same instrument again.
  async function redirectRefunds(): Promise<void> {
    for (const refund of await selectWaitingRefunds(world.owner)) {
      if (refund.destination_instrument_id === null || refund.status !== 'FAILED') continue
      tally.add('refund redirected')
      await updateRefundRedirected(
        world.owner,
        refund,
        refund.destination_instrument_id,
        clock.now(),
      )
    }
  }

  return { step, rest, played: (): Played => ({ model, seen }) }
}

const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error instanceof Error && error.cause instanceof Crash)

// The service spreads its retries by Math.random; a history has its own.
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

/** A small generator of its own (mulberry32), since a schedule is not worth shrinking. */
function chooser(seed: number): (count: number) => number {
  let state = seed >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return count === 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length <= 1) {
    yield [...list]
    return
  }
  for (const [at, first] of list.entries()) {
    for (const rest of permutations([...list.slice(0, at), ...list.slice(at + 1)]))
      yield [first, ...rest]
  }
}

function* product(lists: readonly (readonly number[])[]): Generator<number[]> {
  const [first, ...rest] = lists
  if (first === undefined) {
    yield []
    return
  }
  for (const one of first) for (const others of product(rest)) yield [one, ...others]
}
