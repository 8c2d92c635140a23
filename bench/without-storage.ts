// The ceiling: authentication, schemas, pricing, addresses and rendering stay. Writes and reads go to memory, batched
// like statements: answers sent together cost less than answers sent one by one, and that is not a saving of storage.
import { batched } from '../server/src/platform/db/batch.ts'
import type { Deps } from '../server/src/service/deps.ts'
import type { Pool } from '../server/src/platform/db/pool.ts'
import type { OwnedId, Uuid } from '../server/src/platform/ids.ts'
import { insertedRow, type NewOrder } from '../server/src/engine/orders/new-order.ts'
import type { KnownOrder, OrderKey, OrderRow } from '../server/src/engine/orders/queries.ts'
import type { FoundQuote, NewQuote, QuoteRow } from '../server/src/engine/quotes/queries.ts'

// The number that reads and replays use. Later orders are dropped, so that a long run does not measure memory.
const MOST_KEPT = 5000

export function withoutStorage({ db }: Deps): Partial<Deps> {
  let quoted: QuoteRow | undefined
  const orders = new Map<Uuid<'ord'>, OrderRow>()
  const byKey = new Map<string, OrderRow>()
  const newest: OrderRow[] = []

  function keep(order: NewOrder): OrderRow | null {
    if (byKey.has(order.idempotencyKey)) return null
    const row = insertedRow(order, { payin_instrument_version: 2, payout_instrument_version: 2 })
    if (orders.size < MOST_KEPT) {
      orders.set(row.id, row)
      byKey.set(order.idempotencyKey, row)
      newest.unshift(row)
    }
    return row
  }

  return {
    insertQuote: batched<NewQuote, boolean>(async (quotes) => {
      quoted ??= quotes[0]
      return quotes.map(() => true)
    }),
    findQuote: batched<OwnedId<'qt'>, FoundQuote | null>(async (keys) =>
      keys.map(({ id }) => (quoted === undefined ? null : { ...quoted, id, is_used: false })),
    ),
    insertOrder: batched<NewOrder, OrderRow | null>(async (made) => made.map(keep)),
    findChangedOrder: batched<KnownOrder, OrderRow | null>(async (known) =>
      known.map(({ id, version }) => {
        const order = orders.get(id)
        return order === undefined || order.version === version ? null : order
      }),
    ),
    findOrderByKey: batched<OrderKey, OrderRow | null>(async (keys) =>
      keys.map(({ key }) => byKey.get(key) ?? null),
    ),
    db: answeredBy(db, {
      select_orders: ([, limit]) => newest.slice(0, Number.parseInt(String(limit), 10)),
    }),
  }
}

type Statement = { name?: string; values?: unknown[] }

/** The pool with some named statements answered from memory. Offerings are still created in the database. */
function answeredBy(
  pool: Pool,
  answers: Record<string, (values: unknown[]) => readonly OrderRow[]>,
): Pool {
  const query = async (statement: Statement, ...others: unknown[]) => {
    const answer = answers[statement.name ?? '']
    if (answer === undefined) return Reflect.apply(pool.query, pool, [statement, ...others])
    return { rows: answer(statement.values ?? []) }
  }
  return new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  })
}
