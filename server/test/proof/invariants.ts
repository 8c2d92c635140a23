// Invariants of the database and of the requests to other companies once nothing is due. The numbers are those of
// docs/proof.md.
import { routeOf, type Model } from './model.ts'
import { RETURNS, type Deed } from './outside.ts'
import { transitions } from '../../src/engine/orders/states.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { strayProblems } from './strays.ts'
import { suspenseProblems } from './suspense-invariants.ts'
import { freezeProblems } from './exits.ts'
import type { Played } from './history.ts'
import { AT_PAR, type Route } from './routes.ts'
import type { World } from './world.ts'

type OrderRow = {
  id: Uuid<'ord'>
  organization_id: Uuid<'org'>
  quote_id: Uuid<'qt'>
  status: string
  status_history: { status: string; created_at: string }[]
  received_minor: bigint
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
  exchange_rate: string
  retry_order_id: Uuid<'ord'> | null
  created_at: number
  due_at: number | null
  parked_reason: string | null
  short_minor: bigint
  payin_currency: string
  payout_currency: string
  last_event: number
  q: {
    submission_expires_at: string
    payin_total_minor: string
    payin_fee_minor: string
    payin_tax_minor: string
    payout_total_minor: string
    exchange_rate: string
    organization_id: Uuid<'org'>
  }
}
type FillRow = {
  order_id: Uuid<'ord'>
  sequence: number
  provider_key: string
  provider_name: string
  filled_at: number | null
  declined_at: number | null
  payin_minor: bigint
  provider_payout_minor: bigint
  sold_minor: bigint | null
  delivered_minor: bigint | null
  created_at: number
}
type PayoutRow = {
  sequence: number
  order_id: Uuid<'ord'>
  rail_key: string
  amount_minor: bigint
  currency: string
  settled_at: number | null
  rejected_at: number | null
  created_at: number
}
type RefundRow = {
  order_id: Uuid<'ord'>
  currency: string
  amount_minor: bigint
  reason: string
  status: string
  rail_key: string
  destination_instrument_id: Uuid<'epi'> | null
  reversed_minor: bigint
}
type EventRow = {
  order_id: Uuid<'ord'> | null
  sequence: number | null
  type: string
  data: {
    status?: string
    reason?: string
    refund_id?: string
    retry_order_id?: string
    resolution?: string
  }
}
type TransferRow = {
  id: bigint
  debit_account: string
  credit_account: string
  currency: string
  amount_minor: bigint
  order_id: Uuid<'ord'> | null
  posting: string
}
type DepositRow = {
  order_id: Uuid<'ord'> | null
  rail: string
  transaction: string
  output_index: number
  address: string
  currency: string
  amount_minor: bigint
  outcome: string
  reversed_at: number | null
}
type ReturnRow = { order_id: Uuid<'ord'>; key: string }

