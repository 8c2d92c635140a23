// Orders from offering to completion, as a customer's developer sees them.
import { describe, expect, test } from 'vitest'
import { depositAddress } from '../../src/outside/rails/solana/deposit-address.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService())

test('a quote for USDC on Solana becomes a COMPLETED order to a COP bank account', async () => {
  const offering = await corridor.offering('USDC', 'COP')
  const quote = await corridor.quote(offering.id, '1000.00')
  expect(quote.offering_id).toBe(offering.id)
  expect(quote.payin.total).toBe('1000.00')

  const order = await corridor.order(quote.id)
  expect(order.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
  expect(order.quote_id).toBe(quote.id)
  expect(order.offering_id).toBe(offering.id)
  expect(order.exchange_rate).toBe(quote.exchange_rate)
  expect(order.effective_exchange_rate).toBe(quote.exchange_rate)
  expect(order.external_reference_id).toBeNull()
  expect(order.retry_order_id).toBeNull()
  expect({ total: order.payin.total, fee: order.payin.fee, tax: order.payin.tax }).toEqual(
    quote.payin,
  )
  expect(order.payout.total).toBe(quote.payout.total)
  expect(order.reference_number).toMatch(/^CO-20260304-[0-9A-HJKMNP-TV-Z]{8}$/)

  const funded = await corridor.fund(order.id)
  expect(funded.status).toBe(200)
  expect((funded.data as OrderJson).status.current_status).toBe('STEP_2_FILLING_FX')
  const completed = await corridor.until(order.id, 'STEP_4_COMPLETED')
  expect(completed.status.status_history.map((entry) => entry.status)).toEqual([
    'STEP_1_AWAITING_FUNDING',
    'STEP_2_FILLING_FX',
    'STEP_3_SETTLING_PAYOUT',
    'STEP_4_COMPLETED',
  ])
})

test('an order of every pair in the demo world completes', async () => {
  const { data } = await corridor.post<OfferingJson[]>(`${corridor.organization}/offerings`)
  expect(data.length).toBeGreaterThan(4)
  for (const offering of data) {
    const quote = await corridor.quote(offering.id, offering.payin.limits.min)
    const order = await corridor.order(quote.id)
    expect(order.funding_instructions.currency).toBe(
      offering.payin.external_payment_instrument.currency,
    )
    expect(order.funding_instructions.method).toBe(
      offering.payin.external_payment_instrument.method,
    )
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  }
})

test('each order has its own deposit address, whose key the deployment can derive again', async () => {
  const [one, other] = [await corridor.order(), await corridor.order()]
  const addressOf = (order: OrderJson) => order.funding_instructions.details['address']
  expect(addressOf(one)).not.toBe(addressOf(other))
  expect(addressOf(one)).toBe(depositAddress(corridor.deps.config.secrets.depositSeed, one.id))
})

test('rails and providers get exactly the amounts that the order promised', async () => {
  const order = await corridor.order()
  await corridor.fund(order.id)
  await corridor.until(order.id, 'STEP_4_COMPLETED')
  const rows = await corridor.sql`select key, request from simulator.executions
      where key like '%' || ${order.id} || '%' order by key`
  const minor = (text: string, decimals: number) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  const net = minor(order.payin.total, 6) - minor(order.payin.fee, 6) - minor(order.payin.tax, 6)
  expect(rows.map((row) => row.key)).toEqual([
    `ALPHA/${order.id}:fill:1`,
    `rail/${order.id}:payout:1`,
  ])
  expect(rows[0]?.request).toBe(`fill ${net} USDC for ${minor(order.payout.total, 2)} COP`)
  expect(rows[1]?.request).toContain(
    `pay ${minor(order.payout.total, 2)} COP by COP_BANK_ACCOUNT to `,
  )
})

describe('simulated funding', () => {
  test('counts once; each later simulation gets the same refusal', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    const again = [await corridor.fund(order.id), await corridor.fund(order.id)]
    for (const refused of again) {
      expect(refused.status).toBe(409)
      expect(refused.problem.code).toBe('order_not_awaiting_funding')
      expect(refused.problem.title).toBe(again[0]?.problem.title)
    }
    await corridor.until(order.id, 'STEP_4_COMPLETED')
  })

  test('counts until funding_expires_at inclusive, and not a millisecond later', async () => {
    const [atOnce, late] = [await corridor.quote(), await corridor.quote()]
    const inTime = await corridor.order(atOnce.id)
    const tooLate = await corridor.order(late.id)
    corridor.clock.set(Date.parse(atOnce.funding_expires_at))
    expect((await corridor.fund(inTime.id)).status).toBe(200)
    corridor.clock.advance(1)
    expect((await corridor.fund(tooLate.id)).problem.code).toBe('order_not_awaiting_funding')
    await corridor.until(tooLate.id, 'FAILED_FUNDING_EXPIRED')
    expect((await corridor.fund(tooLate.id)).problem['current_status']).toBe(
      'FAILED_FUNDING_EXPIRED',
    )
    await corridor.until(inTime.id, 'STEP_4_COMPLETED')
  })

  test('accepts an empty object or one with request_id, and nothing else', async () => {
    const order = await corridor.order()
    const path = `${corridor.organization}/orders/${order.id}/simulate-demo-funding`
    const send = (request: object) =>
      corridor.call('POST', path, { idempotencyKey: null, ...request })
    expect((await send({})).problem.code).toBe('invalid_request')
    expect((await send({ body: [] })).problem.code).toBe('invalid_request')
    expect((await send({ body: 'x' })).problem.code).toBe('invalid_request')
    expect((await send({ body: { request_id: 1 } })).problem.code).toBe('invalid_request')
    expect((await send({ body: { amount: '1' } })).problem.code).toBe('unknown_field')
    expect((await send({ body: { request_id: 'mine' } })).status).toBe(200)
  })
})

