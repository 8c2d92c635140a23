// Commands of customers, beside a running sandbox. customer-events.test.ts follows events.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderJson } from '../../server/src/engine/orders/view.ts'
import { run, runProgram, type Ended, type Env } from '../../server/test/support/command.ts'
import { until } from '../../server/test/support/until.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const sandbox = runningSandbox({ env: { CORRIDOR_SANDBOX_STEP_MS: '0' } })
const USDC_TO_COP = ['--from', 'USDC', '--to', 'COP']
const FUNDED = [...USDC_TO_COP, '--yes', '--fund', '--wait', '--pay']
let env: Env

beforeAll(async () => {
  env = { ...sandbox.env, CORRIDOR_CONFIG_DIR: join(sandbox.home, 'config') }
  expect((await run(['login', '--sandbox'], env)).status).toBe(0)
})

const corridor = (...args: string[]): Promise<Ended> => run(args, env)

/** The data that `--json` prints. Everything else is on the standard error. */
async function json<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await corridor(...args, '--json')
  expect(stderr).not.toMatch(/corridor:/)
  expect(status).toBe(0)
  const data: T = JSON.parse(stdout)
  return data
}

const ordered = (amount: string, ...more: string[]): Promise<OrderJson> =>
  json<OrderJson>('order', ...USDC_TO_COP, '--pay', amount, '--yes', ...more)

/** Runs commands of a shell, with lines for their standard input. */
const shell = (command: string, more: Env = {}): Promise<Ended> =>
  runProgram('bash', ['-c', command], { ...env, ...more })