/** Every broken promise, each prefixed by its number. */
export async function brokenPromises(world: World, { model }: Played): Promise<string[]> {
  const { owner, outside } = world
  const all = async <Row extends object>(text: string) =>
    (await owner.query<Row>({ name: text.slice(0, 60), text })).rows
  const orders = await all<OrderRow>(
    `select o.*, o.received_minor::bigint as received_minor, o.payin_total_minor::bigint as payin_total_minor,
            (select jsonb_build_object('submission_expires_at', q.submission_expires_at, 'organization_id', q.organization_id,
              'payin_total_minor', q.payin_total_minor::text, 'payin_fee_minor', q.payin_fee_minor::text,
              'payin_tax_minor', q.payin_tax_minor::text, 'payout_total_minor', q.payout_total_minor::text,
              'exchange_rate', q.exchange_rate::text) from quotes q where q.id = o.quote_id) as q
       from orders o order by o.id`,
  )
  const fills = await all<FillRow>(`select * from fills order by order_id, sequence`)
  const payouts = await all<PayoutRow>(`select * from payouts order by order_id, sequence`)
  const refunds = await all<RefundRow>(`select * from refunds order by id`)
  const events = await all<EventRow>(
    `select * from events where order_id is not null order by order_id, sequence`,
  )
  const transfers = await all<TransferRow>(`select * from ledger_transfers order by id`)
  const deposits = await all<DepositRow>(`select * from deposits`)
  const marked = new Set(
    (await all<{ key: string }>(`select key from rail_marks`)).map(({ key }) => key),
  )
  // Conversions of the lost time that their order no longer needs: operators book them as movements.
  const leftToBook = new Set(
    (
      await all<{ key: string }>(
        `select h.provider || ' ' || u.key as key from unknown_fills u join halts h on h.id = u.halt_id
          where u.put_right_at is null
            and not exists (select from fills f where f.provider_key = u.key and f.provider_name = h.provider)`,
      )
    ).map(({ key }) => key),
  )
  const returns = await all<ReturnRow>(`select order_id, key from returns where stage = 'whole'`)
  const broken = [...outside.complaints]
  const check = (isTrue: boolean, reason: string) => {
    if (!isTrue) broken.push(reason)
  }

  check(
    new Set(orders.map(({ quote_id }) => quote_id)).size === orders.length,
    '1: two orders of one quote',
  )
  check(orders.length === model.orders.length, '1: orders in the database that no caller was given')
  const orderIds = new Set(orders.map(({ id }) => id))
  check(
    events.every(({ order_id }) => order_id !== null && orderIds.has(order_id)),
    '19: an event names an order that does not exist',
  )
  const depositNames = deposits.map((row) => `${row.rail} ${row.transaction} ${row.output_index}`)
  check(new Set(depositNames).size === depositNames.length, '10: a deposit was recorded twice')
  // A deposit of a lost order may be read together with its reversal, and is then not recorded.
  const recorded = new Set(deposits.map(({ transaction }) => transaction))
  const takenBack = model.arrivals.filter(
    ({ order, transaction }) =>
      order === null &&
      !recorded.has(transaction) &&
      model.reversed.some((name) => name.endsWith(` ${transaction}`)),
  )
  const either = new Set(
    model.arrivals.flatMap(({ transaction, isEither }) => (isEither === true ? [transaction] : [])),
  )
  const unmatched = deposits.filter(
    ({ outcome, transaction }) => outcome === 'unmatched' && !either.has(transaction),
  ).length
  const should = model.unmatched + model.screened.length - takenBack.length
  check(unmatched === should, `10: ${unmatched} deposits are unmatched, not ${should}`)

  for (const order of orders) {
    const id = publicId('ord', order.id)
    const expected = model.orders.find((one) => one.id === id)
    if (expected === undefined) {
      broken.push(`1: no caller was given ${id}`)
      continue
    }
    const route = routeOf(expected.route)
    const its = <Row extends { order_id: Uuid<'ord'> | null }>(rows: readonly Row[]) =>
      rows.filter((row) => row.order_id === order.id)
    check(
      order.created_at <= Date.parse(order.q.submission_expires_at),
      `2: ${id} was accepted after its quote expired`,
    )
    check(
      order.organization_id === world.sites[expected.site]?.organizationId &&
        order.q.organization_id === order.organization_id,
      `3: ${id} is of another organization`,
    )
    for (const field of [
      'payin_total_minor',
      'payin_fee_minor',
      'payin_tax_minor',
      'payout_total_minor',
      'exchange_rate',
    ] as const)
      check(String(order[field]) === order.q[field], `4: ${field} of ${id} differs from its quote`)
    check(
      order.payin_total_minor === expected.totalMinor,
      `4: the total of ${id} differs from the confirmed total`,
    )
    for (const reason of priceProblems(order, route)) broken.push(`5: ${id}: ${reason}`)
    for (const reason of pathProblems(order)) broken.push(`9: ${id}: ${reason}`)
    check(order.due_at === null && order.parked_reason === null, `16: ${id} is still due or parked`)
    for (const reason of eventProblems(
      order,
      its(events),
      its(deposits).length,
      its(refunds),
      expected.isLoose,
    ))
      broken.push(`19: ${id}: ${reason}`)
    for (const reason of delayProblems(its(events))) broken.push(`36: ${id}: ${reason}`)
    if (!expected.isLoose)
      for (const reason of parkingProblems(order, expected, its(events)))
        broken.push(`19: ${id}: ${reason}`)

    const filled = its(fills).filter((row) => row.filled_at !== null)
    // The return of a deposit of the lost time is a refund of the order that has the deposit now.
    const isOwn = ({ orderId, key }: Deed) =>
      orderId === id ||
      (key.startsWith(`${RETURNS}:`) && its(refunds).some((refund) => refund.rail_key === key))
    const deeds = [...outside.deeds.values()].filter(isOwn)
    const done = (kind: Deed['kind']) =>
      deeds.filter((deed) => deed.kind === kind && deed.state === 'done')
    const netMinor = order.payin_total_minor - order.payin_fee_minor - order.payin_tax_minor
    const soldMinor = filled.reduce((sum, row) => sum + (row.sold_minor ?? 0n), 0n)
    check(soldMinor <= netMinor, `12: ${id} was filled twice`)
    check(
      order.status_history.some(({ status }) => status === 'STEP_3_SETTLING_PAYOUT') ===
        (soldMinor === netMinor),
      `12: ${id} is ${order.status}, and ${soldMinor} of ${netMinor} was sold`,
    )
    check(
      textOfSales(
        done('fill')
          .filter(
            ({ company, key }) =>
              company !== AT_PAR &&
              (order.status === 'STEP_4_COMPLETED' || !leftToBook.has(`${company} ${key}`)),
          )
          .map((deed) => [deed.company, deed.key, deed.soldMinor, deed.deliveredMinor]),
      ) ===
        textOfSales(
          filled
            .filter((row) => row.provider_name !== AT_PAR)
            .map((row) => [
              row.provider_name,
              row.provider_key,
              row.sold_minor,
              row.delivered_minor,
            ]),
        ),
      `12: fills of ${id} differ from the provider's records`,
    )
    check(
      filled.every(
        (row) =>
          row.provider_name !== AT_PAR ||
          (row.sold_minor === netMinor && row.delivered_minor === netMinor),
      ),
      `12: ${id} was not passed on as a whole`,
    )
    check(
      its(fills).every((row) => row.filled_at !== null || row.declined_at !== null),
      `12: a fill of ${id} has no outcome`,
    )
    check(
      expected.isLoose ||
        its(fills).length === 0 ||
        order.received_minor >= order.payin_total_minor,
      `11: ${id} was filled before it was funded`,
    )
    let before = { soldMinor: 0n, deliveredMinor: 0n, parts: 0n }
    for (const fill of its(fills)) {
      const promised = promisedGross(order, route)
      // Each part may lack a minor unit by rounding.
      const totalMinor = before.parts + before.deliveredMinor + fill.provider_payout_minor
      check(
        (promised - totalMinor) * 10_000n <= promised * route.slippageBps ||
          promised - before.deliveredMinor - fill.provider_payout_minor <=
            (model.accepted[id] ?? 0n),
        `5: ${id} was filled at a worse rate than allowed`,
      )
      const deed = outside.deedAt(fill.provider_name, fill.provider_key)
      check(
        deed === undefined || deed.amountMinor === netMinor - before.soldMinor,
        `4: ${id} was filled for another amount`,
      )
      before = {
        soldMinor: before.soldMinor + (fill.sold_minor ?? 0n),
        deliveredMinor: before.deliveredMinor + (fill.delivered_minor ?? 0n),
        parts: before.parts + (fill.filled_at === null ? 0n : 1n),
      }
    }
    const settled = its(payouts).filter((row) => row.settled_at !== null)
    // A payout that came back is paid out no more.
    const paid = done('payout').filter(({ key }) => !model.returned.includes(key)).length
    check(paid <= 1, `14: ${id} was paid out twice`)
    check(
      done('payout').length === settled.length &&
        (paid === 1) === (order.status === 'STEP_4_COMPLETED'),
      `14: ${id} is ${order.status} and was paid out ${done('payout').length} times`,
    )
    for (const deed of done('payout'))
      check(
        deed.amountMinor === order.payout_total_minor && deed.currency === route.payout,
        `14: ${id} paid out ${deed.amountMinor} ${deed.currency}`,
      )

    for (const deed of done('payout'))
      check(
        its(returns).filter(({ key }) => key === deed.key).length ===
          (model.returned.includes(deed.key) ? 1 : 0),
        `24: ${deed.key} should count as returned exactly if it came back`,
      )
    if (expected.isLoose) {
      for (const reason of looseProblems(order, its(refunds), done('refund')))
        broken.push(`29: ${id}: ${reason}`)
      continue
    }
    const refundDeeds = done('refund')
    const sent = refundDeeds
      .map((deed) => `${deed.currency} ${deed.amountMinor} ${deed.company}`)
      .toSorted()
    const should = expected.refunds
      .filter(({ currency, isKept }) => route.carries.includes(currency) && isKept !== true)
      .map(({ currency, amountMinor }) => `${currency} ${amountMinor} ${route.rail}`)
      .toSorted()
    check(
      sent.join() === should.join(),
      `11: refunds of ${id} at the rail are ${sent.join() || 'none'} and should be ${should.join() || 'none'}`,
    )
    const kept = (all: readonly bigint[]) => all.map(String).toSorted().join()
    check(
      kept(its(refunds).flatMap((row) => (row.status === 'KEPT' ? [row.amount_minor] : []))) ===
        kept(expected.refunds.flatMap((one) => (one.isKept === true ? [one.amountMinor] : []))),
      `11: small refunds of ${id} should be kept`,
    )
    for (const refund of its(refunds).filter(({ status }) => status !== 'KEPT')) {
      const canGo = route.carries.includes(refund.currency)
      check(
        (refund.destination_instrument_id !== null) === canGo &&
          refund.status === (canGo ? 'PROCESSED' : 'PENDING'),
        `11: a refund of ${id} in ${refund.currency} is ${refund.status}`,
      )
      check(
        refund.destination_instrument_id === null ||
          refund.destination_instrument_id ===
            world.sites[expected.site]?.offerings[expected.offering]?.payinInstrument,
        `3: a refund of ${id} goes to a foreign instrument`,
      )
    }
    check(
      finalStatuses(expected, its(refunds)).includes(order.status),
      `16: ${id} (${expected.phase}) ended in ${order.status}`,
    )
    for (const reason of moneyProblems(order, expected, its(refunds), orders, model))
      broken.push(`11: ${reason}`)
  }
  broken.push(...lostRetryProblems(orders, outside, model))
  broken.push(...ledgerProblems(transfers, world, model, refunds, orders))
  broken.push(...railProblems(transfers, outside, model, deposits))
  const { difference } = await verifyLedger(owner)
  check(difference === undefined, `6: ${difference}`)
  // A payout that an operator recorded was sent before.
  const unmarked = payouts.filter(({ rail_key }) => !marked.has(rail_key))
  broken.push(...holdProblems(model, orders, fills, unmarked))
  broken.push(...listingProblems(model, unmarked))
  const committed = (
    what: string,
    rows: readonly { order_id: Uuid<'ord'>; created_at: number }[],
  ) => rows.map((row) => ({ order: publicId('ord', row.order_id), what, at: row.created_at }))
  broken.push(...(await suspenseProblems(world, model)))
  broken.push(...(await strayProblems(world)))
  broken.push(...freezeProblems(model, committed('a fill', fills)))
  return broken
}

