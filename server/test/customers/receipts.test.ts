// Receipts: of completed and refunded orders, the same bytes for the same order, and readable by a real reader of PDF.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { htmlOf } from '../../src/customers/receipts/html.ts'
import type { Receipt } from '../../src/customers/receipts/receipt.ts'
import { drawPdf } from '../../src/platform/pdf/draw.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { chromium, openPage } from '../support/browser.ts'
import { newProgram } from '../support/desk.ts'
import { refundedOrder, runDueWork } from '../support/orders.ts'
import { testService, type TestService } from '../support/service.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'

const receipt: Receipt = {
  title: 'Payment receipt',
  number: 'CO-20260302-7KQ2M4XZ',
  madeAt: Date.UTC(2026, 2, 2),
  sections: [
    {
      title: 'Paid out',
      rows: [
        ['To', 'Peluquería Ñandú & Compañía (Bogotá) \\ "Ü" – €'],
        ['Name', '中文 <script>alert(1)</script>'],
        ["Bank's trace", 'X'.repeat(300)],
      ],
    },
  ],
}

describe('a receipt', () => {
  let corridor: TestService
  let completed: OrderJson
  let refunded: OrderJson
  let open: OrderJson
  let viewer: string

  beforeAll(async () => {
    corridor = await testService({ worker: false })
    viewer = await newOperatorKey(corridor)
    await corridor.deps.feeds.push()
    completed = await corridor.order()
    open = await corridor.order()
    await corridor.fund(completed.id)
    await runDueWork(corridor)
    refunded = await refundedOrder(corridor)
  })
  afterAll(() => corridor.close())

  const get = async (path: string, accept?: string, key = corridor.sandbox.api_key) => {
    const response = await fetch(corridor.url + path, {
      headers: { authorization: `Bearer ${key}`, ...(accept === undefined ? {} : { accept }) },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      headers: response.headers,
      bytes,
      text: bytes.toString('latin1'),
    }
  }
  const path = ({ id }: OrderJson, form = '') =>
    `${corridor.organization}/orders/${id}/receipt${form}`

  test('of a completed order has amounts, rate, fee and what the rails know it by', async () => {
    const { status, type, text, headers } = await get(path(completed))
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const { data } = await corridor.get<{
      payouts: { reference: string }[]
      deposits: { transaction: string }[]
    }>(`${corridor.organization}/orders/${completed.id}/timeline`)
    for (const expected of [
      completed.reference_number,
      completed.payout.external_payment_instrument.details['legal_entity_name'] ?? 'no holder',
      `${grouped(completed.payin.total)} USDC`,
      `${grouped(completed.payin.fee)} USDC`,
      `${grouped(completed.payout.total)} COP`,
      `1 USDC = ${grouped(completed.exchange_rate)} COP`,
      data.payouts[0]?.reference ?? 'no payout',
      data.deposits[0]?.transaction ?? 'no deposit',
    ])
      expect(text).toContain(expected)
  })

  test('of a refunded order has what came in and what went back, and nothing of a payout', async () => {
    const { data } = await corridor.get<{
      deposits: { transaction: string }[]
      refunds: { amount: string; reference: string }[]
    }>(`${corridor.organization}/orders/${refunded.id}/timeline`)
    const [refund] = data.refunds
    const expected = [
      'Refund receipt',
      'Refunded',
      refunded.reference_number,
      `${grouped(refunded.payin.total)} USDC`,
      `${grouped(refund?.amount ?? '')} USDC`,
      refund?.reference ?? 'no refund',
      data.deposits[0]?.transaction ?? 'no deposit',
    ]
    const html = await get(path(refunded))
    expect([html.status, html.type]).toEqual([200, 'text/html; charset=utf-8'])
    const pdf = await get(path(refunded, '.pdf'))
    expect([pdf.status, pdf.type]).toEqual([200, 'application/pdf'])
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    for (const one of expected) {
      expect(html.text).toContain(one)
      expect(textOfPdf(pdf.bytes)).toContain(one)
    }
    for (const { text } of [html, pdf]) {
      expect(text).not.toContain('Payment receipt')
      expect(text).not.toContain('Exchange rate')
      expect(text).not.toContain('Paid out')
    }
    expect((await get(path(refunded, '.pdf'))).bytes).toEqual(pdf.bytes)
    const seen = await get(`/operator/v1/orders/${refunded.id}/receipt`, 'application/pdf', viewer)
    expect(seen.bytes).toEqual(pdf.bytes)
  })

  test('shows accounts by their last characters only', async () => {
    const { text } = await get(path(completed))
    for (const side of ['payin', 'payout'] as const) {
      const { details } = completed[side].external_payment_instrument
      const account = Object.values(details).find((value) => /\d{6}|\w{30}/.test(value)) ?? ''
      expect(account.length).toBeGreaterThan(7)
      expect(text).not.toContain(account)
      expect(text).toContain(`ending in ${account.slice(-4)}`)
    }
  })

  test('names the company of the customer, and says that a sandbox moved no money', async () => {
    for (const { text } of [await get(path(completed)), await get(path(refunded))]) {
      expect(text).toContain('<dt>Company</dt><dd dir="auto">Demo Enterprise</dd>')
      expect(text).toContain('<dt>Customer</dt><dd dir="auto">Demo Payments</dd>')
      expect(text).toContain('Sandbox: a simulation. No money moved.')
    }
    const pdf = await get(path(completed, '.pdf'))
    expect(textOfPdf(pdf.bytes)).toContain('Sandbox: a simulation. No money moved.')
  })

  test('is in Spanish for whoever asks for it, with amounts as Spanish writes them', async () => {
    const { bytes } = await get(path(completed, '?language=es'))
    const html = bytes.toString()
    expect(html).toContain('<html lang="es">')
    for (const one of ['Recibo de pago', 'Tasa de cambio', 'Monto convertido', '1.000,00 USDC'])
      expect(html).toContain(one)
    expect(html).toContain('Cuenta bancaria en Colombia, COP, termina en')
    expect(html).not.toMatch(/receipt|Paid|Fee|Exchange|1,000\.00|[A-Z] (?:ACCOUNT|ADDRESS)/)
    const pdf = await get(path(completed, '.pdf?language=es'))
    expect(textOfPdf(pdf.bytes)).toContain('Recibo de pago')
    expect(pdf.text).toContain('/Lang (es)')
    const refund = (await get(path(refunded, '?language=es'))).bytes.toString()
    expect(refund).toContain('Recibo de reembolso')
    expect((await get(path(completed, '?language=fr'))).status).toBe(400)
  })

  test('is HTML or PDF by the Accept header and by the path', async () => {
    const types = async (accept?: string, form = '') =>
      (await get(path(completed, form), accept)).type
    expect(await types('application/pdf')).toBe('application/pdf')
    expect(await types('application/pdf, */*;q=0.1')).toBe('application/pdf')
    expect(await types('text/html,application/xhtml+xml,*/*;q=0.8')).toMatch('text/html')
    expect(await types(undefined, '.pdf')).toBe('application/pdf')
    expect((await get(path(completed), 'application/json')).status).toBe(406)
    expect((await get(path(completed, '.pdf'), 'text/html')).status).toBe(406)
  })

  test('has the same bytes for the same order, also for operators', async () => {
    const ofOperator = (form: string) =>
      get(`/operator/v1/orders/${completed.id}/receipt${form}`, undefined, viewer)
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    for (const form of ['', '.pdf']) {
      const first = await get(path(completed, form))
      expect(digest((await ofOperator(form)).bytes)).toBe(digest(first.bytes))
      corridor.clock.advance(86_400_000)
      expect(digest((await get(path(completed, form))).bytes)).toBe(digest(first.bytes))
    }
  })

  test('of an open order is refused, and of a foreign one not found', async () => {
    const refused = await corridor.get(path(open))
    expect(refused.problem).toMatchObject({
      code: 'receipt_not_available',
      current_status: 'STEP_1_AWAITING_FUNDING',
    })
    expect((await corridor.get(`${corridor.organization}/orders/ord_x/receipt`)).status).toBe(404)
    const others = (await selectEnterprises(corridor.deps.db)).filter(
      ({ name }) => name !== 'Demo Enterprise',
    )
    const foreign = await corridor.newKey({ enterprise: others[0]?.name ?? '' })
    expect((await corridor.get(path(completed), { key: foreign.key })).status).toBe(404)
    const outsider = await newProgram(
      corridor,
      'viewer',
      others.map(({ id }) => id),
    )
    const seen = await outsider.act('GET', `/orders/${completed.id}/receipt`)
    expect(seen.problem.code).toBe('not_found')
  })
})

/** Digits in groups of three. */
const grouped = (amount: string): string => {
  const [whole = '', part = ''] = amount.split('.')
  return `${BigInt(whole).toLocaleString('en')}.${part}`
}

async function newOperatorKey(corridor: TestService): Promise<string> {
  const { key } = await createOperatorKey(
    corridor.deps,
    executionBy(corridor.deps, COMMAND, 'operator_key.created', 'reads receipts'),
    { label: 'receipts', role: 'viewer', enterpriseIds: null, expiresAt: null },
  )
  return key
}

describe('the PDF', () => {
  test.skipIf(chromium === undefined)('is shown by a real reader', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-receipt-'))
    /** The picture that the reader ends with, in bytes: more text is a larger picture. */
    const sizeOf = async (name: string, bytes: Buffer): Promise<number> => {
      const file = join(folder, name)
      writeFileSync(file, bytes)
      const blank = await openPage(chromium ?? '', 'about:blank')
      const { data: empty } = await blank.send<{ data: string }>('Page.captureScreenshot', {})
      await blank.close()
      const page = await openPage(chromium ?? '', pathToFileURL(file).href)
      const sizes = [empty.length]
      // The first pictures are of an empty window.
      const isDone = () => new Set(sizes.slice(-4)).size === 1 && sizes.at(-1) !== sizes[0]
      while (sizes.length < 120 && !isDone()) {
        const { data } = await page.send<{ data: string }>('Page.captureScreenshot', {})
        sizes.push(data.length)
        await sleep(250)
      }
      await page.close()
      return sizes.at(-1) ?? 0
    }
    try {
      const shown = await sizeOf('receipt.pdf', await drawPdf(receipt))
      expect(shown).toBeGreaterThan(
        await sizeOf('empty.pdf', await drawPdf({ ...receipt, sections: [] })),
      )
      expect(shown).toBeGreaterThan(await sizeOf('broken.pdf', Buffer.from('%PDF-1.4\nbroken')))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('the HTML shows every character and runs nothing', () => {
  const html = htmlOf(receipt)
  expect(html).toContain('中文 &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Peluquería Ñandú &amp; Compañía')
  expect(html).not.toContain('<script')
})
