// Orders from funded to COMPLETED with the simulated provider and rail, ledger and events: a process of its own that
// creates orders, records their deposits, and then works.
import { recordDeposit } from '../server/src/engine/deposits/record-deposit.ts'
import { monotonicMs } from '../server/src/platform/clock.ts'
import type { Deps } from '../server/src/service/deps.ts'
import { newUuid } from '../server/src/platform/ids.ts'
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

serveCalls(
  {},
  async (question) => {
    if (question['fund'] === undefined) return work()
    funded = await Promise.all(Array.from({ length: numberIn(question, 'fund') }, fundedOrder))
    return {}
  },
  service.stop,
)

async function work(): Promise<{ perSecond: number }> {
  const all = Promise.withResolvers<void>()
  let completed = 0
  const changeOrder: Deps['changeOrder'] = async (change) => {
    const order = await deps.changeOrder(change)
    if (order?.status === 'STEP_4_COMPLETED' && ++completed === funded.length) all.resolve()
    return order
  }
  const startedMs = monotonicMs()
  const worker = startWorker({ ...deps, changeOrder })
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
  return order
}
