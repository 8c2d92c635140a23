// Recomputes the ledger from the orders and their deposits, fills, payouts and refunds, and the balances from
// the entries, and names the first difference. Reads in pages; changes nothing.
import { inTransaction, rows, type Db, type Pool } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectDepositsOfOrder, selectUnmatchedDeposits } from '../deposits/queries.ts'
import { selectFills } from '../fills/queries.ts'
import { formatAmount } from '../money/decimal.ts'
import { selectOrdersAfter, type OrderRow } from '../orders/queries.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { selectRefundsOfOrder } from '../refunds/queries.ts'
import {
  assignmentPosting,
  carryOverPostings,
  depositPosting,
  fillPostings,
  payoutPosting,
  payoutRejectedPosting,
  refundPosting,
  type Posting,
} from './postings.ts'
import { selectTransfersOfOrder, type TransferRow } from './queries.ts'

const PAGE = 500

export type Verified = { transfers: number; orders: number; difference: string | undefined }

/** `railOf`: the name of the rail that serves a method. */
export const verifyLedger = (pool: Pool, railOf: (method: string) => string): Promise<Verified> =>
  inTransaction(pool, async (db) => {
    // One snapshot for all pages: else an order that moves meanwhile would differ from its own ledger.
    await db.query('set transaction isolation level repeatable read, read only')
    const verified = await verifyOrders(db, railOf)
    return { ...verified, difference: verified.difference ?? (await verifyUnmatched(db)) }
  })

async function verifyOrders(db: Db, railOf: (method: string) => string): Promise<Verified> {
  let transfers = 0
  let orders = 0
  for (let after: OrderRow | undefined; ; ) {
    const page = await selectOrdersAfter(db, after, PAGE)
    for (const order of page) {
      orders += 1
      const expected = (await expectedPostings(db, order, railOf)).flatMap(({ kind, transfers }) =>
        transfers.map(
          (transfer) =>
            `${kind}: ${transfer.debit} from ${transfer.credit}, ${formatAmount(transfer.amountMinor, transfer.currency)} ${transfer.currency}`,
        ),
      )
      const posted = await selectTransfersOfOrder(db, order.organization_id, order.id)
      transfers += posted.length
      const difference = firstDifference(expected, posted.map(described)) ?? overdrawn(posted)
      if (difference !== undefined)
        return {
          transfers,
          orders,
          difference: `order ${publicId('ord', order.id)}: ${difference}`,
        }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE)
      return { transfers, orders, difference: undefined }
    after = last
  }
}

// The sum over all accounts is zero by construction. What the customer is owed is never negative, for each
// order by itself: the money of another one must not hide what was paid out or sent back too much.
function overdrawn(posted: readonly TransferRow[]): string | undefined {
  const owed = new Map<string, bigint>()
  for (const { id, credit_account, debit_account, currency, amount_minor } of posted) {
    let balance = owed.get(currency) ?? 0n
    if (credit_account.startsWith('customer:')) balance += amount_minor
    if (debit_account.startsWith('customer:')) balance -= amount_minor
    if (balance < 0n) return `what is owed in ${currency} is negative after transfer ${id}`
    owed.set(currency, balance)
  }
  return undefined
}

async function expectedPostings(
  db: Db,
  order: OrderRow,
  railOf: (method: string) => string,
): Promise<Posting[]> {
  const { organization_id: organizationId, id } = order
  const deposits = await selectDepositsOfOrder(db, organizationId, id)
  const fills = await selectFills(db, [order])
  const payouts = await selectPayouts(db, [order])
  const refunds = await selectRefundsOfOrder(db, organizationId, id)
  const methods = await selectMethods(db, order)
  const countedMinor = deposits
    .filter(({ outcome }) => outcome === 'counted')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const carriedInMinor = order.received_minor - countedMinor
  const carry = (amountMinor: bigint) =>
    carryOverPostings(organizationId, { currency: order.payin_currency, amountMinor })
  return [
    ...deposits.map((row) => {
      const money = { currency: row.currency, amountMinor: row.amount_minor }
      return row.assigned_at === null
        ? depositPosting(organizationId, row.rail, money)
        : assignmentPosting(organizationId, money)
    }),
    ...(carriedInMinor === 0n ? [] : [carry(carriedInMinor).to]),
    ...(order.retry_order_id === null ? [] : [carry(order.payin_total_minor).from]),
    ...fills
      .filter(({ filled_at }) => filled_at !== null)
      .flatMap((row) =>
        fillPostings(order, {
          provider: row.provider_name,
          providerPayoutMinor: row.provider_payout_minor,
        }),
      ),
    ...payouts.flatMap((row) => [
      ...(row.settled_at === null ? [] : [payoutPosting(order, railOf(row.method))]),
      ...(row.rejected_at === null ? [] : [payoutRejectedPosting(order)]),
    ]),
    ...refunds
      .filter(({ status }) => status === 'PROCESSED')
      .map((row) =>
        refundPosting(
          organizationId,
          railOf(methods.get(row.destination_instrument_id ?? '') ?? ''),
          {
            currency: row.currency,
            amountMinor: row.amount_minor,
          },
        ),
      ),
  ]
}

async function selectMethods(db: Db, order: OrderRow): Promise<Map<Uuid, string>> {
  const found = await rows<{ id: Uuid; method: string }>(
    db,
    'select_refund_methods',
    `select e.id, e.method from external_payment_instruments e
      where e.organization_id = $1
        and e.id in (select destination_instrument_id from refunds where organization_id = $1 and order_id = $2)`,
    [order.organization_id, order.id],
  )
  return new Map(found.map(({ id, method }) => [id, method]))
}

async function verifyUnmatched(db: Db): Promise<string | undefined> {
  const unmatched = await selectUnmatchedDeposits(db, true)
  const expected = unmatched.flatMap((row) =>
    depositPosting(null, row.rail, {
      currency: row.currency,
      amountMinor: row.amount_minor,
    }).transfers.map(
      (transfer) =>
        `deposit: ${transfer.debit} from ${transfer.credit}, ${formatAmount(transfer.amountMinor, transfer.currency)} ${transfer.currency}`,
    ),
  )
  const actual = await rows<TransferRow>(
    db,
    'select_unmatched_transfers',
    `select id, posting_id, posting, organization_id, order_id, debit_account, credit_account, currency,
            amount_minor, posted_at
       from ledger_transfers where order_id is null order by id`,
  )
  const difference = firstDifference(expected, actual.map(described))
  return difference === undefined ? undefined : `suspense: ${difference}`
}

const described = (row: TransferRow): string =>
  `${row.posting}: ${row.debit_account} from ${row.credit_account}, ${formatAmount(row.amount_minor, row.currency)} ${row.currency}`

// As multisets: two events of one order may be posted in either order.
function firstDifference(
  expected: readonly string[],
  actual: readonly string[],
): string | undefined {
  const left = actual.slice()
  for (const line of expected) {
    const at = left.indexOf(line)
    if (at === -1) return `${line} is missing`
    left.splice(at, 1)
  }
  return left[0] === undefined ? undefined : `${left[0]} is posted without cause`
}
