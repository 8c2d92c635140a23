// Sweeps of a whole service on an EVM chain: what orders received reaches the payer once, whatever fails between, and the
// ledger agrees with the chain throughout.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { accountForGas } from '../../src/engine/gas/account-for-gas.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { openRails } from '../../src/engine/sends/open-rails.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { selectSweeps } from '../../src/engine/sweeps/report-queries.ts'
import { sendSweeps } from '../../src/engine/sweeps/send-sweeps.ts'
import { noAnvil } from '../support/anvil.ts'
import { differencesOf, recordTopUp } from '../support/desk-balances.ts'
import { dyingDeps } from '../support/dying.ts'
import { startEvmService, startPlainTokenService, type EvmService } from '../support/evm-service.ts'
import { untilOpen } from '../support/rails.ts'
import { eventually } from '../support/until.ts'

const RAIL = 'evm:base'
const ETHER = 10n ** 9n

let evm: EvmService

const isSwept = async (order: OrderJson): Promise<boolean> => {
  const { rows } = await evm.corridor.database.owner.query(
    `select count(*)::int as deposits, count(*) filter (where s.status = 'SETTLED')::int as swept
       from deposits d left join sweeps s on s.id = d.sweep_id where d.order_id = $1`,
    [uuidOf('ord', order.id)],
  )
  return rows[0].deposits > 0 && rows[0].deposits === rows[0].swept
}

describe.skipIf(noAnvil !== undefined)('the worker', () => {
  beforeAll(async () => {
    evm = await startEvmService()
    await recordTopUp(evm.corridor.deps, RAIL, 'USDC', 10n ** 12n)
    await recordTopUp(evm.corridor.deps, RAIL, 'ETH', 10n * ETHER)
  })
  afterAll(() => evm?.close())

  async function balanceLeft(): Promise<bigint> {
    const rows = await evm.corridor.sql`select balance_left(${RAIL}, 'USDC')::bigint::text as minor`
    return BigInt(rows[0]?.minor)
  }

  test('sweeps a credited deposit once, and the ledger agrees with the chain before, during and after', async () => {
    const { deps } = evm.corridor
    const order = await evm.newOrder('USDC', 'COP')
    const address = evm.addressOf(order)
    const before = await evm.usdc.balanceOf(evm.payer)
    await evm.usdc.pay(address, 1_000_000_000n)
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
    expect(await differencesOf(deps, RAIL)).toMatchObject({ USDC: 0n })
    // Payouts cannot use the deposit before it is swept.
    expect(await balanceLeft()).toBe(before)

    await proposeSweeps(deps)
    await eventually('the transfer', async () => (await evm.usdc.balanceOf(address)) === 0n)
    // In a block, but not final.
    expect(await differencesOf(deps, RAIL)).toMatchObject({ USDC: 0n })

    await eventually('the sweep', async () => {
      await evm.chain.mine(1)
      return isSwept(order)
    })
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 1_000_000_000n)
    await accountForGas(deps)
    const after = await differencesOf(deps, RAIL)
    expect(await balanceLeft()).toBe(before + 1_000_000_000n)
    expect(after).toEqual({ USDC: 0n, ETH: 0n })
    expect(await verifyLedger(deps.db)).toMatchObject({ difference: undefined })
    await proposeSweeps(deps)
    expect(await selectSweeps(deps.db, true)).toHaveLength(1)
  })

  test('sweeps no deposit below the minimum, nor one that is not final', async () => {
    const { deps } = evm.corridor
    const [small, fresh] = [await evm.newOrder('USDC', 'COP'), await evm.newOrder('USDC', 'COP')]
    await evm.usdc.pay(evm.addressOf(small), 999_999n)
    await evm.chain.mine(5)
    await eventually('the deposit', async () => {
      const { rowCount } = await evm.corridor.database.owner.query(
        'select from deposits where order_id = $1',
        [uuidOf('ord', small.id)],
      )
      return rowCount === 1
    })
    await evm.usdc.pay(evm.addressOf(fresh), 5_000_000n)
    const known = (await selectSweeps(deps.db, true)).length
    await proposeSweeps(deps)
    expect(await selectSweeps(deps.db, true)).toHaveLength(known)
    expect((await differencesOf(deps, RAIL))['USDC']).toBe(0n)
  })
})

