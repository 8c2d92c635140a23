// The instructions of payouts and sweeps, and the reasons why a wallet cannot receive a payout.
import { address, type Address } from '@solana/kit'
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { TO_THE_DESK } from '../send-port.ts'
import { readAccounts, tokenAccountIn } from './accounts.ts'
import type { Body } from './keyed-transactions.ts'
import { isOwnAccount } from './own-accounts.ts'
import type { Movement, Prepared } from './prepared.ts'
import { signs, tokenAccountOf } from './wallet.ts'
import type { World } from './world.ts'

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** The token account whose balance grows by the amount. */
export const targetOf = async ({ movement, payer }: Prepared): Promise<Address> =>
  movement.mint === SOL
    ? address(movement.kind === 'sweep' ? payer : movement.to)
    : tokenAccountOf(address(movement.kind === 'sweep' ? payer : movement.to), movement.mint)

/** Stands for a mint where SOL itself moves. */
export const SOL: string = SYSTEM_PROGRAM_ADDRESS

export async function bodyOf(world: World, movement: Movement): Promise<Body> {
  const { payer, feePayer, settings } = world
  const from =
    movement.kind === 'payout' ? payer : world.depositWallet(movement.orderId, movement.account)
  if (from === undefined)
    throw new Error('no deposit seed has made the address: it was taken out too early')
  const to = movement.kind === 'sweep' ? payer.address : address(movement.to)
  if (movement.mint === SOL) {
    const transfer = getTransferSolInstruction({
      source: signs(from),
      destination: to,
      amount: BigInt(movement.amountMinor),
    })
    return { instructions: [transfer], signers: [from] }
  }
  const mint = address(movement.mint)
  const [source, destination] = [
    await tokenAccountOf(from.address, mint),
    await tokenAccountOf(to, mint),
  ]
  const decimals =
    movement.kind === 'return'
      ? movement.decimals
      : settings.tokens.find((token) => token.mint === mint)?.decimals
  if (decimals === undefined) throw new Error(`the mint ${mint} is not configured any more`)
  const transfer = [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signs(feePayer),
      ata: destination,
      owner: to,
      mint,
    }),
    getTransferCheckedInstruction({
      source,
      mint,
      destination,
      authority: signs(from),
      amount: BigInt(movement.amountMinor),
      decimals,
    }),
  ]
  if (movement.kind === 'payout') {
    const memo = getAddMemoInstruction(
      { memo: movement.reference },
      // The default of the library is a newer program, which not every cluster has.
      { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    )
    return { instructions: [...transfer, memo], signers: [] }
  }
  if (movement.kind === 'sweep' && movement.keepsAccount === true)
    return { instructions: transfer, signers: [from] }
  // Fails if the account holds more than the amount: a deposit that came meanwhile must be reported first.
  const close = getCloseAccountInstruction({
    account: source,
    destination: feePayer.address,
    owner: signs(from),
  })
  return { instructions: [...transfer, close], signers: [from] }
}

/**
 * True if a sweep or a return can never land: its address holds another amount than it moves, or less if money stays there. Undefined
 * if the nodes contradict each other.
 */
export async function isOutdated(
  world: World,
  movement: Exclude<Movement, { kind: 'payout' }>,
): Promise<boolean | undefined> {
  const { account, mint, amountMinor } = movement
  if (mint === SOL)
    return world.nodes.agreed(async (call) => {
      const { accounts } = await readAccounts(call, [account])
      return (accounts[0]?.lamports ?? 0n) < BigInt(amountMinor)
    }, String)
  const keepsAccount = movement.kind === 'sweep' && movement.keepsAccount
  const tokenAccount = await tokenAccountOf(address(account), mint)
  return world.nodes.agreed(async (call) => {
    const { accounts } = await readAccounts(call, [tokenAccount])
    const heldMinor = tokenAccountIn(accounts[0] ?? null)?.amountMinor ?? 0n
    return keepsAccount === true
      ? heldMinor < BigInt(amountMinor)
      : heldMinor !== BigInt(amountMinor)
  }, String)
}

/**
 * The reason why a wallet can never receive a mint as things are now; null if it can. Undefined if the nodes contradict
 * each other.
 */
export async function beneficiaryProblem(
  world: World,
  to: string,
  mint: string,
): Promise<string | null | undefined> {
  if ((await isOwnAccount(world, to)) || (await world.isHandedOut(to))) return TO_THE_DESK
  const tokenAccount = await tokenAccountOf(address(to), mint)
  return world.nodes.agreed(async (call) => {
    const { accounts } = await readAccounts(call, [to, tokenAccount])
    const [wallet = null, held = null] = accounts
    // Tokens sent to the token account of a token account, or of a mint, are lost.
    if (wallet?.owner === TOKEN_PROGRAM_ADDRESS || wallet?.owner === TOKEN_2022)
      return 'beneficiary_is_a_token_account'
    if (wallet?.executable === true) return 'beneficiary_is_a_program'
    const token = tokenAccountIn(held)
    if (token === null) return null
    if (token.owner !== to) return 'beneficiary_token_account_has_another_owner'
    return token.isFrozen ? 'beneficiary_token_account_is_frozen' : null
  }, String)
}
