// The measured operations over HTTP. Orders use quotes that the same service created shortly before. Reads and replays
// use the first orders created.
import { randomUUID } from 'node:crypto'
import { textIn, type Child } from './children.ts'
import { load, type Source } from './load.ts'

const AMOUNT = '1000.00'
const MOST_QUOTES = 40_000
const MOST_ORDERS = 1000

export type Server = {
  pid: number
  address: { host: string; port: number }
  organization: string
  authorization: string
  head: string
  offeringId: string
  /** Unused quotes. */
  quotes: string[]
  orders: { id: string; request: string }[]
  stop(): Promise<void>
}

export type Operation = { name: string; ratio?: string; source(server: Server): Source }

export const operations: readonly Operation[] = [
  {
    name: 'POST quotes',
    ratio: 'post_quotes',
    source: (server) => {
      const body = JSON.stringify({ offering_id: server.offeringId, payin_amount: AMOUNT })
      return {
        next: () => post(server, 'quotes', body),
        seen: (_request, answer) => {
          if (server.quotes.length < MOST_QUOTES) server.quotes.push(idIn(answer))
        },
      }
    },
  },
  {
    name: 'POST orders',
    ratio: 'post_orders',
    source: (server) => ({
      next: () => {
        const quoteId = server.quotes.pop()
        return quoteId === undefined
          ? undefined
          : post(server, 'orders', JSON.stringify({ quote_id: quoteId }))
      },
      seen: (request, answer) => {
        if (server.orders.length < MOST_ORDERS) server.orders.push({ id: idIn(answer), request })
      },
    }),
  },
  {
    name: 'GET order',
    ratio: 'get_order',
    source: (server) => ({ next: () => get(server, `orders/${anOrder(server).id}`) }),
  },
  {
    name: 'replayed POST order',
    ratio: 'replay',
    source: (server) => ({ next: () => anOrder(server).request }),
  },
  {
    name: 'GET orders, 50',
    source: (server) => ({ next: () => get(server, 'orders?limit=50') }),
  },
]

export async function openServer(child: Child): Promise<Server> {
  const url = new URL(textIn(child.hello, 'url'))
  const authorization = `Bearer ${textIn(child.hello, 'api_key')}`
  const server: Server = {
    pid: child.pid,
    address: { host: url.hostname, port: Number.parseInt(url.port, 10) },
    organization: `/v1/organizations/${textIn(child.hello, 'organization_id')}`,
    authorization,
    head: `host: ${url.host}\r\nauthorization: ${authorization}\r\n`,
    offeringId: '',
    quotes: [],
    orders: [],
    stop: child.stop,
  }
  server.offeringId = idIn(await sendOnce(server, post(server, 'offerings', '')))
  return server
}

/** Creates quotes outside of the measurement until enough are unused. */
export async function stockQuotes(server: Server, count: number): Promise<void> {
  const making = operations[0]?.source(server)
  const wanted = Math.min(count, MOST_QUOTES)
  if (making === undefined) return
  let asked = server.quotes.length
  const next = () => (asked++ < wanted ? making.next() : undefined)
  await load(server.address, 64, 60, { ...making, next })
}

/** Checks that a replay creates no second order, else the round would measure something else. */
export async function requireReplay(server: Server): Promise<void> {
  const { id, request } = anOrder(server)
  if (idIn(await sendOnce(server, request)) !== id)
    throw new Error('a replay created another order')
}

export async function makeOrder(server: Server): Promise<void> {
  const quoteId = server.quotes.pop() ?? ''
  await sendOnce(server, post(server, 'orders', JSON.stringify({ quote_id: quoteId })))
}

export async function sendOnce(server: Server, request: string): Promise<string> {
  let answer = ''
  const requests = [request]
  await load(server.address, 1, 60, {
    next: () => requests.pop(),
    seen: (_request, body) => (answer = body),
  })
  return answer
}

export const post = (server: Server, what: string, body: string): string =>
  `POST ${server.organization}/${what} HTTP/1.1\r\n${server.head}idempotency-key: ${randomUUID()}\r\n` +
  (body === '' ? '' : 'content-type: application/json\r\n') +
  `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const get = (server: Server, what: string): string =>
  `GET ${server.organization}/${what} HTTP/1.1\r\n${server.head}\r\n`

// A regular expression, because parsing JSON would take more of the load generator's CPU time.
function idIn(answer: string): string {
  const id = /"id":"([a-z]+_[0-9a-z]{26})"/.exec(answer)?.[1]
  if (id === undefined) throw new Error(`an answer without an id: ${answer}`)
  return id
}

function anOrder(server: Server): { id: string; request: string } {
  const order = server.orders[Math.floor(Math.random() * server.orders.length)]
  if (order === undefined) throw new Error('no order was created to read')
  return order
}
