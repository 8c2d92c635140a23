// Orders of a whole service over Solana: the operator file, the worker, the database, and the real programs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAmount } from '../src/money/decimal.ts'
import type { OrderJson } from '../src/orders/view.ts'
import { root } from './support/command.ts'
import { untilOpen } from './support/rails.ts'
import { manualClock, testService, type TestService } from './support/service.ts'
import { noSolana } from './support/solana-chain.ts'
import { startSolanaNode, TEST_GENESIS_HASH, type SolanaNode } from './support/solana-node.ts'
import { createSolanaWorld, type SolanaWorld } from './support/solana-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-solana-'))
/** The wallet of the demo data, which receives payouts and refunds. */
const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

describe.skipIf(noSolana !== undefined)('an order over Solana', () => {
  let world: SolanaWorld
  let node: SolanaNode
  let corridor: TestService

  beforeAll(async () => {
    world = await createSolanaWorld({ payerMinor: 1_000_000_000_000n })
    node = await startSolanaNode(world.chain)
    corridor = await testService({
      clock: manualClock(),
      env: { CORRIDOR_SANDBOX_FILE: operatorFile() },
    })
    await untilOpen(corridor.deps.rails)
  })
  afterAll(async () => {
    await corridor?.close()
    await node?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function operatorFile(): string {
    const secretFile = (name: string, secret: string) => {
      writeFileSync(join(folder, name), secret)
      return `file:${join(folder, name)}`
    }
    const rails = `rails:
  - name: solana
    kind: solana
    settings:
      genesis_hash: ${TEST_GENESIS_HASH}
      rpc: ['${node.url}']
      tokens: { USDC: { mint: ${world.mint} } }
      payer: ${secretFile('payer', world.payer.secret)}
      fee_payer: ${secretFile('fee-payer', world.feePayer.secret)}
      poll_every_ms: 100
`
    const path = join(folder, 'world.yaml')
    writeFileSync(path, `${readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')}\n${rails}`)
    return path
  }

  const read = async (id: string): Promise<OrderJson> =>
    (await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)).data

  /** Lets slots and the time of retries pass until the check holds. */
  async function until(what: string, check: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 1200; tries += 1) {
      if (await check()) return
      world.chain.tick()
      corridor.clock.advance(5_000)
      await sleep(50)
    }
    throw new Error(`${what} did not come about`)
  }
  const completed = (id: string) =>
    until(
      `the completion of ${id}`,
      async () => (await read(id)).status.current_status === 'STEP_4_COMPLETED',
    )

  async function newOrder(payin: string, payout: string, amount: string): Promise<OrderJson> {
    const { id: offeringId } = await corridor.offering(payin, payout)
    const { id: quoteId } = await corridor.quote(offeringId, amount)
    return corridor.order(quoteId)
  }
  const addressOf = (order: OrderJson): string => {
    const { details } = order.funding_instructions
    return 'address' in details ? String(details.address) : ''
  }

  const minorOf = (amount: string): bigint => {
    const parsed = parseAmount(amount, 'USDC')
    if (!parsed.ok) throw new Error(`${amount} is no amount of USDC`)
    return parsed.minor
  }

  test('is funded by a transfer to its own address, and completes', async () => {
    const customer = await world.customer(5_000_000_000n)
    const order = await newOrder('USDC', 'COP', '1000.00')
    const before = await world.held(world.payer.address)
    await world.transfer(customer, addressOf(order), 1_000_000_000n)
    await completed(order.id)
    // Swept or not.
    const held = [
      await world.held(addressOf(order)),
      (await world.held(world.payer.address)) - before,
    ]
    expect(held.toSorted()).toEqual([0n, 1_000_000_000n])
  })

  test('that was paid too much sends the excess back on the chain', async () => {
    const customer = await world.customer(5_000_000_000n)
    const before = await world.held(wallet)
    const order = await newOrder('USDC', 'COP', '1000.00')
    await world.transfer(customer, addressOf(order), 1_010_000_000n)
    await completed(order.id)
    await until('the refund', async () => (await world.held(wallet)) > before)
    expect(await world.held(wallet)).toBe(before + 10_000_000n)
  })

  test('to a wallet is paid out on the chain, exactly once', async () => {
    const before = await world.held(wallet)
    const order = await newOrder('NGN', 'USDC', '2000000.00')
    await corridor.fund(order.id)
    await completed(order.id)
    expect((await world.held(wallet, 'processed')) - before).toBe(minorOf(order.payout.total))
  })

  test('whose payout a fork dropped is paid once', async () => {
    const before = await world.held(wallet)
    const order = await newOrder('NGN', 'USDC', '2000000.00')
    world.chain.setInclusion('later')
    node.calls.clear()
    await corridor.fund(order.id)
    await until('the payout', async () => node.calls.has('sendTransaction'))
    world.chain.tick(3n)
    world.chain.include()
    expect(await world.held(wallet, 'processed')).toBe(before + minorOf(order.payout.total))
    world.chain.fork(2n)
    expect(await world.held(wallet, 'processed')).toBe(before)
    world.chain.setInclusion('now')
    await completed(order.id)
    expect(await world.held(wallet, 'processed')).toBe(before + minorOf(order.payout.total))
  })
})
