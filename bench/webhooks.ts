// Webhook deliveries per second to one receiver on this machine that accepts at once. Orders are created while the
// worker is paused, then the worker sends their events.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { monotonicMs } from '../server/src/platform/clock.ts'
import type { Child } from './children.ts'
import { load } from './load.ts'
import { sendOnce, operations, post, stockQuotes, type Server } from './operations.ts'
import type { Pace } from './pace.ts'
import { measureRound, type Round } from './rounds.ts'

const LONGEST_MS = 120_000

export type Deliveries = {
  /** Measures one round with a number of events. */
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
  await sendOnce(durable, post(durable, 'webhook-endpoints', body))

  async function deliver(): Promise<Pace> {
    const startedMs = monotonicMs()
    const { promise: done, resolve, reject: fail } = Promise.withResolvers<void>()
    allCame = resolve
    await worker.call({ work: true })
    const tooLate = setTimeout(
      () => fail(new Error(`${accepted.size} of ${wanted} events arrived`)),
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
      await worker.call({ work: false })
      accepted.clear()
      wanted = events
      await makeOrders(durable, events)
      return measureRound({ service: worker.pid, postmaster }, deliver)
    },
    async close() {
      await worker.call({ work: false })
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

// Each order has one event, order.created.
async function makeOrders(durable: Server, count: number): Promise<void> {
  await stockQuotes(durable, count)
  const making = operations.find(({ name }) => name === 'POST orders')?.source(durable)
  let made = 0
  const next = () => (made++ < count ? making?.next() : undefined)
  await load(durable.address, 64, 60, { next })
}