describe('logging in', () => {
  const home = (): string => mkdtempSync(join(sandbox.home, 'other-'))

  test.concurrent('keeps the key in a file of its owner alone, in the folder of XDG', async () => {
    const folder = home()
    const { base_url: url, api_key: key } = sandbox.file()
    const there = { CORRIDOR_CONFIG_DIR: '', XDG_CONFIG_HOME: folder }
    const ended = await shell(`printf '%s\\n' '${url}' '${key}' | corridor login`, there)
    expect(ended.status).toBe(0)
    expect(ended.said).not.toContain(key)
    expect(ended.stdout, 'the key sees two organizations').toContain('corridor orgs use org_')
    const file = join(folder, 'corridor/profiles.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(key)
    expectRefused(await run(['orders'], { ...env, ...there }), 'corridor orgs use org_')
    const shown = await run(['profiles', 'show'], { ...env, ...there })
    expect(shown.stdout).toContain(url)
    expect(shown.said).not.toContain(key)
    expect((await run(['logout'], { ...env, ...there })).status).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toContain(key)
  })

  test.concurrent('with a wrong key keeps nothing and does not repeat it', async () => {
    const file = join(sandbox.home, 'wrong.key')
    writeFileSync(file, `ck_sandbox_${'x'.repeat(38)}\n`, { mode: 0o600 })
    const args = ['login', '--url', sandbox.file().base_url, '--key-file', file]
    const there = { ...env, CORRIDOR_CONFIG_DIR: home() }
    const ended = await run([...args, '--profile', 'bad'], there)
    expectRefused(ended, 'corridor login --profile bad', 'unauthenticated')
    expect(ended.said).not.toContain('ck_sandbox_xxx')
    expect((await run(['profiles'], there)).stdout).toBe(
      'There is no profile: run `corridor login`.\n',
    )
  })

  test.concurrent('is asked for, and so is a key that others can read', async () => {
    const there = { ...env, CORRIDOR_CONFIG_DIR: home() }
    expectRefused(await run(['orders'], there), 'run `corridor login`')
    writeFileSync(join(there.CORRIDOR_CONFIG_DIR, 'profiles.json'), '{}', { mode: 0o644 })
    expectRefused(await run(['orders'], there), 'can be read by others: run chmod 600')
  })

  test.concurrent('is asked for again if somebody broke the file', async () => {
    const there = { ...env, CORRIDOR_CONFIG_DIR: home() }
    for (const content of ['null', '{"current":"a","profiles":{"a":{"url":5}}}']) {
      writeFileSync(join(there.CORRIDOR_CONFIG_DIR, 'profiles.json'), content, { mode: 0o600 })
      expectRefused(await run(['profiles'], there), 'is damaged: delete it, and run corridor login')
    }
  })

  test.concurrent('is not needed by programs, which set two variables', async () => {
    const { base_url, api_key, organization_id } = sandbox.file()
    const ended = await run(['orders', '--json'], {
      ...env,
      CORRIDOR_CONFIG_DIR: home(),
      CORRIDOR_URL: base_url,
      CORRIDOR_API_KEY: api_key,
      CORRIDOR_ORGANIZATION: organization_id,
    })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(Array.isArray(JSON.parse(ended.stdout))).toBe(true)
  })

  test.concurrent(
    'keeps no organization that the key does not see, nor another address',
    async () => {
      const there = { ...env, CORRIDOR_CONFIG_DIR: home() }
      const unseen = 'org_01jqe8m2x4fv5s0t6w7y8z9abc'
      const login = ['login', '--sandbox']
      expectRefused(
        await run([...login, '--organization', unseen], there),
        `the key sees no organization ${unseen}`,
      )
      const kept = { url: 'http://127.0.0.1:1', api_key: 'ck_sandbox_1', organization_id: null }
      writeFileSync(
        join(there.CORRIDOR_CONFIG_DIR, 'profiles.json'),
        JSON.stringify({ current: 'sandbox', acts_as: 'customer', profiles: { sandbox: kept } }),
        { mode: 0o600 },
      )
      expectRefused(await run(login, there), 'the profile sandbox is for http://127.0.0.1:1')
    },
  )

  test.concurrent('sends no key over http to another machine', async () => {
    const there = { ...env, CORRIDOR_URL: 'http://service.invalid', CORRIDOR_API_KEY: 'ck_x' }
    expectRefused(await run(['orders'], there), 'is no URL of a service')
  })
})

describe('an order', () => {
  test.concurrent('is quoted, created, paid and waited for in one command', async () => {
    const { status, stdout, stderr } = await corridor('order', ...FUNDED, '50.00', '--json')
    expect(status).toBe(0)
    const order: OrderJson = JSON.parse(stdout)
    expect(order.payin.total).toBe('50.00')
    expect(order.status.current_status).toBe('STEP_4_COMPLETED')
    expect(stderr).toMatch(/You pay +50\.00 USDC/)
    expect(stderr).toMatch(/STEP_1_AWAITING_FUNDING[^]*STEP_4_COMPLETED\n/)
    const pdf = join(sandbox.home, 'receipt.pdf')
    expect((await corridor('orders', 'receipt', order.id, '--pdf', pdf)).status).toBe(0)
    expect(readFileSync(pdf, 'latin1')).toMatch(/^%PDF-/)
  })

  test.concurrent('tells each status once, and then the reference of its payout', async () => {
    const ended = await corridor('order', ...FUNDED, '51.00')
    expect(ended.status).toBe(0)
    const told = [...ended.stderr.matchAll(/^\d{4}-\S+ +(\w+)$/gm)].map(([, status]) => status)
    expect(told).toContain('STEP_3_SETTLING_PAYOUT')
    expect(ended.stdout).toMatch(/^Status +STEP_4_COMPLETED$/m)
    expect(ended.stdout).not.toContain('STEP_3_SETTLING_PAYOUT')
    const [id = ''] = /ord_\w+/.exec(ended.stdout) ?? []
    const { stdout } = await corridor('orders', 'show', id)
    expect(stdout).toMatch(/^Sent:\n {2}payout +[\d.]+ COP, SETTLED, reference SIM-\w+$/m)
    expect(stdout).toContain('STEP_3_SETTLING_PAYOUT')
  })

  test.concurrent('is priced from either side, and amounts are printed as they are', async () => {
    const { stdout } = await corridor('quote', ...USDC_TO_COP, '--receive', '123456.78')
    expect(stdout).toMatch(/They receive +123456\.78 COP\n/)
    expect(stdout).toMatch(/You pay +\d+\.\d{2,} USDC\n/)
  })

  test.concurrent('is created only after a yes', async () => {
    const order = `corridor order ${USDC_TO_COP.join(' ')} --pay 61.00`
    expectRefused(await shell(`echo n | ${order}`), 'nothing was done')
    expectRefused(await shell(`${order} < /dev/null`), 'add --yes')
    const metadata = `--metadata invoice=4711 --metadata 'note=a = b'`
    const yes = await shell(`echo y | ${order} --reference answered ${metadata}`)
    expect(yes.stdout).toContain('Send 61.00 USDC by SOLANA_ADDRESS')
    const found = await json<OrderJson[]>('orders', '--reference', 'answered')
    expect(found).toMatchObject([{ metadata: { invoice: '4711', note: 'a = b' } }])
    const pairs = ['--metadata', 'note=a = b', '--metadata', 'invoice=4711']
    expect(await json<OrderJson[]>('orders', ...pairs)).toEqual(found)
    expect(await json<OrderJson[]>('orders', '--metadata', 'invoice=471')).toEqual([])
    expectRefused(await corridor('orders', '--metadata', 'invoice'), 'a key and a value')
    const { stdout } = await corridor('orders', 'show', found[0]?.id ?? '')
    expect(stdout).toMatch(/^ {2}note +a = b$/m)
  })

  test.concurrent('that is declined ends the wait with 5, and is retried or refunded', async () => {
    const order = await ordered('1911.01')
    expect((await corridor('sandbox', 'fund', order.id)).status).toBe(0)
    const waited = await corridor('orders', 'wait', order.id)
    expect(waited.status).toBe(5)
    expect(waited.stderr).toContain(`corridor orders retry ${order.id}`)
    const retried = await json<OrderJson>(
      'orders',
      'retry',
      order.id,
      '--yes',
      '--metadata',
      'try=2',
    )
    expect(retried).toMatchObject({ payin: { total: '1911.01' }, metadata: { try: '2' } })
    expect((await corridor('orders', 'wait', retried.id, '--quiet')).status).toBe(5)
    const refunded = ['--until', 'FAILED_REFUND_PROCESSED']
    expect((await corridor('orders', 'refund', retried.id)).status).toBe(0)
    expect((await corridor('orders', 'wait', retried.id, ...refunded)).status).toBe(0)
    const { stdout } = await corridor('refunds', '--order', retried.id)
    expect(stdout).toMatch(/^rf_\w+ +1911\.01 USDC +PROCESSED +declined/m)
  })

  test.concurrent(
    'that nobody pays ends a wait of limited time with 6, and is cancelled',
    async () => {
      const { id } = await ordered('62.00')
      const waited = await corridor('orders', 'wait', id, '--timeout', '1')
      expect(waited.status).toBe(6)
      expect(waited.stderr).toContain(`corridor orders wait ${id}`)
      expect((await corridor('orders', 'cancel', id)).stdout).toContain('FAILED_CANCELLED')
      expectRefused(await corridor('orders', 'retry', id, '--yes'), `corridor orders show ${id}`)
    },
  )

  test.concurrent('is waited for as long as --timeout says, also for weeks', async () => {
    const { id } = await ordered('20.00')
    const waiting = corridor('orders', 'wait', id, '--timeout', '2592000')
    expect((await corridor('sandbox', 'fund', id)).status).toBe(0)
    expect(await waiting).toMatchObject({ status: 0 })
  })

  test.concurrent('is created once for one idempotency key', async () => {
    const { id } = await json<{ id: string }>('quote', ...USDC_TO_COP, '--pay', '63.00')
    const args = ['order', '--quote', id, '--idempotency-key', `key-${id}`]
    const [first, again] = [await json<OrderJson>(...args), await json<OrderJson>(...args)]
    expect(again.id).toBe(first.id)
    expectRefused(await corridor('order', '--quote', id), 'Get a fresh quote')
  })
})

describe('a mistake is refused with what to do', () => {
  test.concurrent.each<[string[], number, ...string[]]>([
    [['quote', ...USDC_TO_COP], 2, '--pay 1000.00'],
    [['quote', '--pay', '10.00'], 2, 'offerings fit. Choose one with --offering'],
    [['quote', ...USDC_TO_COP, '--pay', '1.00'], 1, '--pay', 'from 10.00 to 250000.00'],
    [['quote', ...USDC_TO_COP, '--pay', 'ten'], 1, '--pay must be a decimal string'],
    [['orders', 'show', 'ord_x'], 1, 'There is no ord_x', 'corridor orders'],
    [
      ['orders', 'show', 'nope'],
      1,
      'There is no "nope": an id',
      'See what there is: `corridor orders`.',
    ],
    [['payouts', 'show', 'nope'], 1, 'such as po_…', 'See what there is: `corridor payouts`.'],
    [['orders', '--limit', '0'], 2, '--limit must be a whole number'],
    [['instruments', 'methods', 'IBANN'], 2, 'there are: IBAN'],
    [['webhooks', 'create', 'http://192.0.2.1/x'], 1, 'corridor webhooks listen --forward'],
    [['webhooks', 'listen', '--forward', 'nowhere'], 2, 'http://127.0.0.1:3000'],
    [['sandbox', 'advance', 'tomorrow'], 2, 'such as 90s'],
    [['profiles', 'use', 'sandbix'], 1, 'there are: sandbox'],
    [['login', '--sandbox', '--profile', '__proto__'], 2, 'the name of a profile'],
    [['orders', 'lst'], 2, 'Did you mean list?'],
    [['ordrs'], 2, 'Did you mean orders?'],
    [
      ['keys', 'create', '--label', 'x', '--enterprise', 'none', '--profile', 'sandbox'],
      2,
      'leave',
    ],
  ])('%j', async (args, status, ...reasons) => {
    const ended = await corridor(...args)
    expectRefused(ended, ...reasons)
    expect(ended.status).toBe(status)
    expect(ended.stdout).toBe('')
  })

  test('and a password in an address of a program is not shown', async () => {
    const to = 'http://me:hunter2@127.0.0.1:3000/x'
    const ended = await corridor('webhooks', 'listen', '--forward', to)
    expectRefused(ended, '--forward with a user or password')
    expect(ended.stderr).not.toContain('hunter2')
  })

  test('and a service that does not answer has the code 3', async () => {
    const there = { CORRIDOR_URL: 'http://127.0.0.1:1', CORRIDOR_API_KEY: 'ck_sandbox_x' }
    const ended = await run(['orders', '--organization', 'org_x'], { ...env, ...there })
    expect(ended).toMatchObject({ status: 3, stdout: '' })
    expect(ended.stderr).toContain('no service of Corridor answers at http://127.0.0.1:1')
  })

  test('and the names that a service answers do not steer the terminal', async () => {
    const at = '2026-03-02T14:05:09.120Z'
    const data = [
      {
        id: 'org_\u001b[31m',
        name: '\u001b]0;title\u0007\u009b31m\u202e',
        contact: { email: 'a@b.example', first_name: 'A', last_name: 'B' },
        status: { current_status: 'ACTIVE', status_history: [] },
        created_at: at,
        updated_at: at,
      },
    ]
    const service = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const address = service.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const file = join(sandbox.home, 'hostile.key')
    writeFileSync(file, 'ck_sandbox_x')
    const args = ['--url', `http://127.0.0.1:${port}`, '--key-file', file, '--profile', 'hostile']
    const there = { ...env, CORRIDOR_CONFIG_DIR: join(sandbox.home, 'hostile') }
    const { said } = await run(['login', ...args], there)
    const listed = await run(['orgs', '--json'], there)
    service.close()
    expect(said).toContain('Organization: org_')
    for (const shown of [said, listed.said])
      expect(shown).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: data[0]?.name }])
  })

  test('and a key in place of an id is neither sent nor repeated', async () => {
    const ended = await corridor('keys', 'revoke', sandbox.file().api_key)
    expectRefused(ended, 'was not sent')
    expect(ended.said).not.toContain(sandbox.file().api_key)
  })

  test('and wrong bank details are named, not repeated', async () => {
    const details = join(sandbox.home, 'details.yaml')
    const create = ['instruments', 'create', '--method', 'iban', '--alias', 'Berlin']
    writeFileSync(details, 'iban: DE00370400440532013000\naccount_holder_name: Erika\n')
    const ended = await corridor(...create, '--details', details)
    expectRefused(ended, '/details/iban must be an IBAN', 'corridor instruments methods')
    expect(ended.said).not.toContain('DE00370400440532013000')
    const answers = `'DE89370400440532013000' '' 'Erika Mustermann' ''`
    const made = await shell(`printf '%s\\n' ${answers} | corridor ${create.join(' ')}`)
    expect(made.stdout).toMatch(/^epi_\w+ is ACTIVE\.\n$/)
    expect(made.stderr).toContain('The BIC of the bank')
  })
})

