// `corridor rails accounts`: an operator fills a pool by hand and retires accounts, and never sees a whole account.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets } from '../../server/src/platform/config.ts'
import { run } from '../../server/test/support/command.ts'
import { changedRails } from '../../server/test/support/rails.ts'
import { testService, type TestService } from '../../server/test/support/service.ts'

const ACCOUNTS = ['032180000118359719', '002010077777777771']
const secrets = newSecrets()
const folder = mkdtempSync(join(tmpdir(), 'corridor-pool-'))
const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

let corridor: TestService
beforeAll(async () => {
  corridor = await testService({
    worker: false,
    env: { CORRIDOR_SECRETS: secrets },
    replace: ({ rails }) => ({
      rails: changedRails(rails, (rail) => ({ ...rail, fundingAccount: () => 'from_pool' })),
    }),
  })
})
afterAll(async () => {
  await corridor.close()
  rmSync(folder, { recursive: true })
})

const accounts = (...args: string[]) =>
  run(['rails', 'accounts', ...args], {
    DATABASE_URL: corridor.database.url,
    CORRIDOR_SECRETS: secrets,
  })
const add = (path: string, ...more: string[]) =>
  accounts('add', path, '--rail', 'sandbox', '--reason', 'opened by the bank', ...more)
const CLABE = ['--method', 'MXN_CLABE', '--currency', 'MXN']
const USDC = ['--method', 'SOLANA_ADDRESS', '--currency', 'USDC']

test('accounts are added with a reason, listed by their end, and known ones are left out', async () => {
  expect((await accounts('list')).stdout).toBe('No pool has a funding account.\n')
  const [first, second] = ACCOUNTS.map((clabe) => ({
    clabe,
    account_holder_name: 'Desk',
    bank_name: 'Banco',
  }))
  const added = await add(file('one.json', [first]), ...CLABE)
  expect(added).toMatchObject({
    status: 0,
    stdout: '1 accounts added to the pool of sandbox.\n',
  })
  expect((await add(file('two.json', [first, second]), ...CLABE)).stdout).toBe(
    '1 accounts added to the pool of sandbox; 1 were there already.\n',
  )
  const { stdout } = await accounts('list', '--rail', 'sandbox')
  expect(stdout).toMatch(/fac_\w+ +sandbox +MXN_CLABE +MXN +…9719 +free +\S+ +opened by the bank\n/)
  for (const account of ACCOUNTS) expect(stdout).not.toContain(account)
  expect((await accounts('list', '--rail', 'other')).stdout).toContain('No pool')
})

test('a wrong rail, method, file or account is refused without the account', async () => {
  const wrong: [Promise<{ status: number | null; said: string }>, string][] = [
    [add(file('a.json', []), ...CLABE), 'lists no account'],
    [add(file('b.json', {}), ...CLABE), 'must be a list of accounts'],
    [add(file('c.yaml', `- clabe: ${ACCOUNTS[0]}0`), ...CLABE), 'must be a text'],
    [add(file('d.json', [{ clabe: `${ACCOUNTS[0]}0` }]), ...CLABE), 'account 1: clabe'],
    [add(file('e.yaml', `- clabe: "${ACCOUNTS[0]}\n  - :`), ...CLABE), 'is not YAML'],
    [
      add(file('f.json', [{}]), '--method', 'MXN_CLABE', '--currency', 'BRL'),
      'is not served by the rail sandbox in BRL',
    ],
    [
      add(file('f.json', [{}]), '--rail', 'nothing', ...CLABE),
      '--rail nothing is not a rail of this deployment',
    ],
    [accounts('retire', 'dep_1', '--reason', 'closed'), 'there is no funding account dep_1'],
    [
      accounts('retire', `fac_${'0'.repeat(26)}`, '--reason', 'closed'),
      'there is no funding account fac_0',
    ],
    [accounts('retire', `fac_${'0'.repeat(26)}`), '--reason'],
  ]
  for (const [ended, problem] of wrong) {
    const { status, said } = await ended
    expect(said).toContain(problem)
    expect(said).not.toContain(ACCOUNTS[0])
    expect(status).toBe(problem === '--reason' ? 2 : 1)
  }
})

test('a retired account goes to no further order, and stays with the order that has it', async () => {
  const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  expect((await add(file('g.json', [{ address }]), ...USDC)).status).toBe(0)
  const order = await corridor.order()
  expect(order.funding_instructions.details['address']).toBe(address)
  const idOf = async (end: string) =>
    new RegExp(`(fac_\\w+) .*…${end} `).exec((await accounts('list')).stdout)?.[1] ?? ''

  const retired = await accounts('retire', await idOf('DB4T'), '--reason', 'closed by the bank')
  expect(retired.stdout).toContain(' is RETIRED.\n')
  const again = await accounts('retire', await idOf('DB4T'), '--reason', 'again')
  expect(again.said).toContain('is already retired')
  expect((await accounts('list')).stdout).toMatch(
    new RegExp(`…DB4T +retired ${order.id} +\\S+ +closed by the bank\n`),
  )

  const free = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
  await add(file('h.json', [{ address: free }]), ...USDC)
  await accounts('retire', await idOf('6y1Q'), '--reason', 'closed by the bank')
  const refused = await corridor.post(`${corridor.organization}/orders`, {
    quote_id: (await corridor.quote()).id,
  })
  expect(refused.problem.code).toBe('funding_account_unavailable')
})
