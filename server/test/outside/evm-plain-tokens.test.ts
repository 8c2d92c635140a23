// Payouts of a token without EIP-3009, through the contract of ours: once for a key, and only by the payer's signature.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SendRequest } from '../../src/outside/rails/port.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import {
  accountOf,
  addressOf,
  newPayout,
  PAYER,
  plainRailOn,
  RELAYER,
  watchOf,
} from '../support/evm-rail.ts'
import { deployAuthorizer, deployPlainToken, type PlainToken } from '../support/plain-token.ts'
import { problemsOf } from '../support/rails.ts'

const FINAL = 3
const PLENTY = 10n ** 12n

describe.skipIf(noAnvil !== undefined)('payouts of a plain token', () => {
  let chain: Chain
  let usdc: Stablecoin
  let usdt: PlainToken
  const payer = addressOf(PAYER)

  beforeAll(async () => {
    chain = await startChain()
    usdc = await deployStablecoin(chain)
    for (let at = 0; at < 2; at += 1) await chain.giveGas(addressOf(RELAYER + at))
  })
  beforeEach(async () => {
    usdt = await deployPlainToken(chain)
    await usdt.mint(payer, PLENTY)
    await usdt.approve(payer, 2n ** 256n - 1n)
  })
  afterAll(() => chain?.close())

  const open = (authorizer = usdt.authorizer) =>
    plainRailOn(chain, { USDC: usdc }, { USDT: { ...usdt, authorizer } })
  const newRequest = (): SendRequest => ({ ...newPayout(), currency: 'USDT' })
  const received = ({ details }: SendRequest) => usdt.balanceOf(details['address'] ?? '')

  test('happen once for concurrent calls of several processes, and settle when final', async () => {
    const rails = [open(), open()]
    const request = newRequest()
    const prepared = await open().prepare(request)
    await Promise.allSettled([...rails, ...rails].map((rail) => rail.send(request, prepared)))
    await chain.mine(FINAL)
    expect(await received(request)).toBe(5_000_000n)
    for (const rail of rails)
      expect(await rail.lookUp(request.key, prepared)).toMatchObject({ state: 'settled' })
    expect(await usdt.balanceOf(payer)).toBe(PLENTY - 5_000_000n)
  })

  test('that expired unused are rejected by a final block', async () => {
    const rail = open()
    const request = newRequest()
    const prepared = await rail.prepare(request)
    await chain.passTime(3601)
    await chain.mine(FINAL)
    const rejected = { state: 'rejected', code: 'authorization_expired' }
    expect(await rail.lookUp(request.key, prepared)).toEqual(rejected)
    expect(await rail.send(request, prepared)).toEqual(rejected)
  })

  test('wait while the payer has not approved the contract, and the doctor says so', async () => {
    await usdt.approve(payer, 0n)
    const rail = open()
    const request = newRequest()
    const prepared = await rail.prepare(request)
    await expect(rail.send(request, prepared)).rejects.toThrow('the token refuses the transfer')
    expect(await problemsOf(rail)).toEqual([expect.stringContaining('must approve the authorizer')])
    await usdt.approve(payer, PLENTY)
    expect(await problemsOf(rail)).toEqual([])
    await rail.send(request, prepared)
    expect(await received(request)).toBe(5_000_000n)
  })

  test('need the signature of the payer for exactly this beneficiary and amount', async () => {
    const rail = open()
    const request = newRequest()
    const prepared = await rail.prepare(request)
    const other = newRequest().details['address'] ?? ''
    const forged = prepared.replace(
      (request.details['address'] ?? '').toLowerCase(),
      other.toLowerCase(),
    )
    const details = { ...request.details, address: other }
    await expect(rail.send({ ...request, details }, forged)).rejects.toThrow('invalid signature')
    expect(await usdt.balanceOf(other)).toBe(0n)
  })

  test('never pay less than promised because the token keeps a fee', async () => {
    await usdt.setFee(1n)
    const rail = open()
    const request = newRequest()
    const prepared = await rail.prepare(request)
    await expect(rail.send(request, prepared)).rejects.toThrow('moved another amount')
    expect(await received(request)).toBe(0n)
  })

  test('are refused through a contract of another token', async () => {
    const foreign = await deployAuthorizer(chain, usdc.address)
    const rail = open(`0x${foreign.contractAddress.slice(2).toLowerCase()}`)
    await expect(rail.prepare(newRequest())).rejects.toThrow(
      'the authorizer of USDT is not a contract for this token',
    )
    await expect(rail.poll(null, watchOf([]))).rejects.toThrow('not a contract for this token')
  })

  test('stand beside deposits of the same token', async () => {
    const rail = open()
    const account = accountOf(rail, 'ord_plain')
    await usdt.mint(account.account, 9n)
    await chain.mine(FINAL)
    const { entries } = await rail.poll(null, watchOf([account]))
    expect(entries).toEqual([expect.objectContaining({ currency: 'USDT', amountMinor: 9n })])
  })
})
