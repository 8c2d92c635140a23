// Each rail is polled in its own rhythm, and at once when its company says that something changed.
import { beforeEach, expect, test } from 'vitest'
import type { Rail } from '../../src/outside/rails/port.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { createRailWatcher, type RailWatcher } from '../../src/engine/entries/watch-rails.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

let polls = 0
let poll: () => Promise<void> = async () => undefined
let watcher: RailWatcher
let run: () => Promise<void>

const corridor = await forFile(testService({ worker: false }))
const [sandbox] = await corridor.deps.rails.all()
if (sandbox === undefined) throw new Error('the sandbox has no rail')
const rail: Rail = {
  ...sandbox,
  pollEveryMs: 3_600_000,
  async poll(cursor) {
    polls += 1
    await poll()
    return { cursor: cursor ?? '', entries: [] }
  },
}
run = () => watcher.run({ ...corridor.deps, rails: fixedRails([rail]) })
beforeEach(() => {
  polls = 0
  poll = async () => undefined
  watcher = createRailWatcher()
})

/** Runs the task until it has polled this often. */
const untilPolls = (count: number) =>
  expect
    .poll(async () => {
      await run()
      return polls
    })
    .toBe(count)

test('a rail that is nudged is polled before its time', async () => {
  await untilPolls(1)
  await run()
  expect(polls).toBe(1)
  watcher.pollNow('sandbox')
  await untilPolls(2)
  watcher.pollNow('another')
  await run()
  expect(polls).toBe(2)
  await watcher.stop()
})

test('a nudge during a poll leads to another one, which sees what the first may have missed', async () => {
  const held = Promise.withResolvers<void>()
  poll = () => held.promise
  await untilPolls(1)
  for (let time = 0; time < 3; time++) watcher.pollNow('sandbox')
  await run()
  expect(polls).toBe(1)
  held.resolve()
  await untilPolls(2)
  await run()
  expect(polls).toBe(2)
  await watcher.stop()
})

test('a rail that fails keeps its pause', async () => {
  poll = () => Promise.reject(new Error('no connection'))
  await untilPolls(1)
  await watcher.stop()
  watcher.pollNow('sandbox')
  await run()
  expect(polls).toBe(1)
})
