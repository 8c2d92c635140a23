// The faults of a pair: what is done to it, and when the next may follow.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './load.ts'
import type { Node, Pair } from './pair.ts'

export type Case = {
  name: string
  /** Does the fault, and mends what does not mend itself. `leader`: the primary of before. */
  run(pair: Pair, load: Load, leader: Node): Promise<void>
}

/** How long a fault lasts that the pair itself cannot mend. */
const LASTS_MS = 15_000
const WRITES_AFTER = 40

export const cases = [
  {
    name: 'killed primary',
    async run(pair, load, leader) {
      pair.killNode(leader)
      await load.untilWrites(WRITES_AFTER)
      await pair.up()
    },
  },
  {
    name: 'silent primary',
    async run(pair, load, leader) {
      pair.silence(leader)
      await load.untilWrites(WRITES_AFTER)
      pair.wake(leader)
    },
  },
  {
    name: 'switch-over',
    async run(pair, load, leader) {
      await pair.switchOver(leader)
      await load.untilWrites(WRITES_AFTER)
    },
  },
  {
    name: 'rolling restart',
    async run(pair, load) {
      await pair.roll()
      await load.untilWrites(WRITES_AFTER)
    },
  },
  {
    name: 'primary cut off',
    async run(pair, load, leader) {
      pair.isolate(leader)
      await load.untilWrites(WRITES_AFTER)
      pair.reconnect()
    },
  },
  {
    name: 'lost standby',
    async run(pair, load, leader) {
      pair.killNode(pair.otherOf(leader))
      await sleep(LASTS_MS)
      await pair.up()
      await load.untilWrites(WRITES_AFTER)
    },
  },
  {
    name: 'silent etcd',
    async run(pair, load) {
      pair.signalEtcd('SIGSTOP')
      await sleep(LASTS_MS)
      pair.signalEtcd('SIGCONT')
      await load.untilWrites(WRITES_AFTER)
    },
  },
] as const satisfies readonly Case[]
