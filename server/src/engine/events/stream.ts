// Streams the events after a position to one client, as Server-Sent Events
// (https://html.spec.whatwg.org/#server-sent-events). A stream behind the tail reads pages from the database, no faster
// than its client reads. A stream that has caught up gets new events from the tail (tail.ts), which serves all streams.
import type { FastifyReply } from 'fastify'
import { monotonicMs } from '../../platform/clock.ts'
import type { Gate, Tenant } from '../../platform/db/gate.ts'
import type { Db } from '../../platform/db/pool.ts'
import { definedHeaders } from '../../platform/http/list.ts'
import { logAborted, writeOut } from '../../platform/http/backpressure.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  matchesFilter,
  selectEvents,
  type EventFilter,
  type EventPosition,
  type EventRow,
} from './queries.ts'
import type { Listener } from './tail.ts'
import { eventView } from './view.ts'

const PAGE_SIZE = 200
const RECONNECT_MS = 1000
const END_TIMEOUT_MS = 1000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without this, nginx buffers events.
  'x-accel-buffering': 'no',
}

/** A stream sends a comment after this time without an event, so that clients and proxies keep the connection. */
export const HEARTBEAT_MS = 15_000

export type StreamDeps = {
  db: Db
  /** A stream takes a place at the gate for each page that it reads. */
  gate: Gate
  drainTimeoutMs: number
  heartbeatMs: number
}

type StreamRequest = {
  tenant: Tenant
  organizationId: Uuid<'org'>
  filter: EventFilter
  after: EventPosition
  cursorOf(position: EventPosition): string
}

/** Returns when the stream has ended. Disconnects a client that reads too slowly. */
export async function streamEvents(
  deps: StreamDeps,
  reply: FastifyReply,
  listener: Listener,
  request: StreamRequest,
): Promise<void> {
  const { raw, log } = reply
  const { signal } = listener
  reply.hijack()
  raw.on('close', listener.close)
  signal.addEventListener('abort', () => {
    raw.end()
    // A stalled client must not delay the stop of the process.
    setTimeout(() => raw.destroy(), END_TIMEOUT_MS).unref()
  })
  raw.writeHead(200, { ...definedHeaders(reply), ...HEADERS })
  if (raw.destroyed) listener.close()
  try {
    await writeUntilAborted(deps, raw, listener, request)
  } catch (error) {
    if (!signal.aborted)
      logAborted(log, 'stream', error, { of: publicId('org', request.organizationId) })
    raw.destroy()
  }
  listener.close()
}

async function writeUntilAborted(
  deps: StreamDeps,
  raw: FastifyReply['raw'],
  listener: Listener,
  { tenant, organizationId, filter, after, cursorOf }: StreamRequest,
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

  // Send the position first. A client that disconnects before the first event can then resume here.
  await write(`retry: ${RECONNECT_MS}\nid: ${cursorOf(position)}\n\n`)
  while (!signal.aborted) {
    const tail = listener.tailPosition()
    let found: readonly EventRow[]
    if (isBefore(position, tail)) {
      found = await deps.gate.run(tenant, () =>
        selectEvents(deps.db, organizationId, filter, position, PAGE_SIZE),
      )
      // A page that is not full has all events up to `tail`, which was read before the query.
      position =
        found.length < PAGE_SIZE
          ? laterPosition(found.at(-1) ?? position, tail)
          : (found.at(-1) ?? tail)
    } else {
      const next = await listener.next(Math.max(0, heartbeatMs - (monotonicMs() - wroteMs)))
      found = next.filter((row) => isBefore(position, row) && matchesFilter(row, filter))
      position = laterPosition(position, next.at(-1) ?? position)
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

const laterPosition = (a: EventPosition, b: EventPosition): EventPosition =>
  isBefore(a, b) ? b : a
