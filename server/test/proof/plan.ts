// Turns an operation of a history into what the service and the model do. Everything is decided in advance, so that an
// operation can be repeated after a crash.
import { instantAt } from '../../src/platform/clock.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { cancelOrder } from '../../src/engine/orders/cancel-order.ts'
import { endOrder } from '../../src/engine/orders/end-order.ts'
import { selectNotes } from '../../src/engine/orders/notes.ts'
import { selectOperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import { createOrder } from '../../src/engine/orders/create-order.ts'
import { refundOrder } from '../../src/engine/orders/refund-order.ts'
import { retryOrder } from '../../src/engine/orders/retry-order.ts'
import { showOrder } from '../../src/engine/orders/show-order.ts'
import { requireOrder } from '../../src/engine/orders/require-order.ts'
import { simulateDeposit } from '../../src/engine/orders/simulate-funding.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { resumeOrders } from '../../src/engine/liquidity/resume-orders.ts'
import { screenDeposits } from '../../src/engine/screening/screen-deposits.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import type { Deps } from '../../src/service/deps.ts'
import { Failure } from '../../src/platform/errors.ts'
import type { Created } from '../../src/platform/http/idempotency.ts'
import type { Rendered } from '../../src/platform/http/rendered.ts'
import { createQuote } from '../../src/engine/quotes/create-quote.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { depositReturnKeys } from '../../src/engine/refunds/key.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import type { RailEntry, SeenDeposit } from '../../src/outside/rails/port.ts'
import { Broken, type Tally } from './report.ts'
import * as rules from './model.ts'
import { routeOf, type Arrival, type Model, type ModelOrder } from './model.ts'
import type { Operation, WayBack } from './operations.ts'
import { RETURNS, type OrderFate } from './outside.ts'
import type { Seen } from './observe.ts'
import { decimalOf, minorOf, routes } from './routes.ts'
import { idempotent, type Site, type World } from './world.ts'
import { requireUuid } from '../support/ids.ts'

type ReturnEntry = Extract<RailEntry, { kind: 'return' }>

/** A fully decided operation, which can be repeated after a crash. */
export type Planned = {
  name: string
  process: number
  /** The service's answer: `ok`, or the code of a refusal. */
  run(deps: Deps): Promise<{ code: string; id?: string }>
  /** Changes the model and returns its answer. Null: any answer is right. */
  model(model: Model, id: string | undefined, variant: number): string | null
  isRepeatable: boolean
  fate?: OrderFate
  /** The order that is retried. */
  retries?: string
}

/** State of a running history. */
export type State = {
  model: Model
  seen: readonly Seen[]
  /** Counts the planned operations. */
  made: number
  /** Deposits as their rails told them, by transaction. */
  told: Map<string, SeenDeposit>
  /** A copy was taken, or an operator recorded what is not true: not both. */
  hasCopy: boolean
  hasWrongLetter: boolean
  /** An operator has recorded the outcome of this return. */
  isWritten(key: string): boolean
}

export function createPlanner(world: World, state: State, tally: Tally) {
  const { outside, clock } = world

  const siteOf = (site: number): Site => {
    const found = world.sites[site]
    if (found === undefined) throw new Error(`the world has no site ${site}`)
    return found
  }
  const recent = <T>(list: readonly T[], ago: number): T | undefined =>
    list.length === 0 ? undefined : list[list.length - 1 - (ago % list.length)]

  function plan(operation: Operation, position: number): Planned | undefined {
    const name = `${operation.do} ${++state.made}`
    const base = { name, process: position, isRepeatable: true }
    switch (operation.do) {
      case 'quote':
        return quotePlan(base, operation.site, operation.route, operation.side, operation.minor)
      case 'order': {
        const at =
          state.model.quotes.length - 1 - (operation.quote % Math.max(state.model.quotes.length, 1))
        const quote = state.model.quotes[at]
        if (quote === undefined) return undefined
        const site = operation.how === 'foreign' ? 1 - quote.site : quote.site
        const earlier = Object.entries(state.model.keys).filter(([known]) =>
          known.startsWith(`${site} create `),
        )
        const known =
          operation.how === 'again' || operation.how === 'other_body' ? earlier.at(-1) : undefined
        const key = known?.[0].split(' ')[2] ?? `key-${state.made}`
        const asked =
          operation.how === 'again' && known !== undefined
            ? state.model.quotes.findIndex(({ id }) => id === known[1].body)
            : at
        const quoteId = state.model.quotes[asked]?.id ?? ''
        const { now } = clock
        const at0 = now()
        return {
          ...base,
          fate: operation.fate,
          run: async (deps) => ({
            code: 'ok',
            id: idIn(
              await createOrder(
                deps,
                siteOf(site).organizationId,
                { quoteId, externalReferenceId: null },
                idempotent(key, quoteId),
              ),
            ),
          }),
          model: (present, id) =>
            rules.createOrder(present, { site, quote: asked, key, now: at0, id }),
        }
      }
      case 'deposit':
        return depositPlan(base, operation)
      case 'simulate': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        const site = operation.isForeign ? 1 - order.site : order.site
        const asRead = structuredClone(order)
        return {
          ...base,
          isRepeatable: false,
          run: async (deps) => {
            const id = {
              organizationId: siteOf(site).organizationId,
              id: requireUuid('ord', order.id),
            }
            await simulateDeposit(deps, await requireOrder(deps, id))
            return { code: 'ok' }
          },
          model: (present, _id, variant) =>
            variant === 2 || rules.orderOf(present, order.id).isLoose
              ? null
              : rules.simulate(present, {
                  site,
                  order: order.id,
                  now: clock.now(),
                  part: variant === 1 ? 'first' : 'all',
                  as:
                    variant === 3
                      ? asRead
                      : variant === 4
                        ? { ...asRead, deposits: rules.orderOf(present, order.id).deposits }
                        : undefined,
                }),
        }
      }
      case 'cancel':
      case 'refund': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        const site = operation.isForeign ? 1 - order.site : order.site
        const carryOut = operation.do === 'cancel' ? cancelOrder : refundOrder
        const follow = operation.do === 'cancel' ? rules.cancel : rules.refund
        return {
          ...base,
          run: async (deps) => {
            await carryOut(deps, {
              organizationId: siteOf(site).organizationId,
              id: requireUuid('ord', order.id),
            })
            return { code: 'ok' }
          },
          model: (present) =>
            rules.orderOf(present, order.id).isLoose
              ? null
              : follow(present, { site, order: order.id }),
        }
      }
      case 'retry': {
        const order = recent(state.model.orders, operation.order)
        const at =
          state.model.quotes.length - 1 - (operation.quote % Math.max(state.model.quotes.length, 1))
        const quote = state.model.quotes[at]
        if (order === undefined || quote === undefined) return undefined
        const earlier = Object.keys(state.model.keys).findLast((known) =>
          known.startsWith(`${order.site} retry `),
        )
        const key = (operation.again ? earlier?.split(' ')[2] : undefined) ?? `key-${state.made}`
        return {
          ...base,
          retries: order.id,
          fate: operation.fate,
          run: async (deps) => ({
            code: 'ok',
            id: idIn(
              await retryOrder(
                deps,
                {
                  organizationId: siteOf(order.site).organizationId,
                  id: requireUuid('ord', order.id),
                },
                { quoteId: quote.id, externalReferenceId: null },
                idempotent(key, [order.id, quote.id]),
              ),
            ),
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
      case 'end': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        let isEnded = false
        let isQuiet = false
        return {
          ...base,
          run: async (deps) => {
            const row = await selectOperatorOrder(deps.db, requireUuid('ord', order.id))
            if (row === undefined) return { code: 'refused' }
            isQuiet ||= row.parked_reason === 'liquidity'
            const ended = await endOrder(deps, row, operation.ending, name)
            // In a retry after a crash, the first attempt may have ended it.
            isEnded =
              !('refused' in ended) ||
              (await selectNotes(deps.db, [row])).some(({ reason }) => reason === name)
            return { code: isEnded ? 'ok' : 'refused' }
          },
          model: (present) => {
            if (rules.orderOf(present, order.id).isLoose) return null
            if (!isEnded) return 'refused'
            const { phase } = rules.orderOf(present, order.id)
            const kind = phase === 'filled' ? 'payout' : 'fill'
            const isInFlight = [...outside.deeds.values()].some(
              (deed) =>
                deed.orderId === order.id &&
                deed.kind === kind &&
                // A recorded partial fill is not in flight. Its record is checked when the history ends.
                (deed.state === 'pending' ||
                  (deed.state === 'done' && deed.soldMinor === deed.amountMinor)),
            )
            if (isInFlight) return 'refused'
            // Nobody was told that it waited for liquidity.
            if (isQuiet) rules.orderOf(present, order.id).ended -= 1
            return rules.end(present, {
              order: order.id,
              isRefunded: operation.ending === 'refund',
            })
          },
        }
      }
      case 'reverse': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        const arrival = recent(
          state.model.arrivals.filter(
            (one) =>
              one.order === order.id &&
              state.model.seen.includes(one.transaction) &&
              !state.model.screened.some(
                ({ arrival: { transaction } }) => transaction === one.transaction,
              ),
          ),
          operation.deposit,
        )
        if (arrival === undefined) return undefined
        const { rail } = routeOf(order.route)
        const reversal = (transaction: string) =>
          outside.report(rail, {
            kind: 'reversal',
            transaction,
            index: 0,
            ofTransaction: arrival.transaction,
            ofIndex: 0,
            code: 'recalled',
          })
        reversal(`reversal of ${arrival.transaction}`)
        if (operation.twice)
          reversal(`recall of ${arrival.transaction.toUpperCase()} ${state.made}`)
        return watching(base, (present) => {
          const name = `${rail} ${arrival.transaction}`
          if (!present.reversed.includes(name)) present.reversed.push(name)
          rules.loosen(present, order.id)
        })
      }
      case 'return': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        const deed = [...outside.deeds.values()].find(
          (one) =>
            one.orderId === order.id &&
            one.kind === 'payout' &&
            one.state === 'done' &&
            !state.model.returned.includes(one.key) &&
            !state.model.units.includes(one.key),
        )
        if (deed === undefined) return undefined
        const { key, company, currency, amountMinor } = deed
        const report = (minor: bigint, index = 0, more: Partial<ReturnEntry> = {}) =>
          outside.report(company, {
            kind: 'return',
            transaction: `return of ${key}`,
            index,
            key,
            sendReference: null,
            currency,
            amountMinor: minor,
            code: 'closed',
            ...more,
          })
        const { how } = operation
        const third = amountMinor / 3n
        if (how === 'once' || how === 'twice') report(amountMinor)
        if (how === 'unit') report(1n)
        if (how === 'parts')
          for (const [at, minor] of [third, third, amountMinor - 2n * third].entries())
            report(minor, at)
        if (how === 'twice')
          report(amountMinor, 0, {
            transaction: `RETURN OF ${key.toUpperCase()}`,
            key: null,
            sendReference: `S-${key}`,
          })
        return watching(base, (present) => {
          const keys = how === 'unit' ? present.units : present.returned
          if (!keys.includes(key)) keys.push(key)
          rules.loosen(present, order.id)
        })
      }
      case 'return_deposit':
        return returnedDepositPlan(base, operation.how)
      case 'elsewhere': {
        const order = recent(state.model.orders, operation.order)
        const row = state.seen.find(({ id }) => id === order?.id)
        if (order === undefined || row === undefined) return undefined
        const rail = routeOf(order.route).rail === 'chain' ? 'bank' : 'chain'
        const arrival: Arrival = {
          transaction: `tx-${state.made}`,
          order: null,
          currency: routeOf(order.route).payin,
          amountMinor: order.totalMinor,
          arrivesAt: clock.now(),
          isByRail: true,
          sender: null,
        }
        state.model.arrivals.push(arrival)
        outside.report(rail, {
          kind: 'deposit',
          transaction: arrival.transaction,
          index: 0,
          account: row.address,
          reference: null,
          sender: null,
          currency: arrival.currency,
          amountMinor: arrival.amountMinor,
        })
        return watching(base, (present) => rules.deposit(present, arrival, clock.now()))
      }
      case 'read': {
        const order = recent(state.model.orders, operation.order)
        if (order === undefined) return undefined
        return {
          ...base,
          run: async (deps) => {
            const id = requireUuid('ord', order.id)
            const { organizationId, offerings } = siteOf(order.site)
            const stranger = siteOf(1 - order.site).organizationId
            const own = await showOrder(deps, { organizationId, id })
            const foreign = await Promise.all([
              deps.findOrder({ organizationId: stranger, id }),
              showOrder(deps, { organizationId: stranger, id }),
            ])
            if (foreign.some((found) => found !== null))
              throw new Broken(`20: ${order.id} was shown to another enterprise`)
            const offeringId = requireUuid('off', offerings[0]?.id ?? '')
            await deps.catalogue.offering({ organizationId, id: offeringId })
            if (
              (await deps.catalogue.offering({ organizationId: stranger, id: offeringId })) !==
              undefined
            )
              throw new Broken(`20: offering ${offerings[0]?.id} was shown to another enterprise`)
            return { code: own === null ? 'not_found' : 'ok' }
          },
          model: () => 'ok',
        }
      }
      case 'round': {
        const { what } = operation
        const run = {
          advance: advanceOrders,
          refunds: sendRefunds,
          watch: watchRails,
          screen: screenDeposits,
          resume: resumeOrders,
        }[what]
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

  // What the rails report is read at once, with all that was due before.
  function watching(base: Base, model: (present: Model) => void): Planned {
    const due = arrivalsDue()
    return {
      ...base,
      run: async (deps) => {
        await watchRails(deps)
        return { code: 'ok' }
      },
      model: (present) => {
        for (const arrival of due) rules.deposit(present, arrival, clock.now())
        model(present)
        return 'ok'
      },
    }
  }

  const arrivalsDue = (): Arrival[] =>
    (outside.isDown() ? [] : state.model.arrivals)
      .filter(
        ({ arrivesAt, transaction, isByRail }) =>
          isByRail && arrivesAt <= clock.now() && !state.model.seen.includes(transaction),
      )
      .toSorted((a, b) => a.arrivesAt - b.arrivesAt || (a.transaction < b.transaction ? -1 : 1))

  /** The return of a deposit comes back: what came is another deposit in suspense. `twice`: told under two names. */
  function returnedDepositPlan(base: Base, how: WayBack): Planned | undefined {
    const { model } = state
    const deed = [...outside.deeds.values()].findLast(
      ({ key, state: of }) =>
        key.startsWith(`${RETURNS}:`) &&
        of === 'done' &&
        !model.cameBack.some((one) => one.key === key) &&
        !state.isWritten(key) &&
        !isOfShared(key),
    )
    if (deed === undefined) return undefined
    const { key, company, currency, amountMinor } = deed
    const third = amountMinor / 3n
    const parts =
      how === 'unit'
        ? [1n]
        : how === 'parts'
          ? [third, third, amountMinor - 2n * third]
          : [amountMinor]
    const report = (transaction: string, minor: bigint) =>
      outside.report(company, {
        kind: 'return',
        transaction,
        index: 0,
        key,
        sendReference: null,
        currency,
        amountMinor: minor,
        code: 'closed',
      })
    const arrivals = parts.map(
      (minor, at): Arrival => ({
        transaction: `return ${at + 1} of ${key}`,
        order: null,
        currency,
        amountMinor: minor,
        arrivesAt: clock.now(),
        isByRail: true,
        sender: null,
      }),
    )
    for (const { transaction, amountMinor: minor } of arrivals) report(transaction, minor)
    if (how === 'twice') {
      report(`booked back: ${key}`, amountMinor)
      model.aliases.push(`booked back: ${key}`)
    }
    tally.add(`return of a deposit came back ${how}`)
    model.arrivals.push(...arrivals)
    for (const minor of parts) model.cameBack.push({ key, company, currency, minor })
    return watching(base, () => undefined)
  }

  /** The deposit may be an order's after a restore. */
  const isOfShared = (key: string): boolean =>
    state.model.arrivals.some(({ names, transaction, currency }) => {
      const rail = routes.find(({ payin }) => payin === currency)?.rail ?? 'chain'
      const of = { rail, transaction, outputIndex: 0, occurrence: 0 }
      return names !== undefined && key.startsWith(depositReturnKeys(of))
    })

  type Base = Pick<Planned, 'name' | 'process' | 'isRepeatable'>

  function quotePlan(
    base: Base,
    site: number,
    route: number,
    side: 'payin' | 'payout',
    minor: bigint,
    offeringAt?: number,
  ): Planned {
    const { payinDecimals, payoutDecimals, payout } = routeOf(route)
    const offerings = siteOf(site).offerings
    const offering = offeringAt ?? offerings.findIndex((one) => one.route === route)
    // The amount is drawn as a payin with six decimals, so scale it to the requested side.
    const amount =
      side === 'payin'
        ? decimalOf(payinDecimals === 2 ? minor + 100000n : minor, payinDecimals)
        : decimalOf(
            payout === 'USDC' ? (minor % 1000_000000n) + 2_000000n : minor + 10000n,
            payoutDecimals,
          )
    let answer: QuoteJson | undefined
    let isOutOfLimits = false
    const key = `quote-${state.made}`
    return {
      ...base,
      run: async (deps) => {
        await deps.feeds.push()
        try {
          const { value } = await createQuote(
            deps,
            siteOf(site).organizationId,
            { offeringId: offerings[offering]?.id ?? '', side, amount },
            idempotent(key, [site, offering, side, amount]),
          )
          const made: QuoteJson = JSON.parse(value.text)
          answer = made
          return { code: 'ok', id: made.id }
        } catch (error) {
          isOutOfLimits = error instanceof Failure && error.code === 'amount_out_of_limits'
          throw error
        }
      },
      model: (present) => {
        // pricing-by-payin.test.ts checks which amounts are within the limits.
        if (isOutOfLimits) return 'amount_out_of_limits'
        const expected = rules.quoteAnswer(present, site, route)
        if (answer === undefined) return expected
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
    const order = recent(state.model.orders, operation.order)
    const row = state.seen.find(({ id }) => id === order?.id)
    if (order === undefined || row === undefined) return undefined
    const { payin, rail } = routeOf(order.route)
    const { kind } = operation
    if (kind === 'shared') return sharedDepositPlan(base, operation.order)
    const leftMinor = leftOf(order)
    const earlier = state.model.arrivals.findLast(
      (one) => one.order === order.id && one.transaction.startsWith('tx'),
    )
    const arrival: Arrival =
      kind === 'again' && earlier !== undefined
        ? earlier
        : {
            transaction: `tx-${state.made}`,
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
                    ? // One unit, or as little as is credited where there is a smallest amount.
                      state.made % 2 === 0
                      ? 1n
                      : 5_00n
                    : leftMinor,
            arrivesAt: clock.now(),
            isByRail: false,
            sender: kind === 'unknown' ? null : operation.sender,
          }
    const known = state.told.get(arrival.transaction)
    const isNobodys = arrival.order === null
    const account = isNobodys ? `nobody-${state.made}` : row.address
    const reported = known ?? toldAs(arrival, account, isNobodys ? null : row.reference)
    tally.add(`deposit ${kind}`)
    return recording(base, rail, arrival, reported, operation.isByRail)
  }

  const leftOf = ({ totalMinor, receivedMinor }: ModelOrder): bigint =>
    totalMinor > receivedMinor ? totalMinor - receivedMinor : totalMinor

  function toldAs(arrival: Arrival, account: string, reference: string | null): SeenDeposit {
    const { transaction, sender, currency, amountMinor } = arrival
    const receivedAt = instantAt(arrival.arrivesAt)
    const of = { kind: 'deposit', transaction, index: 0, account, reference } as const
    return { ...of, sender, currency, amountMinor, receivedAt }
  }

  /** The two newest orders have one account, and the payer of the older one writes the numbers of both. */
  function sharedDepositPlan(base: Base, at: number): Planned | undefined {
    const [order, older] = [recent(state.model.orders, at), recent(state.model.orders, at + 1)]
    const of = (id: string | undefined) => state.seen.find((row) => row.id === id)
    const [row, olderRow] = [of(order?.id), of(older?.id)]
    if (older === undefined || row === undefined || olderRow === undefined) return undefined
    if (order === undefined || order === older || order.route !== older.route) return undefined
    const arrival: Arrival = {
      transaction: `tx-${state.made}`,
      order: null,
      names: [older.id, order.id],
      currency: routeOf(order.route).payin,
      amountMinor: leftOf(older),
      arrivesAt: clock.now(),
      isByRail: false,
      sender: null,
    }
    const text = `${olderRow.reference} or ${row.reference}`
    const { rail } = routeOf(order.route)
    tally.add('deposit shared')
    const plan = recording(base, rail, arrival, toldAs(arrival, olderRow.address, text), false)
    return {
      ...plan,
      async run(deps) {
        await world.owner.query('update orders set funding_address = $1 where id = $2', [
          olderRow.address,
          requireUuid('ord', order.id),
        ])
        return plan.run(deps)
      },
    }
  }

  function recording(
    base: Base,
    rail: string,
    arrival: Arrival,
    reported: SeenDeposit,
    isByRail: boolean,
  ): Planned {
    if (!state.model.arrivals.includes(arrival)) state.model.arrivals.push(arrival)
    state.told.set(arrival.transaction, reported)
    if (isByRail) {
      arrival.isByRail = true
      outside.report(rail, reported)
    }
    const due = !isByRail
      ? [arrival]
      : outside.isDown()
        ? []
        : [...new Set([...arrivalsDue(), arrival])]
    return {
      ...base,
      run: async (deps) => {
        if (isByRail) await watchRails(deps)
        else await recordDeposit(deps, { name: rail }, reported)
        return { code: 'ok' }
      },
      model: (present) => {
        for (const one of due) rules.deposit(present, one, clock.now())
        return 'ok'
      },
    }
  }

  return { plan, quotePlan, siteOf, recent }
}

function idIn({ value }: Created<Rendered>): string {
  const { id }: { id: string } = JSON.parse(value.text)
  return id
}
