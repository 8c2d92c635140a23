// An RPC endpoint in front of a real chain that can lie, lag, repeat, drop, fail or never end, as a test says.
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Chain } from './anvil.ts'

type Request = { id: unknown; method: string; params: readonly unknown[] }

export type RpcProxy = {
  url: string
  /** Methods in the order in which they were called. */
  calls: string[]
  /** HTTP requests; a batch of calls is one. */
  requests: number
  /** Changes the result of a call, or throws the message of an error. Null forwards everything unchanged. */
  tamper: ((request: Request, result: unknown) => unknown) | null
  /** Answers a whole HTTP request instead of the chain. Null asks the chain. */
  answer: ((response: ServerResponse) => void) | null
  close(): Promise<void>
}

export async function startRpcProxy(chain: Chain): Promise<RpcProxy> {
  const server = createServer((incoming, response) => {
    proxy.requests += 1
    void text(incoming).then(async (body) => {
      if (proxy.answer !== null) return proxy.answer(response)
      const sent: Request | Request[] = JSON.parse(body)
      const answers = await Promise.all((Array.isArray(sent) ? sent : [sent]).map(forward))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(sent) ? answers : answers[0]))
    })
  })

  async function forward(request: Request): Promise<unknown> {
    const { id, method, params } = request
    proxy.calls.push(method)
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(chain.url, { method: 'POST', body, headers })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) return answer
    try {
      return {
        ...answer,
        result: proxy.tamper === null ? answer.result : proxy.tamper(request, answer.result),
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      return { jsonrpc: '2.0', id, error: { code: -32_005, message } }
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${address.port}`,
    calls: [],
    requests: 0,
    tamper: null,
    answer: null,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return proxy
}
