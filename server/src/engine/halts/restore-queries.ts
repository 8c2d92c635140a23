// The SQL of halts after a restore: which sends a rail has made, and which fills a provider, that the database does not
// know.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { allRows, oneRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { uuidOf, type Uuid } from '../../platform/ids.ts'
import type { ListedFill } from '../../outside/liquidity/port.ts'
import type { ListedSend } from '../../outside/rails/port.ts'
import { namesOfFamily, type NamedInKeys } from '../orders/keys.ts'
import { isReturnKey } from '../refunds/key.ts'
import { isExplained, isExplainedFill, isOfBefore, isSentAs } from './contested.ts'

/** Halts the sends of every rail and the fills at every provider: the database lacks changes that were acknowledged. */
export const haltRestoredSends = write('halt_restored_sends', [], `select halt_restored_sends()`)

const SELECT_LAST_CHANGE = statement(
  'select_last_change',
  [],
  `select max(updated_at)::timestamptz(3) as at from orders`,
)

/** When an order of the database last changed. It reads the whole table. Null if there are no orders. */
export async function selectLastChange(db: Db): Promise<Instant | null> {
  const [row] = await rows<{ at: Instant | null }>(db, SELECT_LAST_CHANGE)
  return row?.at ?? null
}

const SELECT_IS_RESTORED = statement(
  'select_is_restored',
  [],
  `select exists (select from halts where cause = 'restore') as is_restored`,
)

/** Whether the database was ever restored. */
export const selectIsRestored = async (db: Db): Promise<boolean> =>
  (await firstRow<{ is_restored: boolean }>(db, SELECT_IS_RESTORED, []))?.is_restored ?? false

/** When the newest restore halted the sends of the rail. `lists_sends`: true if nothing of before can land there any more. */
export const selectLastRestore = oneRow<
  { halted_at: Instant; lists_sends: boolean | null },
  [rail: string]
>(
  'select_last_restore',
  ['rail'],
  `select halted_at, lists_sends from halts where cause = 'restore' and what = 'sends' and rail = $1
    order by halted_at desc limit 1`,
)

/** An open halt after a restore that nothing has changed since it was read: it was not made anew by another restore. */
const unchanged = (list: 'sends' | 'fills') =>
  `h.id = $1 and h.halted_at = $2 and h.cause = 'restore' and h.resumed_at is null and h.lists_${list} is null`

/** A list that invents entries fills no disk. The rest is for the statement of the rail or provider. */
export const MOST_UNKNOWN = 10_000

/** SQL value: the order with this name in keys; else the last known order that it may be a retry of; else the name. */
const orderNamed = (name: string): string => {
  const { from, to } = namesOfFamily(name)
  return `coalesce(
    (select o.id from orders o where o.key_id = ${name}),
    (select o.id from orders o where o.id = ${name} and o.key_id is null),
    (select o.id from orders o where o.retry_order_id is null and o.id between ${from} and ${to}
      union all
     select o.id from orders o where o.retry_order_id is null and o.key_id between ${from} and ${to} limit 1),
    ${name})`
}

const INSERT_UNKNOWN_SENDS = statement(
  'insert_unknown_sends',
  ['halt_id', 'halted_at', 'most', 'references', 'keys', 'currencies', 'amounts_minor', 'names'],
  `with inserted as (
     insert into unknown_sends (halt_id, reference, key, currency, amount_minor, order_id)
     select h.id, s.reference, s.key, s.currency, s.amount_minor, ${orderNamed('s.name')}
       from halts h, unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::uuid[])
                       as s (reference, key, currency, amount_minor, name)
      where ${unchanged('sends')}
        and not ${isSentAs('s')}
      limit greatest(0, $3 - (select count(*) from unknown_sends u where u.halt_id = $1))
     on conflict do nothing)
   select count(*)::int as count from unknown_sends where halt_id = $1`,
)

/** A key of a send or fill begins with the name of its order. */
const nameIn = (key: string | null): Uuid<'ord'> | null =>
  uuidOf('ord', key?.split(':', 1)[0] ?? '') ?? null

/** `nameOfReturn`: the name of the order that has the deposit which went back under the key. */
type Listing = {
  id: Uuid<'hlt'>
  haltedAt: Instant
  nameOfReturn(key: string): Promise<Uuid<'ord'> | null>
}

/**
 * Notes those sends of the rail that the database does not know, or knows with another amount. Repeated sends count
 * once. Returns whether there is no room for more.
 */
