// Recomputes the ledger from the orders and their deposits, fills, payouts and refunds, and reports the first
// difference. It reads in pages and changes nothing.
import { inSnapshot, type Db, type Pool } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  selectDeposits,
  selectReversedDeposits,
  selectUnmatchedDeposits,
  type DepositRow,
} from '../deposits/queries.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { isAllSold, partOf, soldBy } from '../fills/sold.ts'
import { selectReservedFault } from '../liquidity/reservation-queries.ts'
import { isRetryLost } from '../orders/keys.ts'
import { selectOpenTotals } from '../orders/open-total-queries.ts'
import { selectOrdersAfter } from '../orders/operator-queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { unreversedMinorOf } from '../orders/short.ts'
import { selectReturns, type ReturnRow } from '../returns/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import { selectPayouts, type PayoutRow } from '../payouts/queries.ts'
import { selectRefunds, sentMinorOf, type RefundRow } from '../refunds/queries.ts'
import { selectReceivableChanges, type ReceivableRow } from '../reversals/queries.ts'
import { verifyAccounts } from '../accounts/verify.ts'
import { verifySeries } from '../series/verify-series.ts'
import { selectVolumeFault } from '../volume-limits/queries.ts'
import { firstDifference, lineOf, linesOf } from './lines.ts'
import { smallPostings } from './small-postings.ts'
import { verifyDesk } from './verify-desk.ts'
import { unwoundPostings } from './unwound-postings.ts'
import { sumOf, wrongReversal } from './verify-reversals.ts'
import {
  assignmentPosting,
  carryOverPostings,
  depositPosting,
  feePostings,
  fillPostings,
  fillUnwoundPosting,
  netOf,
  payoutPosting,
  refundPosting,
  reversalPosting,
  returnPosting,
  suspenseExitPosting,
  suspenseReversalPosting,
  type Posting,
} from './postings.ts'
import { receivablePosting } from './receivable-postings.ts'
import {
  selectStrayTransfer,
  selectTransfers,
  selectUnmatchedTransfers,
  type TransferRow,
} from './queries.ts'

const PAGE = 500

type Verified = { transfers: number; orders: number; difference: string | undefined }

export const verifyLedger = (pool: Pool): Promise<Verified> =>
  // Otherwise an order that changes between two pages would differ from its ledger.
  inSnapshot(pool, async (db) => {
    const open: OpenByRoute = new Map()
    const verified = await verifyOrders(db, open)
    const difference =
      verified.difference ??
      (await verifyOpenTotals(db, open)) ??
      (await verifyReserved(db)) ??
      (await verifyVolumes(db)) ??
      (await verifyUnmatched(db)) ??
      (await verifyDesk(db)) ??
      (await verifyAccounts(db)) ??
      (await verifyOrdersExist(db)) ??
      (await verifySeries(db))
    return { ...verified, difference }
  })

/** Payin totals of orders that await funding, in minor units, by organization and route. */
type OpenByRoute = Map<string, bigint>
const openKey = ({
  organization_id,
  route_id,
}: {
  organization_id: Uuid<'org'>
  route_id: Uuid<'rt'>
}) => `route ${publicId('rt', route_id)} of ${publicId('org', organization_id)}`

