// Deployments: migrations, two logins, the oldest PostgreSQL, new secrets, and live apart from the sandbox.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isPlausibleKey } from '../../src/platform/access/keys.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { expectedMigrations } from '../../src/platform/db/versions.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { caller, readSandbox, run, start, stopAll, urlOf, type Env } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { testService } from '../support/service.ts'
import { startSystemPostgres, systemPostgres } from '../support/system-postgres.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-deployment-'))
afterAll(async () => {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
})

async function withDatabase(
  options: { empty?: boolean },
  work: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await testDatabase(options)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Starts a service, completes an order with `corridor demo`, and stops the service. */
async function completeAnOrder(env: Env): Promise<void> {
  const service = await start(['serve'], env)
  const { status, said } = await run(['demo'], env)
  expect(said).toContain('STEP_4_COMPLETED')
  expect(status).toBe(0)
  expect((await service.stop()).status).toBe(0)
}

describe('migrations', () => {
  test('fill an empty database, and apply nothing the second time', () =>
    withDatabase({ empty: true }, async ({ connection }) => {
      expect(await migrate(connection, 'sandbox', systemClock)).toEqual(expectedMigrations)
      expect(await migrate(connection, 'sandbox', systemClock)).toEqual([])
    }))

  test('run once when several processes start together', () =>
    withDatabase({ empty: true }, async ({ url, owner }) => {
      const env: Env = { PORT: '0', DATABASE_URL: url, CORRIDOR_SECRETS: newSecrets() }
      const services = await Promise.all(
        ['one', 'two'].map((folder) =>
          start(['serve'], { ...env, CORRIDOR_DATA_DIR: join(home, folder) }),
        ),
      )
      const { rows: migrations } = await owner.query('select name from migrations order by id')
      expect(migrations.map((row) => row.name)).toEqual(expectedMigrations)
      const { rows: worlds } = await owner.query('select name from enterprises order by name')
      expect(worlds.map((row) => row.name)).toEqual(['Demo Enterprise', 'Other Enterprise'])
      for (const service of services) expect((await service.stop()).status).toBe(0)
    }))

  test('a database of a newer version is refused and left unchanged', () =>
    withDatabase({}, async ({ url, owner }) => {
      await owner.query(
        `insert into migrations (name, run_on) values ('9999_from_the_future', now())`,
      )
      const env: Env = { DATABASE_URL: url, CORRIDOR_SECRETS: newSecrets() }
      for (const command of [['serve'], ['migrate']]) {
        const { status, stderr } = await run(command, env)
        expect(stderr).toBe(
          'corridor: The database has migrations that this version does not know (9999_from_the_future). Start the newer version.\n',
        )
        expect(status).toBe(1)
      }
    }))

  test('a live process refuses a sandbox database, and a sandbox process a live one', async () => {
    for (const [made, other] of [
      ['sandbox', 'live'],
      ['live', 'sandbox'],
    ] as const) {
      await withDatabase({ empty: true }, async ({ url, connection, owner }) => {
        await migrate(connection, made, systemClock)
        const { status, stderr } = await run(['serve'], {
          PORT: '0',
          DATABASE_URL: url,
          CORRIDOR_SECRETS: newSecrets(),
          CORRIDOR_ENVIRONMENT: other,
          CORRIDOR_DATA_DIR: join(home, 'none'),
        })
        expect(stderr).toBe(
          `corridor: This is a ${made} database, but CORRIDOR_ENVIRONMENT is ${other}. Set DATABASE_URL to the right database.\n`,
        )
        expect(status).toBe(1)
        expect((await owner.query('select environment from deployment')).rows).toEqual([
          { environment: made },
        ])
        expect((await owner.query('select from enterprises')).rowCount).toBe(0)
      })
    }
  })
})

describe('two logins', () => {
  test('the owner migrates, and the service uses a login that cannot rewrite published money', () =>
    withDatabase({ empty: true }, async ({ url, owner, connection }) => {
      const name = connection.database
      await owner.query(`create role ${name}_owner login createrole`)
      await owner.query(`create role ${name}_app login`)
      await owner.query(`grant corridor_service to ${name}_owner, ${name}_app`)
      await owner.query(`alter database ${name} owner to ${name}_owner`)
      try {
        const as = (role: string) => url.replace(/\/\/[^@]+@/, `//${name}_${role}@`)
        const env: Env = {
          PORT: '0',
          CORRIDOR_DATA_DIR: join(home, 'logins'),
          DATABASE_URL: as('app'),
          DATABASE_OWNER_URL: as('owner'),
          CORRIDOR_SANDBOX_STEP_MS: '0',
        }
        await completeAnOrder(env)
        const app = openPool({ connectionString: as('app') }, { size: 1 })
        for (const statement of [
          'update quotes set payin_total_minor = 1',
          'update orders set quote_id = quote_id',
          'update fills set payout_minor = 1',
          'delete from orders',
          'truncate orders',
          'update external_payment_instruments set details_sealed = details_sealed',
          'update deployment set environment = environment',
          'drop table orders',
        ]) {
          await expect(app.query(statement), statement).rejects.toThrow(
            /permission denied|must be owner/,
          )
        }
        await app.end()
      } finally {
        await owner.query(`reassign owned by ${name}_owner to current_user`)
        await owner.query(`drop owned by ${name}_app, ${name}_owner`)
        await owner.query(`drop role ${name}_app, ${name}_owner`)
      }
    }))

  test('a login without the role corridor_service is refused with advice', () =>
    withDatabase({}, async ({ url, owner, connection }) => {
      const role = `${connection.database}_stranger`
      await owner.query(`create role ${role} login`)
      const { status, stderr } = await run(['serve'], {
        PORT: '0',
        CORRIDOR_DATA_DIR: join(home, 'stranger'),
        DATABASE_URL: url.replace(/\/\/[^@]+@/, `//${role}@`),
        DATABASE_OWNER_URL: url,
      })
      await owner.query(`drop role ${role}`)
      expect(stderr).toMatch(/permission denied to set role "corridor_service"/)
      expect(status).toBe(1)
    }))
})

test.skipIf('reason' in systemPostgres)(
  'reason' in systemPostgres
    ? `skipped, since ${systemPostgres.reason}: an order on the PostgreSQL of the system`
    : `on PostgreSQL ${systemPostgres.version}, set up as docs/operating.md says, an order completes`,
  async () => {
    const postgres = await startSystemPostgres()
    try {
      await postgres.admin(
        'create role corridor_owner login createrole',
        'create role corridor_app login',
        'create database corridor owner corridor_owner',
      )
      const ownerUrl = postgres.urlOf('corridor_owner', 'corridor')
      const env: Env = {
        PORT: '0',
        CORRIDOR_DATA_DIR: join(home, 'system'),
        DATABASE_URL: postgres.urlOf('corridor_app', 'corridor'),
        CORRIDOR_SANDBOX_STEP_MS: '0',
      }
      expect(await run(['serve'], env)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /lacks migrations .* corridor_app may not apply them\. Run `corridor migrate` with the owner's login/,
        ),
      })
      const asOwner = { ...env, DATABASE_OWNER_URL: ownerUrl }
      expect(await run(['migrate'], asOwner)).toMatchObject({ status: 0, stderr: '' })
      const owner = openPool({ connectionString: ownerUrl }, { size: 1 })
      await owner.query('grant corridor_service to corridor_app')
      await owner.end()
      await completeAnOrder(env)
    } finally {
      await postgres.stop()
    }
  },
)

