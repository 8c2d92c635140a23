// Rails of the operator file: what is refused, and how running processes open them.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../../src/platform/clock.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import type { Rail, RailKind } from '../../src/outside/rails/port.ts'
import { openRails } from '../../src/engine/sends/open-rails.ts'
import { createRailWatcher } from '../../src/engine/entries/watch-rails.ts'
import { root } from '../support/command.ts'
import { testService, type TestService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-rails-'))
let corridor: TestService
beforeAll(async () => void (corridor = await testService({ worker: false })))
afterAll(async () => {
  await corridor.close()
  rmSync(folder, { recursive: true, force: true })
})

const { publicKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const connector = (name: string, serves: string, more = '') => `
  - name: ${name}
    kind: connector
    settings:
      url: http://localhost:1
      signing_key: env:CORRIDOR_TEST_NO_SUCH_KEY
      signing_key_id: desk
      public_keys: { bank: '${key}' }${more}
      serves: [${serves}]
`
const MXN = '{ method: MXN_CLABE, currencies: [MXN] }'
const BRL = '{ method: BRL_PIX, currencies: [BRL] }'
const IBAN = '{ method: IBAN, currencies: [EUR] }'

const path = join(folder, 'rails.yaml')
async function apply(rails: string, environment: 'sandbox' | 'live' = 'sandbox') {
  writeFileSync(path, `rails:${rails}`)
  const world = { ...corridor.deps.config, environment, at: corridor.clock.now() }
  const { changes } = await applyFile(corridor.deps.db, world, readOperatorFile(path))
  return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
}
const refusal = (rails: string, environment?: 'live') =>
  apply(rails, environment).then(
    () => 'applied',
    (error: unknown) =>
      (error instanceof Error ? error.message : '').replaceAll(`${relative('', path)}:`, ''),
  )

describe('a rail of the operator file', () => {
  test('of an unknown kind is refused with the line and the known kinds', async () => {
    expect(await refusal('\n  - name: pigeon\n    kind: pigeon\n')).toMatch(
      /^3:11: unknown kind pigeon; known kinds: .*connector/,
    )
  })

  test('with the name of the simulated rail is refused', async () => {
    expect(await refusal(connector('sandbox', BRL))).toContain(
      '2:11: sandbox is the name of the simulated rail',
    )
  })

  test('with a secret in its settings is refused, and the secret is not repeated', async () => {
    const pasted = connector('bank', BRL).replace('env:CORRIDOR_TEST_NO_SUCH_KEY', 'hunter2hunter2')
    const reason = await refusal(pasted)
    expect(reason).toContain('signing_key must be env:NAME or file:PATH')
    expect(reason).not.toContain('hunter2')
  })

  test('that serves the instruments of another rail of the file is refused at its line', async () => {
    const both = connector('one', `${MXN}, ${BRL}`) + connector('two', `${BRL}`)
    expect(await refusal(both)).toBe(
      '11:5: two and one both serve BRL_PIX in BRL; an instrument must have exactly one rail',
    )
  })

  test('is created, changed with a new version, and compared with the rails that are there', async () => {
    expect(await apply(connector('bank:mexico', MXN))).toEqual(['create rail bank:mexico'])
    expect(await apply(connector('bank:mexico', MXN))).toEqual([])
    expect(await apply(connector('bank:mexico', `${MXN}, ${IBAN}`))).toEqual([
      'change rail bank:mexico; settings.serves: changed, values are not shown',
    ])
    expect(await refusal(connector('bank:other', IBAN))).toContain(
      'bank:other and bank:mexico both serve IBAN in EUR',
    )
    const rows = await corridor.sql`select name, version from rails`
    expect(rows).toEqual([{ name: 'bank:mexico', version: 2 }])
  })

  test('that cannot be opened keeps its instruments: their orders get 503, and others go on', async () => {
    // The demo world pays in MXN on one route.
    await apply(connector('bank:mexico', MXN))
    await expect
      .poll(async () => (await corridor.deps.rails.all()).map(({ name }) => name), {
        timeout: 60_000,
      })
      .toEqual(['bank:mexico', 'sandbox'])
    const [rail] = await corridor.deps.rails.all()
    expect(() => rail?.fundingAccount('MXN_CLABE', 'ord_1')).toThrow('bank:mexico is not available')
    await expect(rail?.lookUp('ord_1:payout:1', '')).rejects.toThrow('bank:mexico is not open')
    expect(await rail?.problems?.()).toEqual([
      {
        code: 'not_open',
        facts: { rail: 'bank:mexico' },
        message: 'the rail bank:mexico is not open',
      },
    ])
    expect((await corridor.order()).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
  })
})

describe('a running process', () => {
  const events: string[] = []
  const openings = new Map<string, Promise<void>>()
  const kind: RailKind = {
    sandboxOnly: true,
    can: {},
    settingsProblem: () => undefined,
    served: () => [{ method: 'BRL_PIX', currencies: ['BRL'] }],
    async open(name, settings): Promise<Rail> {
      await openings.get(name)
      events.push(`open ${name} ${String(settings['n'])}`)
      const present = await corridor.deps.rails.all()
      const simulated = present.find((rail) => rail.name === 'sandbox')
      if (simulated === undefined) throw new Error('the sandbox has no rail')
      return {
        ...simulated,
        name,
        served: [],
        close: async () => void events.push(`close ${name}`),
      }
    },
  }
  const configure = (name: string, n: number) =>
    corridor.database.owner.query(
      `insert into rails (name, kind, settings) values ($1, 'own', $2)
       on conflict (name) do update set settings = excluded.settings, version = rails.version + 1`,
      [name, { n }],
    )

  test('opens a rail when it is configured, and again when its version changes', async () => {
    await corridor.sql`delete from rails`
    let realNow = corridor.clock.realNow()
    const clock = { ...corridor.clock, realNow: () => realNow }
    const rails = openRails({ ...corridor.deps, clock }, new Map([['own', kind]]))
    const slow = Promise.withResolvers<void>()
    openings.set('slow', slow.promise)
    const names = async () => {
      realNow = later(realNow, 1000)
      return (await rails.all()).map(({ name, served }) => `${name} ${served.length > 0}`)
    }
    await configure('slow', 1)
    await configure('quick', 1)
    // A rail serves its instruments before it is open. This rail has none once it is open.
    await expect.poll(names).toEqual(['quick false', 'slow true', 'sandbox true'])
    slow.resolve()
    await expect.poll(names).toEqual(['quick false', 'slow false', 'sandbox true'])
    await configure('quick', 2)
    await expect.poll(async () => (await names()) && events.at(-1)).toBe('open quick 2')
    expect(events).toEqual(['open quick 1', 'open slow 1', 'open quick 2'])
    await rails.close()
    expect(events.slice(3).toSorted()).toEqual(['close quick', 'close slow'])
  })

  test('polls a rail once it is open, without an error before, and measures its calls', async () => {
    await corridor.sql`delete from rails`
    const calls: string[] = []
    const noteCall = (rail: string, call: string, outcome: string) =>
      void calls.push(`${rail} ${call} ${outcome}`)
    const rails = openRails({ ...corridor.deps, noteCall }, new Map([['own', kind]]))
    const opens = Promise.withResolvers<void>()
    openings.set('measured', opens.promise)
    await configure('measured', 1)
    await configure('unknown', 1)
    await corridor.sql`update rails set kind = 'gone' where name = 'unknown'`
    const watcher = createRailWatcher()
    const run = () => watcher.run({ ...corridor.deps, rails })
    await run()
    await expect.poll(() => calls).toContain('unknown poll failed')
    expect(calls.filter((call) => call.startsWith('measured'))).toEqual([])
    opens.resolve()
    await expect
      .poll(async () => {
        await run()
        return calls.filter((call) => call.startsWith('measured'))
      })
      .toContain('measured poll answered')
    expect(calls).not.toContain('measured poll failed')
    await watcher.stop()
    await rails.close()
  })
})

describe('a route that no rail serves', () => {
  const route = (more = '') => `
enterprises:
  - name: Served
    organizations:
      - name: Served
        contact: { email: a@b.example, first_name: Ana, last_name: Restrepo }
        routes:
          - name: USDC to BRL
            payin_currency: USDC
            payout_currency: BRL
            liquidity_provider: ALPHA
            payin_limits: { min: '1.00', max: '100.00' }
            cost_tiers: [{ min: '1.00', max: '100.00', bps: 100 }]
            max_slippage_bps: 100${more}
`
  const chain = connector('chain', '{ method: EVM_ADDRESS, currencies: [USDC] }')
  const wallets = '\n            inclusive_account_types: [SOLANA_ADDRESS, BRL_PIX]'

  test('is refused at the currency that is not served, unless it is disabled', async () => {
    await corridor.sql`delete from rails`
    expect(await refusal(chain + route(), 'live')).toMatch(
      /^19:\d+: no rail serves BRL; rails serve USDC$/,
    )
    const both = chain + connector('bank', BRL)
    expect(await refusal(both + route(wallets), 'live')).toMatch(
      /^\d+:\d+: no rail serves USDC with SOLANA_ADDRESS, BRL_PIX; rails serve BRL$/,
    )
    expect(await refusal(chain + route('\n            disabled: true'), 'live')).toBe('applied')
    expect(await refusal(both + route(), 'live')).toBe('applied')
  })

  test('is refused if it pays out over a rail that only receives, and may take deposits over it', async () => {
    await corridor.sql`delete from rails`
    const tether = (more = '') => `
  - name: tether
    kind: evm
    settings:
      chain: base
      chain_id: 8453
      rpc: [env:CORRIDOR_TEST_NO_SUCH_KEY]
      tokens: { USDC: { address: '0x${'2'.repeat(40)}', kind: plain${more} } }
      payer: env:CORRIDOR_TEST_NO_SUCH_KEY
      relayers: [env:CORRIDOR_TEST_NO_SUCH_KEY]
`
    const bank = connector('bank', `${BRL}, { method: NGN_BANK_ACCOUNT, currencies: [NGN] }`)
    const back = route()
      .replace('USDC to BRL', 'NGN to USDC')
      .replace('payin_currency: USDC', 'payin_currency: NGN')
      .replace('payout_currency: BRL', 'payout_currency: USDC')
    expect(await refusal(bank + tether() + back, 'live')).toMatch(
      /^\d+:\d+: the rail that serves USDC only receives; give it a payer, and a plain token an authorizer$/,
    )
    expect(await refusal(bank + tether() + route(), 'live')).toBe('applied')
    const paying = tether(`, authorizer: '0x${'3'.repeat(40)}'`)
    expect(await refusal(bank + paying + back, 'live')).toBe('applied')
  })

  test('is not offered to instruments that its rail only receives from', async () => {
    const wallet = `'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'`
    const rails = `rails:
  - name: receiving
    kind: evm
    settings:
      chain: base
      chain_id: 8453
      rpc: [env:CORRIDOR_TEST_NO_SUCH_KEY]
      tokens: { USDC: { address: '0x${'2'.repeat(40)}', kind: eip3009 } }
`
    const file = join(folder, 'receiving.yaml')
    const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
      .replace('liquidity_providers:\n', `${rails}liquidity_providers:\n`)
      .replace('method: SOLANA_ADDRESS', 'method: EVM_ADDRESS')
      .replace(/details: \{ address: 7v91.*\}/, `details: { address: ${wallet}, chain: base }`)
      .replace('inclusive_account_types: [SOLANA_ADDRESS', 'inclusive_account_types: [EVM_ADDRESS')
    writeFileSync(file, text)
    const receiving = await testService({ worker: false, env: { CORRIDOR_SANDBOX_FILE: file } })
    try {
      const { payin } = await receiving.offering('USDC', 'COP')
      expect(payin.external_payment_instrument.method).toBe('EVM_ADDRESS')
      await expect(receiving.offering('NGN', 'USDC')).rejects.toThrow('no offering')
    } finally {
      await receiving.close()
    }
  })

  test('is served by the simulated rail in a sandbox', async () => {
    await corridor.sql`delete from rails`
    expect(await refusal(chain + route(wallets))).toBe('applied')
  })
})
