// `corridor connectors check`: the promises of an adapter, asked of a connector over HTTP. It moves test money: it always
// calls itself a sandbox, which a live connector refuses.
import type { ClientSettings } from '../client.ts'
import * as protocol from '../protocol.ts'
import { claimStep } from './claim-steps.ts'
import { liquiditySteps } from './liquidity-steps.ts'
import { railSteps } from './rail-steps.ts'
import { screeningSteps } from './screening-steps.ts'
import { signatureSteps } from './signature-steps.ts'
import { runStep, type Result, type Step } from './steps.ts'
import { openTarget, type Target } from './target.ts'

type CheckOptions = {
  settings: Omit<ClientSettings, 'environment'>
  /** The amount of each payment and conversion. */
  amount: string
  /** Restarts the connector and returns when it answers again. */
  restart?: () => Promise<void>
}

/** `onResult` is called after each step. */
export async function checkConnector(
  { settings, amount, restart }: CheckOptions,
  onResult: (result: Result) => void,
): Promise<readonly Result[]> {
  const target = openTarget({ ...settings, environment: 'sandbox' })
  const results: Result[] = []
  const run = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps) {
      const result = await runStep(step)
      results.push(result)
      onResult(result)
    }
  }
  try {
    const signatures = signatureSteps(target)
    await run(signatures.slice(0, 1))
    // Without one right answer, every refusal would look right too.
    if (results[0]?.outcome !== 'passed') return results
    await run(signatures.slice(1))
    const stated = await capabilitiesOf(target)
    const { pairs, served, screens = [], lists = [], cancels = false, claims = false } = stated
    await run([claimStep(target, claims)])
    const options = { amount, restart, lists, cancels }
    if (pairs.length > 0) await run(liquiditySteps(target, pairs, options))
    if (served.length > 0) await run(railSteps(target, served, options))
    await run(screeningSteps(target, screens, restart))
    return results
  } finally {
    target.transport.close()
  }
}

const capabilitiesOf = (target: Target): Promise<protocol.Capabilities> =>
  target.get({ method: 'GET', path: '/capabilities' }, protocol.capabilities)

/** Whether the connector answers a signed request. */
export async function isAnswering(settings: CheckOptions['settings']): Promise<boolean> {
  const target = openTarget({ ...settings, environment: 'sandbox' })
  try {
    await capabilitiesOf(target)
    return true
  } catch {
    return false
  } finally {
    target.transport.close()
  }
}