export async function insertUnknownSends(
  db: Db,
  { id, haltedAt, nameOfReturn }: Listing,
  listed: readonly ListedSend[],
): Promise<boolean> {
  const names: (Uuid<'ord'> | null)[] = []
  for (const { key } of listed)
    names.push(key !== null && isReturnKey(key) ? await nameOfReturn(key) : nameIn(key))
  const [before] = await rows<{ count: number }>(db, INSERT_UNKNOWN_SENDS, [
    id,
    sqlInstant(haltedAt),
    MOST_UNKNOWN,
    listed.map(({ reference }) => reference),
    listed.map(({ key }) => key),
    listed.map(({ currency }) => currency),
    listed.map(({ amountMinor }) => amountMinor),
    names,
  ])
  return (before?.count ?? 0) >= MOST_UNKNOWN
}

const INSERT_UNKNOWN_FILLS = statement(
  'insert_unknown_fills',
  [
    'halt_id',
    'halted_at',
    'most',
    'references',
    'keys',
    'payin_currencies',
    'sold_minor',
    'payout_currencies',
    'delivered_minor',
    'names',
  ],
  `with inserted as (
     insert into unknown_fills (halt_id, reference, key, payin_currency, sold_minor, payout_currency, delivered_minor,
       order_id)
     select h.id, s.reference, s.key, s.payin_currency, s.sold_minor, s.payout_currency, s.delivered_minor,
            ${orderNamed('s.name')}
       from halts h, unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::bigint[], $10::uuid[])
                       as s (reference, key, payin_currency, sold_minor, payout_currency, delivered_minor, name)
      where ${unchanged('fills')}
        and not ${isExplainedFill('s', 'h.provider')}
      limit greatest(0, $3 - (select count(*) from unknown_fills u where u.halt_id = $1))
     on conflict do nothing)
   select count(*)::int as count from unknown_fills where halt_id = $1`,
)

/** Notes those fills of the provider that the database does not know, like `insertUnknownSends`. */
export async function insertUnknownFills(
  db: Db,
  { id, haltedAt }: Pick<Listing, 'id' | 'haltedAt'>,
  listed: readonly ListedFill[],
): Promise<boolean> {
  const [before] = await rows<{ count: number }>(db, INSERT_UNKNOWN_FILLS, [
    id,
    sqlInstant(haltedAt),
    MOST_UNKNOWN,
    listed.map(({ reference }) => reference),
    listed.map(({ key }) => key),
    listed.map(({ payinCurrency }) => payinCurrency),
    listed.map(({ soldMinor }) => soldMinor),
    listed.map(({ payoutCurrency }) => payoutCurrency),
    listed.map(({ deliveredMinor }) => deliveredMinor),
    listed.map(({ key }) => nameIn(key)),
  ])
  return (before?.count ?? 0) >= MOST_UNKNOWN
}

/**
 * Notes that the rail or provider was read again. Call it after all that is unknown is noted. `lists`: false if it cannot
 * list what it did; null if the list is not complete yet.
 */
export const updateHaltRead = write(
  'update_halt_read',
  ['id', 'halted_at', 'at', 'lists'],
  `update halts h
      set read_at = greatest($3::timestamptz, h.halted_at),
          lists_sends = case when h.what = 'sends' then $4::boolean end,
          lists_fills = case when h.what = 'fills' then $4::boolean end
    where ${unchanged('sends')} and h.lists_fills is null`,
  ({ id, haltedAt }: Pick<Listing, 'id' | 'haltedAt'>, at: Instant, lists: boolean | null) => [
    id,
    sqlInstant(haltedAt),
    sqlInstant(at),
    lists,
  ],
)

export type UnknownSend = {
  reference: string
  key: string | null
  currency: string
  amount_minor: bigint | null
  /** An operator recorded it, or the service has sent under its key again. */
  is_put_right: boolean
}

export const selectUnknownSends = allRows<UnknownSend, [haltId: Uuid<'hlt'>]>(
  'select_unknown_sends',
  ['halt_id'],
  `select reference, key, currency, amount_minor, put_right_at is not null or ${isExplained('u')} as is_put_right
     from unknown_sends u where halt_id = $1 order by reference`,
)

export type UnknownFill = {
  reference: string
  key: string | null
  payin_currency: string
  sold_minor: bigint | null
  payout_currency: string
  delivered_minor: bigint | null
  is_put_right: boolean
}

export const selectUnknownFills = allRows<UnknownFill, [haltId: Uuid<'hlt'>]>(
  'select_unknown_fills',
  ['halt_id'],
  `select reference, key, payin_currency, sold_minor, payout_currency, delivered_minor,
          put_right_at is not null or ${isExplainedFill('u', 'h.provider')} as is_put_right
     from unknown_fills u join halts h on h.id = halt_id where halt_id = $1 order by reference`,
)

/** Sends that rails have listed and that are not put right, under the key, or without a key under the reference. */
export const selectListedSends = allRows<
  Omit<UnknownSend, 'is_put_right'> & { rail: string },
  [key: string, reference: string | null]
