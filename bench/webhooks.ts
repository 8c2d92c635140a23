// Webhook deliveries a second to one receiver on this machine, which accepts at once: orders are made while
// nobody works, then a worker sends their events.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { monotonicMs } from '../server/src/clock.ts'
import type { Child } from './children.ts'
import { load } from './load.ts'
import { askOnce, operations, post, stockQuotes, type Server } from './operations.ts'
import type { Pace } from './pace.ts'
import { measured, type Round } from './rounds.ts'

const LONGEST_MS = 120_000

export type Deliveries = {
  /** One round with so many events. */
  round(events: number): Promise<Round>
  close(): Promise<void>
}

export async function openDeliveries(
  durable: Server,
  worker: Child,
  postmaster: number,
): Promise<Deliveries> {
  const accepted = new Set<string>()
  let wanted = 0
  let allCame: () => void = () => undefined
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      accepted.add(String(request.headers['webhook-id']))
      if (accepted.size >= wanted) allCame()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const body = JSON.stringify({ url: `http://127.0.0.1:${address.port}/` })
  await askOnce(durable, post(durable, 'webhook-endpoints', body))

  async function deliver(): Promise<Pace> {
    const startedMs = monotonicMs()
    const { promise: done, resolve, reject: fail } = Promise.withResolvers<void>()
    allCame = resolve
    await worker.ask({ work: true })
    const tooLate = setTimeout(
      () => fail(new Error(`${accepted.size} of ${wanted} events came`)),
      LONGEST_MS,
    )
    await done
    clearTimeout(tooLate)
    const tookMs = monotonicMs() - startedMs
    return {
      perSecond: (accepted.size / tookMs) * 1000,
      p50Ms: Number.NaN,
      p99Ms: Number.NaN,
    }
  }

  return {
    async round(events) {
      await worker.ask({ work: false })
      accepted.clear()
      wanted = events
      await makeOrders(durable, events)
      return measured({ service: worker.pid, postmaster }, deliver)
    },
    async close() {
      await worker.ask({ work: false })
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

// Each order is one event: order.created.
async function makeOrders(durable: Server, count: number): Promise<void> {
  await stockQuotes(durable, count)
  const making = operations.find(({ name }) => name === 'POST orders')?.source(durable)
  let made = 0
  const next = () => (made++ < count ? making?.next() : undefined)
  await load(durable.address, 64, 60, { next })
}
