// A second, independent statement of what becomes of quotes, orders, deposits and refunds: plain data and rules from the
// specification.
import { routes, type ListName, type Route } from './routes.ts'

type Phase =
  | 'waiting'
  | 'funded'
  | 'filled'
  | 'completed'
  | 'declined'
  | 'rejected'
  | 'given_back'
  | 'ended'
  | 'retried'
  | 'expired'
  | 'cancelled'

type ModelQuote = {
  id: string
  site: number
  offering: number
  route: number
  totalMinor: bigint
  submissionExpiresAt: number
  fundingExpiresAt: number
  isUsed: boolean
}
/** `isKept`: it is too small to be sent. */
type ModelRefund = {
  reason: string
  currency: string
  amountMinor: bigint
  isKept?: boolean
}
export type ModelOrder = {
  id: string
  site: number
  quote: number
  route: number
  offering: number
  totalMinor: bigint
  expiresAt: number
  phase: Phase
  /** The order moved from an unfunded state to a refund. */
  isMoved: boolean
  receivedMinor: bigint
  deposits: number
  refunds: ModelRefund[]
  retriedBy: string | null
  /** How often an operator released the parked order, and ended it. */
  released: number
  ended: number
  /** Deposits that were recorded for the order and not credited at once. */
  screened: number
  /** A deposit was reversed or a payout came back. The invariants of the money judge it then, not this model. */
  isLoose: boolean
}
export type Arrival = {
  transaction: string
  order: string | null
  currency: string
  amountMinor: bigint
  arrivesAt: number
  /** Reported by a rail, else recorded directly. */
  isByRail: boolean
  sender: Sender | null
  /** The orders whose numbers the payer wrote: two show neither. */
  names?: readonly string[]
  /** After a restore one of them is known. Whether it gets the deposit depends on what its rail lists until then. */
  isEither?: boolean
}
/** The simulated screener holds and rejects two senders. A list holds the third while it is configured. */
export const senders = ['sandbox:held', 'sandbox:rejected', 'listed:payer'] as const
export type Sender = (typeof senders)[number]
/** A deposit that is recorded and not yet credited. */
type Screened = { arrival: Arrival; order: string; cameAt: number; isReleased: boolean }
/** A time in which the beneficiaries of COP and MXN are on a list. */
type Listing = { from: number; to: number | null }
type Hold = {
  site: number
  what: 'organization' | 'payin' | 'payout'
  route: number
  from: number
  to: number | null
}
export type Model = {
  quotes: ModelQuote[]
  orders: ModelOrder[]
  /** The request and its order by key. */
  keys: Record<string, { body: string; order: string | null }>
  seen: string[]
  arrivals: Arrival[]
  unmatched: number
  /** Deposits that their rail took back, as `rail transaction`. */
  reversed: string[]
  /** Keys that came back, and those of which one unit came back. */
  returned: string[]
  units: string[]
  holds: Hold[]
  lists: readonly ListName[]
  screened: Screened[]
  listings: Listing[]
  /** Orders by their public id, and when they were frozen. */
  freezes: { order: string; from: number; to: number | null }[]
  /** The loss that an operator accepted, by order. */
  accepted: Record<string, bigint>
  /** Retries that a restore lost, and the order that each retried. */
  lostRetries: Record<string, string>
  /** Orders that an operator released although their beneficiary was on the list. */
  reviewed: string[]
  /** The rule on small amounts was changed: the model follows no order on a route that has one. */
  isSmallLoose: boolean
  /** What came back of returns of deposits, by the key of the return. */
  cameBack: { key: string; company: string; currency: string; minor: bigint }[]
  /** Other names of transactions that told the same money again. */
  aliases: string[]
  /** Returns that went although a letter said that they had not, and whose deposit had another exit. */
  losses: string[]
}

