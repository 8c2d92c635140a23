// `node bench/exports.ts`: exports `--lines` transfers of the ledger over the API of a sandbox of its own, in both formats.
// Prints the time, the memory of the service, and what other requests waited for meanwhile and without an export.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { executionBy } from '../server/src/acts/execution.ts'
import { monotonicMs, systemClock } from '../server/src/clock.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/open.ts'
import { openPool, type Pool } from '../server/src/db/pool.ts'
import { createOperatorKey } from '../server/src/users/manage-keys.ts'
import { COMMAND } from '../server/src/users/operator.ts'
import { readSandbox, start, stopAll } from '../server/test/support/command.ts'
import { residentMb } from './processes.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } })
const lines = Number.parseInt(values.lines, 10)
const home = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const env = { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'data') }
const WITHOUT_MS = 20_000

try {
  const service = await start(['serve'], env)
  const sandbox = readSandbox(env.CORRIDOR_DATA_DIR)
  const config = readConfig({ ...process.env, ...env })
  const database = await openDatabase(config, 'guest')
  const owner = openPool(database.owner, { size: 2 })
  await fill(owner)
  const deps = { db: owner, clock: systemClock }
  const { key } = await createOperatorKey(
    deps,
    executionBy(deps, COMMAND, 'operator_key.created', 'measures'),
    { label: 'bench', role: 'treasurer', enterpriseIds: null, expiresAt: null },
  )
  await owner.end()
  const ask = (format: string, to?: string) =>
    fetch(`${sandbox.base_url}/operator/v1/exports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        export: 'transfers',
        format,
        reason: 'bench',
        ...(to === undefined ? {} : { to }),
      }),
    })
  // The operator API opens at its first request.
  await (await ask('csv', '2000-01-01T00:00:00Z')).arrayBuffer()
  const quiet = watchLatency(sandbox.base_url, sandbox.api_key)
  await sleep(WITHOUT_MS)
  say('no export', await quiet.stop())
  for (const format of ['csv', 'jsonl']) {
    const beforeMb = residentMb(service.pid)
    let mostMb = beforeMb
    const sampling = setInterval(() => {
      mostMb = Math.max(mostMb, residentMb(service.pid))
    }, 50)
    const other = watchLatency(sandbox.base_url, sandbox.api_key)
    const startedMs = monotonicMs()
    const answer = await ask(format)
    let bytes = 0
    let end = ''
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? []) {
      bytes += part.length
      end = (end + decoder.decode(part)).slice(-200)
    }
    const seconds = (monotonicMs() - startedMs) / 1000
    clearInterval(sampling)
    say(
      `${format}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, memory ${Math.round(beforeMb)} MB before and at most ${Math.round(mostMb)} MB`,
      await other.stop(),
    )
    process.stdout.write(`  ends with ${JSON.stringify(end.trimEnd().split('\n').at(-1))}\n`)
  }
  await database.close()
} finally {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
}

function say(what: string, { p50, p99 }: { p50: string; p99: string }): void {
  process.stdout.write(`${what}; other requests p50 ${p50} ms, p99 ${p99} ms\n`)
}

async function fill(owner: Pool): Promise<void> {
  const client = await owner.connect()
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  await client.query(
    `insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
       currency, amount_minor, posted_at)
     select gen_random_uuid(), 'payout', (select id from organizations limit 1), gen_random_uuid(), 'unwind',
            'rail:sandbox', 'COP', 100000 + n, now() - interval '30 days' + n * interval '2 seconds'
       from generate_series(1, $1::int) n`,
    [lines],
  )
  client.release(true)
  await owner.query('analyze ledger_transfers')
}

/** What a customer waits for who reads providers, one request after the other. */
function watchLatency(url: string, key: string) {
  const times: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const began = monotonicMs()
      const response = await fetch(`${url}/v1/liquidity-providers`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      times.push(monotonicMs() - began)
      await sleep(10)
    }
  })()
  return {
    async stop() {
      isDone = true
      await asking
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
      return { p50: at(0.5), p99: at(0.99) }
    },
  }
}
