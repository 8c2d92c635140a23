// Orders of a whole service over an EVM chain: the operator file, the worker, the database, the real contract of USDC on
// a real node. The rail of the other side is simulated.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { TimelineJson } from '../src/orders/timeline.ts'
import type { OrderJson } from '../src/orders/view.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from './support/anvil.ts'
import { root } from './support/command.ts'
import { keyOf, PAYER, RELAYER } from './support/evm-rail.ts'
import { untilOpen } from './support/rails.ts'
import { testService, type TestService } from './support/service.ts'

describe.skipIf(noAnvil !== undefined)('an order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-evm-'))
  const wallet = privateKeyToAddress(bytesToHex(keyOf(7)))
  const payer = privateKeyToAddress(bytesToHex(keyOf(PAYER)))
  let chain: Chain
  let usdc: Stablecoin
  let corridor: TestService

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    await usdc.mint(payer, 10n ** 12n)
    const relayer = privateKeyToAddress(bytesToHex(keyOf(RELAYER)))
    await chain.rpc('anvil_setBalance', [relayer, '0x8ac7230489e80000'])
    corridor = await testService({ env: { CORRIDOR_SANDBOX_FILE: operatorFile() } })
    await untilOpen(corridor.deps.rails)
  })
  afterAll(async () => {
    await corridor?.close()
    await chain?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The demo world, but the treasury wallet is on a chain that a configured rail serves. */
  function operatorFile(): string {
    const secretFile = (name: string, key: Uint8Array) => {
      writeFileSync(join(folder, name), bytesToHex(key))
      return `file:${join(folder, name)}`
    }
    const rails = `rails:
  - name: evm:base
    kind: evm
    settings:
      chain: base
      chain_id: ${chain.chainId}
      rpc: ['${chain.url}']
      poll_every_ms: 100
      tokens: { USDC: { address: '${usdc.address}', kind: eip3009 } }
      payer: ${secretFile('payer', keyOf(PAYER))}
      relayers: [${secretFile('relayer', keyOf(RELAYER))}]

`
    const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
      .replace('liquidity_providers:\n', `${rails}liquidity_providers:\n`)
      .replace('method: SOLANA_ADDRESS', 'method: EVM_ADDRESS')
      .replace(/details: \{ address: 7v91.*\}/, `details: { address: '${wallet}', chain: base }`)
      .replace('inclusive_account_types: [SOLANA_ADDRESS', 'inclusive_account_types: [EVM_ADDRESS')
    const path = join(folder, 'world.yaml')
    writeFileSync(path, text)
    return path
  }

  const addressOf = (order: OrderJson): string => {
    const text = JSON.stringify(order)
    const found = /"address":"(0x[0-9a-fA-F]{40})","chain":"base"/.exec(
      text.slice(text.indexOf('funding')),
    )?.[1]
    if (found === undefined) throw new Error(`no address in ${text}`)
    return found
  }

  /** Mines and lets the time of retries pass until the order has the status. */
  async function reaching(id: string, wanted: string, stepMs = 2000): Promise<OrderJson> {
    for (let tries = 0; tries < 1200; tries++) {
      const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
      if (data.status.current_status === wanted) return data
      await chain.mine(1)
      corridor.clock.advance(stepMs)
      await sleep(50)
    }
    throw new Error(`order ${id} did not reach ${wanted}`)
  }

  test('that is paid in on the chain is credited once it is final and completed', async () => {
    const { id: offeringId } = await corridor.offering('USDC', 'COP')
    const order = await corridor.order((await corridor.quote(offeringId)).id)
    const before = await usdc.balanceOf(payer)
    await usdc.pay(addressOf(order), 1_000_000_000n)
    await reaching(order.id, 'STEP_4_COMPLETED')
    // Swept or not.
    const held = [await usdc.balanceOf(addressOf(order)), (await usdc.balanceOf(payer)) - before]
    expect(held.toSorted()).toEqual([0n, 1_000_000_000n])
  })

  test('that is paid in on the chain is not funded by the simulation', async () => {
    const { id: offeringId } = await corridor.offering('USDC', 'COP')
    const order = await corridor.order((await corridor.quote(offeringId)).id)
    const { status, problem } = await corridor.fund(order.id)
    expect([status, problem.code]).toEqual([409, 'funding_not_simulated'])
    const at = `${corridor.organization}/orders/${order.id}`
    const { data } = await corridor.get<OrderJson>(at)
    expect(data.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
    const { data: timeline } = await corridor.get<TimelineJson>(`${at}/timeline`)
    expect(timeline.deposits).toEqual([])
  })

  test('that pays out on the chain is completed when the payout is final, and paid once', async () => {
    const { id: offeringId } = await corridor.offering('NGN', 'USDC')
    const quote = await corridor.quote(offeringId, '1000000.00')
    const order = await corridor.order(quote.id)
    const before = await usdc.balanceOf(wallet)
    await corridor.fund(order.id)
    await reaching(order.id, 'STEP_4_COMPLETED')
    const minor = BigInt(
      quote.payout.total.replace('.', '').padEnd(quote.payout.total.indexOf('.') + 6, '0'),
    )
    expect((await usdc.balanceOf(wallet)) - before).toBe(minor)
  })

  test('whose beneficiary is blacklisted by the token is refunded and not paid', async () => {
    const { id: offeringId } = await corridor.offering('NGN', 'USDC')
    const order = await corridor.order((await corridor.quote(offeringId, '1000000.00')).id)
    await usdc.blacklist(wallet)
    const before = await usdc.balanceOf(wallet)
    await corridor.fund(order.id)
    await reaching(order.id, 'FAILED_REFUND_PROCESSED')
    expect(await usdc.balanceOf(wallet)).toBe(before)
    await usdc.unBlacklist(wallet)
  })

  test('that pays too little on the chain gets it back on the chain', async () => {
    const { id: offeringId } = await corridor.offering('USDC', 'COP')
    const order = await corridor.order((await corridor.quote(offeringId)).id)
    const before = await usdc.balanceOf(wallet)
    await usdc.pay(addressOf(order), 5_000_000n)
    // An order is refunded when the time for its funding has passed.
    await reaching(order.id, 'FAILED_REFUND_PROCESSED', 120_000)
    expect((await usdc.balanceOf(wallet)) - before).toBe(5_000_000n)
  })
})
