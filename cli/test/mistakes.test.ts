// Mistakes in settings and commands are refused with the reason and advice.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/platform/config.ts'
import { afterAll, expect, test } from 'vitest'
import {
  readSandbox,
  root,
  run,
  runProgram,
  start,
  stopAll,
  type Env,
} from '../../server/test/support/command.ts'
import { testDatabase } from '../../server/test/support/database.ts'
import { expectRefused } from './support/sandbox.ts'

const home = mkdtempSync(join(tmpdir(), 'corridor-mistakes-'))
afterAll(async () => {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
})

const short = '{"encryption_keys":{"k1":"c2hvcnQ="}}'
const secretsWith = (current: string) =>
  `{"encryption_keys":{"k1":"${'A'.repeat(43)}="},"current_key_id":"${current}"}`

test.each<[Env, string]>([
  [{ PORT: '70000' }, 'PORT must be <= 65535'],
  [
    { PORT: '4e3', DATABASE_POOL_SIZE: '0' },
    'PORT must be integer; DATABASE_POOL_SIZE must be >= 1',
  ],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace',
  ],
  [{ CORRIDOR_AUTO_RELEASE: 'yes' }, 'CORRIDOR_AUTO_RELEASE must be one of true, false'],
  [{ CORRIDOR_ENVIRONMENT: 'live' }, 'CORRIDOR_ENVIRONMENT=live needs DATABASE_URL'],
  [{ CORRIDOR_SECRETS: '{}' }, 'CORRIDOR_SECRETS is not usable: encryption_keys is missing'],
  [{ CORRIDOR_SECRETS: short }, 'encryption_keys.k1 must be 32 bytes in base64'],
  [
    { CORRIDOR_SECRETS: secretsWith('k2') },
    'current_key_id must be one of the ids in encryption_keys',
  ],
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
])('a service with the settings %o does not start and prints the reason', async (given, reason) => {
  expectRefused(
    await run(['serve'], { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'unused'), ...given }),
    reason,
  )
})

test.concurrent(
  'a port in use is named with advice, and the next start still prints the key',
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
      expectRefused(
        ended,
        `127.0.0.1:${port}`,
        'Another program uses this port: stop it, or set PORT to another number.',
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

test.concurrent('a sandbox file without an enterprise is refused', async () => {
  const file = join(home, 'no-enterprise.yaml')
  writeFileSync(
    file,
    'liquidity_providers: [{ name: BANK, kind: simulated, trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [], settings: { mid_rate: "1", spread_bps: 0, rate_decimals: 0 } }] }]\n',
  )
  const dir = join(home, 'no-enterprise')
  expectRefused(
    await run(['serve'], { PORT: '0', CORRIDOR_DATA_DIR: dir, CORRIDOR_SANDBOX_FILE: file }),
    'no-enterprise.yaml describes no enterprise',
  )
})

test.concurrent(
  '`--help` lists every command, and an unknown command is refused with a suggestion',
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
    const misused = async (args: string[], ...reasons: (string | RegExp)[]) => {
      const ended = await run(args)
      for (const reason of reasons) expect(ended.said).toMatch(reason)
      expect(ended.status).toBe(2)
    }
    await misused(['sevre'], "unknown command 'sevre'", /Did you mean serve\?|Commands:/)
    await misused(['apply'], "missing required argument 'file'")
    await misused(['serve', '--nowork'], "unknown option '--nowork'")
  },
)

test.concurrent.each([
  [['apply', 'nowhere.yaml'], 'nowhere.yaml: there is no such file'],
  [
    ['reconcile', 'nowhere.csv', '--account', 'rail:x', '--currency', 'COP', '--reason', 'March'],
    'nowhere.csv: there is no such file',
  ],
])('a file that does not exist is named with advice: %j', async (args, reason) => {
  const database = await testDatabase()
  try {
    const dir = join(home, args[0] ?? '')
    expectRefused(await run(args, { CORRIDOR_DATA_DIR: dir, DATABASE_URL: database.url }), reason)
  } finally {
    await database.close()
  }
})

test.concurrent('a command whose output nobody reads ends without a stack', async () => {
  const corridor = join(root, 'node_modules/.bin/corridor')
  const { said } = await runProgram('sh', ['-c', `"${corridor}" secrets | true`])
  expect(said).toBe('')
})