export const emptyModel = (): Model => ({
  quotes: [],
  orders: [],
  keys: {},
  seen: [],
  arrivals: [],
  unmatched: 0,
  reversed: [],
  returned: [],
  units: [],
  holds: [],
  lists: [],
  screened: [],
  listings: [],
  freezes: [],
  accepted: {},
  lostRetries: {},
  reviewed: [],
  isSmallLoose: false,
  cameBack: [],
  aliases: [],
  losses: [],
})

export const routeOf = (index: number): Route => {
  const route = routes[index]
  if (route === undefined) throw new Error(`the model has no route ${index}`)
  return route
}

export const orderOf = (model: Model, id: string): ModelOrder => {
  const order = model.orders.find((one) => one.id === id)
  if (order === undefined) throw new Error(`the model knows no order ${id}`)
  return order
}

const isHeld = (model: Model, site: number, what: Hold['what'], route: number): boolean =>
  model.holds.some(
    (hold) =>
      hold.to === null &&
      hold.site === site &&
      hold.what === what &&
      (what === 'organization' || touches(hold, what, route)),
  )

const touches = (hold: Hold, what: 'payin' | 'payout', route: number): boolean =>
  routeOf(hold.route)[what] === routeOf(route)[what]

/** Currencies on hold: an instrument serves every route of its currency, on both sides. */
const heldCurrencies = (model: Model, site: number): Set<string> =>
  new Set(
    model.holds.flatMap((hold) =>
      hold.to !== null || hold.site !== site || hold.what === 'organization'
        ? []
        : [routeOf(hold.route)[hold.what]],
    ),
  )

const holdRefusal = (model: Model, site: number, route: number): string | undefined => {
  if (isHeld(model, site, 'organization', route)) return 'organization_not_active'
  const held = heldCurrencies(model, site)
  return held.has(routeOf(route).payin) || held.has(routeOf(route).payout)
    ? 'instrument_not_active'
    : undefined
}

export const quoteAnswer = (model: Model, site: number, route: number): string =>
  holdRefusal(model, site, route) ?? 'ok'

/** The answer to a known key: a replay or a refusal. Undefined for a new key. */
function keyAnswer(model: Model, key: string, body: string, id: string | undefined) {
  const known = model.keys[key]
  if (known === undefined) return undefined
  if (known.body !== body) return 'idempotency_key_reused'
  return known.order === id || id === undefined ? 'ok' : 'another order'
}

export function createOrder(
  model: Model,
  asked: { site: number; quote: number; key: string; now: number; id: string | undefined },
): string {
  const quote = model.quotes[asked.quote]
  if (quote === undefined) throw new Error('the model knows no such quote')
  const key = `${asked.site} create ${asked.key}`
  const replayed = keyAnswer(model, key, quote.id, asked.id)
  if (replayed !== undefined) return replayed
  if (quote.site !== asked.site) return 'not_found'
  const refusal = acceptance(model, quote, asked.now)
  if (refusal !== undefined) return refusal
  addOrder(model, asked.quote, quote, asked.id ?? '')
  model.keys[key] = { body: quote.id, order: asked.id ?? '' }
  return 'ok'
}

function acceptance(model: Model, quote: ModelQuote, now: number): string | undefined {
  if (quote.isUsed) return 'quote_already_used'
  if (now > quote.submissionExpiresAt) return 'quote_expired'
  return holdRefusal(model, quote.site, quote.route)
}

function addOrder(model: Model, index: number, quote: ModelQuote, id: string): ModelOrder {
  quote.isUsed = true
  const order: ModelOrder = {
    id,
    site: quote.site,
    quote: index,
    route: quote.route,
    offering: quote.offering,
    totalMinor: quote.totalMinor,
    expiresAt: quote.fundingExpiresAt,
    phase: 'waiting',
    isMoved: false,
    receivedMinor: 0n,
    deposits: 0,
    refunds: [],
    retriedBy: null,
    released: 0,
    ended: 0,
    screened: 0,
    isLoose: model.isSmallLoose && routeOf(quote.route).smallest !== undefined,
  }
  model.orders.push(order)
  return order
}

