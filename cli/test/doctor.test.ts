// `corridor doctor`: it finds nothing wrong with a sandbox, and elsewhere prints faults with advice.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, type Env } from '../../server/test/support/command.ts'
import { testDatabase, type TestDatabase } from '../../server/test/support/database.ts'
import { runningSandbox } from './support/sandbox.ts'

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

test('an unreachable service is reported with advice', async () => {
  const { status, stdout } = await run(['doctor'], env)
  expect(stdout).toContain(
    'wrong  no service answers at http://127.0.0.1:1/readyz\n' +
      '       start it with `npm start` or `corridor serve`; if it listens elsewhere, set HOST and PORT to that address\n',
  )
  expect(status).toBe(1)
})

test('a stopped sandbox is reported at its last address', async () => {
  const left = mkdtempSync(join(folder, 'left-'))
  writeFileSync(join(left, 'sandbox.json'), '{"base_url":"http://127.0.0.1:2"}', { mode: 0o600 })
  const { status, stdout } = await run(['doctor'], { ...env, CORRIDOR_DATA_DIR: left })
  expect(stdout).toContain('wrong  no service answers at http://127.0.0.1:2/readyz\n')
  expect(status).toBe(1)
})

test('screenings without an answer are wrong once the oldest has waited for a quarter of an hour', async () => {
  const client = await database.owner.connect()
  const ask = (minutes: number) =>
    client.query(
      `insert into screenings (key, subject, fingerprint, state, asked_at, asked_version, deposit_id)
       values ($1, 'deposit', '\\x00', 'asking', now() - $2 * interval '1 minute', 1, gen_random_uuid())`,
      [`doctor:${minutes}`, minutes],
    )
  // The deposits do not exist.
  await client.query('set session_replication_role = replica')
  await ask(1)
  const what = /(ok|wrong) +screenings without an answer: (\d+), the oldest for (\d+) min/
  expect(what.exec((await run(['doctor'], env)).stdout)?.slice(1, 3)).toEqual(['ok', '1'])
  await ask(20)
  const { stdout } = await run(['doctor'], env)
  expect(what.exec(stdout)?.slice(1, 3)).toEqual(['wrong', '2'])
  expect(stdout).toContain('look at the screeners above: see docs/screening.md')
  await client.query(`delete from screenings`)
  client.release(true)
})

test('a login without the role is reported with the statement that grants it', async () => {
  const two: Env = {
    ...env,
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: database.url.replace(/\/\/\w+@/, `//${login}@`),
  }
  const { status, stdout } = await run(['doctor'], two)
  expect(stdout).toContain('wrong  permission denied to set role "corridor_service".\n')
  expect(stdout).toContain('         grant corridor_service to LOGIN;')
  expect(status).toBe(1)
  // `serve` prints the same advice.
  expect((await run(['serve'], two)).stderr).toContain('  grant corridor_service to LOGIN;')

  await database.owner.query(`grant corridor_service to ${login}`)
  expect((await run(['doctor'], two)).stdout).toContain('ok     PostgreSQL ')
})

test('of a live desk prints rules for acts that one person alone may do', async () => {
  const live = await testDatabase()
  try {
    await live.sql`update deployment set environment = 'live'`
    const secrets = await run(['secrets'], {})
    const given: Env = {
      CORRIDOR_ENVIRONMENT: 'live',
      CORRIDOR_SECRETS: secrets.stdout.trim(),
      DATABASE_URL: live.url,
    }
    const { stdout } = await run(['doctor'], given)
    expect(stdout).toMatch(/^advice one person alone may do order\.pay-elsewhere, /m)
    expect(stdout).toContain('- { act: deposit.assign, from: { currency: USDC, amount:')
    expect(stdout).not.toContain('act: user.created')
  } finally {
    await live.close()
  }
})

describe('with a sandbox, doctor', () => {
  const { dataDir, env, file, corridor } = runningSandbox({ ownDatabase: true })

  test('finds nothing wrong with a running sandbox', async () => {
    const { status, stdout } = await run(['doctor'], {
      ...env,
      PORT: new URL(file().base_url).port,
    })
    expect(stdout).not.toMatch(/^wrong/m)
    expect(stdout).toContain(`ok     the service at ${file().base_url}/readyz is ready`)
    for (const good of [
      'Node 24',
      'settings: sandbox',
      'sandbox.json is private',
      'PostgreSQL 18',
      'commits survive a crash of this server',
      'no standby is connected',
      'every acknowledged change of an order that is remembered here is there',
      'every sealed detail can be opened',
    ]) {
      expect(stdout).toContain(`ok     ${good}`)
    }
    expect(status).toBe(0)
  })

  test('reports secrets that other users can read, and how to close them', async () => {
    chmodSync(join(dataDir, 'secrets.json'), 0o644)
    try {
      const { status, stdout } = await corridor('doctor')
      expect(stdout).toContain(
        `wrong  secrets.json can be read by others\n       chmod 600 ${join(dataDir, 'secrets.json')}\n`,
      )
      expect(status).toBe(1)
    } finally {
      chmodSync(join(dataDir, 'secrets.json'), 0o600)
    }
  })

  test('reports what is wrong with the given database', async () => {
    const absent = await run(['doctor'], {
      ...env,
      DATABASE_URL: 'postgres://nobody@localhost:1/none',
    })
    expect(absent.stdout).toMatch(
      /^wrong {2}.*ECONNREFUSED.*Is the database of DATABASE_URL running\?/m,
    )
    expect(absent.status).toBe(1)
    const database = await testDatabase()
    try {
      const unknown = await run(['doctor'], {
        ...env,
        DATABASE_URL: database.url.replace(/test_\w+/, 'test_none'),
      })
      expect(unknown.stdout).toMatch(/^wrong {2}database "test_none" does not exist/m)
      const live: Env = {
        ...env,
        CORRIDOR_ENVIRONMENT: 'live',
        CORRIDOR_SECRETS: readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
        DATABASE_URL: database.url,
      }
      const other = await run(['doctor'], live)
      expect(other.stdout).toContain(
        'wrong  This is a sandbox database, but CORRIDOR_ENVIRONMENT is live. Set DATABASE_URL to the right database.',
      )
      const empty = await run(['doctor'], { ...env, DATABASE_URL: database.url })
      expect(empty.stdout).toContain(
        'wrong  there is no enterprise\n       describe one in a file and run `corridor apply FILE`',
      )
      expect(empty.stdout).not.toContain('advice')
    } finally {
      await database.close()
    }
  })
})
