// Recomputes the ledger from the orders and their deposits, fills, payouts and refunds, and the balances from
// the entries, and names the first difference. Reads in pages; changes nothing.
import { rows, type Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { selectDepositsOfOrder, selectUnmatchedDeposits } from '../deposits/queries.ts'
import { selectFills } from '../fills/queries.ts'
import { formatAmount } from '../money/decimal.ts'
import { selectOrdersAfter, type OrderRow } from '../orders/queries.ts'
import { selectPayouts } from '../payouts/queries.ts'
import { selectRefundsOfOrder } from '../refunds/queries.ts'
import {
  carryOverPostings,
  depositPosting,
  fillPostings,
  payoutPosting,
  payoutRejectedPosting,
  refundPosting,
  type Posting,
} from './postings.ts'
import { selectTransfers, selectTransfersOfOrder, type TransferRow } from './queries.ts'

const PAGE = 500

export type Verified = { transfers: number; orders: number; difference: string | undefined }

/** `railOf`: the name of the rail that serves a method. */
export async function verifyLedger(db: Db, railOf: (method: string) => string): Promise<Verified> {
  const prefixes = await verifyPrefixes(db)
  if (prefixes.difference !== undefined) return { ...prefixes, orders: 0 }
  const { orders, difference } = await verifyOrders(db, railOf)
  return {
    transfers: prefixes.transfers,
    orders,
    difference: difference ?? (await verifyUnmatched(db)),
  }
}

// The sum over all accounts is zero by construction; what an organization is owed is never negative, at any
// point of the ledger.
async function verifyPrefixes(
  db: Db,
): Promise<{ transfers: number; difference: string | undefined }> {
  const owed = new Map<string, bigint>()
  let transfers = 0
  for (let after = 0n; ; ) {
    const page = await selectTransfers(db, after, PAGE)
    for (const row of page) {
      transfers += 1
      const move = (account: string, amountMinor: bigint) => {
        if (!account.startsWith('customer:')) return undefined
        const name = `${account} ${row.currency}`
        const balance = (owed.get(name) ?? 0n) + amountMinor
        owed.set(name, balance)
        return balance < 0n ? `${name} is negative after transfer ${row.id}` : undefined
      }
      const difference =
        move(row.credit_account, row.amount_minor) ?? move(row.debit_account, -row.amount_minor)
      if (difference !== undefined) return { transfers, difference }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return { transfers, difference: undefined }
    after = last.id
  }
}

async function verifyOrders(
  db: Db,
  railOf: (method: string) => string,
): Promise<{ orders: number; difference: string | undefined }> {
  let orders = 0
  for (let after: Uuid | null = null; ; ) {
    const page: OrderRow[] = await selectOrdersAfter(db, after, PAGE)
    for (const order of page) {
      orders += 1
      const expected = (await expectedPostings(db, order, railOf)).flatMap(({ kind, transfers }) =>
        transfers.map(
          (transfer) =>
            `${kind}: ${transfer.debit} from ${transfer.credit}, ${formatAmount(transfer.amountMinor, transfer.currency)} ${transfer.currency}`,
        ),
      )
      const actual = (await selectTransfersOfOrder(db, order.organization_id, order.id)).map(
        described,
      )
      const difference = firstDifference(expected, actual)
      if (difference !== undefined)
        return { orders, difference: `order ${publicId('ord', order.id)}: ${difference}` }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return { orders, difference: undefined }
    after = last.id
  }
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
    ...deposits.map((row) =>
      depositPosting(organizationId, row.rail, {
        currency: row.currency,
        amountMinor: row.amount_minor,
      }),
    ),
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
  const unmatched = await selectUnmatchedDeposits(db)
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