describe('a command that operators have too', () => {
  test('acts for whoever signed in last, and says so', async () => {
    const { id } = await ordered('64.00')
    const mine = await corridor('orders', 'show', id)
    expect(mine.stderr).toContain('As a customer at')
    expect(mine.stdout).not.toContain('provider_candidates')
    const desk = await corridor('orders', 'show', id, '--direct')
    expect(desk.stderr).toContain('Directly on the database')
    expect(desk.stdout).toContain('organization')
    expect((await corridor('keys', 'list')).stdout).toMatch(/^key_\w+ +ACTIVE/m)
    expect((await corridor('keys', 'list', '--direct')).stdout).toContain('ENTERPRISE')
    expect((await corridor('whoami')).stdout).toContain('the profile sandbox')
    const lists = ['deposits', 'list', '--limit', '1']
    expect((await corridor(...lists)).stdout).not.toContain('ORGANIZATION NAME')
    expect((await corridor(...lists, '--direct')).stdout).toContain('ORGANIZATION NAME')
    expectRefused(await corridor(...lists, '--rail', 'sandbox'), '--rail is for operators')
  })

  test('of the desk that halts is told to the customer whose order waits for it', async () => {
    const desk = ['--reason', 'outage', '--direct']
    expect((await corridor('halt', 'sends', ...desk)).status).toBe(0)
    const { id } = await ordered('66.00', '--fund')
    await until(
      async () => (await corridor('orders', 'show', id)).stdout,
      (shown) => /^Paused by the desk:\n +payout +since .*; it goes on by itself$/m.test(shown),
    )
    expect((await corridor('resume', 'sends', ...desk)).status).toBe(0)
    expect((await corridor('orders', 'show', id)).stdout).not.toContain('Paused by the desk')
  })

  test('refuses to guess', async () => {
    const refund = ['orders', 'refund', 'ord_x']
    expectRefused(await corridor(...refund, '--reason', 'x'), '--reason is for operators')
    expectRefused(await corridor(...refund, '--direct'), 'an operator needs --reason')
    expectRefused(
      await corridor(...refund, '--direct', '--profile', 'sandbox'),
      'exclude each other',
    )
    const both = { ...env, CORRIDOR_API_KEY: 'ck_x', CORRIDOR_OPERATOR_KEY: 'co_x' }
    expectRefused(await run(['whoami'], both), 'are both set', 'unset one')
  })
})