function finalStatuses(expected: Model['orders'][number], refunds: readonly RefundRow[]): string[] {
  const givenBack = refunds.every(({ status }) => ['PROCESSED', 'KEPT'].includes(status))
    ? ['FAILED_REFUND_PROCESSED']
    : // A late deposit that cannot be refunded does not change the status.
      ['FAILED_REFUND_REQUESTED', 'FAILED_REFUND_PROCESSED']
  switch (expected.phase) {
    case 'expired':
      return expected.isMoved ? givenBack : ['FAILED_FUNDING_EXPIRED']
    case 'cancelled':
      return expected.isMoved ? givenBack : ['FAILED_CANCELLED']
    case 'rejected':
    case 'given_back':
    case 'ended':
      return givenBack
    case 'declined':
    case 'retried':
      return ['FAILED_DECLINED_BY_LIQ_PROVIDER']
    case 'completed':
      return ['STEP_4_COMPLETED']
    case 'waiting':
    case 'funded':
    case 'filled':
      return []
  }
}

const textOfSales = (sales: readonly (string | bigint | null)[][]): string =>
  sales
    .map((sale) => sale.join(' '))
    .toSorted()
    .join()

// Received = applied + carried over + refunded + held.
function moneyProblems(
  order: OrderRow,
  expected: Model['orders'][number],
  refunds: readonly RefundRow[],
  orders: readonly OrderRow[],
  model: Model,
): string[] {
  const payin = routeOf(expected.route).payin
  const ofTotal = [
    'funding_expired',
    'cancelled',
    'excess',
    'declined',
    'payout_rejected',
    'payout_ended',
    'retry_leftover',
  ]
  const given = refunds
    .filter(({ currency, reason }) => currency === payin && ofTotal.includes(reason))
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const applied = order.status === 'STEP_4_COMPLETED' ? order.payin_total_minor : 0n
  const carried = order.retry_order_id === null ? 0n : order.payin_total_minor
  const held = expected.phase === 'declined' ? order.payin_total_minor : 0n
  const sum = applied + carried + given + held
  const problems: string[] = []
  if (sum !== order.received_minor)
    problems.push(`${expected.id} received ${order.received_minor}, and ${sum} is accounted for`)
  const follower = orders.find(({ id }) => id === order.retry_order_id)
  if (order.retry_order_id !== null && follower === undefined)
    problems.push(`the follow-up of ${expected.id} does not exist`)
  if (follower !== undefined && model.orders.every(({ id }) => id !== publicId('ord', follower.id)))
    problems.push(`no caller was given the follow-up of ${expected.id}`)
  return problems
}

