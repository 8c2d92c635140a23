// Measures how long operators and customers wait for a page.
import { executionBy } from '../server/src/parties/acts/execution.ts'
import { monotonicMs, systemClock } from '../server/src/platform/clock.ts'
import type { Pool } from '../server/src/platform/db/pool.ts'
import { createOperatorKey } from '../server/src/parties/operators/manage-keys.ts'
import { COMMAND } from '../server/src/parties/operators/operator.ts'
import type { Role } from '../server/src/parties/operators/roles.ts'

/** A key may send 100 requests a second. */
const KEYS = 20

/** Operator keys of all enterprises. */
export async function newKeys(pool: Pool, role: Role): Promise<string[]> {
  const keys: string[] = []
  for (let made = 0; made < KEYS; made += 1) {
    const deps = { db: pool, clock: systemClock }
    const { key } = await createOperatorKey(
      deps,
      executionBy(deps, COMMAND, 'operator_key.created', 'bench'),
      { label: `bench ${made}`, role, enterpriseIds: null, expiresAt: null },
    )
    keys.push(key)
  }
  return keys
}

type Page = { path: string; rows: number; p50Ms: number; p99Ms: number }

/** A slow page is not measured often. */
const LONGEST_MS = 3000

/** Gets `path` `pages` times with the keys in turn. */
export async function measurePage(
  base: string,
  path: string,
  keys: readonly string[],
  pages: number,
): Promise<Page> {
  const tookMs: number[] = []
  let rows = 0
  const beganMs = monotonicMs()
  for (let page = 0; page < pages; page += 1) {
    if (page > 0 && monotonicMs() - beganMs > LONGEST_MS) break
    const startedMs = monotonicMs()
    const answer = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${keys[page % keys.length]}` },
    })
    const { data }: { data?: unknown[] } = Object(await answer.json())
    // Longer than a statement may take.
    if (data === undefined && answer.status !== 503)
      throw new Error(`${path} answered ${answer.status}`)
    rows = data?.length ?? 0
    tookMs.push(monotonicMs() - startedMs)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { path, rows, p50Ms: at(0.5), p99Ms: at(0.99) }
}
