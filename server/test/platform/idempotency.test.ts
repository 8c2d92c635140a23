// A repeated request gets the first answer's bytes, whatever has changed since.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { archiveInstrument } from '../../src/parties/instruments/archive-instrument.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { prepareOrder } from '../../src/engine/orders/create-order.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

const corridor = await forFile(testService())

test('every creating operation replays its first bytes after every later change', async () => {
  const { organization } = corridor
  const made: { path: string; body: unknown; idempotencyKey: string; text: string }[] = []
  async function make<Data>(path: string, body?: unknown): Promise<Data> {
    const idempotencyKey = randomUUID()
    const reply = await corridor.post<Data>(path, body, { idempotencyKey })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('idempotent-replayed')).toBeNull()
    made.push({ path, body, idempotencyKey, text: reply.text })
    return reply.data
  }
  async function allReplay(when: string): Promise<void> {
    for (const { path, body, idempotencyKey, text } of made) {
      const again = await corridor.post(path, body, { idempotencyKey })
      expect(again.text, `${path} ${when}`).toBe(text)
      expect(again.status).toBe(201)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
  }

  await make('/v1/organizations', {
    name: 'Twice',
    contact: { email: 'a@b.co', first_name: 'A', last_name: 'B' },
  })
  const wallet = (await corridor.instruments()).find((one) => one.method === 'SOLANA_ADDRESS')
  const instrument = await make<InstrumentJson>(`${organization}/external_payment_instruments`, {
    alias: 'A wallet for a while',
    currency: 'USDC',
    method: 'SOLANA_ADDRESS',
    details: wallet?.details,
  })
  const offerings = await make<OfferingJson[]>(`${organization}/offerings`)
  const offering = offerings.find(
    (one) =>
      one.payin.external_payment_instrument.id === instrument.id &&
      one.payout.external_payment_instrument.currency === 'COP',
  )
  const quote = await make<QuoteJson>(`${organization}/quotes`, {
    offering_id: offering?.id,
    payin_amount: '500.00',
  })
  const order = await make<OrderJson>(`${organization}/orders`, {
    quote_id: quote.id,
    external_reference_id: 'replayed',
  })
  await allReplay('at once')

  await corridor.fund(order.id)
  await corridor.until(order.id, 'STEP_4_COMPLETED')
  await allReplay('after completion')
  await archiveInstrument(corridor.deps, {
    organizationId: requireUuid('org', corridor.sandbox.organization_id),
    id: requireUuid('epi', instrument.id),
  })
  await allReplay('after the instrument was archived')
  corridor.clock.advance(24 * 3_600_000)
  await allReplay('after the quote expired')
  const organizationId = requireUuid('org', corridor.sandbox.organization_id)
  await updateOrganizationStatus(
    corridor.deps.db,
    organizationId,
    'COMPLIANCE_HOLD',
    corridor.clock.now(),
  )
  await allReplay('on hold')
  await updateOrganizationStatus(corridor.deps.db, organizationId, 'ACTIVE', corridor.clock.now())
  corridor.clock.set(Date.parse('2026-03-07T17:00:00Z'))
  await allReplay('on a Saturday')
})

test('the same key with another body or path is refused and writes nothing', async () => {
  const { organization } = corridor
  const offering = await corridor.offering()
  const idempotencyKey = randomUUID()
  const quotes = `${organization}/quotes`
  await corridor.post(
    quotes,
    { offering_id: offering.id, payin_amount: '100.00' },
    { idempotencyKey },
  )
  for (const payin_amount of ['100.01', '100.0', '0.01']) {
    const refused = await corridor.post(
      quotes,
      { offering_id: offering.id, payin_amount },
      { idempotencyKey },
    )
    expect(refused.status).toBe(422)
    expect(refused.problem.code).toBe('idempotency_key_reused')
  }
  const rows = await corridor.sql`select count(*) as n from quotes
      where idempotency_key = ${idempotencyKey}`
  expect(rows[0]?.n).toBe(1n)
})

test('the same fields in another order are the same request', async () => {
  const offering = await corridor.offering()
  const idempotencyKey = randomUUID()
  const send = (rawBody: string) =>
    corridor.call<QuoteJson>('POST', `${corridor.organization}/quotes`, { idempotencyKey, rawBody })
  const first = await send(`{"offering_id":"${offering.id}","payin_amount":"100.00"}`)
  const second = await send(`{ "payin_amount": "100.00", "offering_id": "${offering.id}" }`)
  expect(second.text).toBe(first.text)
})

test('one key can be used for other operations and other organizations', async () => {
  const idempotencyKey = randomUUID()
  const [, other] = await corridor.organizations()
  const offering = await corridor.offering()
  const quote = await corridor.post<QuoteJson>(
    `${corridor.organization}/quotes`,
    { offering_id: offering.id, payin_amount: '100.00' },
    { idempotencyKey },
  )
  expect(quote.status).toBe(201)
  expect(
    (
      await corridor.post(
        `${corridor.organization}/orders`,
        { quote_id: quote.data.id },
        { idempotencyKey },
      )
    ).status,
  ).toBe(201)
  expect(
    (await corridor.post(`${corridor.organization}/offerings`, undefined, { idempotencyKey }))
      .status,
  ).toBe(201)
  expect(
    (await corridor.post(`/v1/organizations/${other?.id}/offerings`, undefined, { idempotencyKey }))
      .status,
  ).toBe(201)
})

test('a refused request leaves its key free', async () => {
  const offering = await corridor.offering()
  const idempotencyKey = randomUUID()
  const send = (payin_amount: string) =>
    corridor.post(
      `${corridor.organization}/quotes`,
      { offering_id: offering.id, payin_amount },
      { idempotencyKey },
    )
  expect((await send('0.01')).status).toBe(422)
  expect((await send('100.00')).status).toBe(201)
})

test('no body, an empty body and an empty object create the same offerings', async () => {
  const idempotencyKey = randomUUID()
  const path = `${corridor.organization}/offerings`
  const first = await corridor.call('POST', path, { idempotencyKey })
  const second = await corridor.call('POST', path, { idempotencyKey, rawBody: '' })
  const third = await corridor.call('POST', path, { idempotencyKey, body: {} })
  expect(new Set([first.text, second.text, third.text]).size).toBe(1)
  expect((await corridor.call('POST', path, { body: { x: 1 } })).problem.code).toBe('unknown_field')
  expect((await corridor.call('POST', path, { body: [] })).problem.code).toBe('invalid_request')
})

test('the row that renders the first answer of an order equals the stored row', async () => {
  const { deps, sandbox } = corridor
  const organizationId = requireUuid('org', sandbox.organization_id)
  const { id: quoteId } = await corridor.quote()
  const quote = await deps.findQuote({ organizationId, id: requireUuid('qt', quoteId) })
  if (quote === null) throw new Error('the quote does not exist')
  const input = { quoteId, externalReferenceId: 'row by row' }
  const idempotency = { key: randomUUID(), requestHash: Buffer.alloc(32, 7) }
  const order = await prepareOrder(deps, quote, input, 'create', idempotency, deps.clock.now())
  const answered = await deps.insertOrder(order)
  expect(answered).not.toBeNull()
  expect(await deps.findOrder({ organizationId, id: order.id })).toEqual(answered)
})