describe('changed secrets', () => {
  test('a new encryption key seals new details, and the old key still opens earlier ones', () =>
    withDatabase({}, async (database) => {
      const first = JSON.parse(newSecrets())
      const k2 = JSON.parse(newSecrets()).encryption_keys.k1
      const old = { ...first, encryption_keys: { k1: first.encryption_keys.k1 } }
      const added = { ...old, encryption_keys: { ...old.encryption_keys, k2 } }
      const current = { ...added, current_key_id: 'k2' }
      const withSecrets = (secrets: object) =>
        testService({ database, env: { CORRIDOR_SECRETS: JSON.stringify(secrets) } })
      const wallet = {
        alias: 'New wallet',
        currency: 'USDC',
        method: 'SOLANA_ADDRESS',
        details: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
      }
      const keyOf = async (alias: string) =>
        (
          await database.sql`select details_key_id from external_payment_instruments
            where alias = ${alias}`
        )[0]?.details_key_id

      const before = await withSecrets(old)
      const instruments = await before.instruments()
      await before.stop()

      const middle = await withSecrets(added)
      await middle.post(`${middle.organization}/external_payment_instruments`, wallet)
      await middle.stop()
      expect(
        await keyOf('New wallet'),
        'an added key seals nothing until it is the current key',
      ).toBe('k1')

      const after = await withSecrets(current)
      expect((await after.instruments()).filter((one) => one.alias !== 'New wallet')).toEqual(
        instruments,
      )
      await after.post<InstrumentJson>(`${after.organization}/external_payment_instruments`, {
        ...wallet,
        alias: 'Newer wallet',
      })
      expect(await keyOf('Newer wallet')).toBe('k2')
      expect(await keyOf('Bogota payroll')).toBe('k1')
      const order = await after.order()
      await after.fund(order.id)
      await after.until(order.id, 'STEP_4_COMPLETED')
      await after.stop()

      const lost = { ...current, encryption_keys: { k2 } }
      const { status, stdout } = await run(['doctor'], {
        DATABASE_URL: database.url,
        CORRIDOR_SECRETS: JSON.stringify(lost),
        CORRIDOR_DATA_DIR: home,
        PORT: '1',
      })
      expect(stdout).toContain(
        'wrong  details are sealed with unknown keys: k1\n       bring those keys back into CORRIDOR_SECRETS\n',
      )
      expect(status).toBe(1)
    }))
})

