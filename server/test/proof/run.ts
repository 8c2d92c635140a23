// `npm run proof`: random histories for some minutes, one history by its seed, one planted bug, or all planted bugs.
// Progress goes to stderr, the summary to stdout. Ctrl-C and SIGTERM end it with the summary so far.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { hunt, huntAll, isCaught, tableOf } from './hunt.ts'
import { plant } from './plant.ts'
import { proveInWorlds } from './worlds.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    histories: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
    stride: { type: 'string', default: '1' },
    worlds: { type: 'string', default: String(availableParallelism()) },
    bug: { type: 'string', multiple: true },
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
const worlds = Number.parseInt(values.worlds, 10)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const [name, another] = values.bug ?? []
if (values.bugs || another !== undefined) {
  const hunted = await huntAll({ forMs: minutes * 60_000, names: values.bug, onProgress: say })
  process.stdout.write(tableOf(hunted))
  process.exitCode = hunted.every(isCaught) ? 0 : 1
} else {
  const bug = name === undefined ? undefined : plant(name)
  const seed = values.seed ?? values.from
  const options = {
    firstSeed: seed === undefined ? Date.now() % 1_000_000_000 : Number.parseInt(seed, 10),
    most: values.seed === undefined ? most : 1,
    shrinks: values.shrink,
    signal: stop.signal,
    onProgress: say,
  }
  const proof =
    bug === undefined && worlds > 1 && options.most > 1
      ? await proveInWorlds({ ...options, worlds, minutes })
      : await hunt({
          ...options,
          forMs: minutes * 60_000,
          stride: Number.parseInt(values.stride, 10),
          sql: bug?.sql,
        })
  process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`)
  // A failed history may leave a connection open, so exit explicitly.
  process.exit(proof.failure === undefined ? 0 : 1)
}