test('lists of things that there are', async () => {
  await ordered('65.00', '--fund', '--wait')
  for (const [name, pattern] of Object.entries({
    orgs: /^org_\w+ +ACTIVE +Demo Payments/m,
    routes: /^USDC +COP +ALPHA/m,
    offerings: /^off_\w+ +USDC Treasury wallet +COP Bogota payroll/m,
    quotes: /^qt_\w+ +65\.00 USDC +[\d.]+ COP/m,
    deposits: /^dep_\w+ +65\.00 USDC +counted +ord_/m,
    payouts: /^po_\w+ +[\d.]+ COP +SETTLED +ord_/m,
    events: /order\.completed +ord_\w+ +STEP_4_COMPLETED/,
    sandbox: /For customers:/,
  })) {
    const { stdout, stderr } = await corridor(name)
    expect(stdout + stderr).toMatch(pattern)
  }
  const { stdout, stderr } = await corridor('orders', '--limit', '1')
  expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(stderr).toBe('There are more: add --limit COUNT or --all.\n')
})

test('a key is made, works, is rotated and is revoked', async () => {
  const { stdout, stderr } = await corridor('keys', 'create', '--label', 'CI', '--scopes', 'read')
  const id = /key_\w+/.exec(stderr)?.[0] ?? ''
  const there = { ...env, CORRIDOR_URL: sandbox.file().base_url, CORRIDOR_API_KEY: stdout.trim() }
  const organization = ['--organization', sandbox.file().organization_id]
  expect((await run(['orders', ...organization], there)).status).toBe(0)
  expectRefused(await run(['offerings', ...organization], there), 'a key that may write')
  expect((await corridor('keys', 'rotate', id, '--overlap', '60')).stdout).toMatch(/^ck_sandbox_/)
  expect((await corridor('keys', 'revoke', id)).stdout).toContain(`${id} is REVOKED`)
})

