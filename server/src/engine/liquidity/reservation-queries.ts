// All SQL of reserved_totals: what open orders reserve at providers that have limits. The statements that create, fill and
// end orders update it, so it always equals the sum over these orders.
import { firstRow, rows, sqlNumbers, sqlUuids, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { netOf } from '../ledger/postings.ts'
import type { PricedQuote } from './left.ts'

/** SQL part: whether the order reserves, in its own status or in another one. */
export const isReserving = (order: string, status = `${order}.status`): string =>
  `(${order}.reserved_provider is not null
      and coalesce(${status}, ${order}.status) in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX'))`

/** SQL part: the net of an order, which its provider buys. */
const NET = '(payin_total_minor - payin_fee_minor - payin_tax_minor)'

/** SQL part: what orders reserve. `provider` is an expression. */
export const reservedBy = (
  orders: string,
  { provider, sign, condition }: { provider: string; sign: '' | '-'; condition: string },
): string => `
  select ${provider} as provider, payin_currency, payout_currency, ${sign}${NET} as payin_minor,
         ${sign}payout_total_minor as payout_minor
    from ${orders} where ${condition}`

/**
 * SQL part that adds reservations to a slot. It locks rows in key order and after all other locks of the statement.
 */
export const addReserved = (reservations: string, slotParameter: string): string => `
  insert into reserved_totals (provider, payin_currency, payout_currency, slot, payin_minor, payout_minor)
  select provider, payin_currency, payout_currency, ${slotParameter}::int, sum(payin_minor), sum(payout_minor)
    from (${reservations}) changes
   group by provider, payin_currency, payout_currency order by provider, payin_currency, payout_currency
      on conflict (provider, payin_currency, payout_currency, slot)
      do update set payin_minor = reserved_totals.payin_minor + excluded.payin_minor,
                    payout_minor = reserved_totals.payout_minor + excluded.payout_minor`

/**
 * SQL part: the ids of the orders in `asked` that their provider covers. `asked` has id, provider, both currencies, and
 * both amounts with those of the orders before it. Providers are locked in order, so that two statements never deadlock.
 */
export const coveredOrders = (asked: string): string => `
     with asked as materialized (
       select * from ${asked} as a (id, provider, payin_currency, payout_currency, payin_minor, payout_minor)
     ), pairs as materialized (
       select distinct provider, payin_currency, payout_currency from asked order by 1, 2, 3
     ), room as materialized (
       select p.*, l.* from pairs p cross join lateral lock_liquidity(p.provider, p.payin_currency, p.payout_currency) l
     )
     select id from asked join room using (provider, payin_currency, payout_currency)
      where payin_minor <= coalesce(payin_left, payin_minor) and payout_minor <= coalesce(payout_left, payout_minor)`

/** SQL part: the orders of fill intents whose reservation changes: its provider is another one, or has limits now. */
export const movingOrders = (intents: string): string => `
   select * from (
     select i.*, exists (select from provider_limits
                          where provider = i.provider_name
                            and (settlement_limit_minor is not null or is_prefunded)) as is_limited
       from ${intents} i where i.provider_name is distinct from i.reserved_provider) i
    where reserved_provider is not null or is_limited`

/** SQL part: what `coveredOrders` needs. The smallest orders come first, so that a large one does not keep them out. */
export const askedBy = (moving: string): string => `(
   select order_id, provider_name, payin_currency, payout_currency,
          sum(${NET}) over (partition by provider_name, payin_currency order by payout_total_minor, order_id),
          sum(payout_total_minor) over (partition by provider_name, payout_currency order by payout_total_minor, order_id)
     from ${moving} where is_limited)`

export const movedReservations = (moved: string): string => `
  ${reservedBy(moved, { provider: 'reserved_provider', sign: '-', condition: 'reserved_provider is not null' })}
  union all
  ${reservedBy(moved, { provider: 'provider_name', sign: '', condition: 'is_limited' })}`

type Reserving = { id: Uuid<'ord'>; quote: PricedQuote }

/** The columns of `coveredOrders`, as parameters. Each amount includes the earlier orders of the batch. */
export function reservationsOf(orders: readonly Reserving[]): unknown[] {
  const sums = new Map<string, bigint>()
  const added = (side: string, quote: PricedQuote, currency: string, minor: bigint) => {
    const key = `${side} ${quote.priced_provider} ${currency}`
    const sum = (sums.get(key) ?? 0n) + minor
    sums.set(key, sum)
    return sum
  }
  const payins = orders.map(({ quote }) =>
    added('payin', quote, quote.payin_currency, netOf(quote)),
  )
  const payouts = orders.map(({ quote }) =>
    added('payout', quote, quote.payout_currency, quote.payout_total_minor),
  )
  return [
    sqlUuids(orders.map(({ id }) => id)),
    orders.map(({ quote }) => quote.priced_provider),
    orders.map(({ quote }) => quote.payin_currency),
    orders.map(({ quote }) => quote.payout_currency),
    sqlNumbers(payins),
    sqlNumbers(payouts),
  ]
}

type ReservedTotal = {
  provider: string
  payin_currency: string
  payout_currency: string
  payin_minor: bigint
  payout_minor: bigint
}
type TextTotal = Omit<ReservedTotal, 'payin_minor' | 'payout_minor'> & {
  payin_minor: string
  payout_minor: string
}
const totalOf = (row: TextTotal): ReservedTotal => ({
  ...row,
  payin_minor: BigInt(row.payin_minor),
  payout_minor: BigInt(row.payout_minor),
})

const SELECT_RESERVED = statement(
  'select_reserved',
  ['provider', 'payin_currency', 'payout_currency'],
  `select coalesce(sum(payin_minor), 0)::text as payin_minor, coalesce(sum(payout_minor), 0)::text as payout_minor
     from reserved_totals where provider = $1 and payin_currency = $2 and payout_currency = $3`,
)

/** The amount of a pair that open orders reserve, in minor units. */
export async function selectReserved(
  db: Db,
  provider: string,
  pair: { payinCurrency: string; payoutCurrency: string },
): Promise<{ payinMinor: bigint; payoutMinor: bigint }> {
  const row = await firstRow<{ payin_minor: string; payout_minor: string }>(db, SELECT_RESERVED, [
    provider,
    pair.payinCurrency,
    pair.payoutCurrency,
  ])
  return { payinMinor: BigInt(row?.payin_minor ?? 0), payoutMinor: BigInt(row?.payout_minor ?? 0) }
}

/** The first total that differs from its orders. It reads all orders. */
export const selectReservedFault = oneRow<
  TextTotal & { payin_counted: string; payout_counted: string }
>(
  'select_reserved_fault',
  [],
  `with actual as (
     select provider, payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
       from (${reservedBy('orders', { provider: 'reserved_provider', sign: '', condition: isReserving('orders') })}) reserving
      group by provider, payin_currency, payout_currency
   ), counted as (
     select provider, payin_currency, payout_currency, sum(payin_minor) as payin_counted,
            sum(payout_minor) as payout_counted
       from reserved_totals group by provider, payin_currency, payout_currency
   ), compared as (
     select provider, payin_currency::text, payout_currency::text,
            coalesce(payin_minor, 0)::text as payin_minor, coalesce(payout_minor, 0)::text as payout_minor,
            coalesce(payin_counted, 0)::text as payin_counted, coalesce(payout_counted, 0)::text as payout_counted
       from actual full join counted using (provider, payin_currency, payout_currency)
   )
   select * from compared where (payin_minor, payout_minor) <> (payin_counted, payout_counted)
    order by provider, payin_currency, payout_currency limit 1`,
)

// Every order that reserves is due or parked, so the two partial indexes find it.
const CORRECT_RESERVED_TOTALS = statement(
  'correct_reserved_totals',
  [],
  `with reserving as (
     select * from orders where due_at is not null and parked_reason is null and ${isReserving('orders')}
     union all
     select * from orders where parked_reason is not null and ${isReserving('orders')}
   ), difference as (
     select provider, payin_currency, payout_currency, sum(payin_minor) as payin_minor, sum(payout_minor) as payout_minor
       from (${reservedBy('reserving', { provider: 'reserved_provider', sign: '', condition: 'true' })}
             union all
             select provider, payin_currency, payout_currency, -payin_minor, -payout_minor from reserved_totals) both_sides
      group by provider, payin_currency, payout_currency
     having sum(payin_minor) <> 0 or sum(payout_minor) <> 0
   ), corrected as (${addReserved('select * from difference', '-1')})
   select provider, payin_currency::text, payout_currency::text, payin_minor::text, payout_minor::text from difference`,
)

/** Corrects the totals that differ from the orders and returns the differences. See correctOpenTotals. */
export const correctReservedTotals = async (db: Db): Promise<ReservedTotal[]> =>
  (await rows<TextTotal>(db, CORRECT_RESERVED_TOTALS)).map(totalOf)
