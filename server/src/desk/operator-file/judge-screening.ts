// Checks the screeners of an operator file: kinds and settings. apply-screening.ts reads their list files.
import { screenerKinds } from '../../rules/screening/registry.ts'
import type { Path, ScreenerContent } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type ScreenerEntry = {
  path: Path
  name: string
  kind: string
  settings: Record<string, unknown>
}

export function judgeScreener(judge: Judge, path: Path, one: ScreenerContent): ScreenerEntry {
  const { name, kind: kindName, settings = {} } = one
  const kind = screenerKinds.get(kindName)
  if (kind === undefined) {
    const names = nearestFirst(kindName, screenerKinds.keys())
    judge.addProblem([...path, 'kind'], `unknown kind ${kindName}; known kinds: ${names}`)
  }
  const wrong = kind?.settingsProblem(settings)
  if (wrong !== undefined) judge.addProblem([...path, 'settings'], wrong)
  return { path, name, kind: kindName, settings }
}
