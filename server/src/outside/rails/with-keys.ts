// Opens a rail of a chain with the keys of the desk, and adds their problems to those of the rail.
import { openCustody, type Custody } from '../custody/open.ts'
import type { Signer } from '../custody/port.ts'
import type { Rail, RailWorld } from './port.ts'
import type { RailProblem } from '../rail-problems.ts'

type RailOfChain = Rail & { problems(): Promise<readonly RailProblem[]> }

export async function openWithKeys<T extends RailOfChain>(
  curve: Signer['curve'],
  { log, secret }: Pick<RailWorld, 'log' | 'secret'>,
  open: (keyOf: Custody['open']) => Promise<T>,
): Promise<T> {
  const custody = openCustody(curve, secret)
  let opened: T
  try {
    opened = await open(custody.open)
  } catch (error) {
    await custody.close()
    throw error
  }
  const rail = {
    ...opened,
    problems: async () => [...(await custody.problems()), ...(await opened.problems())],
    close: custody.close,
  }
  // Not awaited: a chain that cannot be reached must not keep the service from starting.
  void rail.problems().then((problems) => {
    for (const { message: problem } of problems)
      log.error({ rail: rail.name, problem }, 'a rail has a problem')
  })
  return rail
}
