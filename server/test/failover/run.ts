// `npm run failover`: each fault of a pair under load, on loopback. `--case TEXT` only the cases that have the text, `--times N`
// each so often, `--json` every single measurement. Progress goes to stderr, the result to stdout. The exit code is 1 if
// anything acknowledged is missing, doubled or answered otherwise than with 2xx, 409 or 503.
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { measure, startWorld, type Measured } from './measure.ts'
import { missingPrograms } from './pair.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    case: { type: 'string', default: '' },
    times: { type: 'string', default: '5' },
  },
})
const missing = missingPrograms()
if (missing.length > 0)
  throw new Error(`${missing.join(', ')} are missing: see docs/high-availability.md`)

const chosen = cases.filter(({ name }) => name.includes(values.case))
const measured: Measured[] = []
const world = await startWorld()
try {
  for (let time = 1; time <= Number(values.times); time++)
    for (const one of chosen) {
      const result = await measure(world, one)
      measured.push(result)
      process.stderr.write(
        `${one.name} ${time}: ${(result.gapMs / 1000).toFixed(1)} s without a write, slowest ${result.slowestMs} ms, ` +
          `${result.acknowledged} acknowledged, ${result.missing} missing ${JSON.stringify(result.answers)} ${result.problems.join('; ')}\n`,
      )
    }
} finally {
  await world.stop()
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const rowOf = (name: string): string => {
  const those = measured.filter((one) => one.case === name)
  const gaps = those.map(({ gapMs }) => gapMs)
  const sum = (of: (one: Measured) => number) => those.reduce((total, one) => total + of(one), 0)
  const cells = [
    name,
    seconds(median(gaps)),
    `${seconds(Math.min(...gaps))} to ${seconds(Math.max(...gaps))}`,
    seconds(Math.max(...those.map(({ slowestMs }) => slowestMs))),
    sum(({ above5s }) => above5s),
    sum(({ acknowledged }) => acknowledged),
    sum((one) => one.missing),
  ]
  return `| ${cells.join(' | ')} |`
}
const table = [
  '| Fault | Without a write, median s | Shortest to longest, s | Slowest answer, s | Above 5 s | Acknowledged | Missing |',
  '|---|---|---|---|---|---|---|',
  ...chosen.map(({ name }) => rowOf(name)),
]
process.stdout.write(
  values.json ? `${JSON.stringify(measured, null, 2)}\n` : `${table.join('\n')}\n`,
)
process.exitCode = measured.every(({ problems }) => problems.length === 0) ? 0 : 1
