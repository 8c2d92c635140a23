// Receipts: of completed and refunded orders, the same bytes for the same order, and readable by a real reader of PDF.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { htmlOf } from '../../src/customers/receipts/html.ts'
import { pdfOf } from '../../src/customers/receipts/pdf.ts'
import type { Receipt } from '../../src/customers/receipts/receipt.ts'
import { widthOf, winAnsi } from '../../src/customers/receipts/winansi.ts'
import { chromium, openPage } from '../support/browser.ts'
import { newProgram } from '../support/desk.ts'
import { fundedOrder, runDueWork, statusOf } from '../support/orders.ts'
import { testService, type TestService } from '../support/service.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { createOperatorKey } from '../../src/parties/operators/manage-keys.ts'

const receipt: Receipt = {
  title: 'Payment receipt',
  number: 'CO-20260302-7KQ2M4XZ',
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
    // The simulated bank rejects the payouts of such amounts, and their orders are refunded.
    refunded = await fundedOrder(corridor, '1911.06')
    while ((await statusOf(corridor, refunded.id)) !== 'FAILED_REFUND_PROCESSED') {
      corridor.clock.advance(5000)
      await runDueWork(corridor)
    }
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
      `${completed.payin.total} USDC`,
      `${completed.payin.fee} USDC`,
      `${completed.payout.total} COP`,
      `1 USDC = ${completed.exchange_rate} COP`,
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
      `${refunded.payin.total} USDC`,
      `${refund?.amount} USDC`,
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
      expect(textOfPdf(pdf.text)).toContain(one)
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

/** Long values go on on the next line. */
const textOfPdf = (text: string): string =>
  [...text.matchAll(/ Td \(((?:\\.|[^\\)])*)\) Tj/g)]
    .map(([, part = '']) => part.replaceAll(/\\(.)/g, '$1'))
    .join('')

async function newOperatorKey(corridor: TestService): Promise<string> {
  const { key } = await createOperatorKey(
    corridor.deps,
    executionBy(corridor.deps, COMMAND, 'operator_key.created', 'reads receipts'),
    { label: 'receipts', role: 'viewer', enterpriseIds: null, expiresAt: null },
  )
  return key
}

describe('the PDF', () => {
  test('has Spanish names as they are, and names what it cannot encode', () => {
    expect(winAnsi('Ñandú – €').bytes.toString('latin1')).toBe('Ñandú \u0096 \u0080')
    expect(winAnsi('N\u0303')).toEqual({ bytes: Buffer.from([0xd1]), isComplete: true })
    expect(winAnsi('中a')).toEqual({ bytes: Buffer.from('{U+4E2D}a'), isComplete: false })
    const text = pdfOf(receipt).toString('latin1')
    expect(text).toContain('Peluquería Ñandú & Compañía \\(Bogotá\\) \\\\ "Ü" \u0096 \u0080')
    expect(text).toContain('{U+4E2D}{U+6587}')
    expect(text).toContain('Characters that this file cannot show')
  })

  test('keeps every line within the page, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (value) => {
        const pdf = pdfOf({ ...receipt, sections: [{ title: 'T', rows: [['Name', value]] }] })
        const lines = [
          ...pdf.toString('latin1').matchAll(/\/F1 10 Tf 200 [\d.]+ Td \(((?:\\.|[^\\)])*)\) Tj/g),
        ]
        for (const [, line = ''] of lines)
          expect(
            widthOf(Buffer.from(line.replaceAll(/\\(.)/g, '$1'), 'latin1')),
          ).toBeLessThanOrEqual(33_900)
      }),
      { numRuns: 50 },
    )
  })

  test('has a table of its objects with their right places', () => {
    const text = pdfOf(receipt).toString('latin1')
    const start = Number.parseInt(/startxref\n(\d+)/.exec(text)?.[1] ?? '', 10)
    expect(text.slice(start, start + 4)).toBe('xref')
    const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)]
    expect(places.length).toBeGreaterThan(5)
    for (const [at, [, place = '']] of places.entries())
      expect(text.slice(Number.parseInt(place, 10))).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
    for (const [whole, length = ''] of text.matchAll(/\/Length (\d+) >>\nstream\n/g)) {
      const begin = text.indexOf(whole) + whole.length
      expect(text.slice(begin + Number.parseInt(length, 10)).startsWith('\nendstream')).toBe(true)
    }
  })

  test('of many rows goes on on another page', () => {
    const rows = Array.from({ length: 90 }, (_, at): [string, string] => [`Row ${at}`, 'value'])
    const text = pdfOf({ ...receipt, sections: [{ title: 'T', rows }] }).toString('latin1')
    expect(text).toContain('/Count 2 ')
    expect(text).toContain('Row 89')
  })

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
      const shown = await sizeOf('receipt.pdf', pdfOf(receipt))
      expect(shown).toBeGreaterThan(await sizeOf('empty.pdf', pdfOf({ ...receipt, sections: [] })))
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
