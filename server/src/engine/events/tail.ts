// Polls new events once for all streams of a process. It passes them to the streams that are waiting and buffers none.
// A stream that misses events reads them from the database, page by page (see stream.ts).
import type { Logger } from 'pino'
import { selectStoppedKeys } from '../../platform/access/queries.ts'
import type { Caller } from '../../platform/access/authenticate.ts'
import { selectWorkingUserSessions } from '../../parties/users/session-queries.ts'
import { selectStoppedConsoleSessions } from '../../platform/access/session-queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { NO_ID, uuidOf, type Uuid } from '../../platform/ids.ts'
import {
  selectEndOfEvents,
  selectEventsOfMany,
  type EventPosition,
  type EventRow,
} from './queries.ts'

export type TailDeps = { db: Db; clock: Clock; log: Logger; sharedCounts: SharedCounts }

const POLL_MS = 250
const POLL_LIMIT = 500
const MOST_STREAMS_OF_A_KEY = 10

type Opening = {
  organizationId: Uuid<'org'>
  caller: Pick<Caller, 'id' | 'user'>
  /** Defined for a stream of the console whose session stands for a key. */
  sessionHash: Buffer | undefined
}

type EventTail = {
  /** Throws rate_limited when the key has too many streams. */
  open(stream: Opening): Promise<Listener>
  /** Ends every stream and refuses new ones. */
  stop(): void
}

export type Listener = {
  /** Aborted when the stream must end: the client disconnected, its key or session ended, or the process stops. */
  signal: AbortSignal
  /** The end of the visible events when the stream was opened. */
  start: EventPosition
  /** The tail has read, and passed on, all events up to this position. */
  tailPosition(): EventPosition
  /** The next events of the organization, oldest first. Empty after `waitMs` or when the signal is aborted. */
  next(waitMs: number): Promise<readonly EventRow[]>
  close(): void
}

type FollowedOrganization = {
  position: EventPosition
  waiting: Set<(events: readonly EventRow[]) => void>
}
type OpenStream = Opening & { ending: AbortController }

export function createEventTail(deps: TailDeps): EventTail {
  const followed = new Map<Uuid<'org'>, FollowedOrganization>()
  const streams = new Set<OpenStream>()
  let stopped = false
  let polling = false
  let failing = false

  async function open(opening: Opening): Promise<Listener> {
    const { organizationId } = opening
    if (stopped) throw retryLater('shutting_down', 1)
    const stream = openStream(deps, streams, opening)
    const { signal } = stream.ending
    try {
      const start = await selectEndOfEvents(deps.db)
      if (stopped) throw retryLater('shutting_down', 1)
      const organization = followed.get(organizationId) ?? { position: start, waiting: new Set() }
      followed.set(organizationId, organization)
      if (!polling) void poll()
      return {
        signal,
        start,
        tailPosition: () => organization.position,
        next: (waitMs) => nextEvents(organization, signal, waitMs),
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
      const streamed = new Set([...streams].map(({ organizationId }) => organizationId))
      for (const id of followed.keys()) if (!streamed.has(id)) followed.delete(id)
    }
    polling = false
  }

  async function pollOnce(): Promise<boolean> {
    const polled = [...followed]
    const positions = polled.map(([id, { position }]) => [id, position] as const)
    const [found] = await Promise.all([
      selectEventsOfMany(deps.db, positions, POLL_LIMIT),
      endStopped(deps, streams),
    ])
    return passOn(polled, found)
  }

  return {
    open,
    stop() {
      stopped = true
      for (const { ending } of streams) ending.abort()
    },
  }
}

function openStream(
  { sharedCounts }: TailDeps,
  streams: Set<OpenStream>,
  opening: Opening,
): OpenStream {
  const release = sharedCounts.open(`streams of ${opening.caller.id}`, MOST_STREAMS_OF_A_KEY)
  if (release === undefined) {
    throw retryLater(
      'rate_limited',
      5,
      `An API key can have at most ${MOST_STREAMS_OF_A_KEY} streams at once. Close one first.`,
    )
  }
  const stream = { ...opening, ending: new AbortController() }
  streams.add(stream)
  stream.ending.signal.addEventListener('abort', () => {
    streams.delete(stream)
    release()
  })
  return stream
}

/** Passes new events to the streams that wait. Returns whether there may be more. */
function passOn(
  polled: readonly (readonly [Uuid<'org'>, FollowedOrganization])[],
  found: readonly EventRow[],
): boolean {
  const byOrganization = Map.groupBy(found, (row) => row.organization_id)
  for (const [id, organization] of polled) {
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
    for (const receive of waiting) receive(events)
  }
  return [...byOrganization.values()].some((events) => events.length === POLL_LIMIT)
}

/** Ends the streams whose key or session has ended. */
async function endStopped(
  { db, clock }: TailDeps,
  streams: ReadonlySet<OpenStream>,
): Promise<void> {
  const [stoppedKeys, stoppedSessions, workingUsers] = await Promise.all([
    selectStoppedKeys(db, keysOf(streams), clock.now()),
    selectStoppedConsoleSessions(db, sessionsOf(streams), clock.realNow()),
    selectWorkingUserSessions(db, userSessionsOf(streams), clock.realNow()),
  ])
  for (const { caller, sessionHash, ending } of streams) {
    const isStopped =
      stoppedKeys.has(uuidOf('key', caller.id) ?? NO_ID) ||
      (caller.user !== null && !workingUsers.has(caller.user.session_id)) ||
      (sessionHash !== undefined && stoppedSessions.has(sessionHash.toString('base64')))
    if (isStopped) ending.abort()
  }
}

function nextEvents(
  { waiting }: FollowedOrganization,
  signal: AbortSignal,
  waitMs: number,
): Promise<readonly EventRow[]> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve([])
    const receiveNothing = () => receive([])
    const timer = setTimeout(receiveNothing, waitMs)
    function receive(events: readonly EventRow[]): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', receiveNothing)
      waiting.delete(receive)
      resolve(events)
    }
    signal.addEventListener('abort', receiveNothing)
    waiting.add(receive)
  })
}

function keysOf(streams: ReadonlySet<OpenStream>): Uuid<'key'>[] {
  const ids = [...streams].map(({ caller }) => uuidOf('key', caller.id))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

const userSessionsOf = (streams: ReadonlySet<OpenStream>): Uuid<'ses'>[] =>
  [...streams].flatMap(({ caller }) => (caller.user === null ? [] : [caller.user.session_id]))

const sessionsOf = (streams: ReadonlySet<OpenStream>): Buffer[] =>
  [...streams].map(({ sessionHash }) => sessionHash).filter((hash) => hash !== undefined)
