// `corridor keys`, next to a running service and on a database without a service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPlausibleKey } from '../../server/src/platform/access/keys.ts'
import type { OrganizationJson } from '../../server/src/parties/organizations/view.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, type Env } from '../../server/test/support/command.ts'
import { testDatabase, type TestDatabase } from '../../server/test/support/database.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

describe('next to a running service', () => {
  const { env, file, corridor, api } = runningSandbox()

  const create = async (...options: string[]) => {
    const { status, stdout, stderr } = await corridor(
      'keys',
      'create',
      '--enterprise',
      'Demo Enterprise',
      '--label',
      'test',
      ...options,
    )
    expect(stderr).toMatch(/^This is key_\w+\. The key above is shown only once\.\n$/)
    expect(status).toBe(0)
    return { key: stdout.trim(), id: /key_\w+/.exec(stderr)?.[0] ?? '' }
  }

  test.concurrent('a created key works, and is the only text on standard output', async () => {
    const { key } = await create()
    expect(isPlausibleKey(key, 'sandbox')).toBe(true)
    expect((await api(key)('GET', '/organizations')).status).toBe(200)
  })

  test.concurrent(
    'a list of keys over a service loads no server, no schemas and no adapter',
    async () => {
      const { said } = await run(['keys', 'list', '--url', file().base_url], {
        ...env,
        CORRIDOR_OPERATOR_KEY: `co_${'x'.repeat(43)}`,
        NODE_OPTIONS: `--import ${new URL('support/print-packages.js', import.meta.url).href}`,
      })
      const packages = [...said.matchAll(/^package (.+)$/gm)].map(([, name]) => name)
      expect(said).toMatch(/does not know the key/)
      for (const heavy of ['pg', 'fastify', 'typebox', 'ajv', 'prom-client', 'viem', '@solana/kit'])
        expect(packages).not.toContain(heavy)
    },
  )

  test.concurrent('every option of a key takes effect', async () => {
    const [reader, bound, elsewhere, here] = await Promise.all([
      create('--scopes', 'read'),
      create('--organization', file().organization_id),
      create('--addresses', '203.0.113.7,2001:db8::/32'),
      create('--addresses', '203.0.113.7, 127.0.0.0/8'),
    ])
    expect((await api(reader.key)('GET', '/organizations')).status).toBe(200)
    expect(
      (await api(reader.key)('POST', `/organizations/${file().organization_id}/offerings`)).code,
    ).toBe('insufficient_scope')
    expect(
      (await api(bound.key)<OrganizationJson[]>('GET', '/organizations')).data.map((one) => one.id),
    ).toEqual([file().organization_id])
    expect((await api(elsewhere.key)('GET', '/organizations')).code).toBe('address_not_allowed')
    expect((await api(here.key)('GET', '/organizations')).status).toBe(200)
  })

  test.concurrent.each([
    [
      'an unknown enterprise',
      ['--enterprise', 'Nobody'],
      /there is no enterprise "Nobody"; there are: "Demo Enterprise"/,
    ],
    [
      'an unknown organization',
      ['--organization', 'org_01jqe8m2x4fv5s0t6w7y8z9abc'],
      /the enterprise has no organization org_01jqe8m2x4fv5s0t6w7y8z9abc/,
    ],
    [
      'what is no organization',
      ['--organization', 'Demo Payments'],
      /the enterprise has no organization Demo Payments/,
    ],
    [
      'an unknown scope',
      ['--scopes', 'admin'],
      /'admin' is invalid.*Allowed choices are read, write, read,write/,
    ],
    [
      'what is no instant',
      ['--expires', 'tomorrow'],
      /--expires tomorrow is not a timestamp such as 2027-01-31T00:00:00Z/,
    ],
    [
      'a day that no month has',
      ['--expires', '2027-02-30T00:00:00Z'],
      /--expires 2027-02-30T00:00:00Z is not a timestamp/,
    ],
    [
      'what is no address',
      ['--addresses', 'example.com'],
      /--addresses: example.com must be an address or a network/,
    ],
    [
      'a network that is too narrow',
      ['--addresses', '10.0.0.0/33'],
      /--addresses: 10.0.0.0\/33 is neither/,
    ],
    [
      'a network with bits beyond its mask',
      ['--addresses', '10.0.0.1/8'],
      /--addresses: 10.0.0.1\/8 /,
    ],
    ['an empty label', ['--label', ''], /--label/],
  ])('%s is refused with the reason', async (_what, options, reason) => {
    expectRefused(
      await corridor(
        'keys',
        'create',
        '--enterprise',
        'Demo Enterprise',
        '--label',
        'bad',
        ...options,
      ),
      reason,
    )
  })

  test.concurrent('`keys create` names a missing required option', async () => {
    expectRefused(
      await corridor('keys', 'create', '--label', 'for whom'),
      'an operator needs --enterprise. Customers run `corridor login` first',
    )
    expectRefused(
      await corridor('keys', 'create', '--enterprise', 'Demo Enterprise'),
      "required option '--label <text>' not specified",
    )
  })

  test.concurrent("`keys list` shows every key's identifier and label, and no secret", async () => {
    const { id, key } = await create('--label', 'shown in the list', '--scopes', 'read')
    const { stdout, status } = await corridor('keys', 'list')
    expect(stdout).toMatch(
      new RegExp(
        `^${id} +active +read +Demo Enterprise +all +never +any +never +shown in the list$`,
        'm',
      ),
    )
    expect(stdout).toMatch(/ sandbox\.json$/m)
    for (const secret of [key, file().api_key]) expect(stdout).not.toContain(secret.slice(11, 30))
    expect(status).toBe(0)
  })

  test.concurrent(
    'a revoked key stops working in the running service within one second',
    async () => {
      const { id, key } = await create()
      const call = api(key)
      let revokedAt: number | undefined
      const revoking = corridor('keys', 'revoke', id).then((ended) => {
        revokedAt = Date.now()
        return ended
      })
      // A caller without pauses keeps the key in the service's cache.
      let [status, stoppedAt] = [200, 0]
      while (status === 200 && (revokedAt === undefined || Date.now() < revokedAt + 10_000)) {
        ;({ status } = await call('GET', '/organizations'))
        stoppedAt = Date.now()
        await sleep(10)
      }
      expect(await revoking).toMatchObject({
        status: 0,
        stdout: `${id} is revoked. It and the keys made by it stop working within a second.\n`,
      })
      expect(status).toBe(401)
      // One second, plus time for a loaded machine to send and answer.
      expect(stoppedAt - (revokedAt ?? 0)).toBeLessThan(5000)
      expect((await corridor('keys', 'list')).stdout).toMatch(new RegExp(`^${id} +revoked +`, 'm'))
    },
  )

  test.concurrent('a text that is not a key identifier cannot be revoked', async () => {
    expectRefused(
      await corridor('keys', 'revoke', file().api_key),
      'there is no key with that identifier',
    )
  })
})