describe('a live deployment', () => {
  test('starts empty, accepts live keys only, has no simulation, and writes nothing to its folder', () =>
    withDatabase({ empty: true }, async ({ url }) => {
      const folder = join(home, 'live')
      const env: Env = {
        PORT: '0',
        CORRIDOR_ENVIRONMENT: 'live',
        DATABASE_URL: url,
        CORRIDOR_SECRETS: (await run(['secrets'])).stdout.trim(),
        CORRIDOR_DATA_DIR: folder,
      }
      const service = await start(['serve'], env)
      const baseUrl = urlOf(service)
      const apply = (text: string) => {
        const path = join(home, 'live.yaml')
        writeFileSync(path, text)
        return run(['apply', path], env)
      }
      const world = `enterprises:
  - name: Acme
    organizations:
      - name: Acme Payments
        contact: { email: desk@acme.example, first_name: Ada, last_name: Diaz }
        instruments:
          - alias: Wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T }
`
      const simulated = await apply(`${world}liquidity_providers:
  - name: ALPHA
    kind: simulated
    trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [], settings: { mid_rate: '4250.00', spread_bps: 30, rate_decimals: 2 } }]
`)
      expect(simulated.stderr).toMatch(
        /live\.yaml:13:11: kind simulated works only in a sandbox; this is a live deployment\n$/,
      )
      expect(simulated.status).toBe(1)
      expect((await run(['doctor'], env)).stdout).toContain('wrong  there is no enterprise')
      expect((await apply(world)).stdout).toBe(
        'Did:\n  create enterprise Acme\n  create organization Acme Payments\n  create instrument Wallet of Acme Payments\n',
      )

      const { stdout } = await run(
        ['keys', 'create', '--enterprise', 'Acme', '--label', 'live'],
        env,
      )
      expect(stdout).toMatch(/^ck_live_/)
      expect(isPlausibleKey(stdout.trim(), 'live')).toBe(true)
      const call = caller(baseUrl, stdout.trim())
      const { data, status } = await call<OrganizationJson[]>('GET', '/organizations')
      expect(status).toBe(200)
      const organization = `/organizations/${data[0]?.id}`
      expect((await call('POST', `${organization}/offerings`)).data).toEqual([])
      const simulate = await call(
        'POST',
        `${organization}/orders/ord_01jqe8m2x4fv5s0t6w7y8z9abc/simulate-demo-funding`,
        {},
      )
      expect(simulate.status).toBe(404)
      const made = await call<InstrumentJson>(
        'POST',
        `${organization}/external_payment_instruments`,
        {
          alias: 'Mine',
          currency: 'USDC',
          method: 'SOLANA_ADDRESS',
          details: { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' },
        },
      )
      expect(made.data.status.current_status, 'an operator must release it').toBe('COMPLIANCE_HOLD')

      await withDatabase({}, async (sandbox) => {
        const there: Env = {
          PORT: '0',
          DATABASE_URL: sandbox.url,
          CORRIDOR_DATA_DIR: join(home, 'beside'),
        }
        const beside = await start(['serve'], there)
        const sandboxKey = readSandbox(join(home, 'beside')).api_key
        await beside.stop()
        expect((await caller(baseUrl, sandboxKey)('GET', '/organizations')).status).toBe(401)
      })

      const doctor = await run(['doctor'], { ...env, PORT: new URL(baseUrl).port })
      expect(doctor.stdout).toContain(`the service at ${baseUrl}/readyz is ready`)
      expect(doctor.stdout).toContain('wrong  there is no rail')
      expect(doctor.stdout).not.toMatch(/^wrong {2}(?!fsync|there is no rail)/m)
      expect((await run(['demo'], env)).stderr).toMatch(/there is no .*sandbox\.json/)
      expect(service.stdout()).not.toMatch(/ck_|curl/)
      expect(existsSync(folder)).toBe(false)
      expect((await service.stop()).status).toBe(0)
    }))
})
