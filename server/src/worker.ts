// The background tasks of a deployment, and the loop that runs them.
import type { Deps } from './deps.ts'
import { advanceOrders } from './orders/advance-orders.ts'

type Task = { name: string; everyMs: number; run(deps: Deps): Promise<number | void> }

const tasks: readonly Task[] = [{ name: 'advance orders', everyMs: 200, run: advanceOrders }]

export type Worker = {
  /** Runs the tasks now instead of at their next turn. */
  wake(): void
  /** Lets the present round finish and stops. */
  stop(): Promise<void>
}

export function startWorker(deps: Deps): Worker {
  const loops = tasks.map((task) => startLoop(deps, task))
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
  }
}

function startLoop(deps: Deps, task: Task): Worker {
  let stopped = false
  let woken = false
  let timer: NodeJS.Timeout | undefined
  let endPause: () => void = () => undefined

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      endPause = resolve
      timer = setTimeout(resolve, ms)
    })

  async function run(): Promise<void> {
    while (!stopped) {
      let busy = false
      woken = false
      try {
        busy = ((await task.run(deps)) ?? 0) > 0
      } catch (error) {
        deps.log.error({ err: error, task: task.name }, 'a background task failed')
      }
      if (!busy && !stopped && !woken) await pause(task.everyMs)
      clearTimeout(timer)
    }
  }

  const done = run()
  return {
    wake: () => {
      woken = true
      endPause()
    },
    stop: async () => {
      stopped = true
      endPause()
      await done
    },
  }
}
