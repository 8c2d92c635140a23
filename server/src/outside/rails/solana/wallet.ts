// Keys that sign on Solana, and the token accounts that belong to a wallet.
import { address, createNoopSigner, type Address } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { base58 } from '@scure/base'
import type { Signer } from '../../custody/port.ts'

/** A key that signs transactions. */
export type Wallet = { address: Address; signer: Signer }

export function walletOf(signer: Signer): Wallet {
  if (signer.curve !== 'ed25519') throw new Error('a key for Solana must be an Ed25519 key')
  return { address: address(base58.encode(signer.publicKey)), signer }
}

/** Stands for a wallet in an instruction. The signature is made when the transaction is complete. */
export const signs = (wallet: Wallet) => createNoopSigner(wallet.address)

/** The account that holds a wallet's tokens of a mint. Wallets send to this one by themselves. */
export async function tokenAccountOf(owner: Address, mint: string): Promise<Address> {
  const seeds = { owner, mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [found] = await findAssociatedTokenPda(seeds)
  return found
}
