// The ledger explains every amount, cannot be changed by the service, and reveals tampering.
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toTimestamp } from '../../src/platform/clock.ts'
import { customerAccount } from '../../src/engine/ledger/accounts.ts'
import { selectBalances } from '../../src/engine/ledger/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import {
  fillPostings,
  fillUnwoundPosting,
  netOf,
  type Posting,
  type Promised,
} from '../../src/engine/ledger/postings.ts'
import { parseRate } from '../../src/platform/money/decimal.ts'
import { priceForPayin, priceForPayout, type Terms } from '../../src/engine/quotes/pricing.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'
import { countForCharts } from '../support/orders.ts'

const corridor = await forFile(testService())

const verify = () => verifyLedger(corridor.deps.db)

test('the sum over all accounts is zero for each currency, at every instant', async () => {
  for (let i = 0; i < 3; i++) {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    const sums = new Map<string, bigint>()
    for (const { currency, balance_minor } of await selectBalances(
      corridor.deps.db,
      toTimestamp(corridor.clock.now()),
    )) {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(balance_minor))
    }
    expect(Object.fromEntries(sums)).toEqual({ USDC: 0n, COP: 0n })
    corridor.clock.advance(1000)
  }
  const before = await selectBalances(corridor.deps.db, '2026-03-04T16:59:59.999Z')
  expect(before).toEqual([])
})

test("a completed order leaves the customer's account at zero, and the fee and tax where they belong", async () => {
  const balances = new Map(
    (await selectBalances(corridor.deps.db, toTimestamp(corridor.clock.now()))).map((row) => [
      `${row.account} ${row.currency}`,
      row.balance_minor,
    ]),
  )
  const customer = `customer:${corridor.sandbox.organization_id}`
  expect(balances.get(`${customer} USDC`)).toBe('0')
  expect(balances.get(`${customer} COP`)).toBe('0')
  expect(balances.get('fee USDC')).toBe('-30000000')
  expect(balances.get('tax USDC')).toBe('-5700000')
  expect(balances.get('fx USDC')).toBe('0')
})

test('a quote by payout amount leaves its residue in the rounding account', async () => {
  const offering = await corridor.offering('NGN', 'USDC')
  const { data: quote } = await corridor.post<QuoteJson>(`${corridor.organization}/quotes`, {
    offering_id: offering.id,
    payout_amount: '10.000001',
  })
  const order = await corridor.order(quote.id)
  await corridor.fund(order.id)
  await corridor.until(order.id, 'STEP_4_COMPLETED')
  expect((await verify()).difference).toBeUndefined()
  const balances = await selectBalances(corridor.deps.db, toTimestamp(corridor.clock.now()))
  const rounding = balances.find(
    ({ account, currency }) => account === 'rounding' && currency === 'USDC',
  )
  // The residue is less than one kobo, which is worth 6.8 micro-dollars.
  expect(-BigInt(rounding?.balance_minor ?? '0')).toBeGreaterThan(0n)
  expect(-BigInt(rounding?.balance_minor ?? '0')).toBeLessThan(7n)
})

describe('the verification finds tampering:', () => {
  const tampering: [string, string, string][] = [
    [
      'an amount',
      `update ledger_transfers set amount_minor = amount_minor + 1 where posting = 'payout'`,
      `update ledger_transfers set amount_minor = amount_minor - 1 where posting = 'payout'`,
    ],
    [
      'a missing row',
      `create table taken as select * from ledger_transfers where posting = 'fill' and credit_account = 'tax'; delete from ledger_transfers where posting = 'fill' and credit_account = 'tax'`,
      `insert into ledger_transfers overriding system value select * from taken`,
    ],
    [
      'an invented row',
      `insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account, currency, amount_minor, posted_at) select gen_random_uuid(), 'deposit', organization_id, order_id, 'rail:sandbox', credit_account, currency, 1, posted_at from ledger_transfers where posting = 'deposit' limit 1`,
      `delete from ledger_transfers where amount_minor = 1`,
    ],
    [
      'a refund of what the order no longer held',
      `insert into refunds (organization_id, id, order_id, currency, amount_minor, reason, destination_instrument_id, status, rail_key, rail_reference, created_at, updated_at) select organization_id, gen_random_uuid(), id, payin_currency, 1, 'declined', payin_instrument_id, 'PROCESSED', 'tampered', 'tampered', updated_at, updated_at from orders where status = 'STEP_4_COMPLETED' limit 1; insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account, currency, amount_minor, posted_at) select gen_random_uuid(), 'refund', t.organization_id, t.order_id, t.credit_account, t.debit_account, t.currency, 1, t.posted_at from ledger_transfers t join refunds r using (order_id) where t.posting = 'deposit' and r.rail_key = 'tampered'`,
      `delete from ledger_transfers where posting = 'refund'; delete from refunds where rail_key = 'tampered'`,
    ],
    [
      'what a provider was asked to convert',
      `update fills set payout_minor = payout_minor + 1`,
      `update fills set payout_minor = payout_minor - 1`,
    ],
    [
      'what a rail was asked to pay',
      `update payouts set amount_minor = amount_minor + 1`,
      `update payouts set amount_minor = amount_minor - 1`,
    ],
    [
      "an order's total",
      `update orders set payout_total_minor = payout_total_minor + 1`,
      `update orders set payout_total_minor = payout_total_minor - 1`,
    ],
    [
      'a transfer of an order that does not exist',
      `insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
         currency, amount_minor, posted_at)
       select posting_id, posting, organization_id, posting_id, debit_account, credit_account, currency, amount_minor,
              posted_at from ledger_transfers limit 1`,
      `delete from ledger_transfers where order_id = posting_id`,
    ],
  ]
  // Keep the worker from adding tampered transfers and orders to the summaries for charts.
  let holder: PoolClient
  beforeEach(async () => {
    await countForCharts(corridor)
    holder = await corridor.database.owner.connect()
    await holder.query(
      'begin; select from order_sum_progress for update; select from ledger_flow_progress for update',
    )
  })
  afterEach(async () => {
    await holder.query('rollback')
    holder.release()
  })
  test.each(tampering)('%s', async (_what, tamper, restore) => {
    expect((await verify()).difference).toBeUndefined()
    await corridor.database.owner.query(tamper)
    expect((await verify()).difference).toMatch(
      /order ord_.*(is missing|is posted but not expected|amounts? than the order)|is negative|its order does not exist/,
    )
    await corridor.database.owner.query(restore)
    expect((await verify()).difference).toBeUndefined()
  })
})

