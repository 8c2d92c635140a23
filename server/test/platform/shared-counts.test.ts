// Counts shared by processes. Windows are measured by age, so that clock jumps make no window longer or shorter.
import { afterEach, expect, test, vi } from 'vitest'
import {
  createSharedCounts,
  type ExchangedCounts,
  type SharedCount,
} from '../../src/service/processes/shared-counts.ts'
import { testService } from '../support/service.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const SECOND = { most: 10, windowMs: 1000 }

/** Processes that exchange their counts when time passes. Each has its own clock. */
function processes(offsetsMs: readonly number[]) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let nowMs = 0
  const all: ExchangedCounts[] = []
  offsetsMs.forEach((offsetMs, from) =>
    all.push(
      createSharedCounts(
        (counts: readonly SharedCount[]) =>
          all.forEach((other, to) => {
            // Serialized as on the channel between processes.
            if (to !== from) other.receive(from, JSON.parse(JSON.stringify(counts)))
          }),
        () => nowMs + offsetMs,
      ),
    ),
  )
  return {
    all,
    pass(ms: number) {
      nowMs += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

test.each([
  ['the same', [0, 0]],
  ['an hour apart', [0, 3_600_000]],
  ['half a window apart, either way', [500, 0]],
])('two processes share one limit when their clocks are %s', (_, offsetsMs) => {
  const { all, pass } = processes(offsetsMs)
  const [one, other] = all
  for (let taken = 0; taken < 6; taken++) expect(one?.take('key', SECOND, 1).isAllowed).toBe(true)
  pass(100)
  const seen = Array.from({ length: 6 }, () => other?.take('key', SECOND, 1))
  expect(seen.map((taken) => taken?.isAllowed)).toEqual([true, true, true, true, false, false])
  expect(seen.map((taken) => taken?.left)).toEqual([3, 2, 1, 0, 0, 0])
  // The window ends with the one that began first.
  expect(seen[0]?.endsInMs).toBeGreaterThanOrEqual(850)
  expect(seen[0]?.endsInMs).toBeLessThanOrEqual(950)
  pass(100)
  expect(one?.take('key', SECOND, 1)).toMatchObject({ isAllowed: false, left: 0 })
  pass(850)
  expect(one?.take('key', SECOND, 1)).toMatchObject({ isAllowed: true, left: 9 })
  expect(other?.take('key', SECOND, 1).isAllowed).toBe(true)
})

test('a cost above the rest takes nothing, and a cost above the whole limit takes everything', () => {
  const counts = createSharedCounts()
  expect(counts.take('key', SECOND, 7)).toMatchObject({ isAllowed: true, left: 3 })
  expect(counts.take('key', SECOND, 4)).toMatchObject({ isAllowed: false, left: 3 })
  expect(counts.take('key', SECOND, 3)).toMatchObject({ isAllowed: true, left: 0 })
  expect(counts.take('other', SECOND, 50)).toMatchObject({ isAllowed: true, left: 0 })
  expect(counts.take('other', SECOND, 50)).toMatchObject({ isAllowed: false, left: 0 })
})

test('open streams count in all processes, including late starters, until they end', () => {
  const { all, pass } = processes([0, 7_000_000])
  const [one, other] = all
  const ends = Array.from({ length: 3 }, () => one?.open('streams', 4))
  pass(100)
  const last = other?.open('streams', 4)
  expect(last).toBeTypeOf('function')
  expect(other?.open('streams', 4)).toBeUndefined()
  // Ending a stream twice frees one place.
  ends[0]?.()
  ends[0]?.()
  pass(100)
  expect(other?.open('streams', 4)).toBeTypeOf('function')
  expect(other?.open('streams', 4)).toBeUndefined()
  one?.receive(1, undefined)
  expect(one?.open('streams', 4)).toBeTypeOf('function')
})

test.each([-3_600_000, 3_600_000])(
  'a step of %s ms in the system clock neither locks out a key nor grants extra requests',
  async (stepMs) => {
    const corridor = await testService({
      worker: false,
      env: { CORRIDOR_RATE_LIMIT: '5', CORRIDOR_AUTH_FAILURE_LIMIT: '5' },
    })
    try {
      const status = async () => (await corridor.get('/v1/organizations?limit=1')).status
      const exhausted = async () => {
        for (let tries = 0; tries < 20; tries++)
          if ((await Promise.all(Array.from({ length: 20 }, status))).includes(429)) return
        throw new Error('no request was limited')
      }
      await exhausted()
      const real = Date.now
      vi.spyOn(Date, 'now').mockImplementation(() => real() + stepMs)
      let isLocked = true
      for (let tries = 0; tries < 40 && isLocked; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        isLocked = (await status()) === 429
      }
      expect(isLocked).toBe(false)
      await exhausted()
    } finally {
      await corridor.close()
    }
  },
)
