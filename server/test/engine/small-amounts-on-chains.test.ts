// Deposits of one unit on real chains: with a smallest deposit they cost the desk no transaction, no gas and no rent.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { startEvmService } from '../support/evm-service.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { smallAmounts } from '../support/operator-files.ts'
import { minorOf } from '../support/orders.ts'
import type { TestService } from '../support/service.ts'
import { startSolanaService } from '../support/solana-service.ts'

const UNITS = 5
const rule = (corridor: TestService, rail: string) =>
  smallAmounts(corridor, 'keep', { rail, deposit: '0.01', refund: '1.00' })
const numberOf = async (corridor: TestService, what: string): Promise<number> =>
  Number((await corridor.database.owner.query(`select count(*) as n from ${what}`)).rows[0]?.n)
const areSwept = async (corridor: TestService) => {
  await proposeSweeps(corridor.deps)
  return (
    (await numberOf(corridor, `sweeps where status = 'SETTLED'`)) > 0 &&
    (await numberOf(corridor, `sweeps where status = 'OPEN'`)) === 0
  )
}

test('on an EVM chain the relayer sends nothing for them', async () => {
  const e = await startEvmService()
  const { corridor, chain } = e
  try {
    await rule(corridor, 'evm:base')
    const order = await e.newOrder('USDC', 'COP', '100.00')
    await e.usdc.pay(e.addressOf(order), minorOf(order.payin.total, 'USDC'))
    await e.reaching(order.id, 'STEP_4_COMPLETED')
    const until = async (check: () => Promise<boolean>) => {
      for (let tries = 0; tries < 600 && !(await check()); tries++) {
        await chain.mine(1)
        corridor.clock.advance(2000)
        await sleep(50)
      }
      expect(await check()).toBe(true)
    }
    await until(() => areSwept(corridor))
    const gas = () => chain.rpc('eth_getBalance', [e.relayer, 'latest'])
    const before = await gas()
    for (let unit = 0; unit < UNITS; unit++) await e.usdc.pay(e.addressOf(order), 1n)
    await until(async () => (await numberOf(corridor, 'deposits where is_small')) === UNITS)
    let more = 40
    await until(async () => --more < 0)
    await proposeSweeps(corridor.deps)
    expect(await numberOf(corridor, `sweeps where status = 'OPEN'`)).toBe(0)
    expect(await gas()).toBe(before)
    expect(await numberOf(corridor, 'refunds')).toBe(0)
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  } finally {
    await e.close()
  }
})

test('on Solana the fee payer sends nothing for them', async () => {
  const s = await startSolanaService()
  try {
    await rule(s.corridor, 'solana')
    const order = await s.newOrder('USDC', 'COP', '100.00')
    const payer = await s.world.customer(10_000_000_000n)
    await s.world.transfer(payer, s.addressOf(order), 100_000_000n)
    await s.completed(order.id)
    await s.until('the sweep', () => areSwept(s.corridor))
    const lamports = () => s.world.lamports(s.world.feePayer.address)
    const before = lamports()
    for (let unit = 0; unit < UNITS; unit++)
      await s.world.transfer(payer, s.addressOf(order), 1n, `dust ${unit}`)
    await s.until(
      'the deposits',
      async () => (await numberOf(s.corridor, 'deposits where is_small')) === UNITS,
    )
    let more = 40
    await s.until('the rest', async () => --more < 0)
    await proposeSweeps(s.corridor.deps)
    expect(await numberOf(s.corridor, `sweeps where status = 'OPEN'`)).toBe(0)
    expect(lamports()).toBe(before)
    expect(await numberOf(s.corridor, 'refunds')).toBe(0)
    expect((await verifyLedger(s.corridor.deps.db)).difference).toBeUndefined()
  } finally {
    await s.close()
  }
})