test('an endpoint is made, tested and deleted', async () => {
  const url = 'http://127.0.0.1:9/hook'
  const made = await corridor('webhooks', 'create', url, '--types', 'order.completed')
  expect(made.stdout).toMatch(/^whsec_\S+\n$/)
  const id = /whe_\w+/.exec(made.stderr)?.[0] ?? ''
  expect((await corridor('webhooks')).stdout).toMatch(
    new RegExp(`^${id} +ENABLED +order.completed`, 'm'),
  )
  expect((await corridor('webhooks', 'test', id)).stdout).toMatch(/^evt_\w+ is queued/)
  expect((await corridor('webhooks', 'deliveries', id)).stdout).toMatch(/^evt_\w+ +webhook\.test/m)
  expect((await corridor('webhooks', 'change', id, '--status', 'DISABLED')).stdout).toContain(
    'DISABLED',
  )
  expect((await corridor('webhooks', 'delete', id)).stdout).toBe(`${id} is deleted.\n`)
})

test('a command loads the client and nothing of the service', async () => {
  const { said } = await run(['orders', '--json'], {
    ...env,
    NODE_OPTIONS: `--import ${new URL('support/print-packages.js', import.meta.url).href}`,
  })
  const packages = [...said.matchAll(/^package (.+)$/gm)].map(([, name]) => name)
  expect(packages.toSorted()).toEqual(['commander', 'openapi-fetch'])
})