const RATE_SCALE = 10n ** 18n
const rateOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

function promisedGross(order: OrderRow, route: Route): bigint {
  const net = order.payin_total_minor - order.payin_fee_minor - order.payin_tax_minor
  return (
    (net * rateOf(order.exchange_rate) * 10n ** BigInt(route.payoutDecimals)) /
    (RATE_SCALE * 10n ** BigInt(route.payinDecimals))
  )
}

const halfUp = (n: bigint, d: bigint): bigint => n / d + ((n % d) * 2n >= d ? 1n : 0n)

function priceProblems(order: OrderRow, route: Route): string[] {
  const { payin_total_minor: total, payin_fee_minor: fee, payin_tax_minor: tax } = order
  const amount = route.isExclusive ? total - fee - tax : total
  const tier = route.tiers.find(
    ({ minMinor, maxMinor }) => minMinor <= amount && amount <= maxMinor,
  )
  const problems: string[] = []
  if (tier === undefined) return [`${amount} is in no tier`]
  if (fee !== halfUp(amount * tier.bps, 10_000n)) problems.push(`the fee of ${amount} is ${fee}`)
  if (tax !== halfUp(fee * route.taxBps, 10_000n)) problems.push(`the tax on ${fee} is ${tax}`)
  const gross = promisedGross(order, route)
  const residue = gross - order.payout_total_minor
  // The residue is worth less than one payin minor unit, or than one payout minor unit if that is more.
  const unit =
    (rateOf(order.exchange_rate) * 10n ** BigInt(route.payoutDecimals)) /
      (RATE_SCALE * 10n ** BigInt(route.payinDecimals)) +
    1n
  // Where fee and tax step up together, no total nets the exact amount.
  if (residue < 0n || residue > unit * 3n)
    problems.push(`${order.payout_total_minor} is paid out of ${gross}`)
  return problems
}

