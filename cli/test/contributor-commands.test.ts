// Commands for contributors: `dev`, `psql` and `reset`.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newSecrets } from '@corridor/server/platform/config.ts'
import { libpqOf } from '../libpq.ts'
import {
  readSandbox,
  root,
  run,
  start,
  startProgram,
  stopAll,
  type Env,
} from '../../server/test/support/command.ts'
import { testDatabase, type TestDatabase } from '../../server/test/support/database.ts'
import { expectRefused } from './support/sandbox.ts'

let home: string
let database: TestDatabase
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'corridor-contributor-'))
  database = await testDatabase()
})
afterEach(stopAll)
afterAll(async () => {
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

describe('`dev`', () => {
  const env = () => ({ PORT: '0', CORRIDOR_DATA_DIR: join(home, 'dev') })

  test('restarts the service on the same embedded database when a source file changes', async () => {
    const dev = await startProgram(
      join(root, 'node_modules/.bin/corridor'),
      ['dev'],
      env(),
      /"msg":"ready"/,
    )
    const postmaster = () => readFileSync(join(home, 'dev/postgres/postmaster.pid'), 'utf8')
    const starts = () => dev.stdout().match(/"msg":"ready"/g)?.length ?? 0
    await expect.poll(() => existsSync(join(home, 'dev/sandbox.json'))).toBe(true)
    const [before, database] = [starts(), postmaster()]
    const file = join(root, 'server/src/engine/sends/send-once.ts')
    const now = new Date()
    utimesSync(file, now, now)
    await expect.poll(starts).toBeGreaterThan(before)
    expect(postmaster()).toBe(database)
    const { status, stderr } = await dev.stop()
    expect(stderr).toMatch(/^dev: server\/src\/.* changed\.$/m)
    expect(status).toBe(0)
    expect(existsSync(join(home, 'dev/postgres/postmaster.pid'))).toBe(false)
  })

  test('is refused outside of a sandbox', async () => {
    expectRefused(await run(['dev'], live()), 'dev works in a sandbox only')
  })
})

describe('`psql`', () => {
  const env = (): Env => ({ DATABASE_URL: database.url, CORRIDOR_DATA_DIR: join(home, 'psql') })
  const ask = ['psql', '--', '--no-psqlrc', '--tuples-only', '--command']

  test('runs psql on the database and exits with its status', async (context) => {
    if (!isThere('psql')) return context.skip()
    const found = await run([...ask, 'select count(*) from deployment'], env())
    expect([found.status, found.stdout.trim()]).toEqual([0, '1'])
    const failed = await run([...ask, 'select nothing'], env())
    expect([failed.status, failed.said]).toEqual([1, expect.stringContaining('"nothing"')])
  })

  test('says how to install psql where it is missing', async () => {
    const without = await run(['psql'], { ...env(), PATH: join(root, 'node_modules/.bin') })
    expectRefused(without, /psql is not installed.*postgresql-client/)
  })

  test('passes a password in the environment, never in an argument', () => {
    for (const [given, uri] of [
      ['postgresql://me:pa%20ss@db.example:5432/c?x=1', 'postgresql://me@db.example:5432/c?x=1'],
      ['postgresql://me@db.example/c?password=pa%20ss&x=1', 'postgresql://me@db.example/c?x=1'],
    ] as const)
      expect(libpqOf({ connectionString: given })).toEqual({ uri, env: { PGPASSWORD: 'pa ss' } })
    const plain = 'postgresql://me@db.example/c'
    expect(libpqOf({ connectionString: plain })).toEqual({ uri: plain, env: {} })
  })
})

describe('`reset`', () => {
  const env = () => ({ PORT: '0', CORRIDOR_DATA_DIR: join(home, 'reset') })

  test('deletes the embedded sandbox only when it is stopped and --yes is given', async () => {
    const first = await start(['serve'], env())
    const { organization_id: before } = readSandbox(env().CORRIDOR_DATA_DIR)
    expectRefused(await run(['reset', '--yes'], env()), /is in use by .*process \d+/)
    await first.stop()
    expectRefused(await run(['reset'], env()), /repeat the command with --yes/)
    expect(existsSync(join(home, 'reset/postgres'))).toBe(true)
    // It also deletes a database that no longer starts.
    appendFileSync(join(home, 'reset/postgres/postgresql.conf'), '\nnonsense\n')
    expect((await run(['reset', '--yes'], env())).said).toMatch(/is deleted/)
    for (const name of ['postgres', 'sandbox.json', 'secrets.json', 'acknowledged'])
      expect(existsSync(join(home, 'reset', name)), name).toBe(false)
    await start(['serve'], env())
    expect(readSandbox(env().CORRIDOR_DATA_DIR).organization_id).not.toBe(before)
  })

  test('refuses live deployments and databases of DATABASE_URL', async () => {
    expectRefused(await run(['reset', '--yes'], live()), 'reset works in a sandbox only')
    expectRefused(
      await run(['reset', '--yes'], { ...env(), DATABASE_URL: database.url }),
      /DATABASE_URL names another one/,
    )
  })
})

const live = (): Env => ({
  CORRIDOR_ENVIRONMENT: 'live',
  CORRIDOR_SECRETS: newSecrets(),
  DATABASE_URL: database.url,
  CORRIDOR_DATA_DIR: join(home, 'live'),
})

const isThere = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
