// Deposit addresses on EVM chains: the seed alone recovers the money sent to any of them.
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkDetails } from '../../src/outside/methods/methods.ts'
import { depositAddress, depositKey } from '../../src/outside/rails/evm/deposit-address.ts'

const seed = Uint8Array.from({ length: 32 }, (_, at) => at)
const order = 'ord_01jnq5w8c0fkqt9d2m7x3v6b4z'

test("the seed and the order's identifier give its address without this code", () => {
  const info = new TextEncoder().encode(`corridor/evm/deposit/1/${order}`)
  const bytes = hkdf(sha256, seed, undefined, info, 48)
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const key = (BigInt(`0x${hex.encode(bytes)}`) % (n - 1n)) + 1n
  expect(depositAddress(seed, order)).toBe(
    privateKeyToAddress(`0x${key.toString(16).padStart(64, '0')}`),
  )
})

test('the address of an order is the same in every release', () => {
  expect(depositAddress(seed, order)).toBe('0x5741308D1620d789D3811711941815630b44fA14')
})

test('the key of an order spends from its own address and from no other', () => {
  const own = privateKeyToAddress(`0x${hex.encode(depositKey(seed, order))}`)
  expect(own).toBe(depositAddress(seed, order))
  expect(own).not.toBe(depositAddress(seed, `${order}x`))
})

test('2000 orders have 2000 valid addresses, and another deployment derives others', () => {
  const addresses = new Set<string>()
  for (let at = 0; at < 2000; at += 1) addresses.add(depositAddress(seed, `ord_${at}`))
  expect(addresses.size).toBe(2000)
  for (const address of addresses)
    expect(checkDetails('EVM_ADDRESS', { address, chain: 'base' })).toEqual([])
  expect(addresses).not.toContain(depositAddress(new Uint8Array(32), 'ord_1'))
})
