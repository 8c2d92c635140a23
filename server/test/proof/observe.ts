// Reads the orders from the database after a step, and checks that the model, with the independent work of the workers,
// explains them.
import type { Instant } from '../../src/platform/clock.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import {
  creditScreened,
  expire,
  routeOf,
  waitsForRail,
  waitsForScreening,
  type Model,
  type ModelOrder,
} from './model.ts'
import type { Deed, Outside } from './outside.ts'
import type { World } from './world.ts'

export type Seen = {
  organizationId: Uuid<'org'>
  id: string
  statuses: string[]
  address: string
  reference: string
  receivedMinor: bigint
  retryOrderId: string | null
  /** `reason currency amount`, sorted. */
  refunds: string[]
  /** Later deposits that simulated funding has scheduled with the rail. */
  planned: string[]
  /** Deposits that screening has not let be credited yet. */
  screened: string[]
}

/** The database after a step. A snapshot is another one exactly when a transaction wrote. */
export type Observed = {
  snapshot: string
  seen: readonly Seen[]
  /** A route whose open total differs from its orders that await funding. */
  wrongTotal: string | undefined
  /** Deposits that were credited after screening, in the order of the transactions that credited them. */
  credited: readonly string[]
}

type Observation = {
  orders: {
    organization_id: Uuid<'org'>
    id: Uuid<'ord'>
    statuses: string[]
    address: string | null
    reference: string
    received: string
    retry: Uuid<'ord'> | null
    refunds: string[]
    planned: string[]
    screened: string[]
  }[]
  wrong: { route_id: Uuid<'rt'>; off: string } | null
  credited: string[]
}

/** Reads the orders only if something was written since `before`. */
export async function observe(world: World, before: Observed | undefined): Promise<Observed> {
  const { rows } = await world.owner.query<{ snapshot: string; observation: Observation | null }>({
    name: 'observe',
    text: `select s.snapshot, case when s.snapshot is distinct from $1 then jsonb_build_object(
              'orders', (select coalesce(jsonb_agg(jsonb_build_object(
                  'organization_id', o.organization_id, 'id', o.id, 'received', o.received_minor::text,
                  'statuses', jsonb_path_query_array(o.status_history, '$[*].status'),
                  'address', o.funding_address, 'reference', o.reference_number, 'retry', o.retry_order_id,
                  'refunds', array(select r.reason || ' ' || r.currency || ' ' || r.amount_minor
                                     from refunds r where r.order_id = o.id),
                  'planned', array(select d.transaction from simulator.deposits d
                                    where d.reference = o.reference_number and d.transaction like 'sim:%'),
                  'screened', array(select d.transaction from screenings s join deposits d on d.id = s.deposit_id
                                     where s.order_id = o.id and d.order_id is null)
                ) order by o.id), '[]') from orders o),
              'credited', array(select d.transaction from screenings s join deposits d on d.id = s.deposit_id
                                 where d.order_id is not null order by d.xmin::text::bigint),
              'wrong', (select jsonb_build_object('route_id', route_id, 'off', sum(minor)::text)
                  from (select organization_id, route_id, open_minor as minor from open_totals
                        union all select organization_id, route_id, -payin_total_minor::numeric from orders
                                   where status = 'STEP_1_AWAITING_FUNDING') both_sides
                 group by organization_id, route_id having sum(minor) <> 0 limit 1)) end as observation
         from (select pg_snapshot_xmax(pg_current_snapshot())::text as snapshot) s`,
    values: [before?.snapshot ?? null],
  })
  const [row] = rows
  if (row === undefined) throw new Error('the database was not observed')
  const { snapshot, observation } = row
  if (observation === null)
    return {
      snapshot,
      seen: before?.seen ?? [],
      wrongTotal: undefined,
      credited: before?.credited ?? [],
    }
  const { orders, wrong, credited } = observation
  return {
    snapshot,
    credited,
    seen: orders.map((order) => ({
      organizationId: order.organization_id,
      id: publicId('ord', order.id),
      statuses: order.statuses,
      address: order.address ?? '',
      reference: order.reference,
      receivedMinor: BigInt(order.received),
      retryOrderId: order.retry === null ? null : publicId('ord', order.retry),
      refunds: order.refunds.toSorted(),
      planned: order.planned.toSorted(),
      screened: order.screened.toSorted(),
    })),
    wrongTotal:
      wrong === null
        ? undefined
        : `28: the open total of route ${publicId('rt', wrong.route_id)} is off by ${wrong.off}`,
  }
}

/** Lets the model follow the workers. Returns the first difference, or undefined. */
export function explain(
  model: Model,
  { seen, credited }: Observed,
  now: Instant,
  outside: Outside,
): string | undefined {
  if (seen.length > model.orders.length) return '1: there are orders that no caller was given'
  for (const transaction of credited) {
    const reason = creditScreened(model, transaction)
    if (reason !== undefined) return reason
  }
  for (const order of model.orders) {
    const row = seen.find(({ id }) => id === order.id)
    if (row === undefined) return `18: order ${order.id} was confirmed and is missing`
    if (order.isLoose) continue
    const reason = followWorkers(model, order, row, now, outside) ?? difference(model, order, row)
    if (reason !== undefined) return reason
  }
  return undefined
}

