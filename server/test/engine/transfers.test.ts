// Transfers: routes whose two currencies are the same, such as from one wallet to another or out of one bank into another.
// A provider of kind `par` passes on what it takes, and an order does and allows what every other does.
import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { forFile } from '../support/for-file.ts'
import { requireUuid } from '../support/ids.ts'
import { applied } from '../support/operator-files.ts'
import { rowOf } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { transfersAtPar } from '../support/transfers.ts'
import { eventually } from '../support/until.ts'

const corridor = await forFile(testService())
const { organization, post, get } = corridor
await applied(corridor, transfersAtPar())
const wallet = await post<{ id: string }>(`${organization}/external_payment_instruments`, {
  alias: 'Supplier',
  currency: 'USDC',
  method: 'SOLANA_ADDRESS',
  details: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
})
await corridor.deps.feeds.push()
const transfers = (await post<OfferingJson[]>(`${organization}/offerings`)).data
  .map(({ id, payin, payout, indicative_exchange_rate: rate }) => ({
    id,
    rate,
    from: payin.external_payment_instrument,
    to: payout.external_payment_instrument,
  }))
  .filter(({ from, to }) => from.currency === to.currency)
const toSupplier = transfers.find(({ to }) => to.id === wallet.data.id)

const order = async (terms: object): Promise<OrderJson> => {
  const quote = await post<{ id: string }>(`${organization}/quotes`, {
    offering_id: toSupplier?.id,
    ...terms,
  })
  return (await post<OrderJson>(`${organization}/orders`, { quote_id: quote.data.id })).data
}
const untilAt = ({ id }: OrderJson, wanted: string) =>
  eventually(`${id} reaches ${wanted}`, async () => {
    corridor.clock.advance(2000)
    const { data } = await get<OrderJson>(`${organization}/orders/${id}`)
    return data.status.current_status === wanted
  })
/** What accounts of the order have, as sums of its transfers. */
async function sums({ id }: OrderJson): Promise<Record<string, string>> {
  const { rows } = await corridor.database.owner.query<{ account: string; minor: string }>(
    `select split_part(account, ':', 1) as account, sum(minor)::text as minor
       from ledger_transfers, lateral (values (debit_account, amount_minor), (credit_account, -amount_minor)) as v (account, minor)
      where order_id = $1 group by 1 having sum(minor) <> 0`,
    [requireUuid('ord', id)],
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

test('an instrument is never both ends of a transfer, and the rate is 1', async () => {
  expect(transfers.length).toBeGreaterThan(0)
  for (const { from, to, rate } of transfers) {
    expect(from.id).not.toBe(to.id)
    expect(Number(rate)).toBe(1)
  }
})

test('a transfer pays out what came in, less its fee, to the last minor unit', async () => {
  const made = await order({ payin_amount: '1000.00' })
  expect(made.payout.total).toBe('995.00')
  await corridor.fund(made.id)
  await untilAt(made, 'STEP_4_COMPLETED')
  expect(await sums(made)).toEqual({ rail: '5000000', fee: '-5000000' })
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('a transfer of an exact payout asks for its fee in addition', async () => {
  const made = await order({ payout_amount: '200.00' })
  expect(made.payout.total).toBe('200.00')
  await corridor.fund(made.id)
  await untilAt(made, 'STEP_4_COMPLETED')
  expect((await sums(made))['provider']).toBeUndefined()
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('a transfer whose payout is rejected is refunded as a whole', async () => {
  const made = await order({ payin_amount: '1911.06' })
  await corridor.fund(made.id)
  await untilAt(made, 'FAILED_REFUND_PROCESSED')
  expect(await sums(made)).toEqual({})
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('it is filled once, under one key, and its provider owes nothing', async () => {
  const made = await order({ payin_amount: '300.00' })
  await corridor.fund(made.id)
  await untilAt(made, 'STEP_4_COMPLETED')
  const { rows } = await corridor.database.owner.query<{ sold: string; delivered: string }>(
    `select sold_minor::text as sold, delivered_minor::text as delivered from fills where order_id = $1`,
    [(await rowOf(corridor, made)).id],
  )
  expect(rows).toEqual([{ sold: '298500000', delivered: '298500000' }])
})

describe('a file is refused', () => {
  test.each([
    ['COP', 'par', 'a provider of kind par pays out the currency that it takes'],
    ['USDC', 'simulated', 'only a provider of kind par takes'],
  ])('with USDC to %s at a provider of kind %s', async (pair, kind, words) => {
    await expect(applied(corridor, transfersAtPar(pair, kind))).rejects.toThrow(words)
  })
})
