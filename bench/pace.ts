// Measures the pace of many callers with one request each at a time, for some seconds or until no inputs are left.
import { monotonicMs } from '../server/src/platform/clock.ts'

export type Pace = { perSecond: number; p50Ms: number; p99Ms: number }

/** `once` makes one request; it returns false at once when no inputs are left. */
export async function paceOf(
  callers: readonly (() => Promise<boolean>)[],
  seconds: number,
): Promise<Pace> {
  const startedMs = monotonicMs()
  const deadlineMs = startedMs + seconds * 1000
  const tookMs: number[] = []
  let endedMs = deadlineMs

  await Promise.all(
    callers.map(async (once) => {
      for (let beganMs = startedMs; beganMs < deadlineMs; ) {
        const asked = await once()
        const nowMs = monotonicMs()
        if (!asked) endedMs = Math.min(endedMs, nowMs)
        if (!asked || nowMs > endedMs) return
        tookMs.push(nowMs - beganMs)
        beganMs = nowMs
      }
    }),
  )
  const sorted = Float64Array.from(tookMs).sort()
  const percentile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return {
    perSecond: tookMs.length / ((endedMs - startedMs) / 1000),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  }
}
