// Reads newly committed events once for all streams of a process. It hands them only to waiting streams and keeps
// nothing for the others: those read pages themselves until they have caught up (see stream.ts).
import type { Logger } from 'pino'
import { selectStoppedKeys } from '../access/queries.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { retryLater } from '../errors.ts'
import type { SharedCounts } from '../http/shared-counts.ts'
import { NO_ID, uuidOf, type Uuid } from '../ids.ts'
import {
  selectEndOfEvents,
  selectEventsOfMany,
  type EventPosition,
  type EventRow,
} from './queries.ts'

export type TailDeps = { db: Db; clock: Clock; log: Logger; sharedCounts: SharedCounts }

const POLL_MS = 250
const POLL_ROWS = 500
const MOST_STREAMS_OF_A_KEY = 10

export type EventTail = {
  /** Throws rate_limited when the key has too many streams. */
  open(organizationId: Uuid<'org'>, keyId: string): Promise<Listener>
  /** Ends every stream and refuses new ones. */
  stop(): void
}

export type Listener = {
  /** Aborted when the stream must end: the client disconnected, its key stopped working, or the process stops. */
  signal: AbortSignal
  /** The end of the events that were visible when the stream was opened. */
  opened: EventPosition
  /** The tail has handed out all events up to this position. */
  position(): EventPosition
  /** The next events of the organization, oldest first. Empty after `waitMs` or when the signal is aborted. */
  next(waitMs: number): Promise<readonly EventRow[]>
  close(): void
}

type Followed = { position: EventPosition; waiting: Set<(found: readonly EventRow[]) => void> }
type Open = { organizationId: Uuid<'org'>; keyId: string; ending: AbortController }

export function createEventTail(deps: TailDeps): EventTail {
  const followed = new Map<Uuid<'org'>, Followed>()
  const streams = new Set<Open>()
  let stopped = false
  let polling = false
  let failing = false

  async function open(organizationId: Uuid<'org'>, keyId: string): Promise<Listener> {
    if (stopped) throw retryLater('shutting_down', 1)
    const end = deps.sharedCounts.open(`streams of ${keyId}`, MOST_STREAMS_OF_A_KEY)
    if (end === undefined) {
      throw retryLater(
        'rate_limited',
        5,
        `An API key can have at most ${MOST_STREAMS_OF_A_KEY} streams at once. Close one first.`,
      )
    }
    const stream = { organizationId, keyId, ending: new AbortController() }
    streams.add(stream)
    const { signal } = stream.ending
    signal.addEventListener('abort', () => {
      streams.delete(stream)
      end()
    })
    try {
      const opened = await selectEndOfEvents(deps.db)
      if (stopped) throw retryLater('shutting_down', 1)
      const organization = followed.get(organizationId) ?? { position: opened, waiting: new Set() }
      followed.set(organizationId, organization)
      if (!polling) void poll()
      return {
        signal,
        opened,
        position: () => organization.position,
        next: (waitMs) => next(organization, signal, waitMs),
        close: () => stream.ending.abort(),
      }
    } catch (error) {
      stream.ending.abort()
      throw error
    }
  }

  async function poll(): Promise<void> {
    polling = true
    while (streams.size > 0) {
      let isMore = false
      try {
        isMore = await pollOnce()
        failing = false
      } catch (error) {
        if (!failing)
          deps.log.warn({ err: error }, 'the event streams cannot read new events: retrying')
        failing = true
      }
      if (!isMore) await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref())
      forgetUnfollowed()
    }
    polling = false
  }

  async function pollOnce(): Promise<boolean> {
    const asked = [...followed]
    const [found, stoppedKeys] = await Promise.all([
      selectEventsOfMany(
        deps.db,
        asked.map(([id, { position }]) => [id, position] as const),
        POLL_ROWS,
      ),
      selectStoppedKeys(deps.db, keysOf(streams), deps.clock.now()),
    ])
    for (const { keyId, ending } of streams) {
      if (stoppedKeys.has(uuidOf('key', keyId) ?? NO_ID)) ending.abort()
    }
    const byOrganization = Map.groupBy(found, (row) => row.organization_id)
    for (const [id, organization] of asked) {
      const events = byOrganization.get(id)
      const last = events?.at(-1)
      if (events === undefined || last === undefined) continue
      organization.position = {
        epoch: last.epoch,
        transaction: last.transaction,
        id: last.id,
      }
      const waiting = [...organization.waiting]
      organization.waiting.clear()
      for (const hand of waiting) hand(events)
    }
    return [...byOrganization.values()].some((events) => events.length === POLL_ROWS)
  }

  function forgetUnfollowed(): void {
    const streamed = new Set([...streams].map((stream) => stream.organizationId))
    for (const id of followed.keys()) if (!streamed.has(id)) followed.delete(id)
  }

  return {
    open,
    stop() {
      stopped = true
      for (const { ending } of streams) ending.abort()
    },
  }
}

function next(
  { waiting }: Followed,
  signal: AbortSignal,
  waitMs: number,
): Promise<readonly EventRow[]> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve([])
    const nothing = () => hand([])
    const timer = setTimeout(nothing, waitMs)
    function hand(found: readonly EventRow[]): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', nothing)
      waiting.delete(hand)
      resolve(found)
    }
    signal.addEventListener('abort', nothing)
    waiting.add(hand)
  })
}

function keysOf(streams: ReadonlySet<Open>): Uuid<'key'>[] {
  const ids = [...streams].map(({ keyId }) => uuidOf('key', keyId))
  return [...new Set(ids.filter((id) => id !== undefined))]
}