function pathProblems(order: OrderRow): string[] {
  const problems: string[] = []
  const statuses = order.status_history.map(({ status }) => status)
  for (const [index, status] of statuses.entries()) {
    const from = statuses[index - 1] ?? null
    if (!transitions.some((row) => row.from === from && row.to === status))
      problems.push(`no transition from ${from} to ${status}`)
  }
  const times = order.status_history.map(({ created_at }) => Date.parse(created_at))
  if (times.some((at, index) => at < (times[index - 1] ?? 0)))
    problems.push('the times of its history decrease')
  if (statuses.at(-1) !== order.status) problems.push(`its history does not end in ${order.status}`)
  return problems
}

const announced: Record<string, string> = {
  STEP_1_AWAITING_FUNDING: 'order.created',
  STEP_2_FILLING_FX: 'order.funded',
  STEP_3_SETTLING_PAYOUT: 'order.filled',
  STEP_4_COMPLETED: 'order.completed',
  FAILED_FUNDING_EXPIRED: 'order.funding_expired',
  FAILED_CANCELLED: 'order.cancelled',
  FAILED_DECLINED_BY_LIQ_PROVIDER: 'order.declined',
  FAILED_REFUND_REQUESTED: 'order.refund_requested',
  FAILED_REFUND_PROCESSED: 'order.refunded',
}

function eventProblems(
  order: OrderRow,
  events: readonly EventRow[],
  deposits: number,
  refunds: readonly RefundRow[],
  isLoose: boolean,
): string[] {
  const problems: string[] = []
  const sequence = events.map((event) => event.sequence)
  if (sequence.some((number, index) => number !== index + 1))
    problems.push(`its sequence is ${sequence.join()}`)
  if (order.last_event !== events.length)
    problems.push(`last_event is ${order.last_event} and it has ${events.length} events`)
  const told = events
    .map(({ type }) => type)
    .filter((type) => Object.values(announced).includes(type))
  const should = order.status_history.map(({ status }) => announced[status] ?? status)
  if (told.join() !== should.join())
    problems.push(`its events are ${told.join()} and should be ${should.join()}`)
  if (events.filter(({ type }) => type === 'deposit.recorded').length !== deposits)
    problems.push('each deposit should have one event')
  const moves = (status: string) =>
    events.filter(({ type, data }) => type === 'refund.updated' && data.status === status).length
  // A rejected refund that an operator redirects is pending again.
  const redirected = moves('FAILED') - refunds.filter(({ status }) => status === 'FAILED').length
  const small = refunds.filter(({ status }) => status === 'KEPT').length
  if (!isLoose && moves('KEPT') !== small)
    problems.push('each small refund should have one event when it is kept')
  if (!isLoose && moves('PENDING') !== refunds.length - small + redirected)
    problems.push('each refund should have one event when it becomes pending')
  if (moves('PROCESSED') !== refunds.filter(({ status }) => status === 'PROCESSED').length)
    problems.push('each refund should have one event when it is processed')
  return problems
}