test("the service's role can neither change nor delete entries, events and deposits", async () => {
  for (const attempt of [
    `update ledger_transfers set amount_minor = 1`,
    `delete from ledger_transfers`,
    `update events set data = '{}'`,
    `delete from events`,
    `update deposits set amount_minor = 1`,
    `delete from deposits`,
    `update refunds set amount_minor = 1`,
    `delete from refunds`,
  ]) {
    await expect(corridor.deps.db.query(attempt), attempt).rejects.toThrow('permission denied')
  }
})

test('fills balance and leave nothing in fx, whole, in parts or ended, for any amounts and rates', () => {
  const terms: Terms = {
    payinCurrency: 'USDC',
    payoutCurrency: 'COP',
    tiers: [{ minMinor: 0n, maxMinor: 10n ** 15n, bps: 137n }],
    taxBps: 1900n,
    feeTreatment: 'inclusive',
    limits: { minMinor: 1n, maxMinor: 10n ** 15n },
  }
  const rate = parseRate('4237.123456789')
  for (let amount = 1_000_000n; amount < 10n ** 14n; amount = amount * 7n + 3n) {
    for (const priced of [
      priceForPayin(terms, rate, amount),
      priceForPayout(terms, rate, amount),
    ]) {
      if (!priced.ok) continue
      const order: Promised = {
        organization_id: requireUuid('org', corridor.sandbox.organization_id),
        payin_currency: 'USDC',
        payout_currency: 'COP',
        exchange_rate: '4237.123456789',
        payin_total_minor: priced.price.payinTotalMinor,
        payin_fee_minor: priced.price.payinFeeMinor,
        payin_tax_minor: priced.price.payinTaxMinor,
        payout_total_minor: priced.price.payoutTotalMinor,
      }
      for (const providerPayoutMinor of [
        1n,
        order.payout_total_minor,
        order.payout_total_minor * 2n,
      ]) {
        const nothing = { soldMinor: 0n, deliveredMinor: 0n }
        const net = netOf(order)
        const first = { soldMinor: net / 3n + 1n, deliveredMinor: providerPayoutMinor / 3n }
        const rest = {
          soldMinor: net - first.soldMinor,
          deliveredMinor: providerPayoutMinor - first.deliveredMinor,
        }
        const fee = { currency: 'USDC', amountMinor: 7n }
        const ofAlpha = { provider: 'ALPHA', fee: null }
        const whole = { ...ofAlpha, soldMinor: net, deliveredMinor: providerPayoutMinor }
        const firstPostings = fillPostings(order, nothing, { ...ofAlpha, ...first })
        const ways = {
          whole: fillPostings(order, nothing, whole),
          parts: [
            ...firstPostings,
            ...fillPostings(order, first, { provider: 'BETA', fee, ...rest }),
          ],
          ended: [...firstPostings, fillUnwoundPosting(order, first)],
        }
        for (const postings of Object.values(ways)) {
          expect(balanceOf(postings, 'fx', 'USDC')).toBe(0n)
          expect(balanceOf(postings, 'fx', 'COP')).toBe(0n)
          expect(balanceOf(postings, 'rounding', 'COP')).toBeLessThanOrEqual(0n)
        }
        const account = customerAccount(order.organization_id)
        for (const currency of ['USDC', 'COP']) {
          const owed = (postings: readonly Posting[]) => balanceOf(postings, account, currency)
          expect(owed(ways.parts)).toBe(owed(ways.whole))
          expect(owed(ways.ended)).toBe(0n)
        }
        expect(balanceOf(ways.parts, 'fx_result', 'COP')).toBe(
          balanceOf(ways.whole, 'fx_result', 'COP'),
        )
        expect(balanceOf(ways.ended, 'unwind', 'USDC')).toBe(first.soldMinor)
        expect(balanceOf(ways.parts, 'provider_fee', 'USDC')).toBe(7n)
      }
    }
  }
})

function balanceOf(postings: readonly Posting[], account: string, currency: string): bigint {
  return postings
    .flatMap(({ transfers }) => transfers)
    .filter((transfer) => transfer.currency === currency)
    .reduce(
      (sum, { debit, credit, amountMinor }) =>
        sum + (debit === account ? amountMinor : 0n) - (credit === account ? amountMinor : 0n),
      0n,
    )
}
