// Callers who order through a fault and keep their own list: each repeats a request under its key until it is answered,
// and then looks for everything that was acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'

const CALLERS = 8
const PAUSE_MS = 20
const READ_EVERY_MS = 100

type Answer = { atMs: number; ms: number; isWrite: boolean; status: number | string; text: string }
type Acknowledged = { id: string; quoteId: string; key: string }

export type Outcome = {
  acknowledged: readonly Acknowledged[]
  /** Numbers of answers by status, or by the error of the connection. */
  answers: Readonly<Record<string, number>>
  slowestMs: number
  above5s: number
  /** Longest time without a successful write. */
  gapMs: number
}

export type Load = ReturnType<typeof startLoad>

const isOk = ({ status }: Answer) => typeof status === 'number' && status < 300

// oxlint-disable-next-line max-lines-per-function -- callers of one load
export function startLoad({ base_url, api_key, organization_id }: SandboxFile) {
  const answers: Answer[] = []
  const acknowledged: Acknowledged[] = []
  const place = `/organizations/${organization_id}`
  let isStopped = false
  let fromMs = 0

  async function call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer> {
    const startedMs = performance.now()
    const settled = await fetch(`${base_url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({
        status: `${error.name}: ${String(error.cause ?? error.message)}`,
        text: '',
      }),
    )
    const atMs = performance.now()
    const answer = { atMs, ms: atMs - startedMs, isWrite: method === 'POST', ...settled }
    answers.push(answer)
    return answer
  }

  async function until2xx<Data>(
    path: string,
    body?: object,
    key: string = randomUUID(),
  ): Promise<Data | undefined> {
    while (!isStopped) {
      const answer = await call('POST', path, body, key)
      if (isOk(answer)) {
        const { data }: { data: Data } = JSON.parse(answer.text)
        return data
      }
      // Funded by a try that was not answered; or a quote that a failover lost.
      if (typeof answer.status === 'number' && answer.status < 500) return undefined
      await sleep(100)
    }
    return undefined
  }

  const offerings = until2xx<OfferingJson[]>(`${place}/offerings`)
  async function orderOnce(): Promise<void> {
    const offering = (await offerings)?.find(
      ({ payout }) => payout.external_payment_instrument.currency === 'COP',
    )
    if (offering === undefined) throw new Error('no offering to COP')
    const quote = await until2xx<QuoteJson>(`${place}/quotes`, {
      offering_id: offering.id,
      payin_amount: '100.00',
    })
    if (quote === undefined) return
    const key = randomUUID()
    const order = await until2xx<OrderJson>(`${place}/orders`, { quote_id: quote.id }, key)
    if (order === undefined) return
    acknowledged.push({ id: order.id, quoteId: quote.id, key })
    await until2xx(`${place}/orders/${order.id}/simulate-demo-funding`, {
      request_id: randomUUID(),
    })
  }
  const ordering = Array.from({ length: CALLERS }, async () => {
    while (!isStopped) {
      await orderOnce()
      await sleep(PAUSE_MS)
    }
  })
  const reading = (async () => {
    while (!isStopped) {
      const [last] = acknowledged.slice(-1)
      if (last !== undefined) await call('GET', `${place}/orders/${last.id}`)
      await sleep(READ_EVERY_MS)
    }
  })()

  const writes = () => answers.filter((answer) => answer.isWrite && isOk(answer))
  return {
    /** From now on answers count for the outcome. */
    begin: () => (fromMs = performance.now()),
    /** Waits for this many more successful writes. */
    async untilWrites(count: number): Promise<void> {
      const before = writes().length
      for (let tries = 0; writes().length < before + count; tries++) {
        if (tries === 1200) throw new Error('no write succeeds')
        await sleep(100)
      }
    },
    /** Waits for this many more refusals. */
    async untilRefused(count = 1): Promise<void> {
      const refused = () => answers.filter(({ status }) => status === 503).length
      const before = refused()
      for (let tries = 0; refused() < before + count; tries++) {
        if (tries === 1200) throw new Error('no write is refused')
        await sleep(100)
      }
    },
    acknowledged: () => acknowledged.length,
    async stop(): Promise<Outcome> {
      const untilMs = performance.now()
      isStopped = true
      await Promise.all([...ordering, reading])
      const counted = answers.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs)
      const times = [fromMs, ...writes().map(({ atMs }) => atMs), untilMs].filter(
        (atMs) => atMs >= fromMs && atMs <= untilMs,
      )
      const byStatus = Object.groupBy(counted, ({ status }) => String(status))
      return {
        acknowledged,
        answers: Object.fromEntries(
          Object.entries(byStatus).map(([status, those]) => [status, those?.length ?? 0]),
        ),
        slowestMs: Math.round(Math.max(0, ...counted.map(({ ms }) => ms))),
        above5s: counted.filter(({ ms }) => ms > 5000).length,
        gapMs: Math.round(
          Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))),
        ),
      }
    },
    /** What is acknowledged and not there, or not the same when it is asked for again under its key. */
    async missing(): Promise<string[]> {
      const lost: string[] = []
      const left = [...acknowledged]
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let one = left.pop(); one !== undefined; one = left.pop()) {
            const found = await call('GET', `${place}/orders/${one.id}`)
            const again = await call('POST', `${place}/orders`, { quote_id: one.quoteId }, one.key)
            if (found.status !== 200 || !again.text.includes(one.id)) lost.push(one.id)
          }
        }),
      )
      return lost
    },
  }
}
