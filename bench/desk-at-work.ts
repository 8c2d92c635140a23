// `node bench/desk-at-work.ts`: what a customer waits for while the desk is idle, and while eight operators read, search, export
// and reconcile, in a database with `--orders` orders. desk-operators.ts has the operators, in a process of their own: here
// their answers would delay the clock that measures the customer.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { textIn } from './children.ts'
import { openServer } from './operations.ts'
import { newKeys } from './pages.ts'
import { openStoredWorld } from './stored-world.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '30' },
  },
})
const orders = Number.parseInt(values.orders, 10)
const seconds = Number.parseInt(values.seconds, 10)
/** Between two requests of the customer, who is no load. */
const PAUSE_MS = 20
const { db, service, beside, close } = await openStoredWorld(orders, undefined)
try {
  const operators = await beside(new URL('desk-operators.ts', import.meta.url))
  const server = await openServer(service)
  const keys = await newKeys(db, 'treasurer')
  const base = textIn(service.hello, 'url')
  const customer = { base, ...server }
  await customerWaits(customer, 2)
  const idle = await customerWaits(customer, seconds)
  await operators.call({ base, keys })
  await sleep(1000)
  const busy = await customerWaits(customer, seconds)
  const { statuses } = await operators.call({})
  process.stdout.write('| Customer | idle p50 | idle p99 | busy p50 | busy p99 | p99 times |\n')
  process.stdout.write('| --- | --: | --: | --: | --: | --: |\n')
  for (const [name, before] of idle) {
    const [from, to] = [before, busy.get(name) ?? []]
    const cells = [at(from, 0.5), at(from, 0.99), at(to, 0.5), at(to, 0.99)]
    const times = at(to, 0.99) / at(from, 0.99)
    process.stdout.write(
      `| ${[name, ...cells.map((ms) => ms.toFixed(1)), times.toFixed(1)].join(' | ')} |\n`,
    )
  }
  process.stdout.write(`operators: ${JSON.stringify(statuses)}\n`)
} finally {
  await close()
}

type Customer = { base: string; organization: string; authorization: string; offeringId: string }

/** Milliseconds of each request of a customer who quotes, orders and reads for so long. */
async function customerWaits(
  { base, organization, authorization, offeringId }: Customer,
  forSeconds: number,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  const ask = async (name: string, path: string, body?: object): Promise<string> => {
    const beganMs = monotonicMs()
    const response = await fetch(base + organization + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    waits.set(name, [...(waits.get(name) ?? []), monotonicMs() - beganMs])
    if (!response.ok) throw new Error(`${name} was answered ${response.status}`)
    await sleep(PAUSE_MS)
    return String(Object(Object(answer).data ?? answer).id)
  }
  const endMs = monotonicMs() + forSeconds * 1000
  while (monotonicMs() < endMs) {
    const quote = await ask('POST quotes', '/quotes', {
      offering_id: offeringId,
      payin_amount: '1000.00',
    })
    const order = await ask('POST orders', '/orders', { quote_id: quote })
    await ask('GET order', `/orders/${order}`)
    await ask('GET orders, 50', '/orders?limit=50')
  }
  return waits
}

function at(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
