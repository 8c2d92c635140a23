// Values that are kept for a while, with many callers.
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lately } from '../../src/platform/lately.ts'

const MOST_AGE_MS = 1000

let ms = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => ms))
afterEach(() => void vi.restoreAllMocks())
const passes = (part: number) => void (ms += part * MOST_AGE_MS)

/** A reading that the test answers. */
function readings() {
  const waiting: PromiseWithResolvers<number>[] = []
  const kept = lately(MOST_AGE_MS, () => {
    const one = Promise.withResolvers<number>()
    waiting.push(one)
    return one.promise
  })
  return { kept, waiting }
}

test('callers share one reading', async () => {
  const { kept, waiting } = readings()
  const callers = [kept.present(), kept.present()]
  expect(waiting).toHaveLength(1)
  waiting[0]?.resolve(7)
  expect(await Promise.all(callers)).toEqual([7, 7])
  expect(await kept.present()).toBe(7)
  expect(waiting).toHaveLength(1)
})

test('a value in the second half of its life is read again, and nobody waits for it', async () => {
  const { kept, waiting } = readings()
  const first = kept.present()
  waiting[0]?.resolve(1)
  await first
  passes(0.6)
  expect(await kept.present(), 'while the database has not answered').toBe(1)
  expect(waiting).toHaveLength(2)
  waiting[1]?.resolve(2)
  await setImmediate()
  expect(await kept.present()).toBe(2)
})

test('a value that is too old is not used, and the reason of a failed reading is told', async () => {
  const { kept, waiting } = readings()
  const first = kept.present()
  waiting[0]?.resolve(1)
  await first
  passes(0.6)
  await kept.present()
  waiting[1]?.reject(new Error('the database is away'))
  await setImmediate()
  passes(0.5)
  const next = kept.present()
  waiting[2]?.reject(new Error('it is still away'))
  await expect(next).rejects.toThrow('it is still away')
})
