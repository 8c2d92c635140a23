// Archiving never strands an order: an open order or refund that needs the instrument prevents it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { prepareOrder } from '../../src/engine/orders/create-order.ts'
import { inTransaction } from '../../src/platform/db/pool.ts'
import type { Uuid } from '../../src/platform/ids.ts'
import type { InstrumentJson } from '../../src/parties/instruments/view.ts'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import { insertOrders } from '../../src/engine/orders/insert-queries.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { testService, type TestService } from '../support/service.ts'
import { requireUuid } from '../support/ids.ts'

let corridor: TestService
let other: TestService
beforeAll(async () => {
  const env = { CORRIDOR_SECRETS: newSecrets() }
  corridor = await testService({ env })
  other = await testService({ env, database: corridor.database, worker: false })
})
afterAll(async () => {
  await other.close()
  await corridor.close()
})

const instruments = () => `${corridor.organization}/external_payment_instruments`
const archive = (id: string, at = corridor) =>
  at.call<InstrumentJson>('DELETE', `${instruments()}/${id}`)

let count = 0
/** Creates a beneficiary in Colombia. */
async function newSupplier(): Promise<InstrumentJson> {
  count += 1
  const { data } = await corridor.post<InstrumentJson>(instruments(), {
    alias: `newSupplier ${count}`,
    currency: 'COP',
    method: 'COP_BANK_ACCOUNT',
    details: {
      bank_account_number: `7700${String(count).padStart(4, '0')}`,
      bank_code: '1007',
      legal_entity_name: 'Andina Textiles SAS',
      doc_type: 'CC',
      doc_id: '1020304050',
      account_type: 'CHECKING',
    },
  })
  return data
}

async function offeringTo(instrument: InstrumentJson): Promise<OfferingJson> {
  const { data } = await corridor.post<OfferingJson[]>(`${corridor.organization}/offerings`)
  const found = data.find(({ payout }) => payout.external_payment_instrument.id === instrument.id)
  if (found === undefined) throw new Error(`no offering to ${instrument.id}`)
  return found
}

const quoteTo = async (instrument: InstrumentJson, amount?: string): Promise<QuoteJson> =>
  corridor.quote((await offeringTo(instrument)).id, amount)
const orderTo = async (instrument: InstrumentJson, amount?: string): Promise<OrderJson> =>
  corridor.order((await quoteTo(instrument, amount)).id)
const post = (order: OrderJson, what: 'cancel' | 'refund') =>
  corridor.post<OrderJson>(`${corridor.organization}/orders/${order.id}/${what}`, undefined, {
    idempotencyKey: null,
  })

/** An order of the quote, inserted by a transaction that commits only when `finish` settles. */
async function slowOrder(quote: QuoteJson, finish: Promise<unknown>): Promise<void> {
  const { deps, sandbox } = corridor
  const id = requireUuid('qt', quote.id)
  const organizationId = requireUuid('org', sandbox.organization_id)
  const row = await deps.findQuote({ organizationId, id })
  if (row === null) throw new Error('the quote does not exist')
  const idempotency = { key: randomUUID(), requestHash: Buffer.alloc(32) }
  const input = { quoteId: quote.id, externalReferenceId: null }
  const order = await prepareOrder(deps, row, input, 'create', idempotency, deps.clock.now())
  const inserted = Promise.withResolvers<void>()
  void inTransaction(deps.db, async (db) => {
    expect(await insertOrders(db, [order])).not.toContain(null)
    inserted.resolve()
    await finish
  }).catch(inserted.reject)
  return inserted.promise
}

test('an instrument that an open order needs is not archived, and the order completes', async () => {
  const instrument = await newSupplier()
  const order = await orderTo(instrument)
  const payin = order.payin.external_payment_instrument.id
  for (const id of [instrument.id, payin]) {
    const refused = (await archive(id)).problem
    expect(refused).toMatchObject({ status: 409, code: 'instrument_in_use', open_refunds: 0 })
    expect(refused['open_orders']).toBeGreaterThan(0)
  }
  expect((await archive(instrument.id)).problem).toMatchObject({
    open_orders: 1,
    order_id: order.id,
  })
  await corridor.fund(order.id)
  await corridor.until(order.id, 'STEP_4_COMPLETED')
  const first = await archive(instrument.id)
  expect(first.data.status.current_status).toBe('ARCHIVED')
  expect((await archive(instrument.id)).text, 'repeated').toBe(first.text)
})

