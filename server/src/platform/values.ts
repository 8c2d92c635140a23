// typebox's checks of values against schemas, loaded at their first use. They are 300 modules and 5 MB, and a process
// without a configured rail, connector or list needs none of them.
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

export function values(): typeof import('typebox/value').Value {
  const loaded: typeof import('typebox/value') = load('typebox/value')
  return loaded.Value
}
