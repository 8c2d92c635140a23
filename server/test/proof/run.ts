// `npm run proof`: random histories for some minutes, one history by its seed, one planted bug, or all planted bugs.
// Progress goes to stderr, the summary to stdout.
import { parseArgs } from 'node:util'
import { hunt, huntAll, tableOf } from './hunt.ts'
import { plant } from './plant.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    histories: { type: 'string' },
    seed: { type: 'string' },
    bug: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const say = (line: string) => void process.stderr.write(`${line}\n`)
const minutes = Number.parseFloat(
  values.minutes ?? (values.histories === undefined ? '1' : 'Infinity'),
)
const most = values.histories === undefined ? Infinity : Number.parseInt(values.histories, 10)

if (values.bugs) {
  const hunted = await huntAll({ forMs: minutes * 60_000, onProgress: say })
  process.stdout.write(tableOf(hunted))
  process.exitCode = hunted.every(({ proof }) => proof.failure !== undefined) ? 0 : 1
} else {
  const bug = values.bug === undefined ? undefined : plant(values.bug)
  const proof = await hunt({
    firstSeed:
      values.seed === undefined ? Date.now() % 1_000_000_000 : Number.parseInt(values.seed, 10),
    most: values.seed === undefined || bug !== undefined ? most : 1,
    forMs: minutes * 60_000,
    shrinks: values.shrink,
    sql: bug?.sql,
    onProgress: say,
  })
  process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`)
  // A failed history may leave a connection open, so exit explicitly.
  process.exit(proof.failure === undefined ? 0 : 1)
}