test('instruments of parked and declined orders are not archived', async () => {
  const instrument = await newSupplier()
  const parked = await orderTo(instrument, '1911.05')
  await corridor.fund(parked.id)
  const declined = await orderTo(instrument, '1911.01')
  await corridor.fund(declined.id)
  await corridor.until(declined.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
  await expect
    .poll(async () => {
      const rows = await corridor.sql`select count(*)::int as parked from orders
          where parked_reason is not null`
      return rows[0]?.parked
    })
    .toBe(1)
  expect((await archive(instrument.id)).problem).toMatchObject({ open_orders: 2 })
  await corridor.sql`update orders set parked_reason = null, parked_at = null, attempt = 0
      where parked_reason is not null`
  corridor.deps.wakeWorker()
  await corridor.until(parked.id, 'STEP_4_COMPLETED')
  expect((await archive(instrument.id)).problem).toMatchObject({
    open_orders: 1,
    order_id: declined.id,
  })
  await post(declined, 'refund')
  await corridor.until(declined.id, 'FAILED_REFUND_PROCESSED')
  expect((await archive(instrument.id)).status).toBe(200)
})

test('an instrument that awaits a refund is not archived', async () => {
  const order = await orderTo(await newSupplier(), '1911.01')
  const payin = order.payin.external_payment_instrument
  await corridor.fund(order.id)
  await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
  const restore = (await corridor.deps.rails.all()).map((rail) => {
    const { send } = rail
    rail.send = async () => ({ state: 'pending' })
    return () => void (rail.send = send)
  })
  await post(order, 'refund')
  const refused = (await archive(payin.id)).problem
  expect(refused).toMatchObject({ code: 'instrument_in_use', open_refunds: 1, order_id: order.id })
  for (const one of restore) one()
})

test('archiving waits for a transaction that creates an order, and then finds the order', async () => {
  const instrument = await newSupplier()
  const finish = Promise.withResolvers<void>()
  await slowOrder(await quoteTo(instrument), finish.promise)
  const asked = archive(instrument.id)
  await expect.poll(() => isClosing(instrument)).toBe(true)
  finish.resolve()
  expect((await asked).problem).toMatchObject({ code: 'instrument_in_use', open_orders: 1 })
  expect(await isClosing(instrument), 'the instrument accepts orders again').toBe(false)
  expect((await orderTo(instrument)).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
})

test('archiving gives up on a transaction that stays open, and the instrument accepts orders again', async () => {
  const instrument = await newSupplier()
  const quote = await quoteTo(instrument)
  const finish = Promise.withResolvers<void>()
  await slowOrder(await quoteTo(instrument), finish.promise)
  const refused = await archive(instrument.id)
  finish.resolve()
  expect(refused.problem).toMatchObject({ status: 503, code: 'instrument_busy' })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await corridor.order(quote.id)).status.current_status).toBe('STEP_1_AWAITING_FUNDING')
})

test('a closing instrument accepts no order, accepts quotes and completes its orders; the closing lapses after a minute', async () => {
  const instrument = await newSupplier()
  const order = await orderTo(instrument)
  const { id: offeringId } = await offeringTo(instrument)
  await close(instrument, '1 minute')
  const quote = await corridor.quote(offeringId)
  const refused = await corridor.post(`${corridor.organization}/orders`, { quote_id: quote.id })
  expect(refused.problem).toMatchObject({ code: 'instrument_not_active', current_status: 'ACTIVE' })
  expect(refused.headers.get('retry-after')).toBe('1')
  await corridor.fund(order.id)
  await corridor.until(order.id, 'STEP_4_COMPLETED')
  await close(instrument, '0 minutes')
  await corridor.order(quote.id)
})

test('concurrent requests to two processes archive an instrument once', async () => {
  const instrument = await newSupplier()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      archive(instrument.id, index % 2 === 0 ? corridor : other),
    ),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.data.status.status_history.map(({ status }) => status)).toEqual([
    'COMPLIANCE_HOLD',
    'ACTIVE',
    'ARCHIVED',
  ])
})

test('no open order has an archived instrument, however many orders are created while it is archived', async () => {
  const outcomes = { archived: 0, refused: 0 }
  for (let round = 0; round < 12; round++) {
    const instrument = await newSupplier()
    const { id } = await offeringTo(instrument)
    const quotes = await Promise.all(Array.from({ length: 12 }, () => corridor.quote(id)))
    const archiving = Promise.all(
      [corridor, other].map(async (at) => {
        await sleep((round % 6) * 3)
        return archive(instrument.id, at)
      }),
    )
    const made = await Promise.all(
      quotes.map(async ({ id: quoteId }, index) => {
        await sleep(index * 2)
        const at = index % 2 === 0 ? corridor : other
        return at.post<OrderJson>(`${corridor.organization}/orders`, { quote_id: quoteId })
      }),
    )
    const answers = await archiving
    for (const { status } of answers) expect([200, 409]).toContain(status)
    for (const { status, text } of made) {
      if (status !== 201) expect(text).toContain('instrument_not_active')
    }
    const isArchived = answers.some(({ status }) => status === 200)
    outcomes[isArchived ? 'archived' : 'refused'] += 1
    const { rows } = await corridor.database.owner.query(
      `select o.id from orders o join external_payment_instruments e on e.organization_id = o.organization_id
         and e.id in (o.payin_instrument_id, o.payout_instrument_id)
        where e.status = 'ARCHIVED' and o.status in ('STEP_1_AWAITING_FUNDING', 'STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT')`,
    )
    expect(rows, JSON.stringify(outcomes)).toEqual([])
  }
  expect(outcomes.archived + outcomes.refused).toBe(12)
})

const uuid = (instrument: InstrumentJson): Uuid<'epi'> => requireUuid('epi', instrument.id)

async function isClosing(instrument: InstrumentJson): Promise<boolean> {
  const rows = await corridor.sql`select coalesce(closing_until > now(), false) as is_closing
      from external_payment_instruments where id = ${uuid(instrument)}`
  return rows[0]?.is_closing
}

const close = (instrument: InstrumentJson, time: string) =>
  corridor.database.owner.query(
    'update external_payment_instruments set closing_until = now() + $2::interval where id = $1',
    [uuid(instrument), time],
  )
