// Sends raw bytes to a service and reads its answers one by one.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestService } from './service.ts'

type Answer = {
  status: number
  headers: Map<string, string>
  body: string
  problem: Record<string, unknown>
}

/** Opens connections to a service and builds requests with its key. */
export function rawHttp(service: () => TestService) {
  const open = (to = service()) => openConnection(to)
  const authorization = () => `Authorization: Bearer ${service().sandbox.api_key}`
  const get = (headers: string[] = [authorization()], path = '/v1/organizations') =>
    bytesOf('GET', path, headers)
  async function sendOnNewConnection(
    bytes: string | Buffer,
  ): Promise<{ answer: Answer | undefined; connection: ReturnType<typeof open> }> {
    const connection = open()
    connection.send(bytes)
    return { answer: await connection.answer(), connection }
  }

  return { open, authorization, get, sendOnNewConnection }
}

/** A connection that sends raw bytes and reads answers one by one. */
function openConnection(service: TestService) {
  const { hostname, port } = new URL(service.url)
  const socket: Socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  let ended = false
  socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])))
  socket.on('error', () => (ended = true))
  socket.on('close', () => (ended = true))

  return {
    socket,
    send: (bytes: string | Buffer) => void socket.write(bytes),
    /** The next answer, or undefined when the connection ends first. */
    async answer(
      options: { withoutBody?: boolean; withinMs?: number } = {},
    ): Promise<Answer | undefined> {
      const until = Date.now() + (options.withinMs ?? 5000)
      while (Date.now() < until) {
        const end = received.indexOf('\r\n\r\n')
        if (end >= 0) {
          const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
          const headers = new Map(
            lines.map((line) => [
              line.slice(0, line.indexOf(':')).toLowerCase(),
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
          )
          const length =
            options.withoutBody === true ? 0 : Number(headers.get('content-length') ?? 0)
          if (received.length >= end + 4 + length) {
            const body = received.subarray(end + 4, end + 4 + length).toString()
            received = received.subarray(end + 4 + length)
            const isJson = /json/.test(headers.get('content-type') ?? '') && body !== ''
            return {
              status: Number(first.split(' ')[1]),
              headers,
              body,
              problem: isJson ? JSON.parse(body) : {},
            }
          }
        }
        if (ended) return undefined
        await sleep(5)
      }
      throw new Error(`no answer in time; received ${JSON.stringify(received.toString('latin1'))}`)
    },
    async closed(): Promise<void> {
      if (!ended) await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
    },
    rest: () => received.toString('latin1'),
    destroy: () => socket.destroy(),
  }
}

/** The bytes of a request. */
export function bytesOf(method: string, path: string, headers: string[] = [], body = ''): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: corridor',
    ...headers,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
}

export const json = 'Content-Type: application/json'

export function expectProblem(
  answer: Answer | undefined,
  status: number,
  code: string,
  what = '',
): asserts answer is Answer {
  if (answer === undefined) throw new Error(`the connection closed without an answer: ${what}`)
  expect({ status: answer.status, code: answer.problem['code'] }, `${what} ${answer.body}`).toEqual(
    { status, code },
  )
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(answer.headers.get('x-request-id')).toBe(answer.problem['request_id'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]+$/)
}
