// Tells a client when an order or the events of an organization changed. Each subscription is one stream of events.
import type { Corridor } from '@corridor/sdk'
import type { Followed } from './resources.ts'
import { Refused } from './tool.ts'

/** The most subscriptions of one session. */
const MOST = 8
/** More than an order ever has. */
const ALL = 200
const MOMENT_MS = 200

export function openSubscriptions(
  corridor: Corridor,
  changed: (uri: string) => Promise<void>,
  failed: (error: unknown) => void,
) {
  const open = new Map<string, AbortController>()
  const announced = new Set<string>()

  /** Once for all events of a moment: a client that does not read must not fill the memory. */
  function announce(uri: string, signal: AbortSignal): void {
    if (announced.has(uri)) return
    announced.add(uri)
    setTimeout(() => {
      announced.delete(uri)
      if (!signal.aborted) changed(uri).catch(failed)
    }, MOMENT_MS)
  }

  async function follow(uri: string, from: From, stop: AbortController): Promise<void> {
    const { organization, ...filter } = from
    try {
      const events = corridor.events.stream(organization, filter, { signal: stop.signal })
      for await (const _event of events) announce(uri, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) failed(error)
    } finally {
      if (open.get(uri) === stop) open.delete(uri)
    }
  }

  return {
    /** Refused if the organization or order is unknown. */
    async add(uri: string, followed: Followed): Promise<void> {
      if (open.has(uri)) return
      if (open.size >= MOST)
        throw new Refused(`${MOST} subscriptions are the most of a session: end one first`)
      const stop = new AbortController()
      open.set(uri, stop)
      try {
        void follow(uri, await startOf(corridor, followed, stop.signal), stop)
      } catch (error) {
        open.delete(uri)
        throw error
      }
    },
    end(uri: string): void {
      open.get(uri)?.abort()
      open.delete(uri)
    },
    endAll(): void {
      for (const stop of open.values()) stop.abort()
      open.clear()
    },
  }
}

type From = { organization: string; order_id?: string; cursor?: string }

/** After the last event of an order, so that none is missed. Events of an organization count from the connection on. */
async function startOf(
  corridor: Corridor,
  { organization, order }: Followed,
  signal: AbortSignal,
): Promise<From> {
  if (order === null) {
    await corridor.organizations.get(organization, { signal })
    return { organization }
  }
  await corridor.orders.get(organization, order, { signal })
  const query = { order_id: order, limit: ALL }
  const { cursor } = await corridor.events.list(organization, query, { signal }).page()
  return { organization, order_id: order, ...(cursor === null ? {} : { cursor }) }
}
