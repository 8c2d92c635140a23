// Checks the rails of an operator file: kinds, settings, and that no two rails serve the same instrument.
import { isCurrency } from '../../platform/money/currencies.ts'
import type { OutflowCap } from '../../outside/rails/outflow-caps.ts'
import type { Served } from '../../outside/rails/port.ts'
import { railKinds } from '../../outside/rails/registry.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { overlapOf } from '../../outside/rails/serving-rail.ts'
import type { Path, RailContent } from './file-schema.ts'
import { judgeCaps } from './judge-caps.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type RailEntry = {
  path: Path
  name: string
  kind: string
  settings: Record<string, unknown>
  bank_calendar: string | null
  /** Empty if the kind or the settings are invalid. */
  served: readonly Served[]
  caps: readonly OutflowCap[]
}

export function judgeRail(judge: Judge, path: Path, one: RailContent): RailEntry {
  const { name, kind: kindName, settings = {}, bank_calendar = null } = one
  if (name === SIMULATED_RAIL)
    judge.addProblem([...path, 'name'], `${SIMULATED_RAIL} is the name of the simulated rail`)
  const kind = railKinds.get(kindName)
  if (kind === undefined) {
    const names = nearestFirst(kindName, railKinds.keys())
    judge.addProblem([...path, 'kind'], `unknown kind ${kindName}; known kinds: ${names}`)
  }
  const wrong = kind?.settingsProblem(settings)
  if (wrong !== undefined) judge.addProblem([...path, 'settings'], wrong)
  const served = kind === undefined || wrong !== undefined ? [] : kind.served(settings)
  const isSendable = (currency: string) =>
    served.length === 0 || served.some(({ currencies }) => currencies.includes(currency))
  const caps = judgeCaps(judge, path, one, (currency) =>
    isCurrency(currency) && isSendable(currency)
      ? undefined
      : `the rail ${name} does not serve ${currency}`,
  ).map((cap) => ({ ...cap, rail: name }))
  return { path, name, kind: kindName, settings, bank_calendar, served, caps }
}

/** Each rail against those before it. */
export function refuseOverlaps(judge: Judge, rails: readonly RailEntry[]): void {
  for (const [index, rail] of rails.entries())
    for (const earlier of rails.slice(0, index)) {
      const what = rail.name === earlier.name ? undefined : overlapOf(earlier, rail)
      if (what !== undefined) judge.addProblem(rail.path, overlapReason(rail, earlier, what))
    }
}

export const overlapReason = (
  rail: { name: string },
  other: { name: string },
  what: string,
): string =>
  `${rail.name} and ${other.name} both serve ${what}; an instrument must have exactly one rail`