>(
  'select_listed_sends',
  ['key', 'reference'],
  `select distinct h.rail, u.reference, u.key, u.currency, u.amount_minor
     from unknown_sends u join halts h on h.id = u.halt_id
    where u.put_right_at is null and (u.key = $1 or u.key is null and u.reference = $2)`,
)

const FAMILY = namesOfFamily('$3')

export type ListedFillRow = Omit<UnknownFill, 'is_put_right'> & { provider: string }

/**
 * Fills of the order, or of its family, that providers have listed and the database lacks, and the one without a key under the reference.
 *
 * The fill of a retry that a restore lost was noted of the order that it retried, before the retry was made again.
 */
export const selectListedFills = allRows<ListedFillRow, [NamedInKeys, reference: string | null]>(
  'select_listed_fills',
  ['order_id', 'reference', 'key_id'],
  `select distinct h.provider, u.reference, u.key, u.payin_currency, u.sold_minor, u.payout_currency, u.delivered_minor
     from unknown_fills u join halts h on h.id = u.halt_id
    where (u.order_id = $1 or u.order_id between ${FAMILY.from} and ${FAMILY.to} or u.key is null and u.reference = $2)
      and u.put_right_at is null and not ${isExplainedFill('u', 'h.provider')}
    order by u.key`,
  ({ id, key_id: keyId }, reference) => [id, reference, keyId],
)

/** A fill that may be the lost one of one of these orders: the provider does not tell its key. The service would convert again. */
export const selectFillToDecide = oneRow<
  { reference: string; order_ids: Uuid<'ord'>[] },
  [haltId: Uuid<'hlt'>]
>(
  'select_fill_to_decide',
  ['halt_id'],
  `select u.reference, array_agg(o.id order by o.id) as order_ids
     from unknown_fills u join halts h on h.id = u.halt_id
     join orders o on o.payin_currency = u.payin_currency and o.payout_currency = u.payout_currency
    where u.halt_id = $1 and u.key is null and u.put_right_at is null
      and o.status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX') and o.frozen_at is null
      and ${isOfBefore('o.created_at')}
      and (u.sold_minor is null
           or u.sold_minor = o.payin_total_minor - o.payin_fee_minor - o.payin_tax_minor
                - coalesce((select sum(f.sold_minor) from fills f
                             where f.organization_id = o.organization_id and f.order_id = o.id), 0))
    group by u.reference order by u.reference limit 1`,
)

/** An operator has recorded the send, or only the fills. */
export const updatePutRight = write(
  'update_put_right',
  ['key', 'rail', 'reference', 'providers', 'fill_references', 'at'],
  `with fills_too as (
     update unknown_fills u set put_right_at = $6
       from halts h, unnest($4::text[], $5::text[]) as f (provider, reference)
      where h.id = u.halt_id and u.put_right_at is null and h.provider = f.provider and u.reference = f.reference)
   update unknown_sends u set put_right_at = $6
     from halts h
    where h.id = u.halt_id and u.put_right_at is null and h.rail = $2
      and (u.key = $1 or u.key is null and u.reference = $3)`,
  (
    sent: { key: string; rail: string; reference: string } | undefined,
    fills: readonly { provider: string; reference: string }[],
    at: Instant,
  ) => [
    sent?.key,
    sent?.rail,
    sent?.reference,
    fills.map(({ provider }) => provider),
    fills.map(({ reference }) => reference),
    sqlInstant(at),
  ],
)

const UPDATE_OF_NO_ORDER = statement(
  'update_of_no_order',
  ['halt_id', 'references', 'at'],
  `update unknown_sends set put_right_at = $3
    where halt_id = $1 and reference = any ($2::text[]) and put_right_at is null returning reference`,
)

/** An operator says of listed sends that no order of the database made or owes them. Returns those that were listed. */
export const updateOfNoOrder = async (
  db: Db,
  haltId: Uuid<'hlt'>,
  references: readonly string[],
  at: Instant,
): Promise<string[]> =>
  (
    await rows<{ reference: string }>(db, UPDATE_OF_NO_ORDER, [haltId, references, sqlInstant(at)])
  ).map(({ reference }) => reference)

/** An operator has recorded that a retry of the order was lost. `name`: the order's in keys. */
export const updateRetryPutRight = write(
  'update_retry_put_right',
  ['order_id', 'own', 'at'],
  `with fills_too as (
     update unknown_fills set put_right_at = $3
      where order_id = $1 and put_right_at is null and not starts_with(key, $2))
   update unknown_sends set put_right_at = $3
    where order_id = $1 and put_right_at is null and not starts_with(key, $2)`,
  (orderId: Uuid<'ord'>, name: string, at: Instant) => [orderId, `${name}:`, sqlInstant(at)],
)