function followWorkers(
  model: Model,
  order: ModelOrder,
  row: Seen,
  now: Instant,
  outside: Outside,
): string | undefined {
  const has = (status: string) => row.statuses.includes(status)
  const deeds = [...outside.deeds.values()].filter((deed) => deed.orderId === order.id)
  const of = (kind: Deed['kind']) => deeds.filter((deed) => deed.kind === kind)
  if (order.phase === 'waiting' && has('FAILED_FUNDING_EXPIRED')) {
    if (now <= order.expiresAt) return `9: ${order.id} expired too early`
    if (waitsForRail(model, order, now))
      return `9: ${order.id} expired before money was read that came in time`
    if (waitsForScreening(model, order))
      return `31: ${order.id} expired although a deposit that came in time is being screened`
    expire(order)
    // A late deposit ended the order, once the one in time was rejected.
    order.isMoved ||=
      has('FAILED_REFUND_REQUESTED') &&
      order.refunds.some(({ reason, isKept }) => reason === 'late' && isKept !== true)
  }
  if (order.phase === 'funded' && has('FAILED_DECLINED_BY_LIQ_PROVIDER')) {
    const refused = of('fill').filter(({ state }) => state === 'refused')
    const { provider, furtherProviders } = routeOf(order.route)
    const isRefused = [provider, ...furtherProviders].every((name) => {
      const its = refused.filter(({ company }) => company === name)
      return its.some(({ isFinal }) => isFinal) || its.length >= 3
    })
    if (!isRefused || isAllSold(of('fill')) || of('fill').some(({ state }) => state === 'pending'))
      return `15: ${order.id} is declined, but the provider did not decline it`
    order.phase = 'declined'
  }
  if (order.phase === 'funded' && has('STEP_3_SETTLING_PAYOUT')) {
    if (!isAllSold(of('fill')))
      return `15: ${order.id} counts as filled, but the provider did not fill it`
    order.phase = 'filled'
  }
  if (order.phase === 'filled' && has('STEP_4_COMPLETED')) {
    if (!of('payout').some(({ state }) => state === 'done'))
      return `14: ${order.id} is completed, but was not paid out`
    order.phase = 'completed'
  }
  if (order.phase === 'filled' && has('FAILED_REFUND_REQUESTED')) {
    const payouts = of('payout')
    if (payouts.length === 0 || !payouts.every(({ state }) => state === 'refused'))
      return `15: the payout of ${order.id} counts as rejected, but the rail did not reject it`
    order.phase = 'rejected'
    order.refunds.push({
      reason: 'payout_rejected',
      currency: routeOf(order.route).payin,
      amountMinor: order.totalMinor,
    })
  }
  return undefined
}

/** Each fill asks for what the ones before it left, so the largest asked for the whole net. */
const isAllSold = (fills: readonly Deed[]): boolean => {
  const sold = fills.filter(({ state }) => state === 'done')
  const netMinor = fills.reduce(
    (most, deed) => (deed.amountMinor > most ? deed.amountMinor : most),
    0n,
  )
  return netMinor > 0n && sold.reduce((sum, deed) => sum + deed.soldMinor, 0n) === netMinor
}

const isFunded = ({ phase }: ModelOrder): boolean =>
  !['waiting', 'expired', 'cancelled'].includes(phase)

function difference(model: Model, order: ModelOrder, row: Seen): string | undefined {
  const has = (status: string) => row.statuses.includes(status)
  const planned = model.arrivals
    .filter((arrival) => arrival.order === order.id && arrival.transaction.startsWith('sim:'))
    .map(({ transaction }) => transaction)
    .toSorted()
  const expected = order.refunds
    .map(({ reason, currency, amountMinor }) => `${reason} ${currency} ${amountMinor}`)
    .toSorted()
  const screened = model.screened
    .filter((one) => one.order === order.id)
    .map(({ arrival }) => arrival.transaction)
    .toSorted()
  const compare = (number: string, what: string, is: unknown, should: unknown) =>
    String(is) === String(should)
      ? undefined
      : `${number}: ${what} of ${order.id} (${order.phase}, ${row.statuses.join(' ')}) is ${String(is)} and should be ${String(should)}`
  return (
    compare('10', 'the received amount', row.receivedMinor, order.receivedMinor) ??
    compare('10', 'the later deposits', row.planned.join(' '), planned.join(' ')) ??
    compare('31', 'the deposits in screening', row.screened.join(' '), screened.join(' ')) ??
    compare('2', 'being funded', has('STEP_2_FILLING_FX'), isFunded(order)) ??
    compare('9', 'being cancelled', has('FAILED_CANCELLED'), order.phase === 'cancelled') ??
    compare('9', 'being expired', has('FAILED_FUNDING_EXPIRED'), order.phase === 'expired') ??
    compare(
      '9',
      'being filled',
      has('STEP_3_SETTLING_PAYOUT'),
      ['filled', 'completed', 'rejected', 'ended'].includes(order.phase),
    ) ??
    compare('11', 'the follow-up', row.retryOrderId, order.retriedBy) ??
    compare(
      '11',
      'refunds',
      expected.length === 0 && row.refunds.length === 0 ? '' : row.refunds.join(', '),
      expected.join(', '),
    ) ??
    compare(
      '9',
      'giving back',
      has('FAILED_REFUND_REQUESTED'),
      order.isMoved || ['rejected', 'given_back', 'ended'].includes(order.phase),
    )
  )
}