/** Returns whether something is sent back. */
const owe = (order: ModelOrder, reason: string, currency: string, amountMinor: bigint): boolean => {
  if (amountMinor === 0n) return false
  const { payin, smallest } = routeOf(order.route)
  const isKept = currency === payin && amountMinor < (smallest?.refundMinor ?? 0n)
  order.refunds.push({ reason, currency, amountMinor, isKept })
  return !isKept
}

/** A deposit below the smallest belongs to no order, unless just it is missing. */
function isSmall(model: Model, arrival: Arrival, order: ModelOrder, cameAt: number): boolean {
  const { payin, smallest } = routeOf(order.route)
  if (arrival.currency !== payin || arrival.amountMinor >= (smallest?.depositMinor ?? 0n))
    return false
  const isLast =
    order.phase === 'waiting' &&
    cameAt <= order.expiresAt &&
    order.receivedMinor + arrival.amountMinor >= order.totalMinor &&
    model.screened.every((one) => one.order !== order.id)
  return !isLast
}

export function expire(order: ModelOrder): void {
  endUnfunded(order, 'expired', 'funding_expired')
}

function endUnfunded(order: ModelOrder, phase: 'expired' | 'cancelled', reason: string): void {
  order.phase = phase
  order.isMoved = owe(order, reason, routeOf(order.route).payin, order.receivedMinor)
}

export function deposit(model: Model, arrival: Arrival, now: number): void {
  const rail = arrival.transaction
  if (model.seen.includes(rail)) return
  model.seen.push(rail)
  if (arrival.order === null) {
    model.unmatched += 1
    return
  }
  if (arrival.isEither === true) {
    orderOf(model, arrival.order).deposits += 1
    return
  }
  const cameAt = Math.min(arrival.arrivesAt, now)
  if (isSmall(model, arrival, orderOf(model, arrival.order), cameAt)) {
    model.unmatched += 1
    return
  }
  if (model.lists.length > 0 || answerTo(model, arrival) !== 'clear') {
    orderOf(model, arrival.order).screened += 1
    model.screened.push({ arrival, order: arrival.order, cameAt, isReleased: false })
    return
  }
  credit(model, arrival, arrival.order, cameAt)
}

function answerTo(model: Model, { sender }: Arrival): 'clear' | 'hold' | 'reject' {
  if (sender === 'sandbox:rejected') return 'reject'
  const isHeld = sender === 'sandbox:held' || model.lists.includes('payers')
  return sender !== null && isHeld ? 'hold' : 'clear'
}

/** Follows a deposit that the service has credited after screening. Returns why it must not be credited. */
export function creditScreened(model: Model, transaction: string): string | undefined {
  const one = model.screened.find(({ arrival }) => arrival.transaction === transaction)
  if (one === undefined) return undefined
  const answer = answerTo(model, one.arrival)
  if (answer === 'reject') return `31: the rejected deposit ${transaction} was credited`
  if (answer === 'hold' && !one.isReleased)
    return `31: the held deposit ${transaction} was credited`
  model.screened.splice(model.screened.indexOf(one), 1)
  credit(model, one.arrival, one.order, one.cameAt)
  return undefined
}

const screenedInTime = (model: Model, order: ModelOrder): readonly Screened[] =>
  model.screened.filter((one) => one.order === order.id && one.cameAt <= order.expiresAt)

/** Whether money that came in time was not read yet, on the day in which the order waits for it. */
export const waitsForRail = (model: Model, order: ModelOrder, now: number): boolean =>
  now <= order.expiresAt + 86_400_000 &&
  model.arrivals.some(
    (one) =>
      one.order === order.id &&
      one.isByRail &&
      one.arrivesAt <= order.expiresAt &&
      !model.seen.includes(one.transaction),
  )

/** Whether the order waits for a deposit that came in time and may still be credited. */
export const waitsForScreening = (model: Model, order: ModelOrder): boolean =>
  screenedInTime(model, order).some(({ arrival }) => answerTo(model, arrival) !== 'reject')

