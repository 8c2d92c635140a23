// Builds and signs transactions, and gives them a lifetime: a recent blockhash, or the value of a nonce account.
import {
  appendTransactionMessageInstructions,
  address,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signatureBytes,
  type Instruction,
  type Nonce,
} from '@solana/kit'
import { nonceIn, readAccounts } from './accounts.ts'
import { parseBlockhash, parseSignature } from './answers.ts'
import type { RpcCall } from './rpc.ts'
import { RpcRefusal } from './rpc.ts'
import type { Wallet } from './wallet.ts'

/** `lastHeight`: no later block accepts the blockhash. A nonce is accepted until its account has another value. */
export type Lifetime =
  | { kind: 'blockhash'; blockhash: string; lastHeight: bigint }
  | { kind: 'nonce'; account: string; authority: string; value: string }

// The costliest transaction, a payout that creates a token account, needs less than half of this.
const COMPUTE_UNITS = 160_000

/** The bytes to send, in base64. `signers` are all wallets that the instructions name as signers. */
export async function signedTransaction(
  instructions: readonly Instruction[],
  lifetime: Lifetime,
  feePayer: Wallet,
  signers: readonly Wallet[],
  computeUnitPriceMicroLamports: bigint,
): Promise<string> {
  const paid = setTransactionMessageFeePayer(
    feePayer.address,
    createTransactionMessage({ version: 0 }),
  )
  const withPrice = setTransactionMessageComputeUnitPrice(
    computeUnitPriceMicroLamports,
    setTransactionMessageComputeUnitLimit(COMPUTE_UNITS, paid),
  )
  const complete = appendTransactionMessageInstructions(instructions, withPrice)
  const compiled = compileTransaction(
    lifetime.kind === 'blockhash'
      ? setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(lifetime.blockhash), lastValidBlockHeight: lifetime.lastHeight },
          complete,
        )
      : setTransactionMessageLifetimeUsingDurableNonce(
          {
            // A nonce is 32 bytes in base58, as a blockhash; Kit has no function that checks it.
            nonce: lifetime.value as Nonce,
            nonceAccountAddress: address(lifetime.account),
            nonceAuthorityAddress: address(lifetime.authority),
          },
          complete,
        ),
  )
  const message = Uint8Array.from(compiled.messageBytes)
  const wallets = [feePayer, ...signers]
  // The message decides the order of the signatures.
  const signatures = await Promise.all(
    Object.keys(compiled.signatures).map(async (signer) => {
      const wallet = wallets.find((one) => one.address === signer)
      if (wallet === undefined) throw new Error(`the transaction needs the signature of ${signer}`)
      return [signer, signatureBytes(await wallet.signer.sign(message))]
    }),
  )
  return getBase64EncodedWireTransaction({
    ...compiled,
    signatures: Object.fromEntries(signatures),
  })
}

/** `confirmed`, so that most of the 150 blocks are left. The loss of that block in a fork costs a new signature. */
export async function freshBlockhash(call: RpcCall): Promise<Lifetime> {
  const found = parseBlockhash(await call('getLatestBlockhash', [{ commitment: 'confirmed' }]))
  return { kind: 'blockhash', ...found }
}

export async function freshNonce(
  call: RpcCall,
  account: string,
  authority: string,
): Promise<Lifetime> {
  const { accounts } = await readAccounts(call, [account], 'confirmed')
  const nonce = nonceIn(accounts[0] ?? null)
  if (nonce?.authority !== authority)
    throw new Error(`${account} is not a nonce account whose authority is the payer ${authority}`)
  return { kind: 'nonce', account, authority, value: nonce.value }
}

/** `expired`: the lifetime has ended. `refused`: the simulation failed. */
export type Broadcast =
  | { state: 'sent' }
  | { state: 'expired' }
  | { state: 'refused'; reason: string }

/** Throws if no node took the transaction: then it may still have been sent. */
export async function broadcast(call: RpcCall, wire: string): Promise<Broadcast> {
  try {
    const options = { encoding: 'base64', preflightCommitment: 'confirmed', maxRetries: 5 }
    parseSignature(await call('sendTransaction', [wire, options]))
    return { state: 'sent' }
  } catch (error) {
    if (!(error instanceof RpcRefusal) || error.code !== SIMULATION_FAILED) throw error
    if (error.reason === 'BlockhashNotFound') return { state: 'expired' }
    return { state: 'refused', reason: error.message }
  }
}
const SIMULATION_FAILED = -32002
