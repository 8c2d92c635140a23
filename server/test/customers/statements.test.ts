// The statement of a month: which orders it has, exact sums, and whom it shows.
import { expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { statementOf } from '../../src/customers/statements/statement.ts'
import { documentWords } from '../../src/customers/receipts/words.ts'
import {
  selectStatedOrders,
  selectStatedSums,
  type StatedOrder,
} from '../../src/customers/statements/queries.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { newProgram } from '../support/desk.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { forFile } from '../support/for-file.ts'
import { refundedOrder, runDueWork } from '../support/orders.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
await corridor.deps.feeds.push()
const completed = await corridor.order()
const unpaid = await corridor.order()
await corridor.fund(completed.id)
await runDueWork(corridor)
const refunded = await refundedOrder(corridor)

async function read(path: string, token: string, accept = '*/*') {
  const headers = { authorization: `Bearer ${token}`, accept }
  const response = await fetch(`${corridor.url}${path}`, { headers })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}
const get = (path: string, accept?: string) =>
  read(`${corridor.organization}/statements/${path}`, corridor.sandbox.api_key, accept)

test('of a month has its funded orders with their sums, and none that nobody paid', async () => {
  const { status, bytes } = await get('2026-03')
  const html = bytes.toString()
  expect(status).toBe(200)
  for (const one of [completed, refunded]) expect(html).toContain(one.reference_number)
  expect(html).not.toContain(unpaid.reference_number)
  expect(html).toContain('<dt>Completed</dt><dd dir="auto">1</dd>')
  expect(html).toContain('<dt>Refunded</dt><dd dir="auto">1</dd>')
  expect((await get('2026-03')).bytes.equals(bytes), 'the same bytes while nothing changes').toBe(
    true,
  )
})

test('of another month is empty, and a month that is none is refused', async () => {
  const html = (await get('2026-02')).bytes.toString()
  expect(html).toContain('<dt>Completed</dt><dd dir="auto">0</dd>')
  expect(html).not.toContain(completed.reference_number)
  expect((await get('2026-13')).status).toBe(400)
})

test('is a PDF by its path or by the Accept header', async () => {
  for (const { status, bytes } of [
    await get('2026-03.pdf'),
    await get('2026-03', 'application/pdf'),
  ]) {
    expect(status).toBe(200)
    expect(textOfPdf(bytes)).toContain(completed.reference_number)
  }
})

test('is in Spanish for whoever asks for it', async () => {
  const html = (await get('2026-03?language=es')).bytes.toString()
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('Extracto de órdenes')
  expect(html).toContain(`<dt>Órdenes</dt>`)
  expect(html).toContain('1.000,00 USDC')
  expect(html).not.toMatch(/Statement|Completed|1,000\.00/)
  expect((await get('2026-03?language=fr')).status).toBe(400)
})

test('is for the desk too, in both forms and languages, of organizations that the operator sees', async () => {
  const viewer = await newProgram(corridor, 'viewer')
  const path = `/operator/v1/organizations/${corridor.sandbox.organization_id}/statements/2026-03`
  const ask = (address: string, { token } = viewer) => read(address, token)
  const html = await ask(`${path}?language=es`)
  expect(html.status).toBe(200)
  expect(html.bytes.equals((await get('2026-03?language=es')).bytes)).toBe(true)
  const pdf = await ask(`${path}.pdf`)
  expect(pdf.bytes.equals((await get('2026-03.pdf')).bytes)).toBe(true)
  const receipt = await ask(`/operator/v1/orders/${completed.id}/receipt?language=es`)
  expect(receipt.bytes.toString()).toContain('<html lang="es">')
  const others = await selectEnterprises(corridor.deps.db)
  const foreign = others.filter(({ name }) => name !== 'Demo Enterprise').map(({ id }) => id)
  const stranger = await newProgram(corridor, 'viewer', foreign)
  expect((await ask(path, stranger)).status).toBe(404)
})

test('sums are exact for each pair of currencies, whatever their decimals', () => {
  const order = (payin: bigint, payout: bigint, more: Partial<StatedOrder> = {}): StatedOrder => ({
    reference_number: 'CO-20260302-7KQ2M4XZ',
    count: 1,
    updated_at: instantAt(Date.UTC(2026, 2, 2)),
    status: 'STEP_4_COMPLETED',
    payin_currency: 'USDC',
    payin_total_minor: payin,
    payin_fee_minor: 1n,
    payin_tax_minor: 0n,
    received_minor: payin,
    payout_currency: 'COP',
    payout_total_minor: payout,
    ...more,
  })
  const orders = [
    order(9_007_199_254_740_993_000_001n, 1n),
    order(1n, 2n),
    order(5n, 7n, { payin_currency: 'EUR' }),
    order(11n, 13n, { status: 'FAILED_REFUND_REQUESTED' }),
  ]
  const { sections } = statementOf({
    brand: {},
    isSandbox: false,
    words: documentWords.en,
    company: 'Acme',
    organization: 'Acme',
    month: '2026-03',
    stated: orders,
    lines: orders,
  })
  const rows = (title: string) => sections.find((one) => one.title === title)?.rows
  expect(rows('Completed, USDC to COP')).toEqual([
    ['Orders', '2'],
    ['Paid in', '9,007,199,254,740,993.000002 USDC'],
    ['Fees in it', '0.000002 USDC'],
    ['Tax on fees in it', '0.00 USDC'],
    ['Paid out', '0.03 COP'],
  ])
  expect(rows('Completed, EUR to COP')?.[1]).toEqual(['Paid in', '0.05 EUR'])
  expect(rows('Month')?.slice(2)).toEqual([
    ['Completed', '3'],
    ['Refunded', '0'],
    ['Under way', '1'],
  ])
})

test('of more orders than have a line each has the same sums, and says where the lines are', async () => {
  const span = {
    from: instantAt(Date.UTC(2026, 2, 1)),
    to: instantAt(Date.UTC(2026, 3, 1)),
  }
  const organizationId = uuidOf('org', corridor.sandbox.organization_id)
  if (organizationId === undefined) throw new Error('the sandbox has no organization')
  const orders = await selectStatedOrders(corridor.deps.db, organizationId, span, 500)
  const facts = {
    brand: {},
    isSandbox: false,
    words: documentWords.en,
    company: 'Acme',
    organization: 'Acme',
    month: '2026-03',
  }
  const whole = statementOf({ ...facts, stated: orders, lines: orders })
  const stated = await selectStatedSums(corridor.deps.db, organizationId, span)
  const short = statementOf({ ...facts, stated, lines: undefined })
  expect(orders).toHaveLength(2)
  expect(short.madeAt).toBe(whole.madeAt)
  expect(short.sections.slice(0, -1)).toEqual(whole.sections.slice(0, -1))
  expect(short.sections.at(-1)?.rows).toEqual([
    ['2', 'too many for a line each: export the list of orders'],
  ])
})
