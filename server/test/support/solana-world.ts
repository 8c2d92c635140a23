// A Solana cluster for tests and for the live demo: a chain with a token, wallets with money, and nodes in front of it.
import { generateKeyPairSync } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import {
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTokenDecoder,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { createSolanaChain, type Commitment, type SolanaChain } from './solana-chain.ts'

/** A key in the two forms that are needed: to sign in a test, and as the text of a secret. */
type TestKey = { signer: KeyPairSigner; address: Address; secret: string }

const SOL = 1_000_000_000n

export async function newKey(): Promise<TestKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed)
  return { signer, address: signer.address, secret: base58.encode(seed) }
}

/** The chain has a mint of six decimals. The payer holds `payerMinor` of it, the fee payer 10 SOL. */
export async function createSolanaWorld({ payerMinor = 1_000_000_000n } = {}) {
  const chain = createSolanaChain()
  const [authority, mint, payer, feePayer] = await Promise.all([
    newKey(),
    newKey(),
    newKey(),
    newKey(),
  ])
  for (const key of [authority, feePayer]) chain.airdrop(key.address, 10n * SOL)
  const world = {
    chain,
    authority,
    mint: mint.address,
    payer,
    feePayer,
    tokenAccount: (owner: string) => tokenAccount(owner, mint.address),
    /** Signs with the fee payer and the signers of the instructions. Returns the wire bytes. */
    sign: (from: TestKey, instructions: readonly Instruction[]) =>
      signed(chain, from, instructions),
    send: async (from: TestKey, instructions: readonly Instruction[]) =>
      chain.send(await signed(chain, from, instructions)),
    /** The amount that a wallet holds. */
    async held(owner: string, commitment: Commitment = 'finalized'): Promise<bigint> {
      const account = chain.accountAt(await tokenAccount(owner, mint.address), commitment)
      return account === null ? 0n : getTokenDecoder().decode(account.data).amount
    },
    lamports: (key: string, commitment: Commitment = 'finalized'): bigint =>
      chain.accountAt(key, commitment)?.lamports ?? 0n,
    async mintTo(owner: string, amount: bigint): Promise<string> {
      const token = await tokenAccount(owner, mint.address)
      return world.send(authority, [
        openTokenAccount(authority, token, owner, mint.address),
        getMintToInstruction({
          mint: mint.address,
          token,
          mintAuthority: authority.signer,
          amount,
        }),
      ])
    },
    /** A new wallet with SOL and tokens, as a customer has. */
    async customer(amount = 1_000_000_000n): Promise<TestKey> {
      const key = await newKey()
      chain.airdrop(key.address, SOL)
      await world.mintTo(key.address, amount)
      return key
    },
    /** Transfers as a wallet does: to the token account of the owner, which is created if it is missing. */
    transfer: async (from: TestKey, to: string, amount: bigint, memo?: string): Promise<string> =>
      world.send(from, await world.transferInstructions(from, to, amount, memo)),
    async transferInstructions(from: TestKey, to: string, amount: bigint, memo?: string) {
      const destination = await tokenAccount(to, mint.address)
      const instructions: Instruction[] = [
        openTokenAccount(from, destination, to, mint.address),
        getTransferCheckedInstruction({
          source: await tokenAccount(from.address, mint.address),
          mint: mint.address,
          destination,
          authority: from.signer,
          amount,
          decimals: 6,
        }),
      ]
      if (memo !== undefined)
        instructions.push(
          getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
        )
      return instructions
    },
    async freeze(owner: string): Promise<string> {
      const account = await tokenAccount(owner, mint.address)
      return world.send(authority, [
        getFreezeAccountInstruction({ account, mint: mint.address, owner: authority.signer }),
      ])
    },
    /** A nonce account whose authority is the payer. */
    async nonceAccount(): Promise<string> {
      const account = await newKey()
      await world.send(authority, [
        getCreateAccountInstruction({
          payer: authority.signer,
          newAccount: account.signer,
          lamports: chain.rent(80n),
          space: 80n,
          programAddress: SYSTEM_PROGRAM_ADDRESS,
        }),
        getInitializeNonceAccountInstruction({
          nonceAccount: account.address,
          nonceAuthority: payer.address,
        }),
      ])
      return account.address
    },
  }
  await world.send(authority, [
    getCreateAccountInstruction({
      payer: authority.signer,
      newAccount: mint.signer,
      lamports: chain.rent(82n),
      space: 82n,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals: 6,
      mintAuthority: authority.address,
      freezeAuthority: authority.address,
    }),
  ])
  await world.mintTo(payer.address, payerMinor)
  chain.finalize()
  return world
}

async function tokenAccount(owner: string, mint: Address): Promise<Address> {
  const seeds = { owner: address(owner), mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [found] = await findAssociatedTokenPda(seeds)
  return found
}

const openTokenAccount = (from: TestKey, ata: Address, owner: string, mint: Address): Instruction =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer: from.signer,
    ata,
    owner: address(owner),
    mint,
  })

async function signed(
  chain: SolanaChain,
  from: TestKey,
  instructions: readonly Instruction[],
): Promise<string> {
  const latest = chain.latestBlockhash('processed')
  const message = setTransactionMessageLifetimeUsingBlockhash(
    { ...latest, blockhash: blockhash(latest.blockhash) },
    setTransactionMessageFeePayerSigner(from.signer, createTransactionMessage({ version: 0 })),
  )
  return getBase64EncodedWireTransaction(
    await signTransactionMessageWithSigners(
      appendTransactionMessageInstructions(instructions, message),
    ),
  )
}
