// Orders a second from funded to COMPLETED, through the simulated provider and rail, with ledger and events: as
// a process of its own that makes orders, funds them through the door for deposits, and then works.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readConfig } from '@corridor/server/config.ts'
import { recordDeposit } from '@corridor/server/deposits/record-deposit.ts'
import { monotonicMs } from '@corridor/server/clock.ts'
import { newUuid, uuidOf } from '@corridor/server/ids.ts'
import { newOrder } from '@corridor/server/orders/create-order.ts'
import { advanceOrders } from '@corridor/server/orders/advance-orders.ts'
import { createQuote } from '@corridor/server/quotes/create-quote.ts'
import { createOfferings } from '@corridor/server/offerings/create-offerings.ts'
import { selectEnterprises, selectOrganizations } from '@corridor/server/organizations/queries.ts'
import { startService } from '@corridor/server/serve.ts'

const [databaseUrl = '', dataDir = '', count = '2000', rounds = '5'] = process.argv.slice(2)
const config = readConfig({
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  CORRIDOR_DATA_DIR: join(dataDir, 'life'),
  CORRIDOR_SECRETS: process.env['CORRIDOR_SECRETS'] ?? '',
  CORRIDOR_SANDBOX_STEP_MS: '0',
})
const service = await startService(config, { http: false, worker: false })
const { deps } = service
const [enterprise] = await selectEnterprises(deps.db)
const [organization] = await selectOrganizations(deps.db, enterprise?.id ?? '', null, null, 1)
const organizationId = organization?.id ?? ''
const idempotency = () => ({ key: randomUUID(), requestHash: Buffer.alloc(32) })
const offerings = await createOfferings(deps, organizationId, idempotency())
const offeringId = offerings.value[0]?.id ?? ''

for (let round = 0; round <= Number.parseInt(rounds, 10); round++) {
  await Promise.all(Array.from({ length: Number.parseInt(count, 10) }, fundedOrder))
  const startedMs = monotonicMs()
  let completed = 0
  for (let claimed = 1; claimed > 0; completed += claimed) claimed = await advanceOrders(deps)
  // Each order is claimed twice: to be filled, and to be paid out.
  if (round > 0) process.send?.({ perSecond: (completed / 2 / (monotonicMs() - startedMs)) * 1000 })
}
await service.stop()
process.disconnect?.()

async function fundedOrder(): Promise<void> {
  const quote = await createQuote(
    deps,
    organizationId,
    { offeringId, side: 'payin', amount: '1000.00' },
    idempotency(),
  )
  const row = await deps.catalogue.quote(organizationId, uuidOf('qt', quote.value.id) ?? '')
  if (row === undefined) throw new Error('a quote is gone')
  const at = deps.clock.now()
  const input = { quoteId: quote.value.id, externalReferenceId: null }
  const order = await deps.insertOrder(
    await newOrder(deps, row, input, 'create', idempotency(), at),
  )
  const [rail] = deps.rails
  if (order === null || rail === undefined) throw new Error('an order was not made')
  const {
    funding_details: details,
    payin_currency: currency,
    payin_total_minor: amountMinor,
  } = order
  const deposit = {
    transaction: newUuid(at),
    outputIndex: 0,
    address: details['address'] ?? '',
    reference: null,
    currency,
    amountMinor,
  }
  await recordDeposit(deps, rail, deposit, order)
}
