// An account pays an order in the statement that creates it: these are the parts of that statement. The order is funded from
// its first instant. Concurrent statements wait for each other at the account, so no two orders have the same money.
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sqlInstant } from '../../platform/db/pool.ts'
import { oneOwned } from '../../platform/db/row-functions.ts'
import { failure, retryLater, type Failure } from '../../platform/errors.ts'
import { newUuid, publicId, type Uuid } from '../../platform/ids.ts'
import { formatAmount, formatSignedAmount } from '../../platform/money/decimal.ts'
import { insertDepositsOfAccounts } from '../deposits/queries.ts'
import { RAILS_ARE_COMPARED } from '../halts/contested.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import { railAccount } from '../ledger/accounts.ts'
import { accountPosting, depositPosting } from '../ledger/postings.ts'
import { postTransfers, transfersJson } from '../ledger/queries.ts'
import type { QuoteRow } from '../quotes/queries.ts'

/** A person ends most halts, so that a quick repetition helps nobody. */
const RETRY_AFTER_S = 60

/** What an account pays for an order. */
export type AccountPayment = {
  depositId: Uuid<'dep'>
  linePostingId: Uuid<'posting'>
  depositPostingId: Uuid<'posting'>
  dueAt: Instant
}

type PaidOrder = {
  organizationId: Uuid<'org'>
  id: Uuid<'ord'>
  /** The rail of accounts, and the number of the account. */
  fundingRail: string
  fundingAddress: string
  quote: Paid
  payment: AccountPayment | null
}

type Paid = Pick<
  QuoteRow,
  'organization_id' | 'payin_instrument_id' | 'payin_currency' | 'payin_total_minor'
>

export const newPayment = ({ at, dueAt }: { at: Instant; dueAt: Instant }): AccountPayment => ({
  depositId: newUuid('dep', at),
  linePostingId: newUuid('posting', at),
  depositPostingId: newUuid('posting', at),
  dueAt,
})

/** The parameters: the payments, the transfers of the accounts, and those of the orders. */
export function paymentsOf(orders: readonly PaidOrder[]): string[] {
  const paid = orders.flatMap(({ payment, ...order }, position) =>
    payment === null ? [] : [{ position, payment, ...order }],
  )
  const payments = paid.map(({ position, organizationId, id, quote, payment, ...order }) => ({
    position,
    organization_id: organizationId,
    id,
    account_id: quote.payin_instrument_id,
    amount_minor: String(quote.payin_total_minor),
    currency: quote.payin_currency,
    number: order.fundingAddress,
    rail: order.fundingRail,
    transaction: publicId('ord', id),
    deposit_id: payment.depositId,
    line_posting_id: payment.linePostingId,
    due_at: sqlInstant(payment.dueAt),
  }))
  const lines = paid.flatMap(({ position, quote, payment, fundingAddress, fundingRail }) => {
    const money = { currency: quote.payin_currency, amountMinor: -quote.payin_total_minor }
    const posting = accountPosting(fundingAddress, railAccount(fundingRail), money)
    return transfersJson(position, payment.linePostingId, posting)
  })
  const deposits = paid.flatMap(({ position, organizationId, quote, payment, fundingRail }) => {
    const money = { currency: quote.payin_currency, amountMinor: quote.payin_total_minor }
    const posting = depositPosting(organizationId, fundingRail, money)
    return transfersJson(position, payment.depositPostingId, posting)
  })
  return [payments, lines, deposits].map((list) => JSON.stringify(list))
}

// After a restore an account may have paid orders that the database lacks: nothing is known until all is compared.
const isHalted = (account: string): string =>
  `(${sendsAreHaltedOver(`${account}.rail`)} or ${RAILS_ARE_COMPARED})`

/**
 * CTEs before the orders are inserted: `paying` has the payments, `affordable` those that their accounts cover, with the
 * balance and the number of lines before all of them. Accounts are locked after `lockedBefore` and in order, so that two
 * statements never deadlock.
 */
export const affordableOrders = (
  json: string,
  lockedBefore: string,
): string => `paying as materialized (
     select * from json_to_recordset(${json}::json) as p (position int, organization_id uuid, id uuid, account_id uuid,
              amount_minor bigint, currency text, number text, rail text, transaction text, deposit_id uuid,
              line_posting_id uuid, due_at timestamptz)
   ), paying_accounts as materialized (
     select a.* from accounts a
      where (a.organization_id, a.id) in (select organization_id, account_id from paying) and not ${isHalted('a')}
        and (select count(*) from ${lockedBefore}) is not null
      order by a.organization_id, a.id
        for update
   ), affordable as materialized (
     select p.*, a.balance_minor, a.lines
       from (select *, sum(amount_minor) over (partition by account_id order by position) as asked_minor from paying) p
       join paying_accounts a on (a.organization_id, a.id) = (p.organization_id, p.account_id) and a.currency = p.currency
      where p.asked_minor <= a.balance_minor
   )`

/** CTEs after the orders of `created` were inserted: the accounts pay them. */
export const payOrders = (
  created: string,
  ofLines: string,
  ofDeposits: string,
): string => `paid as materialized (
     select f.*, c.created_at as at, row_number() over of_account as nth, sum(f.amount_minor) over of_account as taken_minor
       from ${created} c join affordable f using (id)
     window of_account as (partition by f.account_id order by f.position)
   ), taken as (
     update accounts a set balance_minor = a.balance_minor - p.minor, lines = a.lines + p.orders
       from (select organization_id, account_id, sum(amount_minor) as minor, count(*) as orders from paid group by 1, 2) p
      where (a.organization_id, a.id) = (p.organization_id, p.account_id)
   ), account_lined as (
     insert into account_lines (organization_id, account_id, number, kind, amount_minor, balance_minor, order_id, posting_id, created_at)
     select organization_id, account_id, lines + nth, 'order', -amount_minor, balance_minor - taken_minor, id, line_posting_id, at
       from paid
   ), paid_in as (${insertDepositsOfAccounts('paid')}
   ), lines_posted as (${postTransfers(ofLines, '(select position, null::uuid as organization_id, null::uuid as id, at from paid)')}
   ), payments_posted as (${postTransfers(ofDeposits, '(select position, organization_id, id, at from paid)')}
   )`

const selectPayer = oneOwned<{ balance_minor: bigint; is_halted: boolean }, 'epi'>(
  'select_payer',
  `select a.balance_minor, ${isHalted('a')} as is_halted from accounts a
    where a.organization_id = $1 and a.id = $2`,
)

/** Why the account cannot pay the order of the quote now; undefined if it can. */
export async function accountFailure(db: Db, quote: Paid): Promise<Failure | undefined> {
  const { organization_id: organizationId, payin_instrument_id: id } = quote
  const account = await selectPayer(db, { organizationId, id })
  if (account === undefined) return undefined
  if (account.is_halted) return retryLater('accounts_halted', RETRY_AFTER_S)
  const missingMinor = quote.payin_total_minor - account.balance_minor
  if (missingMinor <= 0n) return undefined
  const currency = quote.payin_currency
  const available = formatSignedAmount(account.balance_minor, currency)
  const missing = formatAmount(missingMinor, currency)
  const detail = `It has ${available} ${currency}, and ${missing} ${currency} is missing.`
  return failure('insufficient_funds', { available, missing, currency }, detail)
}
