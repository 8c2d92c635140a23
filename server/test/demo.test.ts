// `corridor demo` beside a sandbox whose clock was moved.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, readSandbox, run, start, stopAll, type Env } from './support/command.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-demo-'))
let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await testDatabase()
  env = {
    PORT: '0',
    CORRIDOR_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CORRIDOR_SANDBOX_STEP_MS: '0',
  }
  await start(['serve'], env)
})
afterAll(async () => {
  await stopAll()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('after a move of the clock a quote is firm for its 30 minutes', async () => {
  const { base_url, api_key } = readSandbox(folder)
  const call = caller(base_url, api_key)
  const YEAR_MS = 360 * 86_400_000
  expect((await call('POST', '/sandbox/clock', { advance_ms: YEAR_MS })).status).toBe(200)
  const { status, said } = await run(['demo'], env)
  expect(said).toMatch(/firm for +30 min 0 s$/m)
  expect(said).toContain('STEP_4_COMPLETED')
  expect(status).toBe(0)
})
