// The SQL of returns that were recorded as rejected and that their rail had paid. The deposit goes back then, unless it left suspense
// another way: the desk has lost what the rail sent.
import type { Instant } from '../../platform/clock.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { anyRow } from '../../platform/db/row-functions.ts'
import { newUuid } from '../../platform/ids.ts'
import { railAccount } from '../ledger/accounts.ts'
import { depositReturnPosting } from '../ledger/postings.ts'
import { postUnowned, transfersOf } from '../ledger/queries.ts'
import { HAS_NO_ORDER } from './queries.ts'
import type { DepositReturnRow } from './return-queries.ts'

/** The rail had paid a return that was recorded as rejected. False if the deposit is not in suspense any more. */
export const updateReturnFoundSettled = anyRow(
  'update_return_found_settled',
  ['id', 'reference', 'posting_id', 'account', 'at', 'transfers'],
  `with "left" as (
     update deposits d set exit = 'returned', exit_account = $4, exited_at = $5
       from deposit_returns r
      where r.id = $1 and r.status = 'FAILED' and d.id = r.deposit_id
        and ${HAS_NO_ORDER}
     returning r.id
   ), settled as (
     update deposit_returns r
        set status = 'PROCESSED', rail_reference = $2, rejection_code = null, posting_id = $3,
            updated_at = greatest($5::timestamptz, r.updated_at)
       from "left" l where r.id = l.id
     returning r.id
   ), posted as (${postUnowned('$6', 'settled', '$5')})
   select id from settled`,
  (
    { id, currency, amount_minor: amountMinor }: DepositReturnRow,
    { rail, reference }: { rail: string; reference: string },
    at: Instant,
  ) => {
    const posting = depositReturnPosting(rail, { currency, amountMinor })
    const posted = { id: newUuid('posting', at), posting }
    return [id, reference, posted.id, railAccount(rail), sqlInstant(at), transfersOf(posted)]
  },
)

/** The same, of a deposit that left suspense another way, or was taken back: the desk lost what the rail sent. */
export const updateReturnFoundTwice = anyRow(
  'update_return_found_twice',
  ['id', 'reference', 'posting_id', 'at', 'transfers'],
  `with settled as (
     update deposit_returns
        set status = 'PROCESSED', rail_reference = $2, rejection_code = null, posting_id = $3, went_twice = true,
            updated_at = greatest($4::timestamptz, updated_at)
      where id = $1 and status = 'FAILED'
     returning id
   ), posted as (${postUnowned('$5', 'settled', '$4')})
   select id from settled`,
  (
    { id, currency, amount_minor: amountMinor }: DepositReturnRow,
    { rail, reference }: { rail: string; reference: string },
    at: Instant,
  ) => {
    const posting = depositReturnPosting(rail, { currency, amountMinor }, { isTwice: true })
    const posted = { id: newUuid('posting', at), posting }
    return [id, reference, posted.id, sqlInstant(at), transfersOf(posted)]
  },
)
