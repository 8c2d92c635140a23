// Claimed deliveries of this process, by endpoint: which are being sent, which wait behind them, and which were answered
// and are not recorded yet. Those that wait take over the slots of earlier ones of their endpoint, so that claims are few
// and large. No I/O.
import type { Uuid } from '../../platform/ids.ts'
import type { KeysOf } from './attempt-delivery.ts'
import type { ClaimedDelivery, HeldDeliveries } from './claim-queries.ts'
import type { AttemptOutcome } from './outcome-queries.ts'
import type { OwnedEndpoint } from './queries.ts'
import { AHEAD } from './slots.ts'

/** A delivery that waits longer is forgotten, and claimed again: its endpoint may have changed. */
const LONGEST_WAIT_MS = 1000
/** With so few waiting, a claim adds more. */
const FEW_WAITING = AHEAD / 4

/** `keysOf`: opens the secrets that were claimed with the delivery. */
type Waiting = { delivery: ClaimedDelivery; keysOf: KeysOf; sinceMs: number }

type Lane = {
  owner: OwnedEndpoint
  /** Requests that are sent, and those that failed and are not recorded yet. */
  busy: number
  /** How many may be busy. A claim adds to it. */
  slots: number
  waiting: Waiting[]
  /** Sent and not recorded yet. */
  sent: Set<Uuid<'evt'>>
  /** The sent ones that failed. */
  failed: Set<Uuid<'evt'>>
  /** The last claim left due deliveries of the endpoint behind. */
  hasMore: boolean
}

function countSlots() {
  const usedSlots = new Map<Uuid<'ent'>, number>()
  let sending = 0
  return {
    sending: (): number => sending,
    used: (): ReadonlyMap<Uuid<'ent'>, number> => usedSlots,
    count({ enterprise_id: id }: ClaimedDelivery, change: 1 | -1): void {
      sending += change
      const used = (usedSlots.get(id) ?? 0) + change
      if (used > 0) usedSlots.set(id, used)
      else usedSlots.delete(id)
    },
  }
}

export function createLanes() {
  const lanes = new Map<Uuid<'whe'>, Lane>()
  const slots = countSlots()

  function laneOf({ endpoint_id: id, organization_id: ownerId }: ClaimedDelivery): Lane {
    const known = lanes.get(id)
    if (known !== undefined) return known
    const sets = { sent: new Set<never>(), failed: new Set<never>() }
    const lane = { owner: { ownerId, id }, busy: 0, slots: 0, waiting: [], ...sets, hasMore: false }
    lanes.set(id, lane)
    return lane
  }

  return {
    /** Requests of this process in flight. */
    sending: slots.sending,
    /** The same of each enterprise. */
    usedSlots: slots.used,

    /** The input of the next claim. Each endpoint keeps the slots that it uses now until the claim has ended. */
    held: (): HeldDeliveries[] =>
      [...lanes.values()].map((lane) => {
        lane.slots = lane.busy
        return heldBy(lane)
      }),

    /** Adds what a claim returned. */
    add(claimed: readonly ClaimedDelivery[], keysOf: KeysOf, nowMs: number): void {
      const counts = new Map<Lane, number>()
      for (const delivery of claimed) {
        const lane = laneOf(delivery)
        if (!delivery.is_ahead) lane.slots += 1
        lane.waiting.push({ delivery, keysOf, sinceMs: nowMs })
        const number = (counts.get(lane) ?? 0) + 1
        counts.set(lane, number)
        lane.hasMore = delivery.is_all_asked || number < delivery.found
      }
    },

    /** The next delivery of the endpoint to send now. */
    next(endpointId: Uuid<'whe'>): Waiting | undefined {
      const lane = lanes.get(endpointId)
      if (lane === undefined || lane.busy >= lane.slots) return undefined
      const next = lane.waiting.shift()
      if (next === undefined) return undefined
      lane.busy += 1
      lane.sent.add(next.delivery.event_id)
      slots.count(next.delivery, 1)
      return next
    },

    /** A failed request keeps its place until it is recorded: that changes how many the endpoint gets. */
    answered(delivery: ClaimedDelivery, { health }: Pick<AttemptOutcome, 'health'>): void {
      slots.count(delivery, -1)
      const lane = laneOf(delivery)
      if (health === 'failed') lane.failed.add(delivery.event_id)
      else lane.busy -= 1
    },

    /** The outcome is recorded, or there is none. The delivery may be claimed again. */
    ended(delivery: ClaimedDelivery): void {
      const lane = laneOf(delivery)
      if (lane.failed.delete(delivery.event_id)) lane.busy -= 1
      lane.sent.delete(delivery.event_id)
      if (lane.sent.size + lane.waiting.length === 0) lanes.delete(delivery.endpoint_id)
    },

    /** A claim would find more for the endpoint. */
    wantsMore(endpointId: Uuid<'whe'>): boolean {
      const lane = lanes.get(endpointId)
      return lane !== undefined && lane.hasMore && lane.waiting.length <= FEW_WAITING
    },

    /** Forgets what waits at an endpoint. It stays due. */
    giveBack(endpointId: Uuid<'whe'>): void {
      const lane = lanes.get(endpointId)
      if (lane === undefined || lane.waiting.length === 0) return
      lane.waiting = []
      lane.hasMore = true
      if (lane.sent.size === 0) lanes.delete(endpointId)
    },

    /** The endpoints where a delivery has waited too long. */
    late: (nowMs: number): Uuid<'whe'>[] =>
      [...lanes].flatMap(([endpointId, lane]) => (isLate(lane, nowMs) ? [endpointId] : [])),

    /** The endpoints of which nothing is left once these are recorded. */
    emptyAfter: (outcomes: readonly { delivery: ClaimedDelivery }[]): OwnedEndpoint[] =>
      emptyAfter(outcomes.map(({ delivery }) => laneOf(delivery))),

    endpoints: (): Uuid<'whe'>[] => [...lanes.keys()],
  }
}

function heldBy({ owner, busy, waiting, sent }: Lane): HeldDeliveries {
  return {
    organizationId: owner.ownerId,
    endpointId: owner.id,
    busy,
    wanted: waiting.length > FEW_WAITING ? 0 : AHEAD - waiting.length,
    events: [...sent, ...waiting.map(({ delivery }) => delivery.event_id)],
  }
}

/** `recorded`: the lane of each delivery that is recorded. */
function emptyAfter(recorded: readonly Lane[]): OwnedEndpoint[] {
  const counts = new Map<Lane, number>()
  for (const lane of recorded) counts.set(lane, (counts.get(lane) ?? 0) + 1)
  return [...counts].flatMap(([lane, count]) =>
    lane.sent.size === count && lane.waiting.length === 0 ? [lane.owner] : [],
  )
}

const isLate = ({ waiting: [first] }: Lane, nowMs: number): boolean =>
  first !== undefined && nowMs - first.sinceMs > LONGEST_WAIT_MS
