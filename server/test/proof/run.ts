// `npm run proof`: random histories for some minutes, one of them again by its seed, or the planted bugs.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openThrowaway } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { systemClock } from '../../src/clock.ts'
import { prove, type Proof } from './prove.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    shrink: { type: 'boolean', default: true },
    quiet: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'corridor-proof-'))
const cluster = await openThrowaway({ dir })
const connection = {
  host: cluster.host,
  port: cluster.port,
  user: cluster.user,
  database: 'postgres',
}
let proof: Proof
try {
  await migrate(connection, 'sandbox', systemClock)
  proof = await prove(connection, {
    firstSeed:
      values.seed === undefined ? Date.now() % 1_000_000_000 : Number.parseInt(values.seed, 10),
    most: values.seed === undefined ? Infinity : 1,
    forMs: Number.parseFloat(values.minutes) * 60_000,
    shrinks: values.shrink,
    onProgress: (line) => void (values.quiet || process.stderr.write(`${line}\n`)),
  })
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.stdout.write(`${JSON.stringify(proof, null, 2)}\n`)
process.exitCode = proof.failure === undefined ? 0 : 1
