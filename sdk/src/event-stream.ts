// Server-Sent Events over fetch, which works where there is no EventSource and sends the key in a header.
import { sleep } from './clock.ts'
import { encodedId, problemOf, type CallOptions, type Connection } from './connection.ts'
import { CorridorConnectionError, CorridorError } from './errors.ts'
import { linkedTo } from './linked.ts'
import type { Event, QueryOf } from './schemas.ts'

export type EventFilter = Omit<QueryOf<'listEvents'>, 'limit'>

/** An event, and the cursor to go on after it. */
export type StreamedEvent = { event: Event; cursor: string }

export type StreamOptions = Pick<CallOptions, 'signal'> & {
  /** Each time a connection has been made, with the cursor of its beginning. Events after it are not missed. */
  onOpen?: ((cursor: string) => void) | undefined
  /** Each time a connection breaks or cannot be made. It is made again, or the stream fails. */
  onBreak?: (() => void) | undefined
}

type Message = { id: string; data: string }

/** The service sends something every 15 seconds. */
const SILENCE_MS = 30_000
const LONGEST_LINE = 1_000_000
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
const ATTEMPTS = 10
const REMEMBERED = 1000

/** Events from `cursor`, or from now on, without end. A broken connection is made again from the last cursor. */
export async function* streamEvents(
  connection: Connection,
  organization: string,
  filter: EventFilter = {},
  { signal, onOpen, onBreak }: StreamOptions = {},
): AsyncGenerator<StreamedEvent, void> {
  let cursor = filter.cursor
  let failures = 0
  // An event can come twice after a new connection.
  const seen = new Set<string>()
  for (;;) {
    const { controller: stop, unlink } = linkedTo(signal)
    let isOpen = false
    try {
      signal?.throwIfAborted()
      const after = { ...filter, ...(cursor === undefined ? {} : { cursor }) }
      for await (const { id, data } of messagesOf(connection, organization, after, stop)) {
        failures = 0
        cursor = id === '' ? cursor : id
        if (!isOpen) onOpen?.(cursor ?? '')
        isOpen = true
        if (data === '') continue
        const event: Event = JSON.parse(data)
        if (seen.has(event.id)) continue
        seen.add(event.id)
        if (seen.size > REMEMBERED) seen.delete([...seen.values()][0] ?? '')
        yield { event, cursor: cursor ?? '' }
      }
    } catch (failure) {
      signal?.throwIfAborted()
      failures += 1
      if (!mayPass(failure) || failures >= ATTEMPTS) throw failure
    } finally {
      unlink()
      stop.abort()
    }
    onBreak?.()
    await sleep(streamDelayMs(failures), signal)
  }
}

export const streamDelayMs = (failures: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1)) *
  (0.5 + Math.random() / 2)

/** Messages of one connection until it ends. The first one has the position of the stream and no data. */
export async function* messagesOf(
  connection: Connection,
  organization: string,
  { cursor, ...filter }: EventFilter,
  stop: AbortController,
): AsyncGenerator<Message, void> {
  const path = `/v1/organizations/${encodedId('organization', organization)}/events`
  const parameters = new URLSearchParams(Object.entries(filter)).toString()
  let silence = setTimeout(() => stop.abort(), SILENCE_MS)
  try {
    const response = await connection
      .stream(
        parameters === '' ? path : `${path}?${parameters}`,
        cursor === undefined ? {} : { 'last-event-id': cursor },
        stop.signal,
      )
      .catch((cause: unknown) => {
        throw brokenStream(cause)
      })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !type.startsWith('text/event-stream') || response.body === null)
      throw await problemIn(response)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let message: Message = { id: '', data: '' }
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw brokenStream(cause)
      })
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(() => stop.abort(), SILENCE_MS)
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw brokenStream(new Error('a line is too long'))
      for (const line of lines) {
        if (line === '' || line === '\r') {
          if (message.id !== '' || message.data !== '') yield message
          message = { id: '', data: '' }
        } else message = withLine(message, line)
      }
    }
  } finally {
    clearTimeout(silence)
    stop.abort()
  }
}

function withLine(message: Message, line: string): Message {
  const [, field, value = ''] = /^(\w+): ?(.*?)\r?$/.exec(line) ?? []
  if (field === 'id') return { ...message, id: value }
  if (field === 'data')
    return { ...message, data: message.data === '' ? value : `${message.data}\n${value}` }
  return message
}

const brokenStream = (cause: unknown): Error =>
  new CorridorConnectionError('the stream of events broke', {
    idempotencyKey: undefined,
    attempts: 1,
    cause,
  })

async function problemIn(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  return problemOf(body, response, { idempotencyKey: undefined, attempts: 1 })
}

/** Whether the same call may succeed in a moment. */
export function mayPass(failure: unknown): boolean {
  if (failure instanceof CorridorError) return failure.status === 429 || failure.status >= 500
  return failure instanceof CorridorConnectionError
}
