// The deposit address of an order on EVM chains, derived from the deployment's deposit seed and the order's id. One
// address serves all chains and tokens. The holder of the seed can derive every key again; the database stores none.
import { hkdfSync } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { secp256k1PublicKey } from '../../custody/local.ts'
import { evmAddress } from '../../methods/checksums.ts'
import type { DepositSeeds } from '../port.ts'

/**
 * The address with its EIP-55 checksum. The same seed and order give the same address forever: the version in
 * `PURPOSE` is part of every address ever handed out.
 */
export const depositAddress = (seed: Uint8Array, orderId: string): string =>
  addressOf(secp256k1PublicKey(depositKey(seed, orderId)))

/** The key of an address that one of the seeds gave to the order; undefined if none did. */
export const depositKeyOf = (
  seeds: DepositSeeds,
  orderId: string,
  address: string,
): Uint8Array | undefined =>
  seeds
    .map((seed) => depositKey(seed, orderId))
    .find((key) => addressOf(secp256k1PublicKey(key)) === address)

/** The 32 bytes of the secp256k1 key that spends funds at the address. */
export function depositKey(seed: Uint8Array, orderId: string): Uint8Array {
  // 48 bytes modulo the order of the curve, plus one (FIPS 186-5, A.2.1): uniform, and never zero.
  const bytes = Buffer.from(hkdfSync('sha256', seed, '', `${PURPOSE}${orderId}`, 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (CURVE_ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
}

/** The address of an uncompressed public key, with its EIP-55 checksum. */
export const addressOf = (publicKey: Uint8Array): string =>
  evmAddress(keccak_256(publicKey.subarray(1)).subarray(12))

const PURPOSE = 'corridor/evm/deposit/1/'

// SEC 2, section 2.4.1: the order n of secp256k1.
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
