// What a person at a terminal sees: real processes of `corridor`, from the first start to the last command.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPlausibleKey } from '../src/access/keys.ts'
import { readConfig } from '../src/config.ts'
import type { InstrumentJson } from '../src/instruments/view.ts'
import { readOperatorFile } from '../src/operators/operator-file.ts'
import type { OfferingJson } from '../src/offerings/view.ts'
import type { OrganizationJson } from '../src/organizations/view.ts'
import type { QuoteJson } from '../src/quotes/view.ts'
import type { SandboxFile } from '../src/sandbox/prepare.ts'
import {
  caller,
  greeting,
  readSandbox,
  root,
  run,
  runProgram,
  start,
  startProgram,
  stopAll,
  urlOf,
  type Ended,
  type Env,
  type Running,
} from './support/command.ts'
import { testDatabase } from './support/database.ts'

// The folder in which a newcomer works; its sandbox has the default settings but for the port.
const home = mkdtempSync(join(tmpdir(), 'corridor-cli-'))
const dataDir = join(home, '.corridor')
const env: Env = { PORT: '0', CORRIDOR_DATA_DIR: dataDir }
let service: Running
let sandbox: SandboxFile

const corridor = (...args: string[]) => run(args, env)
const api = (key = sandbox.api_key) => caller(sandbox.base_url, key)

beforeAll(async () => {
  service = await start(['serve'], env)
  sandbox = readSandbox(dataDir)
})
afterAll(async () => {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
})

const refused = (ended: Ended, ...reasons: (string | RegExp)[]) => {
  for (const reason of reasons) expect(ended.said).toMatch(reason)
  expect(ended.said, 'no stack trace for a mistake of the user').not.toMatch(/\n\s+at /)
  expect(ended.status).toBe(1)
}

const curlLines = (text: string) =>
  /^export CORRIDOR=[^]*\/orders\/\$ORDER -H .*$/m.exec(text)?.[0] ?? ''

describe('the first start', () => {
  test('prints the key, and leaves address, key and organization in a file of the owner', () => {
    expect(Object.keys(sandbox).sort()).toEqual([
      'api_key',
      'base_url',
      'docs_url',
      'organization_id',
    ])
    expect(isPlausibleKey(sandbox.api_key, 'sandbox')).toBe(true)
    expect(service.stdout()).toContain(`\n      ${sandbox.api_key}\n`)
    expect(sandbox.docs_url).toBe(`${sandbox.base_url}/docs`)
    for (const file of ['sandbox.json', 'secrets.json'])
      expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600)
  })

  test.skipIf(process.platform !== 'linux')('leaves a process of under 120 MB', async () => {
    const residentMb = () => {
      const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
      return (Number.parseInt(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? '', 10) * 1024) / 1e6
    }
    // It gives back what the start took a second after that.
    await expect.poll(residentMb).toBeLessThan(120)
  })

  test.concurrent('leaves those alone who joined its database meanwhile', async () => {
    const dir = join(home, 'joined')
    const env = { PORT: '0', CORRIDOR_DATA_DIR: dir }
    const serving = start(['serve'], env)
    await expect.poll(() => existsSync(join(dir, 'postgres'))).toBe(true)
    const worker = await start(['work'], env)
    await serving
    // Longer than a process needs to notice that its database has ended.
    await sleep(1500)
    expect(worker.stdout()).not.toContain('has ended')
    expect((await run(['keys', 'list'], env)).status).toBe(0)
    await worker.stop()
    await (await serving).stop()
  })

  test('its address, reference and key work', async () => {
    expect((await fetch(sandbox.docs_url)).status).toBe(200)
    const { data } = await api()<OrganizationJson[]>('GET', '/organizations')
    expect(data.map((one) => one.id)).toContain(sandbox.organization_id)
  })

  test.concurrent('the printed lines, pasted into bash, complete an order', async () => {
    const lines = curlLines(service.stdout())
    expect(lines.split('\n')).toHaveLength(7)
    const { stdout, stderr } = await runProgram('bash', ['-c', lines], {}, home)
    expect(stderr).toBe('')
    expect(stdout).toContain('"current_status":"STEP_4_COMPLETED"')
  })

  test.concurrent(
    'the README\'s lines "by hand", pasted into bash, complete an order',
    async () => {
      const readme = readFileSync(join(root, 'README.md'), 'utf8')
      const lines = /```sh\n(export BASE=[^]*?)```/.exec(readme)?.[1] ?? ''
      const { stdout, stderr } = await runProgram('bash', ['-c', lines], {}, home)
      expect(stderr).toBe('')
      expect(stdout).toContain('"current_status":"STEP_4_COMPLETED"')
    },
  )

  test.concurrent('`demo` walks an order to its end, for the amount it is told', async () => {
    const { status, said } = await corridor('demo', '--amount', '50.00')
    expect(said).toMatch(/you send +50\.00 USDC/)
    expect(said).toMatch(/they receive +[\d.]+ COP/)
    expect(said).toContain('STEP_4_COMPLETED')
    expect(status).toBe(0)
    const again = /^ {2}(curl .*)$/m.exec(said)?.[1] ?? ''
    expect((await runProgram('bash', ['-c', again])).stdout).toContain(
      '"current_status":"STEP_4_COMPLETED"',
    )
  })

  test.concurrent.each([
    ['1.00', /amount_out_of_limits.*10\.00 to 250000\.00/],
    ['ten', /invalid_amount.*decimal string/],
    ['10.123456789', /amount_precision.*decimals/],
    ['0', /amount_not_positive.*greater than zero/],
  ])('`demo --amount %s` says what is wrong with the amount', async (amount, reason) => {
    refused(await corridor('demo', `--amount=${amount}`), reason)
  })
})

