// Instruments that name the desk: money sent there would leave an order and come back to the desk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { noAnvil } from '../support/anvil.ts'
import { startEvmService } from '../support/evm-service.ts'

describe.skipIf(noAnvil !== undefined)('an instrument', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  beforeAll(async () => {
    evm = await startEvmService()
  })
  afterAll(() => evm?.close())

  const create = (address: string, chain = 'base') =>
    evm.corridor.post(`${evm.corridor.organization}/external_payment_instruments`, {
      alias: 'Wallet',
      currency: 'USDC',
      method: 'EVM_ADDRESS',
      details: { address, chain },
    })

  test('cannot be an account of the desk: the refusal names the field and nothing is made', async () => {
    const { usdc, payer, relayer, newOrder, addressOf, corridor } = evm
    const ofAnOrder = addressOf(await newOrder('USDC', 'COP'))
    const list = `${corridor.organization}/external_payment_instruments`
    const { data: before } = await corridor.get<unknown[]>(list)
    for (const [address, chain] of [
      [payer],
      [relayer],
      [usdc.address],
      [ofAnOrder],
      // In any spelling, and on any chain: it is the same account.
      [ofAnOrder.toLowerCase(), 'polygon'],
      [`0x${'0'.repeat(39)}1`],
    ]) {
      const { status, problem } = await create(address ?? '', chain)
      expect([status, problem.code]).toEqual([422, 'invalid_details'])
      expect(problem.errors).toEqual([
        {
          pointer: '/details/address',
          code: 'invalid_value',
          message: expect.stringContaining('belongs to the desk'),
        },
      ])
    }
    expect((await corridor.get<unknown[]>(list)).data).toEqual(before)
    expect((await create(`0x${'12'.repeat(20)}`)).status).toBe(201)
  })

  test('of an earlier version that names the desk is not paid: its order is refunded', async () => {
    const { corridor, usdc, wallet, newOrder, reaching } = evm
    const paidIn = await newOrder('USDC', 'COP')
    const order = await newOrder('NGN', 'USDC', '1000000.00')
    // The wallet of the instrument becomes the deposit address of an order, as if it had been made before the check.
    await corridor.sql`update orders set funding_address = ${wallet}
        where id = ${uuidOf('ord', paidIn.id)}`
    const before = await usdc.balanceOf(wallet)
    await corridor.fund(order.id)
    await reaching(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await usdc.balanceOf(wallet)).toBe(before)
  })
})
