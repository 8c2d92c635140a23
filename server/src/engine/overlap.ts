// Overlapping rounds of a background task: no round waits for steps that are slow, such as a call to a rail that hangs.
// A slow counterparty therefore delays only its own work.

const YOUNG_ROUNDS = 3
/** After this time a new round may begin beside the steps that are not done. */
const PATIENCE_MS = 1_000

type Begin<Deps> = (deps: Deps) => Promise<readonly Promise<void>[]>

/** One round alone: waits for its steps. Returns their number. */
export async function endOf(begun: ReturnType<Begin<never>>): Promise<number> {
  const steps = await begun
  await Promise.all(steps)
  return steps.length
}

export type Overlap<Deps> = {
  /** Begins a round as soon as there is room, and returns the number of its steps. */
  run(deps: Deps): Promise<number>
  /** Waits for all steps. */
  stop(): Promise<void>
}

/**
 * `begin` claims at most `batch` rows and begins a step for each. A new round begins while at most two younger than a
 * second are at work, so that the database works on one round while this process computes another. `most`: bound of all
 * steps at work. The error of a step is thrown by the next round.
 */
export function overlapping<Deps>(
  { batch, most }: { batch: number; most: number },
  begin: Begin<Deps>,
): Overlap<Deps> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let young = 0
  let room = Promise.withResolvers<void>()

  const makeRoom = () => {
    room.resolve()
    room = Promise.withResolvers()
  }

  function track(work: Promise<void>): void {
    const step = work
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        running.delete(step)
        makeRoom()
      })
    running.add(step)
  }

  async function ageOf(steps: readonly Promise<void>[]): Promise<void> {
    young += 1
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))
    await Promise.race([Promise.allSettled(steps), patience])
    clearTimeout(timer)
    young -= 1
    makeRoom()
  }

  return {
    async run(deps) {
      while (young >= YOUNG_ROUNDS || running.size > most - batch) await room.promise
      const [failure] = failures.splice(0)
      if (failure !== undefined) throw failure
      const steps = await begin(deps)
      steps.forEach(track)
      if (steps.length > 0) void ageOf(steps)
      return steps.length
    },
    stop: async () => void (await Promise.all(running)),
  }
}