const PUBLIC_REASONS = ['review', 'processing']

// Every parked order was released or ended by an operator, with events that hide the internal reason.
function parkingProblems(
  order: OrderRow,
  expected: Model['orders'][number],
  events: readonly EventRow[],
): string[] {
  const problems: string[] = []
  const of = (type: string) => events.filter((event) => event.type === type)
  const released = of('order.released').length
  if (released !== expected.released)
    problems.push(`it has ${released} events of release and should have ${expected.released}`)
  const parked = of('order.parked').length
  if (parked !== expected.released + expected.ended)
    problems.push(
      `it has ${parked} events of parking and should have ${expected.released + expected.ended}`,
    )
  for (const { type, data } of [...of('order.parked'), ...of('order.released')])
    if (!PUBLIC_REASONS.includes(data.reason ?? ''))
      problems.push(`${type} gave the reason ${data.reason}`)
  if (/compliance|slippage|attempts|screening|outflow|liquidity/i.test(JSON.stringify(events)))
    problems.push('its events show an internal reason')
  const follower = order.retry_order_id === null ? [] : [publicId('ord', order.retry_order_id)]
  if (
    of('order.retried')
      .map(({ data }) => data.retry_order_id)
      .join() !== follower.join()
  )
    problems.push('its retry should have one event')
  return [...problems, ...sequenceProblems(events)]
}

// A delay is told once, and only of an order that is funded and not finished. A freeze within a parking is a delay of its
// own without another event.
function delayProblems(events: readonly EventRow[]): string[] {
  let status: string | undefined
  let slow = 0
  let held = 0
  return events.flatMap(({ type, data }) => {
    if (type !== 'order.delayed') {
      if (!type.startsWith('order.')) return []
      if (data.status !== status) slow = 0
      held = 0
      status = data.status
      return []
    }
    if (data.status !== status || !/^STEP_[23]_/.test(data.status ?? ''))
      return [`a delay in ${data.status} was told in ${status}`]
    if (/by hand|reviewed/.test(data.resolution ?? '')) held += 1
    else slow += 1
    return held > 2 || slow > 1 ? [`a delay in ${status} was told again`] : []
  })
}

// The event of a refund precedes the event of its effect on the order.
function sequenceProblems(events: readonly EventRow[]): string[] {
  const moved = (upTo: number, status: string) =>
    events
      .slice(0, upTo)
      .filter(({ type, data }) => type === 'refund.updated' && data.status === status)
      .map(({ data }) => data.refund_id)
  return events.flatMap(({ type }, index) => {
    if (type === 'order.refund_requested' && moved(index, 'PENDING').length === 0)
      return ['the event of its refund follows order.refund_requested']
    const done = moved(index, 'PROCESSED')
    return type === 'order.refunded' && moved(index, 'PENDING').some((id) => !done.includes(id))
      ? ['the event of its last refund follows order.refunded']
      : []
  })
}

