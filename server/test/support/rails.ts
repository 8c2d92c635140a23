// Rails for tests: changed copies of the rails of a deployment.
import type { Rail } from '../../src/rails/port.ts'
import type { Rails } from '../../src/rails/registry.ts'

/** The same rails, each changed by `change`. */
export const changedRails = (rails: Rails, change: (rail: Rail) => Rail): Rails => ({
  ...rails,
  all: async () => (await rails.all()).map(change),
})
