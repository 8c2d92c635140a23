// The SQL that reads under which keys a rail may have sent something. A page scans a fixed number of rows, so that no
// statement takes long in a large database.
import type { Instant } from '../clock.ts'
import { rows, sqlInstant, type Db } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import { NO_ID, publicId, type Uuid } from '../ids.ts'

const ROWS_PER_PAGE = 2000

const SELECT_PAYOUT_KEYS = statement(
  'select_payout_keys',
  ['after', 'limit', 'rail', 'since'],
  `select array_agg(rail_key) filter (
            where (rail is null or rail = $3) and (coalesce(settled_at, rejected_at) is null
               or coalesce(settled_at, rejected_at) >= $4)) as keys,
          max(rail_key) as last
     from (select rail_key, rail, settled_at, rejected_at from payouts
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_REFUND_KEYS = statement(
  'select_refund_keys',
  ['after', 'limit', 'rail', 'since'],
  `select array_agg(rail_key) filter (
            where (rail is null or rail = $3)
              and (status <> 'PROCESSED' or updated_at >= $4)) as keys,
          max(rail_key) as last
     from (select rail_key, rail, status, updated_at from refunds
            where rail_key > $1 order by rail_key limit $2) scanned`,
)

const SELECT_NEXT_PAYOUTS = statement(
  'select_next_payouts',
  ['after', 'limit', 'since'],
  `select id, case when due_at is not null or updated_at >= $3 then
            1 + (select count(*)::int from payouts p
                  where p.order_id = scanned.id and p.organization_id = scanned.organization_id)
          end as sequence
     from (select id, organization_id, due_at, updated_at from orders
            where id > $1 order by id limit $2) scanned
    order by id`,
)

type KeyPage = { keys: string[] | null; last: string | null }

/**
 * The keys of payouts and refunds over the rail whose outcome was not recorded before `since`, and the keys that the next
 * payouts of open orders will have: a payout that was lost with its row is still named.
 */
export async function* keysOf(
  db: Db,
  rail: string,
  since: Instant,
): AsyncGenerator<readonly string[], void> {
  for (const pageOf of [SELECT_PAYOUT_KEYS, SELECT_REFUND_KEYS])
    for (let after: string | null = ''; after !== null; ) {
      const values: unknown[] = [after, ROWS_PER_PAGE, rail, sqlInstant(since)]
      const [page] = await rows<KeyPage>(db, pageOf, values)
      if (page?.keys != null) yield page.keys
      after = page?.last ?? null
    }
  for (let after: Uuid<'ord'> | undefined = NO_ID; after !== undefined; ) {
    const values: unknown[] = [after, ROWS_PER_PAGE, sqlInstant(since)]
    const page: NextPayout[] = await rows<NextPayout>(db, SELECT_NEXT_PAYOUTS, values)
    yield page.flatMap(({ id, sequence }) =>
      sequence === null ? [] : [`${publicId('ord', id)}:payout:${sequence}`],
    )
    after = page.at(-1)?.id
  }
}

type NextPayout = { id: Uuid<'ord'>; sequence: number | null }
