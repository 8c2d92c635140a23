// The effect of one transaction on one token account: the change of its balance, its index, the sender and the memo. Pure.
import {
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
  MEMO_PROGRAM_ADDRESS,
} from '@solana-program/memo'
import { base58 } from '@scure/base'
import { parseLamports, type RpcTransaction } from './answers.ts'

/** `amountMinor` is negative if tokens left the account. `sender` and `memo` are null if they cannot be told. */
export type Transfer = {
  index: number
  amountMinor: bigint
  sender: string | null
  memo: string | null
}

const MEMO_PROGRAMS: readonly string[] = [
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
  MEMO_PROGRAM_ADDRESS,
]
const LONGEST_MEMO = 140

type Balances = RpcTransaction['meta']['preTokenBalances']

/** Null if the transaction failed or does not name the account. `mint` is the mint of the account. */
export function transferIn(
  { meta, transaction: { message } }: RpcTransaction,
  tokenAccount: string,
  mint: string,
): Transfer | null {
  const keys = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  const index = keys.indexOf(tokenAccount)
  if (meta.err !== null || index < 0) return null
  return {
    index,
    amountMinor: changeOf(meta, index, mint),
    sender: senderOf(meta, mint),
    memo: memoOf(message.instructions, keys),
  }
}

/** The change of an account's lamports by a transaction. Null if it failed or does not name the account. */
export function solIn({ meta, transaction }: RpcTransaction, account: string): Transfer | null {
  const index = transaction.message.accountKeys.indexOf(account)
  if (meta.err !== null || index < 0) return null
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  const amountMinor =
    parseLamports(after, 'getTransaction') - parseLamports(before, 'getTransaction')
  return { index, amountMinor, sender: null, memo: null }
}

/** Lamports that the fee payer lost: the fee, and the rent of the accounts that the transaction made. */
export const paidByFeePayer = ({ meta }: RpcTransaction): bigint =>
  parseLamports(meta.preBalances[0], 'getTransaction') -
  parseLamports(meta.postBalances[0], 'getTransaction')

/** True if the transaction took all lamports of an account. */
export function emptied({ meta, transaction }: RpcTransaction, account: string): boolean {
  const at = transaction.message.accountKeys.indexOf(account)
  const [before, after] = [meta.preBalances[at], meta.postBalances[at]]
  if (meta.err !== null || before === undefined || after === undefined) return false
  return (
    parseLamports(before, 'getTransaction') > 0n && parseLamports(after, 'getTransaction') === 0n
  )
}

const amountAt = (balances: Balances, index: number, mint: string): bigint =>
  BigInt(
    balances?.find((one) => one.accountIndex === index && one.mint === mint)?.uiTokenAmount
      .amount ?? 0,
  )

/** An account that did not exist before or after has no balance in the list. */
const changeOf = (meta: RpcTransaction['meta'], index: number, mint: string): bigint =>
  amountAt(meta.postTokenBalances, index, mint) - amountAt(meta.preTokenBalances, index, mint)

/** The owner who lost most of the mint. Null if nobody did, as when tokens are minted. */
function senderOf(meta: RpcTransaction['meta'], mint: string): string | null {
  const lost = new Map<string, bigint>()
  for (const { accountIndex, mint: one, owner } of [
    ...(meta.preTokenBalances ?? []),
    ...(meta.postTokenBalances ?? []),
  ])
    if (one === mint && owner !== undefined)
      lost.set(`${owner} ${accountIndex}`, -changeOf(meta, accountIndex, mint))
  const byOwner = new Map<string, bigint>()
  for (const [key, amountMinor] of lost) {
    const [owner = ''] = key.split(' ')
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + amountMinor)
  }
  const [most] = [...byOwner].filter(([, amountMinor]) => amountMinor > 0n).toSorted(byAmount)
  return most?.[0] ?? null
}

const byAmount = ([a, x]: [string, bigint], [b, y]: [string, bigint]): number => {
  if (x !== y) return x > y ? -1 : 1
  return a < b ? -1 : 1
}

/** The only memo of the transaction, in printable characters. Null if there is none, or several. */
function memoOf(
  instructions: RpcTransaction['transaction']['message']['instructions'],
  keys: readonly string[],
): string | null {
  const memos = instructions.filter(({ programIdIndex }) =>
    MEMO_PROGRAMS.includes(keys[programIdIndex] ?? ''),
  )
  const [memo] = memos
  if (memo === undefined || memos.length > 1) return null
  try {
    const text = Buffer.from(base58.decode(memo.data.slice(0, 2000))).toString('utf8')
    return (
      text
        .replace(/[^\P{C}]/gu, ' ')
        .slice(0, LONGEST_MEMO)
        .trim() || null
    )
  } catch {
    return null
  }
}
