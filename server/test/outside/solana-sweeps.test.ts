// Sweeps and the rent of markers in a whole service over Solana: the worker does both, and the ledger agrees with the chain
// to the lamport.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { selectSweeps } from '../../src/engine/sweeps/report-queries.ts'
import { differencesOf, recordTopUp } from '../support/desk-balances.ts'
import { screenedWorld } from '../support/screening.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService, type SolanaService } from '../support/solana-service.ts'

describe.skipIf(noSolana !== undefined)('the worker', () => {
  let solana: SolanaService
  beforeAll(async () => {
    solana = await startSolanaService(['payout_hours: 1'])
    const { corridor, until, world } = solana
    await until('the opening of the rail', async () =>
      (await corridor.deps.rails.all()).some(({ sweeps }) => sweeps !== undefined),
    )
    const { payer, feePayer } = world
    await recordTopUp(corridor.deps, 'solana', 'USDC', await world.held(payer.address))
    await recordTopUp(corridor.deps, 'solana', 'SOL', world.lamports(feePayer.address))
  })
  afterAll(() => solana?.close())

  const agree = async () => {
    expect(await differencesOf(solana.corridor.deps, 'solana')).toEqual({ USDC: 0n, SOL: 0n })
    expect(await verifyLedger(solana.corridor.deps.db)).toMatchObject({ difference: undefined })
  }
  const statuses = async (kind: 'deposits' | 'rent') =>
    (await selectSweeps(solana.corridor.deps.db, true))
      .filter((one) => one.kind === kind)
      .map(({ status }) => status)
  const untilSettled = (kind: 'deposits' | 'rent') =>
    solana.until(`the end of ${kind}`, async () => {
      const found = await statuses(kind)
      return found.length > 0 && found.every((status) => status === 'SETTLED')
    })

  test('sweeps a credited deposit and its rent, and the ledger agrees before and after', async () => {
    const { world, corridor, addressOf } = solana
    const customer = await world.customer(5_000_000_000n)
    const order = await solana.newOrder('USDC', 'COP', '1000.00')
    const before = await world.held(world.payer.address)
    await world.transfer(customer, addressOf(order), 1_000_000_000n)
    await solana.completed(order.id)
    await agree()
    await proposeSweeps(corridor.deps)
    await untilSettled('deposits')
    expect(await world.held(addressOf(order))).toBe(0n)
    expect(await world.held(world.payer.address)).toBe(before + 1_000_000_000n)
    await agree()
  })

  test('takes back the rent of markers when nothing can land under their keys, and not before', async () => {
    const { world, corridor } = solana
    const order = await solana.newOrder('NGN', 'USDC', '2000000.00')
    await corridor.fund(order.id)
    await solana.completed(order.id)
    await agree()
    await proposeSweeps(corridor.deps)
    expect(await statuses('rent')).toEqual([])
    world.chain.tick(9500n)
    const before = world.lamports(world.feePayer.address)
    await proposeSweeps(corridor.deps)
    await untilSettled('rent')
    // The markers of the payout and of the sweep.
    const rent = 2n * world.chain.rent(80n)
    expect(world.lamports(world.feePayer.address)).toBeGreaterThan(before + rent - 50_000n)
    await agree()
    await proposeSweeps(corridor.deps)
    expect(await statuses('rent')).toEqual(['SETTLED'])
  })

  test('sweeps an address on which screening holds one unit, and leaves that unit there until it is released', async () => {
    const { world, corridor, addressOf } = solana
    const [payer, listed] = [await world.customer(5_000_000_000n), await world.customer()]
    const screened = screenedWorld(corridor)
    try {
      await screened.screenWith([`address ${listed.address}`])
      const order = await solana.newOrder('USDC', 'COP', '1000.00')
      const before = await world.held(world.payer.address)
      await world.transfer(payer, addressOf(order), 1_000_000_000n)
      await solana.completed(order.id)
      await world.transfer(listed, addressOf(order), 1n)
      await solana.until('the hold', async () => {
        const rows = await corridor.sql`select from screenings s join deposits d
            on d.id = s.deposit_id where d.amount_minor = 1 and s.state = 'hold'`
        return rows.length === 1
      })
      await solana.until('the sweep of the rest', async () => {
        await proposeSweeps(corridor.deps)
        return (await world.held(addressOf(order))) === 1n
      })
      await untilSettledOrFailed()
      expect(await statuses('deposits')).not.toContain('FAILED')
      expect(await world.held(world.payer.address)).toBe(before + 1_000_000_000n)
      await agree()
      // Nothing moves the held unit.
      const known = (await statuses('deposits')).length
      await proposeSweeps(corridor.deps)
      expect(await statuses('deposits')).toHaveLength(known)
    } finally {
      await screened.screenNobody()
      screened.close()
    }
  })

  // Last: a sweep that it cancels costs a fee that no posting has.
  test('sweeps two deposits of one address, also if one arrives during the sweep of the other', async () => {
    const { world, corridor, addressOf } = solana
    const customer = await world.customer(5_000_000_000n)
    const order = await solana.newOrder('USDC', 'COP', '1000.00')
    const before = await world.held(world.payer.address)
    await world.transfer(customer, addressOf(order), 1_000_000_000n)
    await solana.completed(order.id)
    // The sweep stays out of blocks while the second deposit arrives.
    world.chain.setInclusion('later')
    await proposeSweeps(corridor.deps)
    world.chain.setInclusion('now')
    await world.transfer(customer, addressOf(order), 2_000_000n)
    await solana.until('the sweep of both', async () => {
      await proposeSweeps(corridor.deps)
      return (await world.held(addressOf(order))) === 0n
    })
    await untilSettledOrFailed()
    // The excess goes back to the beneficiary from the payer.
    const held = await world.held(world.payer.address)
    expect([before + 1_002_000_000n, before + 1_000_000_000n]).toContain(held)
  })

  const untilSettledOrFailed = () =>
    solana.until(
      'the end of all sweeps',
      async () => !(await statuses('deposits')).includes('OPEN'),
    )
})
