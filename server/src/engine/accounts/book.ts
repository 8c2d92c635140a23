// The lines of accounts, as the rail of accounts uses them: payouts and refunds arrive once for each key.
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid } from '../../platform/ids.ts'
import type { AccountBook } from '../../outside/rails/accounts/book.ts'
import { railAccount } from '../ledger/accounts.ts'
import { accountPosting } from '../ledger/postings.ts'
import { insertAccountLine, selectCreditsSince, selectLineByKey } from './queries.ts'

/** What a line is called outside, such as in receipts. */
const nameOf = ({ account, line }: { account: string; line: number }): string =>
  `${account}/${line}`

export const openAccountBook = (db: Db, clock: Clock): AccountBook => ({
  async credit(rail, { key, currency, amountMinor, details }) {
    const account = details['account_number'] ?? ''
    const at = clock.now()
    const kind = key.includes(':payout:') ? 'payout' : 'refund'
    const posting = accountPosting(account, railAccount(rail), { currency, amountMinor })
    const posted = { id: newUuid('posting', at), posting }
    const line = { number: account, currency, kind, amountMinor, key, posted, at } as const
    const written = await insertAccountLine(db, line)
    if (written !== undefined && written.amount_minor !== amountMinor)
      throw new Error(`${key} credited another amount to ${account}`)
    return written === undefined
      ? { state: 'rejected', code: 'no_such_account' }
      : { state: 'settled', reference: nameOf({ account, ...written }) }
  },
  async lookUp(key) {
    const found = await selectLineByKey(db, key)
    return found === undefined
      ? { state: 'unknown' }
      : { state: 'settled', reference: nameOf(found) }
  },
  creditsSince: async (rail, since) =>
    (await selectCreditsSince(db, rail, since)).map((row) => ({
      key: row.key,
      reference: nameOf(row),
      currency: row.currency,
      amountMinor: row.amount_minor,
    })),
})
