// One throwaway PostgreSQL for the whole run, in memory where there is room. It has a migrated template database,
// which every test file copies.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../src/platform/clock.ts'
import { openThrowaway } from '@corridor/embedded-postgres'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPool } from '../../src/platform/db/pool.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
  }
}

export const TEMPLATE = 'corridor_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, stop } = await startCluster()
  project.provide('cluster', cluster)
  return stop
}

/** A cluster with the template. `sql`: changes the template. */
export async function startCluster(sql?: string) {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'corridor-test-'))
  const cluster = await openThrowaway({ dir })
  const { host, port, user } = cluster
  const admin = openPool({ host, port, user, database: 'postgres' }, { size: 1 })
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ host, port, user, database: TEMPLATE }, 'sandbox', systemClock)
  if (sql !== undefined) {
    const owner = openPool({ host, port, user, database: TEMPLATE }, { size: 1 })
    await owner.query(sql)
    await owner.end()
  }
  return {
    cluster: { host, port, user },
    async stop(): Promise<void> {
      await cluster.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
