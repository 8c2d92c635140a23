// Rails for tests: changed copies of the rails of a deployment.
import { expect, vi } from 'vitest'
import type { Rail } from '../../src/rails/port.ts'
import type { Rails } from '../../src/rails/registry.ts'

/** The same rails, each changed by `change`. */
export const changedRails = (rails: Rails, change: (rail: Rail) => Rail): Rails => ({
  ...rails,
  all: async () => (await rails.all()).map(change),
})

/** Waits until no configured rail is still being opened, which happens in the background. */
export const untilOpen = (rails: Rails): Promise<void> =>
  vi.waitFor(
    async () => {
      const problems = (await rails.all()).map((rail) => rail.problems?.() ?? [])
      expect(
        (await Promise.all(problems)).flat().filter((one) => one.endsWith(' is not open')),
      ).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
