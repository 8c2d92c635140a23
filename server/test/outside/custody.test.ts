// Signers of the desk's keys: their signatures verify, and their errors never show a key.
import { createPublicKey, verify } from 'node:crypto'
import { hex } from '@scure/base'
import { keccak256, recoverAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { ed25519Signer, secp256k1SignerOf } from '../../src/outside/custody/local.ts'
import { addressOf } from '../../src/outside/rails/evm/deposit-address.ts'
import { accountOf, signHash } from '../../src/outside/rails/evm/signing.ts'

const key = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

test('a secp256k1 signer signs hashes for the address of its public key', async () => {
  const signer = secp256k1SignerOf(`0x${key}`)
  expect(signer.publicKey).toHaveLength(65)
  const hash = keccak256('0x01')
  const signature = await signer.sign(hex.decode(hash.slice(2)))
  expect(signature).toHaveLength(65)
  expect(await recoverAddress({ hash, signature })).toBe(addressOf(signer.publicKey))
  await expect(signer.sign(new Uint8Array(31))).rejects.toThrow('32 bytes')
})

test('an Ed25519 signer signs messages for its public key', async () => {
  const signer = ed25519Signer(new Uint8Array(32).fill(7))
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.publicKey).toString('base64url') },
    format: 'jwk',
  })
  const message = Buffer.from('pay the rent')
  expect(verify(null, message, publicKey, await signer.sign(message))).toBe(true)
})

test('a bad key is refused without being shown', () => {
  for (const text of ['', 'secret', `${key}00`, `0x${'0'.repeat(64)}`, 'f'.repeat(64)])
    expect(() => secp256k1SignerOf(text)).toThrow(/^the key is not a secp256k1 key: [a-z0-9 ]+$/)
  expect(() => ed25519Signer(new Uint8Array(31))).toThrow('expected 32 bytes')
})

test('a signer that tells no parity, with s in either half, signs for its address on a chain', async () => {
  const local = secp256k1SignerOf(key)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  for (const isHigh of [false, true]) {
    const account = accountOf({
      ...local,
      async sign(hash) {
        const signature = (await local.sign(hash)).subarray(0, 64)
        if (!isHigh) return signature
        const s = order - BigInt(`0x${hex.encode(signature.subarray(32))}`)
        return hex.decode(hex.encode(signature.subarray(0, 32)) + s.toString(16).padStart(64, '0'))
      },
    })
    for (let at = 0; at < 8; at += 1) {
      const hash = keccak256(`0x0${at}`)
      expect(await signHash(account, hash)).toEqual(await signHash(accountOf(local), hash))
    }
  }
  const other = secp256k1SignerOf('1'.repeat(64))
  const mixed = accountOf({
    ...local,
    sign: async (hash) => (await other.sign(hash)).subarray(0, 64),
  })
  await expect(signHash(mixed, keccak256('0x01'))).rejects.toThrow('of another key')
  expect(() => accountOf(ed25519Signer(new Uint8Array(32)))).toThrow('secp256k1')
})
