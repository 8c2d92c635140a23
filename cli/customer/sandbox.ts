// `corridor sandbox`: what only a sandbox can do.
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { tableOf } from './show.ts'

export const scenarios: Verb = async ({ corridor }) =>
  tableOf(await corridor.sandbox.scenarios(), {
    headings: ['SCENARIO', 'PAY', 'ALIAS', 'WHAT HAPPENS'],
    cells: (one) => [one.name, one.payin_total, one.alias, one.outcome],
    shrinks: ['WHAT HAPPENS'],
    empty: 'This service simulates nothing.',
  })

export const clock: Verb = async ({ corridor }) => {
  const json = await corridor.sandbox.clock()
  return { text: `${json.now}, ${json.ahead_ms} ms ahead of real time\n`, json }
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

export const advance: Verb = async ({ corridor }, { args }) => {
  const [text = ''] = args
  const [, count = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS[unit]
  if (unitMs === undefined)
    throw new UsageError(`${text} is no duration: give one such as 90s, 30m, 2h or 7d`)
  const json = await corridor.sandbox.moveClock({ advance_ms: Number.parseInt(count, 10) * unitMs })
  return { text: `The sandbox is at ${json.now}.\n`, json }
}