function ledgerProblems(
  transfers: readonly TransferRow[],
  world: World,
  model: Model,
  refunds: readonly RefundRow[],
  orders: readonly OrderRow[],
): string[] {
  const balances = new Map<string, bigint>()
  const problems: string[] = []
  for (const row of transfers) {
    const move = (account: string, amountMinor: bigint) => {
      const name = `${account} ${row.currency}`
      balances.set(name, (balances.get(name) ?? 0n) + amountMinor)
      if (account.startsWith('customer:') && (balances.get(name) ?? 0n) > 0n)
        problems.push(`8: ${name} has a negative balance after transfer ${row.id} (${row.posting})`)
    }
    move(row.credit_account, -row.amount_minor)
    move(row.debit_account, row.amount_minor)
  }
  for (const [name, balance] of balances)
    if (/^(fx|carry_over) /.test(name) && balance !== 0n)
      problems.push(`6: ${name} keeps ${balance}`)
  // At rest, customers are owed declined orders without a decision, refunds that cannot be sent, and parts that came back.
  for (const [index, { organizationId }] of world.sites.entries()) {
    const owed = new Map<string, bigint>()
    const owe = (currency: string, amountMinor: bigint) =>
      owed.set(currency, (owed.get(currency) ?? 0n) + amountMinor)
    for (const order of orders)
      if (
        order.organization_id === organizationId &&
        order.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER' &&
        order.retry_order_id === null &&
        model.orders.some(({ id, isLoose }) => isLoose && id === publicId('ord', order.id))
      )
        owe(order.payin_currency, order.payin_total_minor - order.short_minor)
    for (const order of model.orders)
      if (order.site === index && order.phase === 'declined' && !order.isLoose)
        owe(routeOf(order.route).payin, order.totalMinor)
    // One unit of a payout came back.
    for (const order of orders)
      if (
        order.organization_id === organizationId &&
        model.units.some((key) => key.startsWith(`${publicId('ord', order.id)}:`))
      )
        owe(order.payout_currency, 1n)
    for (const refund of refunds) {
      const order = orders.find(({ id }) => id === refund.order_id)
      if (
        order?.organization_id === organizationId &&
        refund.status !== 'COLLECTED' &&
        refund.status !== 'WRITTEN_OFF' &&
        refund.status !== 'PROCESSED'
      )
        owe(refund.currency, refund.amount_minor - refund.reversed_minor)
    }
    const account = `customer:${publicId('org', organizationId)} `
    for (const name of [...balances.keys()].filter((one) => one.startsWith(account))) {
      const should = owed.get(name.slice(account.length)) ?? 0n
      if (-(balances.get(name) ?? 0n) !== should)
        problems.push(`11: ${name} is owed ${-(balances.get(name) ?? 0n)} and should be ${should}`)
    }
  }
  return problems
}

// The money of a lost retry that paid out is gone: the order that it retried has none, and nothing of it was refunded.
function lostRetryProblems(
  orders: readonly OrderRow[],
  outside: World['outside'],
  model: Model,
): string[] {
  const deeds = [...outside.deeds.values()].filter(({ state }) => state === 'done')
  return Object.keys(model.lostRetries).flatMap((lost) => {
    const hasPaid = deeds.some(({ orderId, kind }) => orderId === lost && kind === 'payout')
    let parent: string | undefined = lost
    while (parent !== undefined && !model.orders.some(({ id }) => id === parent))
      parent = model.lostRetries[parent]
    const row = orders.find(({ id }) => publicId('ord', id) === parent)
    if (!hasPaid || row === undefined) return []
    const isRefunded = deeds.some(
      ({ orderId, key }) => orderId === parent && key.includes(':refund:total:'),
    )
    const isRetriedAgain =
      model.lostRetries[lost] === parent &&
      orders.some(({ id, status }) => id === row.retry_order_id && status === 'STEP_4_COMPLETED')
    return row.retry_order_id !== null && !isRefunded && !isRetriedAgain
      ? []
      : [`37: the lost retry ${lost} paid out, and ${parent} has its money again`]
  })
}

// After a reversal or a return an order has come to an end, and each refund was sent once, less what reversals gave back.
function looseProblems(
  order: OrderRow,
  refunds: readonly RefundRow[],
  sent: readonly Deed[],
): string[] {
  const problems: string[] = []
  if (/^STEP_[123]/.test(order.status)) problems.push(`it ended in ${order.status}`)
  const text = (all: readonly (readonly [string, bigint])[]): string =>
    all
      .filter(([, minor]) => minor > 0n)
      .map(([currency, minor]) => `${currency} ${minor}`)
      .toSorted()
      .join()
  const should = text(
    refunds
      .filter(({ status }) => status === 'PROCESSED')
      .map((row) => [row.currency, row.amount_minor - row.reversed_minor] as const),
  )
  const is = text(sent.map((deed) => [deed.currency, deed.amountMinor] as const))
  if (is !== should) problems.push(`its refunds at the rail are ${is} and should be ${should}`)
  return problems
}

