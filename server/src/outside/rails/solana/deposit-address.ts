// The deposit address of an order on Solana, derived from the deployment's deposit seed and the order's id. The holder
// of the seed can derive every key again, and the database stores none.
import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'
import type { DepositSeeds } from '../port.ts'

/**
 * The base58 public key. The same seed and order give the same address forever: the version in `PURPOSE` is part of
 * every address ever handed out.
 */
export const depositAddress = (seed: Uint8Array, orderId: string): string =>
  base58.encode(publicKeyOf(rawKey(seed, orderId)))

/** The key of an address that one of the seeds gave to the order; undefined if none did. */
export function depositKeyOf(
  seeds: DepositSeeds,
  orderId: string,
  account: string,
): KeyObject | undefined {
  const seed = seeds.find((one) => depositAddress(one, orderId) === account)
  return seed === undefined ? undefined : depositKey(seed, orderId)
}

/** The Ed25519 private key that spends funds at the address. */
export const depositKey = (seed: Uint8Array, orderId: string): KeyObject =>
  keyObjectOf(rawKey(seed, orderId))

// Ed25519 key generation is 80 % of an address: 26 µs in libsodium, 158 in OpenSSL (one run, shared cores). libsodium
// has no build for musl; OpenSSL then gives the same bytes.
const publicKeyOf = await import('sodium-native').then(
  ({ default: sodium }) =>
    (raw: Buffer): Uint8Array => {
      const [publicKey, secretKey] = [Buffer.alloc(32), Buffer.alloc(64)]
      sodium.crypto_sign_seed_keypair(publicKey, secretKey, raw)
      return publicKey
    },
  () => publicKeyByOpenSsl,
)

function publicKeyByOpenSsl(raw: Buffer): Uint8Array {
  // JWK is the cheapest form of export: 1 µs, where SPKI takes 20.
  const { x } = createPublicKey(keyObjectOf(raw)).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 public key was exported without x')
  return Buffer.from(x, 'base64url')
}

const keyObjectOf = (raw: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, raw]), format: 'der', type: 'pkcs8' })

// RFC 8410: version 0, the identifier 1.3.101.112, and the 32 bytes of the key that follow.
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const PURPOSE = 'corridor/solana/deposit/1/'

// HKDF-SHA256 without salt (RFC 5869), one block. `hkdfSync` and `createHmac` cost 36 µs each, mostly for the objects
// they create; two one-shot hashes cost 7 µs. The extraction step depends on the seed alone and is cached.
function rawKey(seed: Uint8Array, orderId: string): Buffer {
  let pads = extracted.get(seed)
  if (pads === undefined) {
    pads = hmacPads(hmac(hmacPads(Buffer.alloc(32)), Buffer.from(seed)))
    extracted.set(seed, pads)
  }
  return hmac(pads, Buffer.from(`${PURPOSE}${orderId}\x01`))
}
const extracted = new WeakMap<Uint8Array, HmacPads>()

type HmacPads = { inner: Buffer; outer: Buffer }

/** The two blocks of RFC 2104 for a key of at most 64 bytes. */
function hmacPads(key: Uint8Array): HmacPads {
  const [inner, outer] = [Buffer.alloc(64, 0x36), Buffer.alloc(64, 0x5c)]
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return { inner, outer }
}

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
const hmac = ({ inner, outer }: HmacPads, message: Buffer): Buffer =>
  sha256(outer, sha256(inner, message))
