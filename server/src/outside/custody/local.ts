// Signers whose key is in the memory of this process. Errors never contain the key.
import { createECDH, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58, hex } from '@scure/base'
import type { Signer } from './port.ts'

/** A signer from the text of a secp256k1 key: 64 hexadecimal digits, with or without 0x. */
export function secp256k1SignerOf(text: string): Signer {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text))
    throw new Error('the key is not a secp256k1 key: expected 64 hexadecimal digits')
  return secp256k1Signer(hex.decode(text.slice(-64).toLowerCase()))
}

/** A signer from the 32 bytes of a secp256k1 key. */
export function secp256k1Signer(key: Uint8Array): Signer {
  return {
    publicKey: secp256k1PublicKey(key),
    curve: 'secp256k1',
    async sign(hash) {
      if (hash.length !== 32) throw new Error('a secp256k1 signer signs hashes of 32 bytes')
      // OpenSSL as Node exposes it hashes again before it signs. The library is imported only where a rail needs it.
      const library = await import('viem/accounts')
      const { r, s, yParity } = await library.sign({
        hash: `0x${hex.encode(hash)}`,
        privateKey: `0x${hex.encode(key)}`,
      })
      return hex.decode(`${r.slice(2)}${s.slice(2)}0${yParity}`)
    },
  }
}

/** 65 bytes, uncompressed. Throws if the key is zero or not below the order of the curve. */
export function secp256k1PublicKey(key: Uint8Array): Uint8Array {
  const curve = createECDH('secp256k1')
  try {
    curve.setPrivateKey(key)
  } catch {
    throw new Error('the key is not a secp256k1 key: it is zero or too large')
  }
  return curve.getPublicKey()
}

/**
 * A signer from the text of an Ed25519 key: base58 of 64 bytes (the key, then its public key) or of 32, or the list of 64
 * numbers that solana-keygen writes.
 */
export function ed25519SignerOf(text: string): Signer {
  const bytes = ed25519Bytes(text.trim())
  if (bytes?.length !== 32 && bytes?.length !== 64)
    throw new Error(
      'the key is not an Ed25519 key: expected base58 of 32 or 64 bytes, or a list of 64 numbers',
    )
  const signer = ed25519Signer(bytes.subarray(0, 32))
  if (bytes.length === 64 && Buffer.compare(bytes.subarray(32), signer.publicKey) !== 0)
    throw new Error('the key is not an Ed25519 key: its second half is not its public key')
  return signer
}

function ed25519Bytes(text: string): Uint8Array | undefined {
  try {
    if (!text.startsWith('[')) return base58.decode(text)
    const numbers: unknown = JSON.parse(text)
    if (!Array.isArray(numbers)) return undefined
    const isByte = (one: unknown): one is number =>
      typeof one === 'number' && Number.isInteger(one) && one >= 0 && one <= 255
    return numbers.every(isByte) ? Uint8Array.from(numbers) : undefined
  } catch {
    return undefined
  }
}

/** A signer from the 32 bytes of an Ed25519 key (the seed of RFC 8032). */
export function ed25519Signer(seed: Uint8Array): Signer {
  if (seed.length !== 32) throw new Error('the key is not an Ed25519 key: expected 32 bytes')
  const key = createPrivateKey({
    // RFC 8410: version 0, the identifier 1.3.101.112, and the 32 bytes of the key that follow.
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    curve: 'ed25519',
    sign: async (message) => sign(null, message, key),
  }
}
