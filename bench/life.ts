// Orders from funded to COMPLETED with the simulated provider and rail, ledger and events: a process of its own that
// creates orders or reads those made over HTTP, records their deposits, and then works.
import { recordDeposit } from '../server/src/engine/deposits/record-deposit.ts'
import { monotonicMs } from '../server/src/platform/clock.ts'
import type { Deps } from '../server/src/service/deps.ts'
import { newUuid, NO_ID, uuidOf } from '../server/src/platform/ids.ts'
import { prepareOrder } from '../server/src/engine/orders/create-order.ts'
import type { OrderRow } from '../server/src/engine/orders/queries.ts'
import { startService } from '../server/src/service/serve.ts'
import { startWorker } from '../server/src/service/worker.ts'
import { serveCalls, numberIn } from './children.ts'
import { benchConfig } from './settings.ts'
import { openWorld } from './world.ts'

const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const service = await startService(benchConfig(databaseUrl, dir, 'life'), {
  http: false,
  worker: false,
})
const { deps } = service
const world = await openWorld(deps)
let funded: OrderRow[] = []
// Finds no deliveries to send, so that webhooks are measured by themselves.
const withoutClaims = new Proxy(deps.db, {
  get(db, name) {
    if (name !== 'query') {
      const value: unknown = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    }
    return (statement: { name?: string }, ...rest: []) =>
      statement.name === 'claim_due_webhook_deliveries'
        ? { rows: [] }
        : db.query({ text: '', ...statement }, ...rest)
  },
})

serveCalls(
  {},
  async (question) => {
    if (Array.isArray(question['read']))
      funded = await Promise.all(question['read'].map((id) => orderOf(String(id))))
    else if (question['deposit'] === true) await Promise.all(funded.map(fund))
    else if (question['fund'] !== undefined)
      funded = await Promise.all(Array.from({ length: numberIn(question, 'fund') }, fundedOrder))
    else return work(question['keepsWebhooks'] === true)
    return {}
  },
  service.stop,
)

/** `keepsWebhooks`: the events stay queued. */
async function work(keepsWebhooks: boolean): Promise<{ perSecond: number }> {
  const all = Promise.withResolvers<void>()
  let completed = 0
  const changeOrder: Deps['changeOrder'] = async (change) => {
    const order = await deps.changeOrder(change)
    if (order?.status === 'STEP_4_COMPLETED' && ++completed === funded.length) all.resolve()
    return order
  }
  const startedMs = monotonicMs()
  const worker = startWorker({ ...deps, changeOrder, db: keepsWebhooks ? withoutClaims : deps.db })
  await all.promise
  const tookMs = monotonicMs() - startedMs
  await worker.stop()
  return { perSecond: (funded.length / tookMs) * 1000 }
}

async function fundedOrder(): Promise<OrderRow> {
  const quote = await world.quote()
  const at = deps.clock.now()
  const input = { quoteId: quote.id, externalReferenceId: null }
  const order = await deps.insertOrder(
    await prepareOrder(deps, quote, input, 'create', world.idempotency(), at),
  )
  if (order === null) throw new Error('an order was not created')
  await fund(order)
  return order
}

async function orderOf(publicId: string): Promise<OrderRow> {
  const id = uuidOf('ord', publicId) ?? NO_ID
  const order = await deps.findOrder({ organizationId: world.organizationId, id })
  if (order === null) throw new Error(`${publicId} does not exist`)
  return order
}

async function fund(order: OrderRow): Promise<void> {
  const at = deps.clock.now()
  const deposit = {
    kind: 'deposit' as const,
    transaction: newUuid('dep', at),
    index: 0,
    account: order.funding_details['address'] ?? '',
    reference: null,
    sender: null,
    currency: order.payin_currency,
    amountMinor: order.payin_total_minor,
  }
  await recordDeposit(deps, { name: 'sandbox' }, deposit, order)
}
