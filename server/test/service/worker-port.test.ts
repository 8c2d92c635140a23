// `corridor work` with a port of its own: health and metrics of a process that serves no API, and nothing else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, newSecrets, readConfig } from '../../src/platform/config.ts'
import { start, stopAll, type Running } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-port-'))
let database: TestDatabase
let work: Running
let url: string

beforeAll(async () => {
  database = await testDatabase()
  work = await start(['work'], {
    DATABASE_URL: database.url,
    CORRIDOR_DATA_DIR: home,
    CORRIDOR_SECRETS: newSecrets(),
    CORRIDOR_WORKER_PORT: '0',
  })
  url = /"url":"(http:[^"]+)","msg":"health and metrics"/.exec(work.stdout())?.[1] ?? ''
})
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

test('answers health and metrics, also while something is halted', async () => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await database.sql`insert into halts (id, what, actor, reason, halted_at)
      values (gen_random_uuid(), 'sends', 'command', 'x', now())`
  expect(await (await fetch(`${url}/readyz`)).text()).toContain('halted: sends')
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'corridor_halted{what="sends",rail="all",provider="all",cause="operator"} 1',
  )
})

test('serves no API', async () => {
  expect((await fetch(`${url}/v1/organizations`)).status).toBe(404)
  expect((await fetch(`${url}/operator/v1/me`)).status).toBe(404)
})

test('closes with the process', async () => {
  expect((await work.stop()).status).toBe(0)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('a port that is none is refused', () => {
  for (const port of ['x', '-1', '65536'])
    expect(() => readConfig({ CORRIDOR_WORKER_PORT: port, CORRIDOR_DATA_DIR: home })).toThrow(
      ConfigError,
    )
})
