// Client programs that create orders continuously, over kept connections or a new one per request. They repeat
// unanswered requests with the same key.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'

export type Call = {
  /** The request id in the service's log. */
  requestId: string
  path: string
  /** Undefined when the connection ended without an answer. */
  status: number | undefined
  error: string | undefined
  /** Whether it used the same connection as the caller's previous call. */
  isReused: boolean
  connection: string | undefined
}

type Answer = Call & { text: string }

/** Sends one request over a connection of `agent`, or over a new one for `false`. */
export function sendRequest(
  { base_url, api_key }: SandboxFile,
  agent: Agent | false,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: object; key?: string } = {},
): Promise<Answer> {
  const requestId = randomUUID()
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${api_key}`,
      'x-request-id': requestId,
      ...(method === 'POST' ? { 'idempotency-key': options.key ?? randomUUID() } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(
      base_url + path,
      { agent, method, headers, timeout: 120_000 },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('error', failed)
        response.on('end', () => {
          const { statusCode: status, headers } = response
          settle({ status, error: undefined, connection: headers.connection, text })
        })
      },
    )
    const settle = (end: Pick<Answer, 'status' | 'error' | 'connection' | 'text'>) =>
      resolve({ requestId, path, isReused: sent.reusedSocket, ...end })
    const failed = (error: Error) =>
      settle({ status: undefined, error: error.message, connection: undefined, text: '' })
    sent
      .on('error', failed)
      .on('timeout', () => sent.destroy(new Error('no answer in two minutes')))
    sent.end(options.body === undefined ? '' : JSON.stringify(options.body))
  })
}

type Callers = {
  /** Lets each caller finish its order. Returns the calls of each caller, in order. */
  stop(): Promise<Call[][]>
  /** Orders in successful answers. */
  orders: Set<string>
}

export function startCallers(
  sandbox: SandboxFile,
  offeringId: string,
  count: { kept: number; fresh: number },
): Callers {
  const orders = new Set<string>()
  const organization = `/v1/organizations/${sandbox.organization_id}`
  let isStopped = false

  async function callOn(agent: Agent | false): Promise<Call[]> {
    const calls: Call[] = []
    async function create(path: string, body: object): Promise<string> {
      const key = randomUUID()
      for (let tries = 0; tries < 5; tries++) {
        const answer = await sendRequest(sandbox, agent, 'POST', organization + path, { body, key })
        const { text, ...call } = answer
        calls.push(call)
        if (answer.status === 201) return JSON.parse(text).data.id
      }
      throw new Error(`no answer in five attempts: ${JSON.stringify(calls.slice(-5))}`)
    }
    while (!isStopped) {
      const quote = await create('/quotes', { offering_id: offeringId, payin_amount: '100.00' })
      orders.add(await create('/orders', { quote_id: quote }))
    }
    if (agent !== false) agent.destroy()
    return calls
  }

  const done = Promise.all([
    ...Array.from({ length: count.kept }, () =>
      callOn(new Agent({ keepAlive: true, maxSockets: 1 })),
    ),
    ...Array.from({ length: count.fresh }, () => callOn(false)),
  ])
  return {
    orders,
    stop() {
      isStopped = true
      return done
    },
  }
}
