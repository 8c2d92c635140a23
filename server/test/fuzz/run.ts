// `npm run fuzz -- --requests N [--seed S] [--operators]`: runs on a throwaway database. Progress and failed requests go to stderr,
// the report to stdout. The exit code is 1 after a failure.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/platform/clock.ts'
import { openThrowaway } from '@corridor/embedded-postgres'
import { migrate } from '../../src/platform/db/migrate.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    operators: { type: 'boolean' },
  },
})
const seed =
  values.seed === undefined ? Date.now() % 1_000_000_000 : Number.parseInt(values.seed, 10)
const say = (line: string) => void process.stderr.write(`${line}\n`)
say(`seed ${seed}`)

const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'corridor-fuzz-'))
const cluster = await openThrowaway({ dir })
try {
  const { host, port, user } = cluster
  await migrate({ host, port, user, database: 'postgres' }, 'sandbox', systemClock)
  const report = await fuzz({
    databaseUrl: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    requests: Number.parseInt(values.requests, 10),
    seed,
    operators: values.operators === true,
    onProgress: say,
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  process.exitCode = report.failures.length === 0 ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