describe('API keys', () => {
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
    expect(stderr).toMatch(/^This is key_\w+\. The key above is shown this once\.\n$/)
    expect(status).toBe(0)
    return { key: stdout.trim(), id: /key_\w+/.exec(stderr)?.[0] ?? '' }
  }

  test.concurrent('a created key works, alone on standard output for scripts to take', async () => {
    const { key } = await create()
    expect(isPlausibleKey(key, 'sandbox')).toBe(true)
    expect((await api(key)('GET', '/organizations')).status).toBe(200)
  })

  test.concurrent('every option of a key holds', async () => {
    const [reader, bound, elsewhere, here] = await Promise.all([
      create('--scopes', 'read'),
      create('--organization', sandbox.organization_id),
      create('--addresses', '203.0.113.7,2001:db8::/32'),
      create('--addresses', '203.0.113.7, 127.0.0.0/8'),
    ])
    expect((await api(reader.key)('GET', '/organizations')).status).toBe(200)
    expect(
      (await api(reader.key)('POST', `/organizations/${sandbox.organization_id}/offerings`)).code,
    ).toBe('insufficient_scope')
    expect(
      (await api(bound.key)<OrganizationJson[]>('GET', '/organizations')).data.map((one) => one.id),
    ).toEqual([sandbox.organization_id])
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
      /--addresses: example.com is neither an address nor a network/,
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
  ])('%s is refused, with the reason', async (_what, options, reason) => {
    refused(
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

  test.concurrent('`keys create` says which options it must have', async () => {
    refused(await corridor('keys', 'create'), "required option '--enterprise <name>' not specified")
    refused(
      await corridor('keys', 'create', '--enterprise', 'Demo Enterprise'),
      "required option '--label <text>' not specified",
    )
  })

  test.concurrent(
    '`keys list` shows every key by its identifier and label, and never the key',
    async () => {
      const { id, key } = await create('--label', 'shown in the list', '--scopes', 'read')
      const { stdout, status } = await corridor('keys', 'list')
      expect(stdout).toMatch(
        new RegExp(
          `^${id}  active  read  Demo Enterprise  all organizations  never expires  from any address  last used never  shown in the list$`,
          'm',
        ),
      )
      expect(stdout).toMatch(/ sandbox\.json$/m)
      for (const secret of [key, sandbox.api_key])
        expect(stdout).not.toContain(secret.slice(11, 30))
      expect(status).toBe(0)
    },
  )

  test.concurrent('a revoked key stops within one second in the running service', async () => {
    const { id, key } = await create()
    const call = api(key)
    let revokedAt: number | undefined
    const revoking = corridor('keys', 'revoke', id).then((ended) => {
      revokedAt = Date.now()
      return ended
    })
    // A caller that never pauses keeps the key in the service's memory.
    let [status, stoppedAt] = [200, 0]
    while (status === 200 && (revokedAt === undefined || Date.now() < revokedAt + 10_000)) {
      ;({ status } = await call('GET', '/organizations'))
      stoppedAt = Date.now()
      await sleep(10)
    }
    expect(await revoking).toMatchObject({
      status: 0,
      stdout: `${id} is revoked; within a second no process takes it.\n`,
    })
    expect(status).toBe(401)
    // A second, and what a busy machine needs to ask and answer.
    expect(stoppedAt - (revokedAt ?? 0)).toBeLessThan(5000)
    expect((await corridor('keys', 'list')).stdout).toMatch(new RegExp(`^${id}  revoked  `, 'm'))
  })

  test.concurrent('what is not the identifier of a key cannot be revoked', async () => {
    refused(await corridor('keys', 'revoke', sandbox.api_key), 'there is no key of that identifier')
  })
})

describe('operator files', () => {
  const world = `
enterprises:
  - name: Applied Enterprise
    organizations:
      - name: Applied Payments
        contact: { email: desk@applied.example, first_name: Ada, last_name: Diaz }
        instruments:
          - alias: Wallet
            currency: USDC
            method: SOLANA_ADDRESS
            details: { address: 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T }
          - alias: Supplier
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '032180000118359719', account_holder_name: Proveedor SA de CV }
          - alias: Old supplier
            currency: MXN
            method: MXN_CLABE
            details: { clabe: '002010077777777771', account_holder_name: Proveedora Demo SA de CV }
            status: ARCHIVED
        routes:
          - name: USDC to MXN
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: '5.00', max: '10000.00' }
            cost_tiers:
              - { min: '0.00', max: '500.00', bps: 100 }
              - { min: '500.00', max: '10000.00', bps: 50 }
            max_slippage_bps: 10
`
  let files = 0
  const written = (text: string): string => {
    const path = join(home, `world-${files++}.yaml`)
    writeFileSync(path, text)
    return path
  }
  const changed = (from: string, to: string, text = world): string => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  const apply = (text: string, ...options: string[]) => corridor('apply', written(text), ...options)

  let key: string
  let organization: string
  beforeAll(async () => {
    const first = await apply(world)
    expect(first.said).toMatch(
      /^Did:\n {2}create enterprise Applied Enterprise\n {2}create organization Applied Payments\n/,
    )
    expect(first.stdout).toContain('  create instrument Old supplier of Applied Payments\n')
    expect(first.stdout).toContain('  create route USDC to MXN of Applied Payments\n')
    expect(first.status).toBe(0)
    const created = await corridor(
      'keys',
      'create',
      '--enterprise',
      'Applied Enterprise',
      '--label',
      'applied',
    )
    key = created.stdout.trim()
    const { data } = await api(key)<OrganizationJson[]>('GET', '/organizations')
    organization = `/organizations/${data[0]?.id}`
  })

  test('what a file created is there at once for its customer', async () => {
    const instruments = await api(key)<InstrumentJson[]>(
      'GET',
      `${organization}/external_payment_instruments`,
    )
    expect(instruments.data.map((one) => [one.alias, one.status.current_status]).sort()).toEqual([
      ['Old supplier', 'ARCHIVED'],
      ['Supplier', 'ACTIVE'],
      ['Wallet', 'ACTIVE'],
    ])
  })

  test('a file that says what is there changes nothing', async () => {
    expect(await apply(world)).toMatchObject({
      status: 0,
      stdout: 'Nothing to change: everything is as the file says.\n',
    })
  })

  test('`--dry-run` says what would change, and changes nothing', async () => {
    const other = changed('desk@applied.example', 'ops@applied.example')
    for (let times = 0; times < 2; times++) {
      const { status, stdout } = await apply(other, '--dry-run')
      expect(stdout).toBe(
        'Would:\n  change organization Applied Payments\n' +
          '      contact.email: desk@applied.example -> ops@applied.example\nNothing was changed.\n',
      )
      expect(status).toBe(0)
    }
  })

  // What differs, the line that is named, and the reason.
  type Bad = [string, string, string, number, RegExp]
  const badBesideTheDatabase: Bad[] = [
    [
      'changed details of an instrument',
      "'032180000118359719'",
      "'002010077777777771'",
      15,
      /Supplier differs in details, and an instrument never changes/,
    ],
    [
      'a changed provider of a route',
      'liquidity_provider: ALPHA',
      'liquidity_provider: GAMMA',
      25,
      /USDC to MXN differs in liquidity_provider, which a route keeps/,
    ],
    [
      'an archived instrument that should be active',
      'status: ARCHIVED',
      'status: ACTIVE',
      20,
      /Old supplier is ARCHIVED, which is for good/,
    ],
    ['YAML that does not parse', "'5.00', max", "'5.00, max", 26, /Unexpected scalar/],
    [
      'an amount that is a number',
      "{ min: '5.00', max",
      '{ min: 5.00, max',
      26,
      /min must be text; put numbers in quotes, such as "10.00"/,
    ],
  ]
  test.concurrent.each(badBesideTheDatabase)(
    '%s is refused with file, line and reason',
    async (_what, from, to, line, reason) => {
      // A change beside it that would be fine: it must not be made either.
      const path = written(
        changed('desk@applied.example', 'sneaked@applied.example', changed(from, to)),
      )
      refused(await corridor('apply', path), `${relative(root, path)}:${line}:`, reason)
    },
  )

  test.each<Bad>([
    [
      'an unknown key',
      'liquidity_provider: ALPHA',
      'provider: ALPHA',
      25,
      /provider is not a key of this format/,
    ],
    [
      'an amount with too many decimals',
      "{ min: '5.00', max",
      "{ min: '5.0000001', max",
      26,
      /5\.0000001 is not an amount of USDC/,
    ],
    [
      'an unknown currency',
      'payout_currency: MXN',
      'payout_currency: XXX',
      24,
      /the currency XXX is not known/,
    ],
    [
      'a gap between tiers',
      "min: '500.00', max",
      "min: '600.00', max",
      27,
      /cost tier 2 leaves a gap after the one before, which ends at 500\.00/,
    ],
    [
      'an unknown method',
      'method: SOLANA_ADDRESS',
      'method: PIGEON',
      10,
      /method .*SOLANA_ADDRESS/,
    ],
    [
      'details that fail their check digit',
      "'032180000118359719'",
      "'032180000118359710'",
      15,
      /details\.clabe /,
    ],
    [
      'two instruments of one name',
      'alias: Supplier',
      'alias: Wallet',
      12,
      /Wallet is described twice/,
    ],
    [
      'a name given twice in one entry',
      'currency: USDC\n',
      'currency: USDC\n            currency: USDC\n',
      10,
      /Map keys must be unique/,
    ],
    [
      'an unknown kind of provider',
      '\nenterprises:',
      '\nliquidity_providers: [{ name: BANK, kind: real, trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [] }] }]\nenterprises:',
      2,
      /kind must be one of simulated/,
    ],
    [
      'an unknown status',
      'status: ARCHIVED',
      'status: DELETED',
      20,
      /status must be one of ACTIVE, COMPLIANCE_HOLD, ARCHIVED/,
    ],
  ])('%s is refused before the database is opened', (_what, from, to, line, reason) => {
    const path = written(changed(from, to))
    const read = () => readOperatorFile(path)
    expect(read).toThrow(`${relative('', path)}:${line}:`)
    expect(read).toThrow(reason)
  })

  test.concurrent.each([
    [
      'a route of a pair that nobody trades',
      '\n          - name: EUR to MXN\n            payin_currency: EUR\n            payout_currency: MXN\n            liquidity_provider: ALPHA\n            payin_limits: { min: "5.00", max: "10.00" }\n            cost_tiers: [{ min: "5.00", max: "10.00", bps: 1 }]\n',
      /ALPHA does not trade EUR to MXN/,
      35,
    ],
    [
      'an organization that is not there',
      '\n      - id: org_01jqe8m2x4fv5s0t6w7y8z9abc\n        status: ACTIVE\n',
      /there is no org_01jqe8m2x4fv5s0t6w7y8z9abc here/,
      32,
    ],
  ])('%s is refused', async (_what, added, reason, line) => {
    const ended = await apply(changed('desk@applied.example', 'sneaked@applied.example') + added)
    refused(ended, reason, `.yaml:${line}:`)
  })

  test.concurrent('an instrument of another organization is not there', async () => {
    const [foreign] = (
      await api()<InstrumentJson[]>(
        'GET',
        `/organizations/${sandbox.organization_id}/external_payment_instruments`,
      )
    ).data
    const entry = `instruments:\n          - { id: ${foreign?.id}, status: COMPLIANCE_HOLD }`
    refused(
      await apply(changed('instruments:', entry)),
      `there is no ${foreign?.id} here`,
      /yaml:8:/,
    )
  })

  test.concurrent('every fault of a file is said at once, in the order of the lines', async () => {
    const ended = await apply(
      changed(
        'payout_currency: MXN',
        'payout_currency: XXX',
        changed('method: SOLANA_ADDRESS', 'method: PIGEON'),
      ),
    )
    const lines = [...ended.said.matchAll(/yaml:(\d+):/g)].map((found) => Number(found[1]))
    expect(lines).toEqual([10, 24])
  })

  test.concurrent('a file that is not there is refused', async () => {
    refused(await corridor('apply', join(home, 'nowhere.yaml')), /nowhere\.yaml: .*no such file/)
  })

  test('after all these refusals nothing has changed', async () => {
    expect((await apply(world)).stdout).toBe('Nothing to change: everything is as the file says.\n')
  })

  test('the running service prices by changed tiers, and refuses a disabled route, at once', async () => {
    const call = api(key)
    const offerings = await call<OfferingJson[]>('POST', `${organization}/offerings`)
    const quote = () =>
      call<QuoteJson>('POST', `${organization}/quotes`, {
        offering_id: offerings.data[0]?.id,
        payin_amount: '1000.00',
      })
    expect((await quote()).data.payin.fee).toBe('5.00')

    const dearer = changed('bps: 50 }', 'bps: 200 }')
    expect((await apply(dearer)).stdout).toBe(
      'Did:\n  change route USDC to MXN of Applied Payments\n' +
        '      cost_tiers: 0.00 to 500.00 at 100 bps, 500.00 to 10000.00 at 50 bps -> ' +
        '0.00 to 500.00 at 100 bps, 500.00 to 10000.00 at 200 bps\n',
    )
    expect((await quote()).data.payin.fee).toBe('20.00')

    const waiting = await quote()
    const disabled = changed(
      'liquidity_provider: ALPHA',
      'liquidity_provider: ALPHA\n            disabled: true',
      dearer,
    )
    expect((await apply(disabled)).stdout).toContain(
      'change route USDC to MXN of Applied Payments\n      disabled: false -> true\n',
    )
    expect((await quote()).code).toBe('route_disabled')
    expect((await call('POST', `${organization}/orders`, { quote_id: waiting.data.id })).code).toBe(
      'route_disabled',
    )
    expect((await call('POST', `${organization}/offerings`)).data).toEqual([])

    expect((await apply(world)).status).toBe(0)
    expect((await quote()).data.payin.fee).toBe('5.00')
  })

  test('a new provider trades within seconds, without a restart', async () => {
    const provider = `
liquidity_providers:
  - name: GAMMA
    kind: simulated
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: [{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }]
        settings: { mid_rate: '18.40', spread_bps: 25, rate_decimals: 4 }
`
    const route = `          - name: USDC to MXN by GAMMA
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: GAMMA
            payin_limits: { min: '5.00', max: '10000.00' }
            cost_tiers: [{ min: '0.00', max: '10000.00', bps: 10 }]
`
    expect((await apply(provider + world + route)).status).toBe(0)
    const call = api(key)
    await expect
      .poll(
        async () => {
          const { data } = await call<OfferingJson[]>('POST', `${organization}/offerings`)
          const offering = data.find((one) => one.liquidity_provider.name === 'GAMMA')
          const quote = await call<QuoteJson>('POST', `${organization}/quotes`, {
            offering_id: offering?.id ?? '',
            payin_amount: '1000.00',
          })
          return quote.status
        },
        { timeout: 60_000 },
      )
      .toBe(201)
  })
})

describe('`doctor`', () => {
  test('finds nothing wrong with a running sandbox', async () => {
    const { status, stdout } = await run(['doctor'], {
      ...env,
      PORT: new URL(sandbox.base_url).port,
    })
    expect(stdout).not.toMatch(/^wrong/m)
    expect(stdout).toContain(`ok     the service at ${sandbox.base_url}/readyz is ready`)
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

  test('finds secrets that others can read, and says how to close them', async () => {
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

  test('says what is wrong with the database it was given', async () => {
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
        'wrong  This database is a sandbox one and CORRIDOR_ENVIRONMENT is live. Name the right database.',
      )
      const empty = await run(['doctor'], { ...env, DATABASE_URL: database.url })
      expect(empty.stdout).toContain(
        'wrong  there is no enterprise\n       describe one in a file and run `corridor apply FILE`',
      )
    } finally {
      await database.close()
    }
  })
})

describe('on a database of its own', () => {
  // A data folder that is not there yet, and a customer whose things wait for an operator.
  const folder = join(home, 'held', 'data')
  let database: Awaited<ReturnType<typeof testDatabase>>
  let held: Running
  let heldEnv: Env
  beforeAll(async () => {
    database = await testDatabase()
    const { stdout } = await run(['secrets'])
    heldEnv = {
      PORT: '0',
      CORRIDOR_DATA_DIR: folder,
      DATABASE_URL: database.url,
      CORRIDOR_SECRETS: stdout.trim(),
      CORRIDOR_AUTO_RELEASE: 'false',
    }
    held = await start(['serve', '--no-work'], heldEnv)
  })
  afterAll(async () => {
    await held.stop()
    await database.close()
  })

  test('`secrets` prints a value that a service takes, another one each time', async () => {
    const [one, two] = await Promise.all([run(['secrets']), run(['secrets'])])
    expect(one.stdout).not.toBe(two.stdout)
    const { secrets } = readConfig({ CORRIDOR_SECRETS: one.stdout.trim() })
    expect(secrets.depositSeed).toHaveLength(32)
    expect(existsSync(join(folder, 'secrets.json')), 'given secrets are written nowhere').toBe(
      false,
    )
    expect(statSync(join(folder, 'sandbox.json')).mode & 0o777).toBe(0o600)
  })

  test('what is made over the API is released by its identifier', async () => {
    const { base_url, api_key } = readSandbox(folder)
    const call = caller(base_url, api_key)
    const release = (id: string, more = '') => {
      const path = join(home, `release-${id}.yaml`)
      writeFileSync(
        path,
        `enterprises:\n  - name: Demo Enterprise\n    organizations:\n      - id: ${id}\n${more}`,
      )
      return run(['apply', path], heldEnv)
    }
    const contact = { email: 'new@example.com', first_name: 'New', last_name: 'Customer' }
    const { data: made } = await call<OrganizationJson>('POST', '/organizations', {
      name: 'New Customer',
      contact,
    })
    expect(made.status.current_status).toBe('COMPLIANCE_HOLD')
    const wallet = {
      alias: 'Wallet',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
    }
    const add = () =>
      call<InstrumentJson>('POST', `/organizations/${made.id}/external_payment_instruments`, wallet)
    expect((await add()).code).toBe('organization_not_active')

    expect((await release(made.id, '        status: ACTIVE\n')).stdout).toBe(
      'Did:\n  change organization New Customer\n      status: COMPLIANCE_HOLD -> ACTIVE\n',
    )
    const { data: instrument } = await add()
    expect(instrument.status.current_status).toBe('COMPLIANCE_HOLD')
    const entry = `        instruments: [{ id: ${instrument.id}, status: ACTIVE }]\n`
    expect((await release(made.id, entry)).stdout).toBe(
      `Did:\n  change instrument Wallet (${instrument.id})\n      status: COMPLIANCE_HOLD -> ACTIVE\n`,
    )
    const after = await call<InstrumentJson>(
      'GET',
      `/organizations/${made.id}/external_payment_instruments/${instrument.id}`,
    )
    expect(after.data.status.status_history.map((one) => one.status)).toEqual([
      'COMPLIANCE_HOLD',
      'ACTIVE',
    ])
    expect((await release(made.id, entry)).stdout).toContain('Nothing to change')
  })

  test('a sandbox key that was revoked is replaced at the next start; one that works is kept', async () => {
    const before = readSandbox(folder)
    const again = await start(['serve', '--no-work'], heldEnv)
    expect(again.stdout()).not.toContain('ck_sandbox_')
    expect(readSandbox(folder).api_key).toBe(before.api_key)
    await again.stop()
    const list = await run(['keys', 'list'], heldEnv)
    const id = /^(key_\w+) .* sandbox\.json$/m.exec(list.stdout)?.[1] ?? ''
    expect((await run(['keys', 'revoke', id], heldEnv)).status).toBe(0)
    const third = await start(['serve', '--no-work'], heldEnv)
    const after = readSandbox(folder)
    expect(after.api_key).not.toBe(before.api_key)
    expect(after.organization_id).toBe(before.organization_id)
    expect((await caller(after.base_url, after.api_key)('GET', '/organizations')).status).toBe(200)
    await held.stop()
    held = third
  })

  test('`migrate` makes the schema once', async () => {
    const empty = await testDatabase({ empty: true })
    try {
      const there: Env = { ...heldEnv, DATABASE_URL: empty.url }
      expect(await run(['migrate'], there)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Applied 0001_foundation.*\.\n$/),
      })
      expect(await run(['migrate'], there)).toMatchObject({
        status: 0,
        stdout: 'The database is up to date.\n',
      })
    } finally {
      await empty.close()
    }
  })

  test('`work` and `serve --no-work` together complete an order', async () => {
    const worker = await start(['work'], { ...heldEnv, CORRIDOR_SANDBOX_STEP_MS: '0' })
    try {
      const { status, said } = await run(['demo'], heldEnv)
      expect(said).toContain('STEP_4_COMPLETED')
      expect(status).toBe(0)
    } finally {
      expect((await worker.stop()).status).toBe(0)
    }
  })
})

describe('mistakes', () => {
  const short = '{"encryption_keys":{"k1":"c2hvcnQ="}}'
  const secretsWith = (current: string) =>
    `{"encryption_keys":{"k1":"${'A'.repeat(43)}="},"current_key_id":"${current}"}`

  test.each<[Env, string]>([
    [{ PORT: '70000' }, 'PORT must be <= 65535'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace',
    ],
    [{ CORRIDOR_AUTO_RELEASE: 'yes' }, 'CORRIDOR_AUTO_RELEASE must be one of true, false'],
    [{ CORRIDOR_ENVIRONMENT: 'live' }, 'CORRIDOR_ENVIRONMENT=live needs DATABASE_URL'],
    [{ CORRIDOR_SECRETS: '{}' }, 'CORRIDOR_SECRETS is not usable: encryption_keys is missing'],
    [{ CORRIDOR_SECRETS: short }, 'encryption_keys.k1 must be 32 bytes in base64'],
    [{ CORRIDOR_SECRETS: secretsWith('k2') }, 'current_key_id names none of its encryption_keys'],
    [{ CORRIDOR_SECRETS: secretsWith('k1') }, 'deposit_seed must be 32 bytes in base64'],
  ])('the settings %o are refused with the reason', (given, reason) => {
    expect(() => readConfig({ CORRIDOR_DATA_DIR: join(home, 'unused'), ...given })).toThrow(reason)
  })

  test.concurrent.each<[Env, string]>([
    [{ PORT: 'abc' }, 'PORT must be integer'],
    [{ CORRIDOR_ENVIRONMENT: 'prod' }, 'CORRIDOR_ENVIRONMENT must be one of sandbox, live'],
    [
      { CORRIDOR_ENVIRONMENT: 'live', DATABASE_URL: 'postgres://x/x' },
      'CORRIDOR_ENVIRONMENT=live needs CORRIDOR_SECRETS; `corridor secrets` prints a new value.',
    ],
    [{ CORRIDOR_SECRETS: 'hunter2' }, 'CORRIDOR_SECRETS is not usable: it is not JSON'],
    [
      { DATABASE_URL: 'postgres://nobody@localhost:1/none' },
      'Is the database of DATABASE_URL running?',
    ],
  ])('a service with %o does not start, and says why', async (given, reason) => {
    refused(
      await run(['serve'], { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'unused'), ...given }),
      reason,
    )
  })

  test.concurrent(
    'a port in use is named, and what to do; the next start still shows the key',
    async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? String(address.port) : ''
      const database = await testDatabase()
      const folder = join(home, 'in-use')
      const there: Env = { CORRIDOR_DATA_DIR: folder, DATABASE_URL: database.url }
      try {
        const ended = await run(['serve'], { ...there, PORT: port })
        refused(
          ended,
          `127.0.0.1:${port}`,
          'Another program listens there: stop it, or set PORT to another number.',
        )
        const next = await start(['serve'], { ...there, PORT: '0' })
        expect(next.stdout()).toContain(`export KEY=${readSandbox(folder).api_key}\n`)
        await next.stop()
      } finally {
        server.close()
        await database.close()
      }
    },
  )

  test.concurrent(
    'a second service on a data folder is refused, and the first goes on',
    async () => {
      refused(
        await corridor('serve'),
        /Another Corridor, process \d+/,
        'CORRIDOR_DATA_DIR set to another folder',
      )
      expect((await api()('GET', '/organizations')).status).toBe(200)
    },
  )

  test.concurrent('a sandbox file that describes no enterprise is refused', async () => {
    const file = join(home, 'no-enterprise.yaml')
    writeFileSync(
      file,
      'liquidity_providers: [{ name: BANK, kind: simulated, trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [], settings: { mid_rate: "1", spread_bps: 0, rate_decimals: 0 } }] }]\n',
    )
    const dir = join(home, 'no-enterprise')
    refused(
      await run(['serve'], { PORT: '0', CORRIDOR_DATA_DIR: dir, CORRIDOR_SANDBOX_FILE: file }),
      'no-enterprise.yaml describes no enterprise',
    )
  })

  test.concurrent('`demo` without a sandbox says how to start one', async () => {
    refused(
      await run(['demo'], { CORRIDOR_DATA_DIR: join(home, 'none') }),
      /there is no .*sandbox\.json: start the sandbox with `npm start` first/,
    )
    const stopped = join(home, 'stopped')
    mkdirSync(stopped)
    writeFileSync(
      join(stopped, 'sandbox.json'),
      JSON.stringify({ ...sandbox, base_url: 'http://127.0.0.1:1' }),
    )
    refused(
      await run(['demo'], { CORRIDOR_DATA_DIR: stopped }),
      'nothing answers at http://127.0.0.1:1: start the sandbox with `npm start` first',
    )
  })

  test.concurrent(
    '`--help` names every command; an unknown one is refused with the list',
    async () => {
      const { status, stdout } = await run(['--help'])
      for (const command of [
        'serve',
        'work',
        'migrate',
        'apply',
        'keys',
        'demo',
        'doctor',
        'secrets',
      ]) {
        expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
      }
      expect(status).toBe(0)
      refused(await run(['sevre']), "unknown command 'sevre'", /Did you mean serve\?|Commands:/)
      refused(await run(['apply']), "missing required argument 'file'")
      refused(await run(['serve', '--nowork']), "unknown option '--nowork'")
    },
  )
})

