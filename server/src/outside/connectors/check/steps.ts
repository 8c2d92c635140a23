// A step of the check, and the ways in which it ends.
import { thrownMessage } from '../../../platform/thrown.ts'
import { ConnectorError } from '../errors.ts'

type Outcome = { outcome: 'passed' | 'failed' | 'skipped'; detail?: string }
export type Result = Outcome & { about: string; step: string }
/** A step passes unless it throws. It may return a remark, or say why it does not apply. */
export type Step = { about: string; step: string; run(): Promise<Skipped | string | void> }

export class Skipped {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export async function runStep({ about, step, run }: Step): Promise<Result> {
  try {
    const said = await run()
    if (said instanceof Skipped) return { about, step, outcome: 'skipped', detail: said.reason }
    return { about, step, outcome: 'passed', ...(said === undefined ? {} : { detail: said }) }
  } catch (error) {
    const more = error instanceof ConnectorError ? error.signatures : undefined
    const detail = [thrownMessage(error), ...(more === undefined ? [] : [more])].join('; ')
    return { about, step, outcome: 'failed', detail }
  }
}

export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
