// Rails for tests: changed copies of the rails of a deployment.
import type { Rail } from '../../src/rails/port.ts'
import type { Rails } from '../../src/rails/registry.ts'
import { until } from './until.ts'

/** The same rails, each changed by `change`. */
export const changedRails = (rails: Rails, change: (rail: Rail) => Rail): Rails => ({
  ...rails,
  all: async () => (await rails.all()).map(change),
})

/** Waits until no configured rail is still being opened, which happens in the background. */
export async function untilOpen(rails: Rails): Promise<void> {
  const problems = async () =>
    (await Promise.all((await rails.all()).map(async (rail) => rail.problems?.() ?? []))).flat()
  await until(problems, (all) => !all.some((one) => one.endsWith(' is not open')))
}
