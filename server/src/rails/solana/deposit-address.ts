// The deposit address of an order on Solana: derived from the deployment's deposit seed and the order's id,
// so that whoever holds the seed finds every key again and the database holds none. Watching the address
// and sweeping it are left to the rail.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

/**
 * The base58 public key. The same seed and order give the same address, for good: the version in
 * `depositKey` is part of every address ever handed out.
 */
export function depositAddress(seed: Uint8Array, orderId: string): string {
  // 80 µs an order on one core of an EPYC with Node 24.21. Creating the key is 55 of them, the multiplication
  // on the curve, whether it comes in as DER, JWK or raw bytes. How it comes out matters: JWK 1 µs, SPKI 20.
  const { x } = createPublicKey(depositKey(seed, orderId)).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 public key has no x')
  return base58.encode(Buffer.from(x, 'base64url'))
}

/** The Ed25519 private key that spends what arrives at the address. */
export function depositKey(seed: Uint8Array, orderId: string): KeyObject {
  const raw = hkdfSync('sha256', seed, '', `corridor/solana/deposit/1/${orderId}`, 32)
  const key = Buffer.concat([PKCS8_ED25519, Buffer.from(raw)])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

// RFC 8410: version 0, the identifier 1.3.101.112, and the 32 bytes of the key that follow.
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
