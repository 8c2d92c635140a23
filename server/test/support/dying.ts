// A process that dies at one step of sweeping: before or after a statement, or before or after a call of a rail. It does
// nothing after its death.
import type { Deps } from '../../src/service/deps.ts'
import { openRails } from '../../src/engine/sends/open-rails.ts'
import { changedRails } from './rails.ts'

class Died extends Error {}

/** `at`: the step of its death, counted from 1. Its rails remember nothing of other processes. */
export function dyingDeps(deps: Deps, at: number) {
  let steps = 0
  const step = () => {
    steps += 1
    if (steps >= at) throw new Died('the process is dead')
  }
  function stepped<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      step()
      const result = await call(...args)
      step()
      return result
    }
  }
  const steppedAll = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return stepped(async (...args: unknown[]) => Reflect.apply(value, target, args))
      },
    })
  const rails = openRails(deps)
  const mine: Deps = {
    ...deps,
    db: steppedAll(deps.db),
    rails: changedRails(rails, (rail) => ({
      ...rail,
      ...(rail.sweeps !== undefined && { sweeps: steppedAll(rail.sweeps) }),
      ...(rail.rent !== undefined && { rent: steppedAll(rail.rent) }),
    })),
  }
  return { deps: mine, rails, isDead: () => steps >= at }
}