describe('on a database without a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-keys-'))
  let database: TestDatabase
  let env: Env

  const corridor = (...args: string[]) => run(args, env)
  const create = (...options: string[]) =>
    corridor('keys', 'create', '--enterprise', 'Desk', '--label', 'test', ...options)

  beforeAll(async () => {
    database = await testDatabase()
    env = { CORRIDOR_DATA_DIR: folder, DATABASE_URL: database.url }
    const file = join(folder, 'desk.yaml')
    writeFileSync(file, 'enterprises:\n  - name: Desk\n')
    expect((await corridor('apply', file)).status).toBe(0)
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a key with an expiry in the past is refused, and none is created', async () => {
    const { status, said } = await create(
      '--expires',
      '2020-01-31T00:00:00Z',
      '--label',
      'too late',
    )
    expect(said).toMatch(/--expires 2020-01-31T00:00:00Z must be later than now/)
    expect(status).toBe(1)
    expect((await corridor('keys', 'list')).stdout).not.toContain('too late')
  })

  test('an empty list of addresses is refused, because the key would work from anywhere', async () => {
    for (const addresses of ['', ' , ']) {
      const { status, said } = await create('--addresses', addresses, '--label', 'unbounded')
      expect(said).toContain('--addresses is empty')
      expect(status).toBe(1)
    }
    expect((await corridor('keys', 'list')).stdout).not.toContain('unbounded')
  })

  test('the past is judged by the sandbox clock that was moved ahead', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    expect((await create('--expires', inAnHour)).status).toBe(0)
    await database.sql`update sandbox_clock set ahead_ms = 7200000`
    const refused = await create('--expires', inAnHour)
    expect(refused.said).toContain(`--expires ${inAnHour} must be later than now`)
    expect(refused.status).toBe(1)
  })

  test('the list shows the expiry and the allowed addresses of a key', async () => {
    await create(
      '--label',
      'bounded',
      '--expires',
      '2099-01-31T00:00:00Z',
      '--addresses',
      '203.0.113.7,10.0.0.0/8',
    )
    await create('--label', 'unbounded')
    const { stdout } = await corridor('keys', 'list')
    expect(stdout).toMatch(
      / 2099-01-31T00:00:00\.000Z +203\.0\.113\.7\/32,10\.0\.0\.0\/8 +never +bounded$/m,
    )
    expect(stdout).toMatch(/ all +never +any +never +unbounded$/m)
  })

  test('revoking a key again confirms the time of the first revocation', async () => {
    const id = /key_\w+/.exec((await create()).stderr)?.[0] ?? ''
    expect((await corridor('keys', 'revoke', id)).stdout).toMatch(/ is revoked\. /)
    const again = await corridor('keys', 'revoke', id)
    expect(again.said).toMatch(new RegExp(`^${id} was revoked already, at \\d{4}-.*Z\\.\\n$`))
    expect(again.status).toBe(0)
  })

  test('an unknown key is refused and not printed', async () => {
    const secret = (await create()).stdout.trim()
    for (const text of [secret, 'key_01jqe8m2x4fv5s0t6w7y8z9abc']) {
      const { status, said } = await corridor('keys', 'revoke', text)
      expect(said).toContain('there is no key with that identifier')
      expect(said).not.toContain(text)
      expect(status).toBe(1)
    }
  })
})
