// Signatures in Ethereum's form from a signer that knows only the curve: s in the lower half, and the parity that
// recovers the signer's address. An HSM gives neither.
import type { Hex, TransactionSerializable } from 'viem'
import { bytesToHex, recoverAddress, serializeTransaction, keccak256, hexToBytes } from 'viem/utils'
import type { Signer } from '../../custody/port.ts'
import { addressOf, CURVE_ORDER } from './deposit-address.ts'

/** A signer with its address, in lower case. */
export type Account = { address: Hex; signer: Signer }

/** Throws if the signer signs on another curve. */
export function accountOf(signer: Signer): Account {
  if (signer.curve !== 'secp256k1' || signer.publicKey.length !== 65)
    throw new Error(`a key of an EVM rail is on secp256k1, not on ${signer.curve}`)
  return { address: lowerCase(addressOf(signer.publicKey)), signer }
}

export const lowerCase = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`

export type Signature = { r: Hex; s: Hex; yParity: 0 | 1 }

/** A signed statement that an account takes on the code of a contract. Usable for one nonce of the account. */
export type Delegation = Signature & { chainId: number; address: Hex; nonce: number }

export async function signHash({ address, signer }: Account, hash: Hex): Promise<Signature> {
  const bytes = await signer.sign(hexToBytes(hash))
  if (bytes.length !== 64 && bytes.length !== 65)
    throw new Error('a secp256k1 signer must return 64 bytes, or 65 with the parity')
  const r = bytesToHex(bytes.subarray(0, 32))
  const given = BigInt(bytesToHex(bytes.subarray(32, 64)))
  const known = bytes[64]
  if (known === 0 || known === 1) return { r, s: hex32(given), yParity: known }
  const s = hex32(given > CURVE_ORDER / 2n ? CURVE_ORDER - given : given)
  for (const yParity of [0, 1] as const) {
    const recovered = await recoverAddress({ hash, signature: { r, s, yParity } })
    if (lowerCase(recovered) === address) return { r, s, yParity }
  }
  throw new Error('a signer returned a signature of another key')
}

type Relay = {
  chainId: number
  nonce: number
  to: Hex
  data: Hex
  value?: bigint
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Accounts that take on code with this transaction (EIP-7702). */
  delegations: readonly Delegation[]
}

/** The bytes of a signed transaction, and its hash. */
export async function signTransaction(
  account: Account,
  { delegations, ...relay }: Relay,
): Promise<{ raw: Hex; hash: Hex }> {
  const transaction: TransactionSerializable =
    delegations.length === 0
      ? { type: 'eip1559', ...relay }
      : { type: 'eip7702', ...relay, authorizationList: delegations }
  const signature = await signHash(account, keccak256(serializeTransaction(transaction)))
  const raw = serializeTransaction(transaction, signature)
  return { raw, hash: keccak256(raw) }
}

const hex32 = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
