// Orders whose payouts and sweeps are signed by an HSM: from the funding to the end, on real chains.
import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { selectSweeps } from '../../src/engine/sweeps/report-queries.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { noAnvil } from '../support/anvil.ts'
import { startEvmService, type EvmService } from '../support/evm-service.ts'
import { createHsm, noHsm, type Hsm } from '../support/hsm.ts'
import { minorOf } from '../support/orders.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService, type SolanaService } from '../support/solana-service.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function onSecp256k1(key: Uint8Array) {
  const point = hexToBytes(privateKeyToAccount(bytesToHex(key)).publicKey)
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))]
  const jwk = { kty: 'EC', crv: 'secp256k1', d: base64url(key), x, y }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

/** The seed in the encoding of RFC 8410. */
const onEd25519 = (seed: Uint8Array) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })

const sweepsOf = async ({ corridor }: Pick<EvmService, 'corridor'>) =>
  (await selectSweeps(corridor.deps.db, true)).filter(({ kind }) => kind === 'deposits')

const noEvm = noHsm ?? noAnvil
describe.skipIf(noEvm !== undefined)(noEvm ?? 'on an EVM chain with keys in an HSM', () => {
  let hsm: Hsm
  let evm: EvmService
  beforeAll(async () => {
    hsm = createHsm()
    evm = await startEvmService({ keep: (name, key) => hsm.add(name, onSecp256k1(key)) })
  })
  afterAll(async () => {
    await evm?.close()
    hsm?.remove()
  })

  test('an order is paid out', async () => {
    const before = await evm.usdc.balanceOf(evm.wallet)
    const order = await evm.newOrder('NGN', 'USDC', '1000000.00')
    await evm.corridor.fund(order.id)
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
    const paid = (await evm.usdc.balanceOf(evm.wallet)) - before
    expect(paid).toBe(minorOf(order.payout.total, 'USDC'))
  })

  test('the deposit of an order is swept', async () => {
    const before = await evm.usdc.balanceOf(evm.payer)
    const order = await evm.newOrder('USDC', 'COP')
    await evm.usdc.pay(evm.addressOf(order), 1_000_000_000n)
    await evm.reaching(order.id, 'STEP_4_COMPLETED')
    await proposeSweeps(evm.corridor.deps)
    await expect
      .poll(
        async () => {
          await evm.chain.mine(1)
          return (await sweepsOf(evm)).map(({ status }) => status)
        },
        { timeout: 120_000 },
      )
      .toEqual(['SETTLED'])
    expect(await evm.usdc.balanceOf(evm.payer)).toBe(before + 1_000_000_000n)
  })
})

const noSol = noHsm ?? noSolana
describe.skipIf(noSol !== undefined)(noSol ?? 'on Solana with keys in an HSM', () => {
  let hsm: Hsm
  let solana: SolanaService
  beforeAll(async () => {
    hsm = createHsm()
    solana = await startSolanaService([], (name, seed) => hsm.add(name, onEd25519(seed)))
  })
  afterAll(async () => {
    await solana?.close()
    hsm?.remove()
  })

  test('an order is paid out', async () => {
    const { held, payer } = solana.world
    const before = await held(payer.address)
    const order = await solana.newOrder('NGN', 'USDC', '2000000.00')
    await solana.corridor.fund(order.id)
    await solana.completed(order.id)
    expect(before - (await held(payer.address))).toBe(minorOf(order.payout.total, 'USDC'))
  })

  test('the deposit of an order is swept', async () => {
    const { world, corridor } = solana
    const customer = await world.customer(5_000_000_000n)
    const before = await world.held(world.payer.address)
    const order = await solana.newOrder('USDC', 'COP', '1000.00')
    await world.transfer(customer, solana.addressOf(order), 1_000_000_000n)
    await solana.completed(order.id)
    await proposeSweeps(corridor.deps)
    await solana.until('the sweep', async () => {
      const found = await sweepsOf(solana)
      return found.length === 1 && found[0]?.status === 'SETTLED'
    })
    expect(await world.held(world.payer.address)).toBe(before + 1_000_000_000n)
  })
})