/** Other lists: earlier releases count no more. */
export function configureLists(model: Model, lists: readonly ListName[], now: number): void {
  model.lists = lists
  for (const one of model.screened) one.isReleased = false
  const open = model.listings.find(({ to }) => to === null)
  if (lists.includes('beneficiaries') === (open !== undefined)) return
  if (open === undefined) model.listings.push({ from: now, to: null })
  else open.to = now
}

/** `at`: when it came. */
function credit(model: Model, arrival: Arrival, id: string, at: number): void {
  const order = orderOf(model, id)
  const { payin } = routeOf(order.route)
  order.deposits += 1
  if (order.isLoose) return
  if (order.phase === 'waiting' && at <= order.expiresAt && arrival.currency === payin) {
    order.receivedMinor += arrival.amountMinor
    if (order.receivedMinor < order.totalMinor) return
    order.phase = 'funded'
    owe(order, 'excess', payin, order.receivedMinor - order.totalMinor)
    return
  }
  // A deposit that came in time keeps the order open while it is being screened, or while its rail was not read up to the
  // end. So the service may have expired the order or not.
  const isOverdue = order.phase === 'waiting' && at > order.expiresAt
  const hasEnded = order.phase === 'expired' || order.phase === 'cancelled'
  const isLate = isOverdue || hasEnded
  const reason = arrival.currency !== payin ? 'wrong_asset' : isLate ? 'late' : 'extra'
  const isSent = owe(order, reason, arrival.currency, arrival.amountMinor)
  if (hasEnded && isSent) order.isMoved = true
}

/** `part`: how far an interrupted simulation got. `as`: the order as it was read, before concurrent changes. */
export function simulate(
  model: Model,
  asked: {
    site: number
    order: string
    now: number
    part: 'all' | 'first'
    as: ModelOrder | undefined
  },
): string {
  const order = asked.as ?? orderOf(model, asked.order)
  if (order.site !== asked.site) return 'not_found'
  if (order.phase !== 'waiting' || asked.now > order.expiresAt) return 'order_not_awaiting_funding'
  const { payin } = routeOf(order.route)
  const leftMinor = order.totalMinor - order.receivedMinor
  const changes = order.deposits + order.screened
  const name = `sim:${order.id}:${changes}`
  const scenario = changes === 0 ? scenarioOf(order) : undefined
  const of = (
    part: string,
    amountMinor: bigint,
    currency = payin,
    arrivesAt = asked.now,
  ): Arrival => ({
    transaction: name + part,
    order: order.id,
    currency,
    amountMinor,
    arrivesAt,
    isByRail: true,
    sender: null,
  })
  const plan = (arrival: Arrival) => {
    if (!model.arrivals.some(({ transaction }) => transaction === arrival.transaction))
      model.arrivals.push(arrival)
  }
  switch (scenario) {
    case '09':
      plan(of(':rest', leftMinor - leftMinor / 2n, payin, asked.now + 2000))
      if (asked.part === 'all') deposit(model, of('', leftMinor / 2n), asked.now)
      break
    case '10':
      deposit(model, of('', leftMinor + leftMinor / 10n), asked.now)
      break
    case '11':
      plan(of('', leftMinor, payin, order.expiresAt + 1000))
      break
    case '12':
      deposit(model, of(':wrong', leftMinor, payin === 'USDC' ? 'USDT' : 'USDC'), asked.now)
      if (asked.part === 'all') deposit(model, of('', leftMinor), asked.now)
      break
    default:
      deposit(model, of('', leftMinor), asked.now)
  }
  return 'ok'
}

function scenarioOf(order: ModelOrder): string | undefined {
  const decimals = routeOf(order.route).payinDecimals
  const cents = 10n ** BigInt(decimals - 2)
  if (order.totalMinor % cents !== 0n) return undefined
  const inCents = order.totalMinor / cents
  return (inCents / 100n) % 1000n === 911n ? String(inCents % 100n).padStart(2, '0') : undefined
}

