// Rails for tests: changed copies of the rails of a deployment.
import type { Deps } from '../../src/service/deps.ts'
import type { Rail, RailEntry } from '../../src/outside/rails/port.ts'
import { fixedRails, type Rails } from '../../src/outside/rails/registry.ts'
import { SIMULATED_RAIL } from '../../src/outside/rails/sandbox/index.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
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
  await until(problems, (all) => !all.some((one) => one.code === 'not_open'))
}

/** The problems that a rail tells, in English. */
export const problemsOf = async (rail: Pick<Rail, 'problems'>): Promise<string[]> =>
  ((await rail.problems?.()) ?? []).map(({ message }) => message)

let reports = 0

/** The simulated rail reports these entries, and nothing else. */
export async function reportEntries(
  { deps }: { deps: Deps },
  ...entries: RailEntry[]
): Promise<void> {
  const rail = (await deps.rails.all()).find(({ name }) => name === SIMULATED_RAIL)
  if (rail === undefined) throw new Error('the deployment has no simulated rail')
  const cursor = `report-${++reports}`
  const poll = async () => ({ cursor, entries })
  await watchRails({ ...deps, rails: fixedRails([{ ...rail, poll }]) })
}
