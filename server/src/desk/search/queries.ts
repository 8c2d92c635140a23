// The SQL of the operators' search. Each part reads one index and at most one page, except for names and amounts. The
// enterprises that the operator sees are a condition of each part: a limit must not count what is hidden.
import { containing, hasWord } from '../../platform/db/containing.ts'
import { joinByIndex, rows, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { WantedAmount } from '../../platform/money/wanted-amounts.ts'

export const foundKinds = [
  'enterprise',
  'organization',
  'instrument',
  'order',
  'deposit',
  'payout',
  'refund',
] as const
export type FoundKind = (typeof foundKinds)[number]

export const matches = [
  'id',
  'reference_number',
  'external_reference',
  'transaction',
  'address',
  'name',
  'amount',
  'account',
] as const

export type FoundRow = {
  kind: FoundKind
  id: Uuid
  /** The name that matched. */
  matched: (typeof matches)[number]
  /** Null for a deposit in suspense. */
  enterprise_id: Uuid<'ent'> | null
  organization_id: Uuid<'org'> | null
  order_id: Uuid<'ord'> | null
}

const ORDER = `o.organization_id, o.id as order_id`

/** Condition: the operator sees the organization. Who sees all enterprises also sees what belongs to none. */
const sees = (organization: string): string =>
  `($4::uuid[] is null or exists (select from organizations s where s.id = ${organization} and s.enterprise_id = any ($4)))`

/**
 * At most `limit` things. `id` and `prefix`: of a TypeID; null for other text. `seesMatches`: an instrument also finds
 * those of the same account.
 *
 * The primary keys begin with the organization, so a lookup by identifier goes through each organization's part of them.
 */
export const selectFound = allRows<
  FoundRow,
  [
    { text: string; id: Uuid | null; prefix: string | null },
    { enterpriseIds: readonly Uuid<'ent'>[] | null; seesMatches: boolean },
    limit: number,
  ]
>(
  'select_found',
  ['text', 'id', 'prefix', 'enterprise_ids', 'limit', 'sees_matches'],
  `with found as (
     (select 'enterprise' as kind, id, 'id' as matched, id as of_enterprise, null::uuid as organization_id,
             null::uuid as order_id
        from enterprises where $3::text = 'ent' and id = $2::uuid)
     union all
     (select 'organization', id, 'id', null, id, null from organizations where $3 = 'org' and id = $2)
     union all
     (select 'instrument', e.id, 'id', null, e.organization_id, null
        from organizations g ${joinByIndex('external_payment_instruments', 'organization_id = g.id and id = $2', 'e')}
       where $3 = 'epi')
     union all
     (select 'instrument', m.id, 'account', null, m.organization_id, null
        from organizations g ${joinByIndex('external_payment_instruments', 'organization_id = g.id and id = $2', 'e')}
        join external_payment_instruments m on m.fingerprint = e.fingerprint and m.id <> e.id
       where $3 = 'epi' and $6 and ($4::uuid[] is null or g.enterprise_id = any ($4))
         and ${sees('m.organization_id')} limit $5)
     union all
     (select 'order', o.id, 'id', null, ${ORDER} from orders o where $3 = 'ord' and o.id = $2)
     union all
     (select 'deposit', id, 'id', null, organization_id, order_id from deposits where $3 = 'dep' and id = $2)
     union all
     (select 'payout', p.id, 'id', null, p.organization_id, p.order_id
        from organizations g ${joinByIndex('payouts', 'organization_id = g.id and id = $2', 'p')} where $3 = 'po')
     union all
     (select 'refund', p.id, 'id', null, p.organization_id, p.order_id
        from organizations g ${joinByIndex('refunds', 'organization_id = g.id and id = $2', 'p')} where $3 = 'rf')
     union all
     (select 'order', o.id, 'reference_number', null, ${ORDER} from orders o where o.reference_number = upper($1::text))
     union all
     (select 'order', o.id, 'external_reference', null, ${ORDER} from orders o
       where o.external_reference_id = $1 and ${sees('o.organization_id')} limit $5)
     union all
     (select 'order', o.id, 'address', null, ${ORDER} from orders o
       where o.funding_address = $1 and ${sees('o.organization_id')} limit $5)
     union all
     (select 'deposit', d.id, 'transaction', null, d.organization_id, d.order_id
        from (select name from rails union select 'sandbox') r (name)
        ${joinByIndex('deposits', 'rail = r.name and lower(transaction) = lower($1)', 'd')}
       where ${sees('d.organization_id')} limit $5)
     union all
     (select 'enterprise', id, 'name', id, null, null from enterprises
       where ${hasWord('name', '$1')} and ($4::uuid[] is null or id = any ($4)) limit $5)
     union all
     (select 'organization', id, 'name', null, id, null from organizations
       where ${hasWord('name', '$1')} and ($4::uuid[] is null or enterprise_id = any ($4)) limit $5)
   )
   select distinct on (f.kind, f.id) f.kind, f.id, f.matched, coalesce(f.of_enterprise, g.enterprise_id) as enterprise_id,
          f.organization_id, f.order_id
     from found f left join organizations g on g.id = f.organization_id
    where $4::uuid[] is null or coalesce(f.of_enterprise, g.enterprise_id) = any ($4)
    order by f.kind, f.id limit $5`,
  ({ text, id, prefix }, { enterpriseIds, seesMatches }, limit) => [
    text,
    id,
    prefix,
    enterpriseIds,
    limit,
    seesMatches,
  ],
)

/** A search by amount reads the newest orders and deposits only: no index has amounts, since it would slow every order. */
const NEWEST = 20_000
/** The newest of each organization, for operators of some enterprises. */
const NEWEST_OF_ORGANIZATION = 1000

const WANTED = `(select currency, minor from unnest($1::text[], $2::bigint[]) w (currency, minor))`
const BY_ORGANIZATION = `order by organization_id desc, id desc limit ${NEWEST_OF_ORGANIZATION}`

const newestOf = (table: string, isScoped: boolean, ids = '$4'): string =>
  isScoped
    ? `organizations g cross join lateral (
         select * from ${table} where organization_id = g.id ${table === 'deposits' ? "and outcome <> 'unmatched'" : ''}
          ${BY_ORGANIZATION}) t
        where g.enterprise_id = any (${ids}::uuid[]) and`
    : `(select * from ${table} order by id desc limit ${NEWEST}) t left join organizations g on g.id = t.organization_id
        where`

const byAmount = (isScoped: boolean): string => `
  select * from (
    select 'order' as kind, t.id, 'amount' as matched, g.enterprise_id, t.organization_id, t.id as order_id
      from ${newestOf('orders', isScoped)} ((t.payin_currency, t.payin_total_minor) in ${WANTED}
                                            or (t.payout_currency, t.payout_total_minor) in ${WANTED})
    union all
    select 'deposit', t.id, 'amount', g.enterprise_id, t.organization_id, t.order_id
      from ${newestOf('deposits', isScoped)} (t.currency, t.amount_minor) in ${WANTED}) found
   order by id desc limit $3`

const SEARCH_BY_AMOUNT = statement(
  'select_found_by_amount',
  ['currencies', 'minors', 'limit'],
  byAmount(false),
)
const SEARCH_BY_AMOUNT_OF_ENTERPRISES = statement(
  'select_found_by_amount_of_enterprises',
  ['currencies', 'minors', 'limit', 'enterprise_ids'],
  byAmount(true),
)

// Reference numbers begin with the day: people remember how they end.
const byPart = (isScoped: boolean): string => `
  select 'order' as kind, t.id,
         case when t.reference_number ilike $1 then 'reference_number' else 'external_reference' end as matched,
         g.enterprise_id, t.organization_id, t.id as order_id
    from ${newestOf('orders', isScoped, '$3')} (t.reference_number ilike $1 or t.external_reference_id ilike $1)
   order by t.id desc limit $2`

const SEARCH_BY_PART = statement('select_found_by_part', ['pattern', 'limit'], byPart(false))
const SEARCH_BY_PART_OF_ENTERPRISES = statement(
  'select_found_by_part_of_enterprises',
  ['pattern', 'limit', 'enterprise_ids'],
  byPart(true),
)

/** Orders whose reference number or external reference has this part, newest first. */
export function selectFoundByPart(
  db: Db,
  part: string,
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  limit: number,
): Promise<FoundRow[]> {
  const values = [containing(part), limit]
  return enterpriseIds === null
    ? rows(db, SEARCH_BY_PART, values)
    : rows(db, SEARCH_BY_PART_OF_ENTERPRISES, [...values, enterpriseIds])
}

/** Orders and deposits of exactly one of these amounts, newest first. */
export function selectFoundByAmount(
  db: Db,
  wanted: readonly WantedAmount[],
  enterpriseIds: readonly Uuid<'ent'>[] | null,
  limit: number,
): Promise<FoundRow[]> {
  const values = [wanted.map(({ currency }) => currency), wanted.map(({ minor }) => minor), limit]
  return enterpriseIds === null
    ? rows(db, SEARCH_BY_AMOUNT, values)
    : rows(db, SEARCH_BY_AMOUNT_OF_ENTERPRISES, [...values, enterpriseIds])
}