export function cancel(model: Model, asked: { site: number; order: string }): string {
  const order = orderOf(model, asked.order)
  if (order.site !== asked.site) return 'not_found'
  if (order.phase === 'waiting') endUnfunded(order, 'cancelled', 'cancelled')
  return order.phase === 'cancelled' ? 'ok' : 'order_not_cancellable'
}

export function refund(model: Model, asked: { site: number; order: string }): string {
  const order = orderOf(model, asked.order)
  if (order.site !== asked.site) return 'not_found'
  if (order.phase === 'declined') {
    order.phase = 'given_back'
    owe(order, 'declined', routeOf(order.route).payin, order.totalMinor)
  }
  return ['given_back', 'rejected', 'ended'].includes(order.phase) || order.isMoved
    ? 'ok'
    : 'order_not_refundable'
}

/** An operator ends the order. The caller checks that it was parked with nothing in flight. */
export function end(model: Model, asked: { order: string; isRefunded: boolean }): string {
  const order = orderOf(model, asked.order)
  const { payin } = routeOf(order.route)
  switch (order.phase) {
    case 'funded':
      order.ended += 1
      order.phase = asked.isRefunded ? 'given_back' : 'declined'
      if (asked.isRefunded) owe(order, 'declined', payin, order.totalMinor)
      return 'ok'
    case 'filled':
      order.ended += 1
      order.phase = 'ended'
      owe(order, 'payout_ended', payin, order.totalMinor)
      return 'ok'
    case 'declined':
      if (!asked.isRefunded) return 'refused'
      order.phase = 'given_back'
      owe(order, 'declined', payin, order.totalMinor)
      return 'ok'
    default:
      return 'refused'
  }
}

/** The rail takes back a deposit, or returns a payout, of the order. Its retries may bear it. */
export function loosen(model: Model, id: string): void {
  const order = orderOf(model, id)
  order.isLoose = true
  if (order.retriedBy !== null) loosen(model, order.retriedBy)
}

/** The rule on small amounts changes. The invariants of the money judge orders that it can concern. */
export function loosenSmall(model: Model): void {
  model.isSmallLoose = true
  for (const { id, route } of model.orders)
    if (routeOf(route).smallest !== undefined) loosen(model, id)
}

export function retry(
  model: Model,
  asked: {
    site: number
    order: string
    quote: number
    key: string
    now: number
    id: string | undefined
  },
): string | null {
  const declined = orderOf(model, asked.order)
  const quote = model.quotes[asked.quote]
  if (quote === undefined) throw new Error('the model knows no such quote')
  const key = `${asked.site} retry ${asked.key}`
  const body = `${declined.id} ${quote.id}`
  const replayed = keyAnswer(model, key, body, asked.id)
  if (replayed !== undefined) return replayed
  if (declined.isLoose) {
    if (asked.id === undefined) return null
    addOrder(model, asked.quote, quote, asked.id).isLoose = true
    declined.retriedBy = asked.id
    model.keys[key] = { body, order: asked.id }
    return null
  }
  if (declined.site !== asked.site || quote.site !== asked.site) return 'not_found'
  if (declined.phase !== 'declined' || quote.offering !== declined.offering)
    return 'order_not_retryable'
  if (quote.totalMinor > declined.totalMinor) return 'retry_not_covered'
  const refusal = acceptance(model, quote, asked.now)
  if (refusal !== undefined) return refusal
  const followUp = addOrder(model, asked.quote, quote, asked.id ?? '')
  followUp.phase = 'funded'
  followUp.receivedMinor = declined.totalMinor
  owe(
    followUp,
    'retry_leftover',
    routeOf(quote.route).payin,
    declined.totalMinor - quote.totalMinor,
  )
  declined.phase = 'retried'
  declined.retriedBy = asked.id ?? ''
  model.keys[key] = { body, order: asked.id ?? '' }
  return 'ok'
}
