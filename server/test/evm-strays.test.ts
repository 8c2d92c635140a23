// Money that payers send by mistake to the deposit address of an order: the coin of the chain, another token, or the right
// token on another chain. With a whole service, two real nodes and real contracts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../src/ids.ts'
import { verifyLedger } from '../src/ledger/verify.ts'
import type { OrderJson } from '../src/orders/view.ts'
import { watchRails } from '../src/rails/watch-rails.ts'
import { createStrayFinder } from '../src/strays/find-strays.ts'
import { sendReturns } from '../src/strays/send-returns.ts'
import { proposeSweeps } from '../src/sweeps/propose-sweeps.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from './support/anvil.ts'
import { newPerson, standingClock, type Person } from './support/desk.ts'
import { addressOf as addressOfKey, keyOf, PAYER, RELAYER } from './support/evm-rail.ts'
import { startEvmService } from './support/evm-service.ts'
import { eventually } from './support/until.ts'

const ETHER = 10n ** 18n
const sender = addressOfKey(40)

describe.skipIf(noAnvil !== undefined)('at the deposit address of an order', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  let other: { chain: Chain; usdc: Stablecoin }
  let dai: Stablecoin
  let treasurer: Person
  const clock = standingClock()
  beforeAll(async () => {
    const chain = await startChain({ chainId: 137 })
    other = { chain, usdc: await deployStablecoin(chain) }
    await chain.giveGas(addressOfKey(RELAYER))
    evm = await startEvmService({
      worker: false,
      clock,
      async more(main, keep) {
        dai = await deployStablecoin(main)
        const settings = `other_tokens: { DAI: { address: '${dai.address}', decimals: 6, kind: eip3009, minimum: '1' } }`
        const rails = `  - name: evm:polygon
    kind: evm
    settings:
      chain: polygon
      chain_id: 137
      rpc: ['${other.chain.url}']
      tokens: { USDC: { address: '${other.usdc.address}', kind: eip3009 } }
      payer: '${keep('payer', keyOf(PAYER))}'
      relayers: ['${keep('relayer', keyOf(RELAYER))}']
`
        return { settings, rails }
      },
    })
    const { corridor } = evm
    treasurer = await newPerson({ corridor, clock }, 'treasurer', 'treasurer')
  })
  afterAll(async () => {
    expect((await verifyLedger(evm.corridor.deps.db)).difference).toBeUndefined()
    await evm?.close()
    await other?.chain.close()
  })

  type Item = { subject: string; facts: { symbol: string; amount: string; account: string } }
  const find = async () => createStrayFinder()(evm.corridor.deps)
  const queued = async (order: OrderJson): Promise<Item[]> => {
    const { data } = await treasurer.act<Item[]>('GET', '/queue?kind=stray')
    return data.filter(({ facts }) => facts.account === evm.addressOf(order))
  }
  const returned = (item: Item | undefined, to: string) =>
    treasurer.act('POST', `/strays/${item?.subject}/return`, { to, reason: 'the sender asked' })
  async function untilReturned(item: Item | undefined): Promise<void> {
    await eventually('the return is final', async () => {
      const { owner } = evm.corridor.database
      await owner.query(`update strays set due_at = now() where status = 'RETURNING'`)
      await sendReturns(evm.corridor.deps)
      await evm.chain.mine(3)
      const { rows } = await owner.query<{ status: string }>(
        'select status from strays where id = $1',
        [uuidOf('str', item?.subject ?? '')],
      )
      return rows[0]?.status === 'RETURNED'
    })
  }

  test('coins are seen, and an act returns them to an address', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    const [from = '0x'] = evm.chain.accounts
    await evm.chain.rpc('eth_sendTransaction', [
      { from, to: evm.addressOf(order), value: `0x${(ETHER / 4n).toString(16)}` },
    ])
    await evm.chain.mine(3)
    await find()
    await find()
    const [item, ...more] = await queued(order)
    expect([item?.facts, more]).toMatchObject([{ symbol: 'ETH', amount: '0.25' }, []])
    expect((await returned(item, evm.payer)).status).toBe(400)
    expect((await returned(item, 'nowhere')).problem.errors).toMatchObject([{ pointer: '/to' }])
    const answers = await Promise.all([returned(item, sender), returned(item, sender)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await untilReturned(item)
    const got = BigInt(String(await evm.chain.rpc('eth_getBalance', [sender, 'latest'])))
    expect(got > (ETHER / 4n / 100n) * 99n && got < ETHER / 4n).toBe(true)
    await find()
    expect(await queued(order)).toEqual([])
  })

  test('another token is returned once, and the desk posts its gas', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await dai.mint(evm.addressOf(order), 40_000_000n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    expect(item?.facts).toMatchObject({ symbol: 'DAI', amount: '40' })
    // Nothing is sent for a frozen order, and nothing is lost.
    const { owner } = evm.corridor.database
    const id = uuidOf('ord', order.id)
    await owner.query('update orders set frozen_at = now() where id = $1', [id])
    expect((await returned(item, sender)).status).toBe(200)
    await sendReturns(evm.corridor.deps)
    await evm.chain.mine(3)
    expect(await dai.balanceOf(sender)).toBe(0n)
    await owner.query('update orders set frozen_at = null where id = $1', [id])
    await untilReturned(item)
    expect(await dai.balanceOf(sender)).toBe(40_000_000n)
    const { rows } = await owner.query(
      `select fee_currency from strays s join ledger_transfers l using (posting_id) where s.id = $1`,
      [uuidOf('str', item?.subject ?? '')],
    )
    expect(rows).toEqual([{ fee_currency: 'ETH' }])
  })

  test('a return that a restore lost is not made again, and new money has another key', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    const before = await dai.balanceOf(sender)
    await dai.mint(evm.addressOf(order), 5_000_000n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    await returned(item, sender)
    await untilReturned(item)
    // A restored database does not have the return, and counts anew.
    await evm.corridor.database.owner.query(`update strays set account = 'lost' where id = $1`, [
      uuidOf('str', item?.subject ?? ''),
    ])
    await dai.mint(evm.addressOf(order), 5_000_000n)
    await evm.chain.mine(3)
    await find()
    const [again] = await queued(order)
    await returned(again, sender)
    await untilReturned(again)
    expect((await dai.balanceOf(sender)) - before).toBe(10_000_000n)
  })

  test('dust is no item, and a dismissed one comes back only with more', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await dai.mint(evm.addressOf(order), 999_999n)
    await evm.chain.mine(3)
    await find()
    expect(await queued(order)).toEqual([])
    await dai.mint(evm.addressOf(order), 1n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    const path = `/strays/${item?.subject}/dismiss`
    expect((await treasurer.act('POST', path, { reason: 'spam' })).status).toBe(200)
    await find()
    expect(await queued(order)).toEqual([])
    await dai.mint(evm.addressOf(order), 1n)
    await evm.chain.mine(3)
    await find()
    expect((await queued(order)).map(({ facts }) => facts.amount)).toEqual(['1.000001'])
  })

  test('the right token on another chain is a deposit in suspense, with its order as suggestion', async () => {
    const { corridor } = evm
    const order = await evm.newOrder('USDC', 'COP')
    await watchRails(corridor.deps)
    await other.usdc.pay(evm.addressOf(order), 1_000_000_000n)
    await other.chain.passTime(25 * 3600)
    await other.chain.mine(3)
    await watchRails(corridor.deps)
    const { data } = await treasurer.act<{ subject: string; facts: { suggestions: object[] } }[]>(
      'GET',
      '/queue?kind=unmatched_deposit',
    )
    const [item] = data
    expect(item?.facts).toMatchObject({
      rail: 'evm:polygon',
      amount: { amount: '1000.00', currency: 'USDC' },
      suggestions: [{ order_id: order.id, reason: 'amount' }],
    })
    const operator = await newPerson({ corridor, clock }, 'olga', 'operator')
    const assigned = await operator.act('POST', `/deposits/${item?.subject}/assign`, {
      order_id: order.id,
      reason: 'it came on another chain',
    })
    expect(assigned.status).toBe(200)
    await proposeSweeps(corridor.deps)
    const { rows } = await corridor.database.owner.query('select rail, account from sweeps')
    expect(rows).toEqual([{ rail: 'evm:polygon', account: evm.addressOf(order) }])
  })
})
