// Sends one HTTP request to a connector and reads the answer with a bound on its bytes and on the whole time.
import type { RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { request as httpRequest } from '../../platform/http/node-http.ts'
import { openConnections } from '../../platform/outgoing/connections.ts'
import { MOST_BYTES, openAnswer, openByteAccount } from './answer-bytes.ts'
import { ConnectorError } from './errors.ts'
import type { RawAnswer, SignedRequest } from './signing.ts'
import { thrownCode } from '../../platform/thrown.ts'

export type Transport = {
  /** `mostBytes`: of the answer's body. */
  exchange(request: SignedRequest, mostBytes?: number): Promise<RawAnswer>
  close(): void
}

export function openTransport(limits: { timeoutMs: number }): Transport {
  const connections = openConnections()
  const account = openByteAccount()
  return {
    async exchange(request, mostBytes = MOST_BYTES) {
      const end = AbortSignal.timeout(limits.timeoutMs)
      const once = async (isNew: boolean) => {
        const answer = openAnswer(account, mostBytes)
        try {
          return await send(request, connections, isNew, answer, end)
        } finally {
          answer.end()
        }
      }
      try {
        // Every request can be repeated: it reads, or it has a key.
        return (await once(false)) ?? (await once(true)) ?? Promise.reject(unreachable('closed'))
      } catch (error) {
        if (!end.aborted) throw error
        throw new ConnectorError('timeout', `no complete answer within ${limits.timeoutMs} ms`)
      }
    },
    close: connections.close,
  }
}

/** Undefined if the connector closed a kept connection just when the request was sent (RFC 9112, 9.3.1). */
function send(
  { method, url: text, headers, body }: SignedRequest,
  connections: ReturnType<typeof openConnections>,
  isNew: boolean,
  answer: ReturnType<typeof openAnswer>,
  signal: AbortSignal,
): Promise<RawAnswer | undefined> {
  const url = new URL(text)
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: connections.agentFor(url, isNew),
    signal,
  }
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = begin(url, options, (response) => {
      response.on('data', (part: Buffer) => {
        if (response.destroyed) return
        try {
          answer.add(part)
        } catch (error) {
          reject(error)
          response.destroy()
        }
      })
      response.on('error', (error) => reject(unreachable(thrownCode(error) ?? error.name)))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, value]],
            ),
          ),
          bytes: answer.bytes(),
        }),
      )
    })
    request.on('error', (error) => {
      if (request.reusedSocket && !isNew && signal.aborted !== true) resolve(undefined)
      else reject(unreachable(thrownCode(error) ?? error.name))
    })
    request.end(body)
  })
}

const unreachable = (code: string | number) =>
  new ConnectorError('unreachable', `no answer (${code})`)