const kinds = [
  { of: 'a token with EIP-3009', start: startEvmService },
  { of: 'a plain token', start: startPlainTokenService },
]
describe.skipIf(noAnvil !== undefined).each(kinds)('a sweep of $of', ({ start }) => {
  beforeAll(async () => {
    evm = await start({ worker: false })
  })
  afterAll(() => evm?.close())

  const sweepsOf = async (order: OrderJson) =>
    (await selectSweeps(evm.corridor.deps.db, true)).filter(
      (one) => one.order_id === uuidOf('ord', order.id),
    )

  async function deposited(amountMinor: bigint): Promise<OrderJson> {
    const { deps } = evm.corridor
    const order = await evm.newOrder('USDC', 'COP')
    await evm.usdc.pay(evm.addressOf(order), amountMinor)
    await evm.chain.mine(5)
    await watchRails(deps)
    return order
  }

  const dueNow = () =>
    evm.corridor.database.owner.query(`update sweeps set due_at = now() where status = 'OPEN'`)

  /** One round of the background tasks, without their pauses. The chain goes on after it. */
  async function round(deps = evm.corridor.deps): Promise<void> {
    await proposeSweeps(deps)
    await dueNow()
    await sendSweeps(deps)
    await evm.chain.mine(3)
  }

  async function untilSwept(order: OrderJson, deps = evm.corridor.deps): Promise<void> {
    // The relayer offers more gas only after a real second.
    for (let rounds = 0; rounds < 600; rounds += 1) {
      if (await isSwept(order)) return
      await round(deps)
      if (rounds > 10) await sleep(50)
    }
    throw new Error(`${order.id} was not swept`)
  }

  test('that a process left at any step is ended by the next one, and moves the money once', async () => {
    const { deps } = evm.corridor
    let step = 0
    for (let died = true; died; ) {
      step += 1
      const before = await evm.usdc.balanceOf(evm.payer)
      const order = await deposited(20_000_000n)
      const mortal = dyingDeps(deps, step)
      await untilOpen(mortal.rails)
      for (let rounds = 0; rounds < 6 && !mortal.isDead(); rounds += 1)
        await round(mortal.deps).catch(() => evm.chain.mine(3))
      died = mortal.isDead()
      await mortal.rails.close()
      await untilSwept(order)
      const at = `died at step ${step}`
      expect(await evm.usdc.balanceOf(evm.payer), at).toBe(before + 20_000_000n)
      expect(await evm.usdc.balanceOf(evm.addressOf(order)), at).toBe(0n)
      expect(await sweepsOf(order), at).toHaveLength(1)
    }
    expect(step).toBeGreaterThan(15)
    expect(await verifyLedger(deps.db)).toMatchObject({ difference: undefined })
  }, 600_000)

  test('is made once by processes that begin it at the same time', async () => {
    const { deps } = evm.corridor
    const others = [openRails(deps), openRails(deps)]
    for (const rails of others) await untilOpen(rails)
    const all = [deps, ...others.map((rails) => ({ ...deps, rails }))]
    const before = await evm.usdc.balanceOf(evm.payer)
    const orders = [await deposited(7_000_000n), await deposited(8_000_000n)]
    await Promise.all(all.map((one) => proposeSweeps(one)))
    for (const order of orders) expect(await sweepsOf(order)).toHaveLength(1)
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await dueNow()
      await Promise.all(all.map((one) => sendSweeps(one)))
      await evm.chain.mine(3)
    }
    for (const order of orders) expect(await isSwept(order)).toBe(true)
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 15_000_000n)
    for (const rails of others) await rails.close()
  })

  test('that a reorganization removed lands again, once', async () => {
    const before = await evm.usdc.balanceOf(evm.payer)
    const order = await deposited(6_000_000n)
    await proposeSweeps(evm.corridor.deps)
    await sendSweeps(evm.corridor.deps)
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 6_000_000n)
    await evm.chain.reorganize(1)
    await untilSwept(order)
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 6_000_000n)
    expect(await sweepsOf(order)).toHaveLength(1)
  })

  test('that the token refuses fails, and its deposit is swept later under a new key', async () => {
    const { deps, clock } = evm.corridor
    const before = await evm.usdc.balanceOf(evm.payer)
    const order = await deposited(9_000_000n)
    const address = evm.addressOf(order)
    await evm.usdc.blacklist(address)
    await round()
    const [refused] = await sweepsOf(order)
    expect(refused).toMatchObject({ status: 'OPEN', problem: expect.stringContaining('refuses') })
    // Its authorization expires.
    await evm.chain.passTime(4000)
    await evm.chain.mine(5)
    await round()
    await round()
    expect(await sweepsOf(order)).toMatchObject([
      { status: 'FAILED', code: 'authorization_expired' },
    ])
    await evm.usdc.unBlacklist(address)
    // Failures are repeated more and more rarely.
    await round()
    expect(await sweepsOf(order)).toHaveLength(1)
    clock.advance(6 * 60_000)
    await untilSwept(order)
    expect((await sweepsOf(order)).map(({ status }) => status)).toEqual(['SETTLED', 'FAILED'])
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 9_000_000n)
    expect(await verifyLedger(deps.db)).toMatchObject({ difference: undefined })
  })
})
