// A discrete simulation of calls that a service takes in batches: those that come while a batch is at work form the next one.
// A batch costs a fixed time and a time for each call. It also knows outages: nothing is at work, and callers try again.

/** Milliseconds. */
export type Costs = { fixedMs: number; eachMs: number }

export type Seen = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  refused: number
  drainedMs: number
}

type Plan =
  /** So many callers, each with one call at a time. */
  | { callers: number }
  /** Calls come at random, on average so many a second. */
  | { perSecond: number; outage?: { fromMs: number; forMs: number } }

/** A call that waits longer is told so, and its caller tries again after a while. */
const LONGEST_MS = 5000
const RETRY_MS = 1000
/** Calls of one batch. */
const MOST = 256

export function simulate(costs: Costs, plan: Plan, lengthMs: number, seed: number): Seen {
  const random = randomFrom(seed)
  const exponential = (mean: number) => -Math.log(1 - random()) * mean
  const outage = 'outage' in plan ? plan.outage : undefined
  const tookMs: number[] = []
  let refused = 0
  let drainedMs = 0
  // Calls by when they came. Those of open arrivals are drawn in order, those of retries join them.
  let queue: { firstMs: number; sinceMs: number }[] = []
  const later: { atMs: number; firstMs: number }[] = []
  let nextMs = 'callers' in plan ? Infinity : exponential(1000 / plan.perSecond)
  if ('callers' in plan)
    for (let caller = 0; caller < plan.callers; caller++) queue.push({ firstMs: 0, sinceMs: 0 })

  const arriveUntil = (untilMs: number) => {
    while (nextMs <= untilMs) {
      queue.push({ firstMs: nextMs, sinceMs: nextMs })
      if ('perSecond' in plan) nextMs += exponential(1000 / plan.perSecond)
    }
    for (let index = later.length - 1; index >= 0; index--) {
      const one = later[index]
      if (one === undefined || one.atMs > untilMs) continue
      queue.push({ firstMs: one.firstMs, sinceMs: one.atMs })
      later.splice(index, 1)
    }
  }
  const refuse = (nowMs: number) => {
    const [late, kept] = [[], []] as [typeof queue, typeof queue]
    for (const call of queue) (nowMs - call.sinceMs > LONGEST_MS ? late : kept).push(call)
    queue = kept
    refused += late.length
    for (const { firstMs } of late)
      later.push({ atMs: nowMs + RETRY_MS + exponential(RETRY_MS), firstMs })
  }

  let nowMs = 0
  while (nowMs < lengthMs) {
    arriveUntil(nowMs)
    if (outage !== undefined && nowMs >= outage.fromMs && nowMs < outage.fromMs + outage.forMs) {
      nowMs += 100
      arriveUntil(nowMs)
      refuse(nowMs)
      continue
    }
    if (queue.length === 0) {
      if (outage !== undefined && drainedMs === 0 && later.length === 0 && nowMs > outage.fromMs)
        drainedMs = nowMs - outage.fromMs - outage.forMs
      nowMs = Math.min(nextMs, ...later.map(({ atMs }) => atMs))
      continue
    }
    const batch = queue.splice(0, MOST)
    nowMs += exponential(costs.fixedMs) + batch.length * costs.eachMs
    for (const { firstMs } of batch) {
      tookMs.push(nowMs - firstMs)
      if ('callers' in plan) queue.push({ firstMs: nowMs, sinceMs: nowMs })
    }
    if (outage !== undefined) refuse(nowMs)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  const perSecond = (tookMs.length * 1000) / nowMs
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), refused, drainedMs }
}

/** The costs at which one caller and `many` callers get so many calls done a second. */
export function costsOf(one: number, many: { callers: number; perSecond: number }): Costs {
  const eachMs = Math.max(
    0,
    ((many.callers * 1000) / many.perSecond - 1000 / one) / (many.callers - 1),
  )
  return { fixedMs: 1000 / one - eachMs, eachMs }
}

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
