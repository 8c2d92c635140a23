// The SQL that lists keys under which a rail may have sent money or a provider may have converted it. A page scans a fixed
// number of rows, so that no statement takes long in a large database.
import { later, type Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement, type Statement } from '../../platform/db/statement.ts'
import { earliestUuid, NO_ID, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { keyIdOf, keyIdOfRetry, keyNameOf, type NamedInKeys } from '../orders/keys.ts'
import { depositReturnKeys, nextKey, refundKey, refundKeysOf } from '../refunds/key.ts'

const ROWS_PER_PAGE = 2000

const SELECT_PAYOUT_KEYS = statement(
  'select_payout_keys',
  ['after', 'limit', 'rail', 'since'],
  `select array_agg(rail_key) filter (
            where (rail is null or rail = $3) and (coalesce(settled_at, rejected_at) is null
               or coalesce(settled_at, rejected_at) >= $4)) as keys,
          array_agg(rail_key) filter (where returned_at is not null or rejected_at is not null) as repeated,
          max(rail_key) as last
     from (select rail_key, rail, settled_at, rejected_at, returned_at from payouts
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_REFUND_KEYS = statement(
  'select_refund_keys',
  ['after', 'limit', 'rail', 'since'],
  `select array_agg(rail_key) filter (
            where (rail is null or rail = $3)
              and (status <> 'PROCESSED' or updated_at >= $4)) as keys,
          array_agg(rail_key) filter (where status = 'FAILED') as repeated,
          -- The refund that may have collected a kept one: see collectedKey.
          array_agg(distinct split_part(rail_key, ':', 1) || ':refund:collected-' || 1 + (
            select count(*) from refunds c
             where (c.organization_id, c.order_id) = (scanned.organization_id, scanned.order_id)
               and c.reason = 'collected') || ':1') filter (where status = 'KEPT') as collecting,
          max(rail_key) as last
     from (select rail_key, rail, status, updated_at, organization_id, order_id from refunds
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_NEXT_PAYOUTS = statement(
  'select_next_payouts',
  ['after', 'limit', 'since'],
  `select id, key_id, case when due_at is not null or updated_at >= $3 then
            1 + (select count(*)::int from payouts p
                  where p.order_id = scanned.id and p.organization_id = scanned.organization_id)
          end as sequence,
          due_at is not null or updated_at >= $3 or parked_reason is not null or awaits_retry as may_refund
     from (select id, key_id, organization_id, due_at, updated_at, parked_reason, awaits_retry from orders
            where id > $1 order by id limit $2) scanned
    order by id`,
)

// A rail that is read again reports the deposits of the lost time. A lost refund of one is due again, or its order holds the money.
const SELECT_DEPOSITS_READ = statement(
  'select_deposits_read',
  ['after', 'limit', 'since'],
  `select d.id, d.rail, d.transaction, d.output_index, d.occurrence, o.id as order_id, o.key_id
     from (select id, organization_id, order_id, rail, transaction, output_index, occurrence, recorded_at, assigned_at from deposits
            where id > $1 order by id limit $2) d
     -- A deposit that is screened is credited later.
     left join screenings s on s.deposit_id = d.id and d.order_id is null
     left join orders o on o.organization_id = coalesce(d.organization_id, s.organization_id)
                       and o.id = coalesce(d.order_id, s.order_id) and greatest(d.recorded_at, d.assigned_at) >= $3
    order by d.id`,
)

type DepositRead = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  output_index: number
  occurrence: number
  order_id: Uuid<'ord'> | null
  key_id: Uuid<'ord'> | null
}

const SELECT_DEPOSIT_RETURN_KEYS = statement(
  'select_deposit_return_keys',
  ['after', 'limit', 'rail', 'since'],
  `select array_agg(rail_key) filter (
            where (rail is null or rail = $3) and (due_at is not null or updated_at >= $4)) as keys,
          -- The lost time may have given it up, and returned its deposit again.
          array_agg(rail_key) filter (where due_at is not null) as repeated,
          max(rail_key) as last
     from (select rail_key, rail, due_at, updated_at from deposit_returns
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_NEXT_DEPOSIT_RETURNS = statement(
  'select_next_deposit_returns',
  ['after', 'limit'],
  `select id, rail, transaction, output_index, occurrence,
          order_id is null and reversed_at is null and exit is null as may_return,
          1 + (select count(*)::int from deposit_returns r where r.deposit_id = scanned.id) as number
     from (select * from deposits where id > $1 order by id limit $2) scanned
    order by id`,
)

type NextReturn = {
  id: Uuid<'dep'>
  rail: string
  transaction: string
  output_index: number
  occurrence: number
  may_return: boolean
  number: number
}

/** `repeated`: sends that failed or came back, which an operator may have repeated. */
type KeyPage = {
  keys: string[] | null
  repeated?: string[] | null
  collecting?: string[] | null
  last: string | null
}

/**
 * The keys of payouts and refunds over the rail whose outcome was not recorded before `since`. Also the keys that the next
 * payouts and refunds of open orders, and returns of deposits in suspense, will have: a restore may have lost the rows. A
 * deposit that is read again now may have been refunded for itself then.
 */
export async function* keysOf(
  db: Db,
  rail: string,
  since: Instant,
): AsyncGenerator<readonly string[], void> {
  const from = sqlInstant(since)
  for (const pageOf of [SELECT_PAYOUT_KEYS, SELECT_REFUND_KEYS, SELECT_DEPOSIT_RETURN_KEYS])
    for await (const page of pagesByKey<KeyPage>(db, pageOf, [rail, from])) {
      if (page.keys !== null) yield page.keys
      if (page.repeated != null) yield page.repeated.flatMap(repetitionsOf)
      if (page.collecting != null) yield page.collecting
    }
  for await (const page of pagesById<NextPayout>(db, SELECT_NEXT_PAYOUTS, [from]))
    yield page.flatMap(({ sequence, may_refund: mayRefund, ...order }) => [
      ...(sequence === null ? [] : [`${keyNameOf(order)}:payout:${sequence}`]),
      ...(mayRefund ? [...refundKeysOf(keyIdOf(order)), ...keysOfRetries(order)] : []),
    ])
  yield* keysOfDeposits(db, since)
  for await (const page of pagesById<NextReturn>(db, SELECT_NEXT_DEPOSIT_RETURNS, []))
    yield page
      .filter(({ may_return: mayReturn }) => mayReturn)
      .map((row) => `${depositReturnKeys({ ...row, outputIndex: row.output_index })}${row.number}`)
}

// Or it was in suspense then, and returned.
async function* keysOfDeposits(db: Db, since: Instant): AsyncGenerator<readonly string[], void> {
  for await (const page of depositsRead(db, since))
    yield page.flatMap(({ name, deposit }) => [
      refundKey(name, 'late', deposit),
      `${depositReturnKeys(deposit)}1`,
    ])
}

/**
 * By the beginning of the keys under which it would be returned, the name of the order that each deposit recorded since then
 * is for. The lost time may have left it in suspense: a lost order had its account too, or its own order had ended.
 */
export async function ordersByReturnKeys(
  db: Db,
  since: Instant,
): Promise<ReadonlyMap<string, Uuid<'ord'>>> {
  const orders = new Map<string, Uuid<'ord'>>()
  for await (const page of depositsRead(db, since))
    for (const { name, deposit } of page) orders.set(depositReturnKeys(deposit), name)
  return orders
}

async function* depositsRead(db: Db, since: Instant) {
  for await (const page of pagesById<DepositRead>(db, SELECT_DEPOSITS_READ, [sqlInstant(since)]))
    yield page.flatMap(({ order_id: id, key_id, output_index: outputIndex, ...deposit }) =>
      id === null ? [] : [{ name: keyIdOf({ id, key_id }), deposit: { ...deposit, outputIndex } }],
    )
}

/** Pages of a statement that aggregates each page and returns its last key. */
async function* pagesByKey<Page extends { last: string | null }>(
  db: Db,
  pageOf: Statement,
  values: readonly unknown[],
  first = '',
): AsyncGenerator<Page, void> {
  for (let after: string | null = first; after !== null; ) {
    const [page]: Page[] = await rows<Page>(db, pageOf, [after, ROWS_PER_PAGE, ...values])
    if (page !== undefined) yield page
    after = page?.last ?? null
  }
}

/** Pages of a statement that returns a row for each scanned one. */
async function* pagesById<Row extends { id: string }>(
  db: Db,
  pageOf: Statement,
  values: readonly unknown[],
): AsyncGenerator<Row[], void> {
  for (let after: string | undefined = NO_ID; after !== undefined; ) {
    const page: Row[] = await rows<Row>(db, pageOf, [after, ROWS_PER_PAGE, ...values])
    yield page
    after = page.at(-1)?.id
  }
}

type NextPayout = NamedInKeys & { sequence: number | null; may_refund: boolean }

/** A restore may have lost this many retries of one order, each a retry of the one before. */
const MOST_RETRIES = 4

function keysOfRetries(order: NamedInKeys): string[] {
  const keys: string[] = []
  let name = keyIdOf(order)
  for (let retries = 0; retries < MOST_RETRIES; retries++) {
    name = keyIdOfRetry({ id: name, key_id: null })
    keys.push(`${publicId('ord', name)}:payout:1`, ...refundKeysOf(name))
  }
  return keys
}

/** A payout that came back is also refunded. */
const repetitionsOf = (key: string): string[] => {
  const id = uuidOf('ord', key.split(':', 1)[0] ?? '')
  return [nextKey(key), ...(id !== undefined && key.includes(':payout:') ? refundKeysOf(id) : [])]
}

const SELECT_FILL_TOKENS = statement(
  'select_fill_tokens',
  ['after', 'limit', 'provider', 'since'],
  `select json_agg(json_build_object('key', provider_key, 'token', quote_token)) filter (
            where provider_name = $3 and (coalesce(filled_at, declined_at) is null
               or coalesce(filled_at, declined_at) >= $4)) as fills,
          max(provider_key) as last
     from (select provider_key, quote_token, provider_name, filled_at, declined_at from fills
            where provider_key > $1 order by provider_key limit $2) scanned`,
)

type KnownFill = { key: string; token: string }
type FillPage = { fills: KnownFill[] | null; last: string | null }

/** The fills at the provider whose outcome was not recorded before `since`, with the tokens of their quotes. */
export async function* fillsOf(
  db: Db,
  provider: string,
  since: Instant,
): AsyncGenerator<readonly KnownFill[], void> {
  const values = [provider, sqlInstant(since)]
  for await (const page of pagesByKey<FillPage>(db, SELECT_FILL_TOKENS, values))
    if (page.fills !== null) yield page.fills
}

// Leave out payouts that an operator marked as settled: the rail may not know them.
const SELECT_SETTLED_KEYS = statement(
  'select_settled_keys',
  ['after', 'limit', 'rail', 'since', 'until'],
  `select array_agg(rail_key) filter (
            where rail = $3 and settled_at is not null and created_at between $4 and $5
              and not exists (select from rail_marks m where m.key = scanned.rail_key)) as keys,
          max(rail_key) as last
     from (select rail_key, rail, settled_at, created_at from payouts
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_FILLED_KEYS = statement(
  'select_filled_keys',
  ['after', 'limit', 'provider', 'since', 'until'],
  `select array_agg(provider_key) filter (
            where provider_name = $3 and filled_at is not null and created_at between $4 and $5) as keys,
          max(provider_key) as last
     from (select provider_key, provider_name, filled_at, created_at from fills
            where provider_key > $1 order by provider_key limit $2) scanned`,
)

/** Keys begin with the order's identifier, which begins with its time. Older orders are left out. */
const OLDEST_ORDER_MS = 7 * 86_400_000
const MOST_ENDED = 5000

export type EndedWith = { rail: string } | { provider: string }

/** Keys of payouts over the rail, or of fills at the provider, that were made in the period and settled: at most 5000. */
export async function endedKeysOf(
  db: Db,
  at: EndedWith,
  { since, until }: { since: Instant; until: Instant },
): Promise<Set<string>> {
  const [pageOf, name] =
    'rail' in at
      ? ([SELECT_SETTLED_KEYS, at.rail] as const)
      : ([SELECT_FILLED_KEYS, at.provider] as const)
  const ended = new Set<string>()
  const first = publicId('ord', earliestUuid('ord', later(since, -OLDEST_ORDER_MS)))
  const values = [name, sqlInstant(since), sqlInstant(until)]
  for await (const page of pagesByKey<KeyPage>(db, pageOf, values, first)) {
    for (const key of page.keys ?? []) if (ended.size < MOST_ENDED) ended.add(key)
    if (ended.size === MOST_ENDED) break
  }
  return ended
}
