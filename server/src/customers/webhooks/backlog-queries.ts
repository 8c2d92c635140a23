// The SQL of the metrics of webhooks: how many deliveries are pending, and how late the next one is.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'

/** A scrape counts at most this many. The index of pending deliveries has the columns. */
const MOST = 100_000

const SELECT_WEBHOOK_BACKLOG = statement(
  'select_webhook_backlog',
  ['now'],
  `select count(*)::int as pending, count(*) filter (where due_at <= $1)::int as due, min(due_at)::timestamptz as due_at
     from (select due_at from webhook_deliveries where due_at is not null limit ${MOST}) pending`,
)

/** `due_at`: when the first of them was or is due. */
type WebhookBacklog = { pending: number; due: number; due_at: Instant | null }

export async function selectWebhookBacklog(db: Db, now: Instant): Promise<WebhookBacklog> {
  const [row] = await rows<WebhookBacklog>(db, SELECT_WEBHOOK_BACKLOG, [sqlInstant(now)])
  return row ?? { pending: 0, due: 0, due_at: null }
}