test('`npm start` takes PORT, HOST and CORRIDOR_DATA_DIR as given, and an empty variable as none', async () => {
  const folder = join(home, 'by-npm')
  const database = await testDatabase()
  const free = createServer().listen(0, '127.0.0.2')
  await new Promise((resolve) => free.once('listening', resolve))
  const address = free.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  await new Promise((resolve) => free.close(resolve))
  const given: Env = {
    PORT: port,
    HOST: '127.0.0.2',
    CORRIDOR_DATA_DIR: folder,
    DATABASE_URL: database.url,
    CORRIDOR_ENVIRONMENT: '',
    LOG_LEVEL: '',
    CORRIDOR_SECRETS: '',
  }
  const npm = await startProgram('npm', ['start'], given, greeting)
  expect(urlOf(npm)).toBe(`http://127.0.0.2:${port}`)
  expect(readSandbox(folder).base_url).toBe(`http://127.0.0.2:${port}`)
  await npm.stop()
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow()
  await database.close()
})

// The last one, since it ends the shared sandbox.
test('a second start keeps the key and the data, and prints no key', async () => {
  expect((await service.stop()).status).toBe(0)
  service = await start(['serve'], env)
  expect(service.stdout()).not.toContain('ck_sandbox_')
  expect(service.stdout()).not.toContain('export KEY')
  const again = readSandbox(dataDir)
  expect(again.api_key).toBe(sandbox.api_key)
  expect(again.organization_id).toBe(sandbox.organization_id)
  const { data } = await caller(again.base_url, again.api_key)<{ id: string }[]>(
    'GET',
    `/organizations/${again.organization_id}/orders`,
  )
  expect(data.length).toBeGreaterThanOrEqual(3)
})
