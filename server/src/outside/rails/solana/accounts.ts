// Reads accounts and decodes the kinds that matter here: token accounts, mints and nonce accounts.
import type { Address } from '@solana/kit'
import { getNonceDecoder, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import {
  AccountState,
  getMintDecoder,
  getTokenDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { parseAccounts, type RpcAccount } from './answers.ts'
import type { RpcCall } from './rpc.ts'

/** Nodes refuse more in one call. */
export const MOST_ACCOUNTS = 100
const [MINT_BYTES, TOKEN_BYTES] = [82, 165]
export const NONCE_SPACE = 80

export const readAccounts = async (
  call: RpcCall,
  keys: readonly string[],
  commitment: 'finalized' | 'confirmed' | 'processed' = 'finalized',
): Promise<{ slot: bigint; accounts: (RpcAccount | null)[] }> =>
  parseAccounts(
    await call('getMultipleAccounts', [keys, { commitment, encoding: 'base64' }]),
    keys.length,
  )

type TokenAccount = { mint: string; owner: string; amountMinor: bigint; isFrozen: boolean }

/** Null if the account is absent or no account of the token program. */
export function tokenAccountIn(account: RpcAccount | null): TokenAccount | null {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== TOKEN_BYTES) return null
  const { mint, owner, amount, state } = getTokenDecoder().decode(account.data)
  return { mint, owner, amountMinor: amount, isFrozen: state === AccountState.Frozen }
}

/** The decimals of a mint; null if the account is no mint of the token program. */
export function mintDecimalsIn(account: RpcAccount | null): number | null {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== MINT_BYTES) return null
  return getMintDecoder().decode(account.data).decimals
}

/** The value and the authority of a nonce account; null if the account is none. */
export function nonceIn(account: RpcAccount | null): { value: string; authority: Address } | null {
  if (account?.owner !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== NONCE_SPACE) return null
  const { blockhash, authority, state } = getNonceDecoder().decode(account.data)
  return state === 1 ? { value: blockhash, authority } : null
}
