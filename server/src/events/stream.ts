// One reader's stream of events (Server-Sent Events, https://html.spec.whatwg.org/#server-sent-events): from
// a position on, and then as they are committed. A stream that is behind the tail reads for itself, a page
// after the other and no faster than its reader drains; one that has caught up takes what the tail read.
import type { FastifyReply } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { Gate, Tenant } from '../db/gate.ts'
import type { Db } from '../db/pool.ts'
import { definedHeaders } from '../http/list.ts'
import { logCutOff, writeOut } from '../http/outflow.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectEvents, type EventFilter, type EventPosition, type EventRow } from './queries.ts'
import type { Listener } from './tail.ts'
import { eventView } from './view.ts'

const PAGE = 200
const RECONNECT_MS = 1000
const LAST_BYTES_MS = 1000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise keep events until its buffer is full.
  'x-accel-buffering': 'no',
}

/** How long a stream may be silent, so that neither its reader nor a proxy takes it for dead. */
export const HEARTBEAT_MS = 15_000

export type StreamDeps = {
  db: Db
  /** A stream takes a place for each page that it reads. */
  gate: Gate
  drainTimeoutMs: number
  heartbeatMs: number
}

export type Reading = {
  tenant: Tenant
  organizationId: Uuid<'org'>
  filter: EventFilter
  after: EventPosition
  cursorOf(position: EventPosition): string
}

/** Ends with its listener; a reader that is too slow is cut off. */
export async function streamEvents(
  deps: StreamDeps,
  reply: FastifyReply,
  listener: Listener,
  reading: Reading,
): Promise<void> {
  const { raw, log } = reply
  const { signal } = listener
  reply.hijack()
  raw.on('close', listener.close)
  signal.addEventListener('abort', () => {
    raw.end()
    // Who does not take even the end must not hold up a process that stops.
    setTimeout(() => raw.destroy(), LAST_BYTES_MS).unref()
  })
  raw.writeHead(200, { ...definedHeaders(reply), ...HEADERS })
  if (raw.destroyed) listener.close()
  try {
    await writeUntilAborted(deps, raw, listener, reading)
  } catch (error) {
    if (!signal.aborted)
      logCutOff(log, 'stream', error, { of: publicId('org', reading.organizationId) })
    raw.destroy()
  }
  listener.close()
}

async function writeUntilAborted(
  deps: StreamDeps,
  raw: FastifyReply['raw'],
  listener: Listener,
  { tenant, organizationId, filter, after, cursorOf }: Reading,
): Promise<void> {
  const { signal } = listener
  const { heartbeatMs, drainTimeoutMs } = deps
  let position = after
  let wroteMs = 0

  async function write(text: string): Promise<void> {
    if (text === '' || signal.aborted) return
    wroteMs = monotonicMs()
    await writeOut(raw, Buffer.from(text), drainTimeoutMs)
  }
  const eventText = (row: EventRow): string =>
    `id: ${cursorOf(row)}\nevent: ${row.type}\ndata: ${JSON.stringify(eventView(row))}\n\n`

  // The position comes first, so that who is cut off before the first event resumes here as well.
  await write(`retry: ${RECONNECT_MS}\nid: ${cursorOf(position)}\n\n`)
  while (!signal.aborted) {
    const tail = listener.position()
    let found: readonly EventRow[]
    if (isBefore(position, tail)) {
      found = await deps.gate.run(tenant, () =>
        selectEvents(deps.db, organizationId, filter, position, PAGE),
      )
      // A page that is not full reaches at least as far as the tail did before it was asked for.
      position =
        found.length < PAGE ? later(found.at(-1) ?? position, tail) : (found.at(-1) ?? tail)
    } else {
      const next = await listener.next(Math.max(0, heartbeatMs - (monotonicMs() - wroteMs)))
      found = next.filter((row) => isBefore(position, row) && passes(row, filter))
      position = later(position, next.at(-1) ?? position)
    }
    await write(found.map(eventText).join(''))
    if (monotonicMs() - wroteMs >= heartbeatMs) await write(': nothing new\n\n')
  }
}

function isBefore(a: EventPosition, b: EventPosition): boolean {
  if (a.epoch !== b.epoch) return a.epoch < b.epoch
  const [first, second] = [BigInt(a.transaction), BigInt(b.transaction)]
  return first === second ? a.id < b.id : first < second
}

const later = (a: EventPosition, b: EventPosition): EventPosition => (isBefore(a, b) ? b : a)

const passes = (row: EventRow, filter: EventFilter): boolean =>
  (filter.orderId === undefined || row.order_id === filter.orderId) &&
  (filter.type === undefined || row.type === filter.type)
