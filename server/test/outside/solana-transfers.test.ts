// How a transaction of Solana is read: the change of one token account, its place, the sender and the memo.
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '../../src/outside/rails/solana/answers.ts'
import { paidByFeePayer, transferIn } from '../../src/outside/rails/solana/transfers.ts'

const key = (byte: number) => base58.encode(Buffer.alloc(32, byte))
const [payer, target, source, other] = [key(1), key(2), key(3), key(4)]
const [table, mint, otherMint] = [key(5), key(6), key(7)]
const SIGNATURE = base58.encode(Buffer.alloc(64, 9))

type Held = [accountIndex: number, owner: string | undefined, amount: string, mint?: string]
const balances = (held: readonly Held[]) =>
  held.map(([accountIndex, owner, amount, of = mint]) => ({
    accountIndex,
    mint: of,
    ...(owner === undefined ? {} : { owner }),
    uiTokenAmount: { amount, decimals: 6, uiAmount: 0.1 },
  }))

function transaction(more: { pre?: Held[]; post?: Held[]; memos?: string[]; err?: unknown } = {}) {
  const { pre = [], post = [], memos = [], err = null } = more
  const found = parseTransaction(
    {
      slot: 5,
      meta: {
        err,
        preBalances: [1_000_000, 0, 18_446_744_073_709_552_000],
        postBalances: [995_000, 0, 18_446_744_073_709_552_000],
        preTokenBalances: balances(pre),
        postTokenBalances: balances(post),
        loadedAddresses: { writable: [table], readonly: [other] },
      },
      transaction: {
        signatures: [SIGNATURE],
        message: {
          accountKeys: [payer, target, source, LEGACY_MEMO_PROGRAM_ADDRESS_V3],
          instructions: memos.map((memo) => ({
            programIdIndex: 3,
            data: base58.encode(Buffer.from(memo)),
          })),
        },
      },
    },
    SIGNATURE,
  )
  if (found === null) throw new Error('the transaction was not read')
  return found
}
const read = (more: Parameters<typeof transaction>[0], account = target) =>
  transferIn(transaction(more), account, mint)

describe('a transfer', () => {
  test('into a new token account is its whole balance', () => {
    expect(
      read({
        pre: [[2, source, '30']],
        post: [
          [1, target, '25'],
          [2, source, '5'],
        ],
      }),
    ).toEqual({
      index: 1,
      amountMinor: 25n,
      sender: source,
      memo: null,
    })
  })

  test('out of a token account that is closed is negative', () => {
    expect(read({ pre: [[1, target, '25']], post: [[2, other, '25']] })).toMatchObject({
      amountMinor: -25n,
    })
  })

  test('to an account of a lookup table counts after the static accounts', () => {
    const found = read({ pre: [[2, source, '9']], post: [[4, target, '9']] }, table)
    expect(found).toMatchObject({ index: 4, amountMinor: 9n })
  })

  test('of several senders names the one who lost most', () => {
    const pre: Held[] = [
      [2, source, '4'],
      [5, other, '6'],
    ]
    expect(read({ pre, post: [[1, target, '10']] })?.sender).toBe(other)
  })

  test('of minted tokens has no sender', () => {
    expect(read({ post: [[1, target, '10']] })).toMatchObject({ sender: null, amountMinor: 10n })
  })

  test('of another mint is no change', () => {
    expect(read({ post: [[1, target, '10', otherMint]] })).toMatchObject({ amountMinor: 0n })
  })

  test('in a transaction that failed is none', () => {
    expect(read({ post: [[1, target, '10']], err: { InstructionError: [0, 'Custom'] } })).toBeNull()
  })

  test('of an amount above 2^53 is exact', () => {
    const post: Held[] = [[1, target, '18446744073709551615']]
    expect(read({ post })?.amountMinor).toBe(18_446_744_073_709_551_615n)
  })
})

describe('a memo', () => {
  const memoOf = (memos: string[]) => read({ memos, post: [[1, target, '1']] })?.memo

  test('is the reference', () => expect(memoOf(['CO-1'])).toBe('CO-1'))
  test('of two memos is none', () => expect(memoOf(['CO-1', 'CO-2'])).toBeNull())
  test('has no control characters and at most 140 characters', () => {
    expect(memoOf([`\u0000\u001b[2J${'x'.repeat(200)}`])).toBe(`[2J${'x'.repeat(135)}`)
  })
})

test('the fee is what the fee payer lost, and balances of strangers need not be exact', () => {
  expect(paidByFeePayer(transaction())).toBe(5000n)
})

test('another transaction than the one asked for is refused', () => {
  const answer = {
    ...transaction(),
    transaction: { ...transaction().transaction, signatures: [key(8) + key(9)] },
  }
  expect(() => parseTransaction(answer, SIGNATURE)).toThrow('with another transaction')
})
