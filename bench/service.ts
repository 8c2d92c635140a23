// The service under measurement, as a process of its own: the durable one, or the same with storage removed.
import { join } from 'node:path'
import { newUuid } from '@corridor/server/ids.ts'
import { readConfig } from '@corridor/server/config.ts'
import type { Deps } from '@corridor/server/deps.ts'
import { toTimestamp } from '@corridor/server/clock.ts'
import type { OrderRow } from '@corridor/server/orders/queries.ts'
import type { QuoteRow } from '@corridor/server/quotes/queries.ts'
import { prepareSandbox } from '@corridor/server/sandbox/prepare.ts'
import { startService } from '@corridor/server/serve.ts'

const [kind = '', databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  CORRIDOR_DATA_DIR: join(dataDir, kind),
  CORRIDOR_SECRETS: process.env['CORRIDOR_SECRETS'] ?? '',
  CORRIDOR_RATE_LIMIT: '1000000',
  CORRIDOR_SANDBOX_STEP_MS: '0',
})
const service = await startService(
  config,
  { http: true, worker: false },
  {
    onDatabase: async (deps) => {
      const prepared = await prepareSandbox(deps)
      process.send?.(await prepared.publish(''))
      if (kind === 'ceiling') removeStorage(deps)
    },
  },
)
process.send?.({ url: service.url })
process.on('disconnect', () => void service.stop().then(() => process.exit(0)))

// Authentication, schemas, pricing, rendering and addresses stay; what is left out is the database.
function removeStorage(deps: Deps): void {
  const { catalogue } = deps
  let template: QuoteRow | undefined
  deps.insertQuote = async (quote) => {
    template ??= quote
    return true
  }
  deps.catalogue = {
    ...catalogue,
    quote: async (organizationId, id) =>
      template === undefined ? catalogue.quote(organizationId, id) : { ...template, id },
    keepQuote: () => undefined,
  }
  deps.insertOrder = async (order) => {
    const quote = template
    if (quote === undefined) throw new Error('measure quotes first')
    const row: OrderRow = {
      ...quote,
      id: newUuid(order.createdAt),
      quote_id: order.quoteId,
      reference_number: order.referenceNumber,
      external_reference_id: order.externalReferenceId,
      payin_instrument_version: 2,
      payout_instrument_version: 2,
      effective_exchange_rate: quote.exchange_rate,
      funding_details: order.fundingDetails,
      retry_order_id: null,
      status: order.firstStatus,
      status_history: [{ status: order.firstStatus, created_at: toTimestamp(order.createdAt) }],
      created_at: order.createdAt,
      updated_at: order.createdAt,
      attempt: 0,
      lease_token: null,
      version: 1,
      last_event: 1,
      received_minor: 0n,
      parked_reason: null,
    }
    return row
  }
}
