// The connector under check: signed calls whose answers must be right, and raw calls that must be refused.
import { request as httpsRequest } from 'node:https'
import type { Static, TSchema } from 'typebox'
import { systemClock } from '../../../platform/clock.ts'
import { request as httpRequest } from '../../../platform/http/node-http.ts'
import {
  checked,
  isUnknownKey,
  nowMsOf,
  signCall,
  verified,
  type Call,
  type ClientSettings,
  type Verified,
} from '../client.ts'
import type { SignedRequest } from '../signing.ts'
import { openTransport, type Transport } from '../transport.ts'

export type Target = {
  settings: ClientSettings
  transport: Transport
  sign(call: Call, change?: Partial<ClientSettings>, agedMs?: number): Promise<SignedRequest>
  /** A signed answer of any status. */
  ask(call: Call): Promise<Verified>
  /** The body of a signed 200. */
  get<T extends TSchema>(call: Call, schema: T): Promise<Static<T>>
  isUnknown(call: Call & { key: string }): Promise<boolean>
  /** The status of the answer, which may be unsigned. */
  statusOf(request: SignedRequest): Promise<number>
  /** Sends a request and closes the connection without waiting for the answer. */
  hangUp(request: SignedRequest): Promise<void>
}

export function openTarget(settings: ClientSettings): Target {
  const transport = openTransport({ timeoutMs: settings.timeoutMs })
  const now = () => nowMsOf(systemClock)
  const sign: Target['sign'] = (call, change = {}, agedMs = 0) =>
    signCall({ ...settings, ...change }, call, now() - agedMs)
  const ask = async (call: Call): Promise<Verified> => {
    const request = await sign(call)
    return verified(request, await transport.exchange(request), settings, now())
  }
  return {
    settings,
    transport,
    sign,
    ask,
    async get(call, schema) {
      const { status, body } = await ask(call)
      if (status !== 200) throw new Error(`${call.method} was answered with ${status}, not 200`)
      return checked(call, body, schema)
    },
    isUnknown: async (call) => isUnknownKey(call.key, await ask(call)),
    statusOf: async (request) => (await transport.exchange(request)).status,
    hangUp: ({ method, url, headers, body }) =>
      new Promise((resolve) => {
        const begin = url.startsWith('https:') ? httpsRequest : httpRequest
        const length = String(Buffer.byteLength(body))
        const request = begin(url, { method, headers: { ...headers, 'content-length': length } })
        request.once('error', () => undefined)
        request.once('close', resolve)
        request.once('response', (response) => response.destroy())
        request.end(body, () => request.destroy())
      }),
  }
}