describe('a quote', () => {
  test('makes an order until submission_expires_at inclusive, and none a millisecond later', async () => {
    const offering = await corridor.offering()
    const quotes = [
      await corridor.quote(offering.id),
      await corridor.quote(offering.id),
      await corridor.quote(offering.id),
    ]
    const expiresAt = Date.parse(quotes[0]?.submission_expires_at ?? '')
    const submit = (quote: QuoteJson | undefined) =>
      corridor.post<OrderJson>(`${corridor.organization}/orders`, { quote_id: quote?.id })
    corridor.clock.set(expiresAt - 1)
    expect((await submit(quotes[0])).status).toBe(201)
    corridor.clock.set(expiresAt)
    expect((await submit(quotes[1])).status).toBe(201)
    corridor.clock.set(expiresAt + 1)
    const refused = await submit(quotes[2])
    expect(refused.problem.code).toBe('quote_expired')
    expect(refused.problem['submission_expires_at']).toBe(quotes[2]?.submission_expires_at)
  })

  test('is valid for 30 minutes, and its order can be funded for 2 hours', async () => {
    const quote = await corridor.quote()
    const createdAt = Date.parse(quote.created_at)
    expect(Date.parse(quote.submission_expires_at) - createdAt).toBe(30 * 60_000)
    expect(Date.parse(quote.funding_expires_at) - createdAt).toBe(120 * 60_000)
  })

  test('reads back as it was created', async () => {
    const quote = await corridor.quote()
    expect((await corridor.get(`${corridor.organization}/quotes/${quote.id}`)).data).toEqual(quote)
  })

  test('by payout amount pays out exactly that amount', async () => {
    const { id } = await corridor.offering()
    const { data } = await corridor.post<QuoteJson>(`${corridor.organization}/quotes`, {
      offering_id: id,
      payout_amount: '4000000.00',
    })
    expect(data.payout.total).toBe('4000000.00')
  })

  test('requires exactly one of the two amounts', async () => {
    const { id } = await corridor.offering()
    const path = `${corridor.organization}/quotes`
    expect((await corridor.post(path, { offering_id: id })).problem.code).toBe('invalid_request')
    const both = await corridor.post(path, {
      offering_id: id,
      payin_amount: '10.00',
      payout_amount: '10.00',
    })
    expect(both.problem.code).toBe('invalid_request')
  })

  test('states the limits when the amount is outside them', async () => {
    const { id, payin } = await corridor.offering()
    for (const amount of ['0.01', '999999999999', '999999999999999999']) {
      const refused = await corridor.post(`${corridor.organization}/quotes`, {
        offering_id: id,
        payin_amount: amount,
      })
      expect(refused.status).toBe(422)
      expect(refused.problem.code).toBe('amount_out_of_limits')
      expect(refused.problem['limits']).toEqual(payin.limits)
    }
  })
})

test('an offering never changes, and the first one is USDC on Solana to a COP bank account', async () => {
  const { data } = await corridor.post<OfferingJson[]>(`${corridor.organization}/offerings`)
  const [first] = data
  expect(first?.payin.external_payment_instrument.currency).toBe('USDC')
  expect(first?.payout.external_payment_instrument.currency).toBe('COP')
  corridor.clock.advance(26 * 3_600_000)
  expect((await corridor.get(`${corridor.organization}/offerings/${first?.id}`)).data).toEqual(
    first,
  )
})