async function verifyOrders(db: Db, open: OpenByRoute): Promise<Verified> {
  let transfers = 0
  let orders = 0
  for (let after: OrderRow | undefined; ; ) {
    const page = await selectOrdersAfter(db, after, PAGE)
    const factsOf = await readFacts(db, page)
    for (const order of page) {
      orders += 1
      if (order.status === 'STEP_1_AWAITING_FUNDING') {
        const key = openKey(order)
        open.set(key, (open.get(key) ?? 0n) + order.payin_total_minor)
      }
      const facts = factsOf(order)
      const { posted } = facts
      const expected = expectedPostings(order, facts).flatMap(linesOf)
      transfers += posted.length
      const difference =
        firstDifference(expected, posted.map(lineOf)) ??
        overdrawn(posted) ??
        wrongRequest(order, facts) ??
        wrongReversal(order, facts)
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

// The sum over all accounts is zero by construction. The debt to the customer is checked for each order on its own, so
// that another order's money cannot hide an excess payout or refund. It must never be negative.
function overdrawn(posted: readonly TransferRow[]): string | undefined {
  const owed = new Map<string, bigint>()
  for (const { id, credit_account, debit_account, currency, amount_minor } of posted) {
    let balance = owed.get(currency) ?? 0n
    if (credit_account.startsWith('customer:')) balance += amount_minor
    if (debit_account.startsWith('customer:')) balance -= amount_minor
    if (balance < 0n)
      return `the debt to the customer in ${currency} is negative after transfer ${id}`
    owed.set(currency, balance)
  }
  return undefined
}

// Expected postings come from the order, so the requests to the provider and the rail must have the order's amounts.
function wrongRequest(order: OrderRow, { fills, payouts }: Facts): string | undefined {
  for (const fill of fills) {
    const before = soldBy(fills.filter(({ sequence }) => sequence < fill.sequence))
    const isOfOrder =
      fill.payin_currency === order.payin_currency &&
      fill.payin_minor === netOf(order) - before.soldMinor &&
      fill.payout_currency === order.payout_currency &&
      fill.payout_minor === order.payout_total_minor
    if (!isOfOrder) return `fill ${fill.sequence} converts other amounts than the order`
  }
  for (const payout of payouts) {
    const isOfOrder =
      payout.currency === order.payout_currency && payout.amount_minor === order.payout_total_minor
    if (!isOfOrder) return `payout ${publicId('po', payout.id)} pays another amount than the order`
  }
  return undefined
}

type Facts = {
  deposits: readonly DepositRow[]
  fills: readonly FillRow[]
  payouts: readonly PayoutRow[]
  refunds: readonly RefundRow[]
  returns: readonly ReturnRow[]
  /** Deposits whose reversal the order bore. They may belong to an order that it retried. */
  reversed: readonly DepositRow[]
  receivable: readonly ReceivableRow[]
  posted: readonly TransferRow[]
}

// Run the statements in sequence: they share one connection.
async function readFacts(db: Db, orders: readonly OrderRow[]): Promise<(order: OrderRow) => Facts> {
  const deposits = byOrder(await selectDeposits(db, orders))
  const fills = byOrder(await selectFills(db, orders))
  const payouts = byOrder(await selectPayouts(db, orders))
  const refunds = byOrder(await selectRefunds(db, orders))
  const returns = byOrder(await selectReturns(db, orders))
  const reversed = Map.groupBy(
    await selectReversedDeposits(db, orders),
    ({ reversal_order_id: id }) => id,
  )
  const receivable = byOrder(await selectReceivableChanges(db, orders))
  const posted = byOrder(await selectTransfers(db, orders))
  return ({ id }) => ({
    deposits: deposits.get(id) ?? [],
    fills: fills.get(id) ?? [],
    payouts: payouts.get(id) ?? [],
    refunds: refunds.get(id) ?? [],
    returns: returns.get(id) ?? [],
    reversed: reversed.get(id) ?? [],
    receivable: receivable.get(id) ?? [],
    posted: posted.get(id) ?? [],
  })
}

// Order ids are unique across organizations.
const byOrder = <Row extends { order_id: Uuid<'ord'> | null }>(found: readonly Row[]) =>
  Map.groupBy(found, (row) => row.order_id)

function expectedPostings(
  order: OrderRow,
  { deposits, fills, payouts, refunds, returns, reversed, receivable }: Facts,
): Posting[] {
  const { organization_id: organizationId } = order
  const countedMinor = deposits
    .filter(({ outcome }) => outcome === 'counted')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  // A reversal takes back what the order held. See the changes of short.ts for what counts as received since.
  const receivedSinceMinor = receivable.reduce((sum, { kind, amount_minor }) => {
    if (kind === 'advanced' || kind === 'restored') return sum + amount_minor
    return kind === 'repaid' ? sum - amount_minor : sum
  }, 0n)
  const takenMinor = sumOf(reversed, ({ reversal_held_minor }) => reversal_held_minor)
  const carriedInMinor = order.received_minor - countedMinor - receivedSinceMinor + takenMinor
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
    ...(order.retry_order_id === null
      ? []
      : [carry(unreversedMinorOf(order))[isRetryLost(order) ? 'lost' : 'from']]),
    ...fills.flatMap((row) => {
      const part = partOf(row)
      const before = soldBy(fills.filter(({ sequence }) => sequence < row.sequence))
      return part === undefined ? [] : fillPostings(order, before, part)
    }),
    ...(wasEndedPartlySold(order, fills) ? [fillUnwoundPosting(order, soldBy(fills))] : []),
    ...payouts.flatMap((row) =>
      row.settled_at === null ? [] : [payoutPosting(order, railOf(row)), ...feesOf(row)],
    ),
    ...returns.flatMap((row) => returnPostings(organizationId, row, returns)),
    ...unwoundPostings(order, payouts),
    ...reversed.map((row) =>
      reversalPosting(organizationId, row.rail, {
        currency: row.currency,
        amountMinor: row.amount_minor,
        lossMinor: row.loss_minor ?? 0n,
      }),
    ),
    ...receivable.map(({ kind, currency, amount_minor: amountMinor, rail }) =>
      receivablePosting(organizationId, { kind, currency, amountMinor, rail }),
    ),
    ...refunds.flatMap((row) => smallPostings(organizationId, row)),
    ...refunds
      .filter(({ status }) => status === 'PROCESSED')
      .flatMap((row) => [
        refundPosting(organizationId, railOf(row), {
          currency: row.currency,
          amountMinor: sentMinorOf(row),
        }),
        ...feesOf(row),
      ]),
  ]
}

// A refund that came back was sent before, over the rail of the return.
const returnPostings = (
  organizationId: Uuid<'org'>,
  row: ReturnRow,
  all: readonly ReturnRow[],
): Posting[] => {
  const { rail, currency, stage, sent_minor: sentMinor, returned_minor: returnedMinor } = row
  const untilWhole = all.filter((one) => one.key === row.key && one.stage !== 'rest')
  const feeMinor =
    stage === 'whole' ? sentMinor - sumOf(untilWhole, (one) => one.returned_minor) : 0n
  const returned = { rail, currency, returnedMinor, stage, feeMinor }
  if (row.refund_id === null) return [returnPosting(organizationId, 'payout_returned', returned)]
  return [
    // Until the whole is back, the refund itself counts as sent.
    ...(stage === 'whole'
      ? [refundPosting(organizationId, rail, { currency, amountMinor: sentMinor })]
      : []),
    returnPosting(organizationId, 'refund_returned', returned),
  ]
}

// Only the simulated rail was there before rows named their rail.
const railOf = ({ rail }: { rail: string | null }): string => rail ?? SIMULATED_RAIL

const feesOf = (row: PayoutRow | RefundRow): Posting[] =>
  row.fee_currency === null || row.fee_minor === null
    ? []
    : feePostings(railOf(row), row.currency, {
        currency: row.fee_currency,
        amountMinor: row.fee_minor,
      })
const wasEndedPartlySold = (order: OrderRow, fills: readonly FillRow[]): boolean =>
  order.status !== 'STEP_2_FILLING_FX' && soldBy(fills).soldMinor > 0n && !isAllSold(order, fills)

async function verifyOpenTotals(db: Db, open: OpenByRoute): Promise<string | undefined> {
  const totals = new Map<string, bigint>()
  for (const row of await selectOpenTotals(db)) totals.set(openKey(row), row.open_minor)
  for (const key of new Set([...open.keys(), ...totals.keys()])) {
    const [counted, actual] = [totals.get(key) ?? 0n, open.get(key) ?? 0n]
    if (counted !== actual)
      return `${key}: the open total is ${counted} minor units, but the orders that await funding sum to ${actual}`
  }
  return undefined
}

async function verifyReserved(db: Db): Promise<string | undefined> {
  const fault = await selectReservedFault(db)
  return fault === undefined
    ? undefined
    : `provider ${fault.provider}: ${fault.payin_counted} ${fault.payin_currency} and ${fault.payout_counted} ${fault.payout_currency} minor units are reserved, but the orders that reserve sum to ${fault.payin_minor} and ${fault.payout_minor}`
}

async function verifyVolumes(db: Db): Promise<string | undefined> {
  const fault = await selectVolumeFault(db)
  return fault === undefined
    ? undefined
    : `${publicId('org', fault.organization_id)}: ${fault.used_minor} ${fault.currency} minor units count for a limit of the ${fault.period}, but its orders sum to ${fault.ordered_minor}`
}

async function verifyUnmatched(db: Db): Promise<string | undefined> {
  const unmatched = await selectUnmatchedDeposits(db, true)
  const expected = unmatched.flatMap((row) => {
    const money = { currency: row.currency, amountMinor: row.amount_minor }
    const isReversed = row.reversed_at !== null && row.order_id === null
    return [
      ...linesOf(depositPosting(null, row.rail, money)),
      ...(row.exit_account === null || row.exit === 'returned'
        ? []
        : linesOf(suspenseExitPosting(row.exit_account, money))),
      ...(isReversed ? linesOf(suspenseReversalPosting(row)) : []),
    ]
  })
  const actual = await selectUnmatchedTransfers(db)
  const difference = firstDifference(expected, actual.map(lineOf))
  return difference === undefined ? undefined : `suspense: ${difference}`
}

async function verifyOrdersExist(db: Db): Promise<string | undefined> {
  const id = await selectStrayTransfer(db)
  return id === undefined ? undefined : `transfer ${id}: its order does not exist`
}