// What the ledger holds at a rail is what the rail took in and sent, by the rail's own records: deposits, less those it
// took back, returns, less payouts and refunds.
function railProblems(
  transfers: readonly TransferRow[],
  outside: World['outside'],
  model: Model,
  deposits: readonly DepositRow[],
): string[] {
  const held = new Map<string, bigint>()
  const move = (rail: string, currency: string, minor: bigint) =>
    held.set(`rail:${rail} ${currency}`, (held.get(`rail:${rail} ${currency}`) ?? 0n) + minor)
  const problems: string[] = []
  const known = new Set(model.arrivals.map(({ transaction }) => transaction))
  for (const {
    rail,
    transaction,
    currency,
    amount_minor: minor,
    reversed_at,
    address,
  } of deposits) {
    // Of a return of a deposit: what came back is counted below.
    if (address.startsWith(`${RETURNS}:`)) continue
    if (!known.has(transaction) && !transaction.startsWith('sim:'))
      problems.push(`24: ${transaction} of ${rail} is no deposit and was recorded as one`)
    const isReversed = model.reversed.includes(`${rail} ${transaction}`)
    if (isReversed !== (reversed_at !== null))
      problems.push(
        `29: deposit ${transaction} ${isReversed ? 'was taken back and still counts' : 'counts as taken back'}`,
      )
    move(rail, currency, isReversed ? 0n : minor)
  }
  for (const deed of outside.deeds.values()) {
    if (deed.kind === 'fill' || deed.state !== 'done') continue
    const cameBack = model.returned.includes(deed.key)
    const unitMinor = model.units.includes(deed.key) ? 1n : 0n
    move(deed.company, deed.currency, cameBack ? 0n : unitMinor - deed.amountMinor)
  }
  for (const { company, currency, minor } of model.cameBack) move(company, currency, minor)
  // The operator noted that this money is at the rail again.
  for (const { posting, debit_account, currency, amount_minor: minor } of transfers) {
    const [kind, rail = ''] = debit_account.split(':')
    if (posting === 'receivable' && kind === 'rail') move(rail, currency, minor)
  }
  const posted = new Map<string, bigint>()
  for (const { debit_account, credit_account, currency, amount_minor: minor } of transfers)
    for (const [account, sign] of [
      [debit_account, 1n],
      [credit_account, -1n],
    ] as const)
      if (account.startsWith('rail:'))
        posted.set(
          `${account} ${currency}`,
          (posted.get(`${account} ${currency}`) ?? 0n) + sign * minor,
        )
  for (const name of new Set([...held.keys(), ...posted.keys()]))
    if ((held.get(name) ?? 0n) !== (posted.get(name) ?? 0n))
      problems.push(
        `30: the ledger has ${posted.get(name) ?? 0n} at ${name}, and the rail ${held.get(name) ?? 0n}`,
      )
  return problems
}

// No payout is committed to a beneficiary on a list, unless an operator released the order.
function listingProblems(model: Model, payouts: readonly PayoutRow[]): string[] {
  return payouts.flatMap(({ order_id, currency, created_at, sequence }) => {
    const id = publicId('ord', order_id)
    const isListed = model.listings.some(
      ({ from, to }) => from < created_at && (to === null || created_at < to),
    )
    return isListed &&
      ['COP', 'MXN'].includes(currency) &&
      sequence === 1 &&
      !model.reviewed.includes(id)
      ? [`32: a payout of ${id} was committed while its beneficiary was on a list`]
      : []
  })
}

// No fill or payout is committed while a part of its order is on hold.
function holdProblems(
  model: Model,
  orders: readonly OrderRow[],
  fills: readonly FillRow[],
  payouts: readonly PayoutRow[],
): string[] {
  const kinds = [
    { kind: 'fill', rows: fills },
    // An operator asks for later ones, and they are sent only after the hold.
    { kind: 'payout', rows: payouts.filter(({ sequence }) => sequence === 1) },
  ]
  return kinds.flatMap(({ kind, rows }) =>
    rows.flatMap(({ order_id, created_at }) => {
      const row = orders.find(({ id }) => id === order_id)
      const order = model.orders.find(
        ({ id }) => row !== undefined && id === publicId('ord', row.id),
      )
      if (order === undefined) return []
      const route = routeOf(order.route)
      return model.holds
        .filter(
          (hold) =>
            hold.site === order.site &&
            hold.from < created_at &&
            (hold.to === null || created_at < hold.to) &&
            (hold.what === 'organization' ||
              [route.payin, route.payout].includes(routeOf(hold.route)[hold.what])),
        )
        .map(
          (hold) => `21: a ${kind} of ${order.id} was committed while its ${hold.what} was on hold`,
        )
    }),
  )
}
