// Measures `audit verify`: entries a second, and the memory that it needs beside an empty trail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@corridor/embedded-postgres'
import { NO_ID } from '../server/src/platform/ids.ts'
import { monotonicMs, systemClock } from '../server/src/platform/clock.ts'
import { verifyAudit } from '../server/src/parties/audit/verify.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { residentMb } from './processes.ts'

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' } },
})
const entries = Number.parseInt(values.entries, 10)
// A transaction leaves a dead version of the head for each entry.
const BATCH = 250
const SAMPLE_MS = 50
const DETAIL = JSON.stringify({
  before: { status: 'STEP_2_FILLING_FX', version: '7', provider: 'ALPHA' },
  after: { status: 'STEP_4_DECLINED', version: '8', code: 'asked_by_customer' },
})

const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const { host, port, user: owner, stop } = await openEmbedded({ dataDir: dir, role: 'owner' })
const connection = { host, port, user: owner, database: 'postgres' }
await migrate(connection, 'sandbox', systemClock)
// One connection, so that the setting is that of every statement.
const db = openPool(connection, { size: 1 })
await db.query('set synchronous_commit = off')
try {
  for (let made = 0; made < entries; made += BATCH) {
    await db.query(
      `select count(append_audit($1, now(), 'user:ana', 'order.refund', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
              'The customer asked for it by telephone.', $2)) from generate_series(1, $3)`,
      [NO_ID, DETAIL, Math.min(BATCH, entries - made)],
    )
  }
  const beforeMb = residentMb(process.pid)
  let mostMb = beforeMb
  const sampling = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(process.pid))
  }, SAMPLE_MS)
  const startedMs = monotonicMs()
  const cpu = process.cpuUsage()
  const { entries: read, faults } = await verifyAudit(db, [])
  const tookS = (monotonicMs() - startedMs) / 1000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(sampling)
  if (faults.length > 0) throw new Error(faults.join(', '))
  process.stdout.write(
    `${JSON.stringify({
      entries: Number.parseInt(String(read), 10),
      seconds: Math.round(tookS * 10) / 10,
      per_second: Math.round(entries / tookS),
      processor_seconds: Math.round((user + system) / 100_000) / 10,
      before_mb: Math.round(beforeMb),
      growth_mb: Math.round(mostMb - beforeMb),
    })}\n`,
  )
} finally {
  await db.end()
  await stop()
  rmSync(dir, { recursive: true, force: true })
}
