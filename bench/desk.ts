// A sandbox of its own with filled tables, an operator's key, and what customers wait for while the desk works.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { executionBy } from '../server/src/parties/acts/execution.ts'
import { monotonicMs, systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db/open.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { createOperatorKey } from '../server/src/parties/operators/manage-keys.ts'
import { COMMAND } from '../server/src/parties/operators/operator.ts'
import { readSandbox, start, stopAll } from '../server/test/support/command.ts'
import { residentMb } from './processes.ts'

export type Desk = {
  /** Sends a request to the operator API as a treasurer. */
  ask(path: string, contentType: string, body: string | Buffer): Promise<Response>
  watchOthers(): { stop(): Promise<Waits> }
  watchMemory(): { stop(): { beforeMb: number; mostMb: number } }
}

/** The waits of other requests, in milliseconds. */
type Waits = { p50: number; p99: number; max: number }

/** `fill`: with the rights of the owner, and without the checks of triggers. `tables` are those that it fills. */
export async function withDesk(
  fill: { tables: readonly string[]; with: (db: pg.PoolClient) => Promise<unknown> },
  work: (desk: Desk) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const env = { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'data') }
  try {
    const { pid } = await start(['serve'], env)
    const sandbox = readSandbox(env.CORRIDOR_DATA_DIR)
    const database = await openDatabase(readConfig({ ...process.env, ...env }), 'guest')
    const owner = openPool(database.owner, { size: 2 })
    const client = await owner.connect()
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    await fill.with(client)
    client.release(true)
    await owner.query(`analyze ${fill.tables.join(', ')}`)
    const deps = { db: owner, clock: systemClock }
    const { key } = await createOperatorKey(
      deps,
      executionBy(deps, COMMAND, 'operator_key.created', 'measures'),
      { label: 'bench', role: 'treasurer', enterpriseIds: null, expiresAt: null },
    )
    await owner.end()
    await work({
      ask: (path, contentType, body) =>
        fetch(`${sandbox.base_url}/operator/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
          body,
        }),
      watchOthers: () => watchOthers(sandbox.base_url, sandbox.api_key),
      watchMemory: () => watchMemory(pid),
    })
    await database.close()
  } finally {
    await stopAll()
    rmSync(home, { recursive: true, force: true })
  }
}

/** A customer reads providers, one request after the other. */
function watchOthers(url: string, key: string) {
  const times: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const began = monotonicMs()
      const response = await fetch(`${url}/v1/liquidity-providers`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the other request was answered ${response.status}`)
      times.push(monotonicMs() - began)
      await sleep(10)
    }
  })()
  // `stop` reports its error.
  asking.catch(() => undefined)
  return {
    async stop(): Promise<Waits> {
      isDone = true
      await asking
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
      return { p50: at(0.5), p99: at(0.99), max: at(1) }
    },
  }
}

function watchMemory(pid: number) {
  const beforeMb = residentMb(pid)
  let mostMb = beforeMb
  const timer = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return { beforeMb, mostMb }
    },
  }
}
