// `corridor doctor` on deployments where something is wrong: it must say so, and what to do.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, type Env } from './support/command.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-doctor-'))
const login = `desk_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await testDatabase()
  env = { CORRIDOR_DATA_DIR: folder, DATABASE_URL: database.url, PORT: '1' }
  await database.owner.query(`create role ${login} login`)
})
afterAll(async () => {
  await database.owner.query(`drop role ${login}`)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a service that does not answer is wrong, with advice', async () => {
  const { status, stdout } = await run(['doctor'], env)
  expect(stdout).toContain(
    'wrong  no service answers at http://127.0.0.1:1/readyz\n' +
      '       start it with `npm start` or `corridor serve`; if it listens elsewhere, set HOST and PORT to that address\n',
  )
  expect(status).toBe(1)
})

test('a sandbox that has stopped is missed where it said that it listens', async () => {
  const left = mkdtempSync(join(folder, 'left-'))
  writeFileSync(join(left, 'sandbox.json'), '{"base_url":"http://127.0.0.1:2"}', { mode: 0o600 })
  const { status, stdout } = await run(['doctor'], { ...env, CORRIDOR_DATA_DIR: left })
  expect(stdout).toContain('wrong  no service answers at http://127.0.0.1:2/readyz\n')
  expect(status).toBe(1)
})

test('a login that lacks the grant of the role is wrong, with the statement that gives it', async () => {
  const two: Env = {
    ...env,
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: database.url.replace(/\/\/\w+@/, `//${login}@`),
  }
  const { status, stdout } = await run(['doctor'], two)
  expect(stdout).toContain('wrong  permission denied to set role "corridor_service".\n')
  expect(stdout).toContain('         grant corridor_service to LOGIN;')
  expect(status).toBe(1)
  // A service that is started says the same.
  expect((await run(['serve'], two)).stderr).toContain('  grant corridor_service to LOGIN;')

  await database.owner.query(`grant corridor_service to ${login}`)
  expect((await run(['doctor'], two)).stdout).toContain('ok     PostgreSQL ')
})
