// Server-Sent Events over fetch, which works where there is no EventSource and sends the key in a header.
import { sleep } from './clock.ts'
import { encodedId, problemOf, type CallOptions, type Connection } from './connection.ts'
import { CorridorConnectionError, CorridorError } from './errors.ts'
import { linkedTo } from './linked.ts'
import { bodyOf } from './read-answer.ts'
import { isRedirect } from './retry.ts'
import type { Event, QueryOf } from './schemas.ts'
import { faultIn } from './shape.ts'
import { notOfTheForm, redirected, type Source } from './wrong-answer.ts'

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
const LONGEST_MESSAGE = 1_000_000
const LONGEST_ID = 1000
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
        const event = data === '' ? undefined : eventIn(data, sourceOf(connection))
        failures = 0
        cursor = id === '' ? cursor : id
        if (!isOpen) onOpen?.(cursor ?? '')
        isOpen = true
        if (event === undefined) continue
        if (seen.has(event.id)) continue
        seen.add(event.id)
        if (seen.size > REMEMBERED) seen.delete([...seen.values()][0] ?? '')
        yield { event, cursor: cursor ?? '' }
      }
    } catch (failure) {
      signal?.throwIfAborted()
      failures += 1
      if (!mayReopen(failure) || failures >= ATTEMPTS) throw failure
    } finally {
      unlink()
    }
    onBreak?.()
    await sleep(streamDelayMs(failures), signal)
  }
}

export const streamDelayMs = (failures: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1)) *
  (0.5 + Math.random() / 2)

const PATH = '/v1/organizations/{organization_id}/events'

/** Messages of one connection until it ends. The first one has the position of the stream and no data. */
export async function* messagesOf(
  connection: Connection,
  organization: string,
  { cursor, ...filter }: EventFilter,
  stop: AbortController,
): AsyncGenerator<Message, void> {
  const path = PATH.replace('{organization_id}', encodedId('organization', organization))
  const parameters = new URLSearchParams(Object.entries(filter)).toString()
  const source = sourceOf(connection)
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
      throw await problemIn(response, source)
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
      // The parts of a long line are joined once, at its end.
      const lines = value.includes('\n') ? (rest + value).split('\n') : [rest + value]
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '' || line === '\r') {
          if (message.id !== '' || message.data !== '') yield message
          message = { id: '', data: '' }
        } else message = withLine(message, line)
        if (message.data.length > LONGEST_MESSAGE || message.id.length > LONGEST_ID)
          throw wrongEvent(source, 'an event is longer than 1 MB')
      }
      if (rest.length > LONGEST_MESSAGE) throw wrongEvent(source, 'a line is longer than 1 MB')
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

const sourceOf = (connection: Connection): Source => connection.source(`GET ${PATH}`, 1)

const brokenStream = (cause: unknown): Error =>
  new CorridorConnectionError('the stream of events broke', {
    idempotencyKey: undefined,
    attempts: 1,
    cause,
  })

async function problemIn(response: Response, source: Source): Promise<Error> {
  const { status, headers } = response
  if (isRedirect(response)) return redirected(source, response)
  const beginning = await bodyOf(response, source).catch(() => new Uint8Array())
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder().decode(beginning))
  } catch {
    body = undefined
  }
  return problemOf(body, source, { status, headers, beginning })
}

/** An event of another form ends the stream: going on after it would miss it. */
function eventIn(data: string, source: Source): Event {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    value = undefined
  }
  if (isEvent(value) && value.id.length <= LONGEST_ID) return value
  throw wrongEvent(
    source,
    faultIn('Event', value, 'the event') ?? 'the id of the event is too long',
  )
}

const STREAM_HEAD = { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }) }
const wrongEvent = (source: Source, fault: string): Error =>
  notOfTheForm(source, STREAM_HEAD, fault)

const isEvent = (value: unknown): value is Event => faultIn('Event', value, '') === undefined

/** Whether the same call may succeed in a moment. */
export function mayPass(failure: unknown): boolean {
  if (failure instanceof CorridorError) return failure.status === 429 || failure.status >= 500
  return failure instanceof CorridorConnectionError
}

/** An answer that is not Corridor's, or an event of another form, stays what it is. */
const mayReopen = (failure: unknown): boolean =>
  mayPass(failure) &&
  !(
    failure instanceof CorridorConnectionError &&
    failure.status !== undefined &&
    failure.status < 400
  )
