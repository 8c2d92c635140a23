// Deposit addresses: the seed alone recovers the money sent to any of them.
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { join } from 'node:path'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { depositAddress, depositKey } from '../../src/outside/rails/solana/deposit-address.ts'

const seed = Uint8Array.from({ length: 32 }, (_, at) => at)
const order = 'ord_01jnq5w8c0fkqt9d2m7x3v6b4z'

const publicKeyOf = (address: string) =>
  createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(base58.decode(address)).toString('base64url'),
    },
    format: 'jwk',
  })

test("the seed and the order's identifier give its address without this code", () => {
  const info = new TextEncoder().encode(`corridor/solana/deposit/1/${order}`)
  const secret = hkdf(sha256, seed, undefined, info, 32)
  // RFC 8410, section 10.3: wraps the key as PEM.
  const der = Buffer.concat([Buffer.from('MC4CAQAwBQYDK2VwBCIEIA==', 'base64'), secret]).toString(
    'base64',
  )
  const key = createPrivateKey(`-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----`)
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  expect(depositAddress(seed, order)).toBe(base58.encode(spki.subarray(-32)))
})

test('the address of an order is the same in every release', () => {
  expect(depositAddress(seed, order)).toBe('D3LQe5PA5bmghAjzQQP1o6jNHarXFRrmSnpv5URETsiq')
})

/** The derivation of every release, through OpenSSL alone. */
function addressByOpenSsl(ofSeed: Uint8Array, orderId: string): string {
  const raw = hkdfSync('sha256', ofSeed, '', `corridor/solana/deposit/1/${orderId}`, 32)
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = Buffer.concat([prefix, Buffer.from(raw)])
  const { x } = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  })
  return base58.encode(Buffer.from(x ?? '', 'base64url'))
}

test('a thousand addresses from several seeds match the derivation of earlier releases', () => {
  for (let at = 0; at < 1000; at += 1) {
    const ofSeed = Uint8Array.from({ length: 32 }, (_, index) => (at % 10) * 25 + index)
    expect(depositAddress(ofSeed, `ord_${at}`)).toBe(addressByOpenSsl(ofSeed, `ord_${at}`))
  }
})

test('OpenSSL derives the same addresses where libsodium has no build', () => {
  const orders = Array.from({ length: 100 }, (_, at) => `ord_${at}`)
  // In a process of its own: a process loads libsodium once.
  const script = `
    import { registerHooks } from 'node:module'
    let asked = 0
    registerHooks({ resolve(name, context, next) {
      if (name !== 'sodium-native') return next(name, context)
      asked += 1
      throw new Error('no build for this platform')
    } })
    const { depositAddress } = await import(process.argv[1])
    const { seed, orders } = JSON.parse(process.argv[2])
    const addresses = orders.map((order) => depositAddress(Uint8Array.from(seed), order))
    process.stdout.write(JSON.stringify({ asked, addresses }))`
  const module = join(import.meta.dirname, '../../src/outside/rails/solana/deposit-address.ts')
  const given = JSON.stringify({ seed: [...seed], orders })
  const said = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', script, module, given],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(said)).toEqual({
    asked: 1,
    addresses: orders.map((one) => depositAddress(seed, one)),
  })
})

test('the key of an order signs for its own address and for no other', () => {
  const transaction = Buffer.from('sweep it all to the treasury')
  const signature = sign(null, transaction, depositKey(seed, order))
  expect(verify(null, transaction, publicKeyOf(depositAddress(seed, order)), signature)).toBe(true)
  expect(verify(null, transaction, publicKeyOf(depositAddress(seed, `${order}x`)), signature)).toBe(
    false,
  )
})

test('10,000 orders have 10,000 addresses, each of 32 bytes', () => {
  const addresses = new Set<string>()
  for (let at = 0; at < 10_000; at += 1) addresses.add(depositAddress(seed, `ord_${at}`))
  expect(addresses.size).toBe(10_000)
  for (const address of addresses) expect(base58.decode(address).length).toBe(32)
})

test('another deployment derives other addresses', () => {
  expect(depositAddress(new Uint8Array(32), order)).not.toBe(depositAddress(seed, order))
})
