// The desk's brand: from the operator file to the pages and receipts, and what is refused as a mark.
import { deflateSync, crc32 } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportFile } from '../../src/desk/operator-file/export-file.ts'
import { inTransaction } from '../../src/platform/db/pool.ts'
import { chromium, openPage } from '../support/browser.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage } from '../support/console-page.ts'
import { newProgram } from '../support/desk.ts'
import { eventually } from '../support/until.ts'
import { runDueWork } from '../support/orders.ts'
import { applied, parsed } from '../support/operator-files.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { testService, type TestService } from '../support/service.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const content = Buffer.concat([Buffer.from(type), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A square of one transparent colour. */
const png = (side: number, pixels = deflateSync(Buffer.alloc(side * (1 + side * 4)))): string => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts]).toString('base64')
}

const file = (mark = png(16)) => `
brand:
  name: Andes Payments
  accent: '#7a1f5c'
  mark: ${mark}
  contact: desk@andes.example
  issuer: { name: Andes Payments S.A.S., details: [NIT 900.123.456-7, 'Calle 72, Bogotá'] }
  conditions: Complaints within 30 days.
`

const NONE = { name: null, accent: null, mark: null, contact: null }

describe('the brand', () => {
  let corridor: TestService
  beforeAll(async () => {
    corridor = await testService({ worker: false })
    await corridor.deps.feeds.push()
  })
  afterAll(() => corridor.close())

  const shown = async () => {
    const answer: unknown = await (await fetch(`${corridor.url}/brand`)).json()
    return answer as {
      data: { name: string; accent: string; mark: string | null; contact: string | null }
    }
  }
  /** Processes cache the brand for two seconds. */
  const apply = async (text: string) => {
    const changes = await applied(corridor, text)
    await sleep(2100)
    return changes
  }

  test('of a deployment without one is empty', async () => {
    expect(await shown()).toEqual({ data: NONE })
  })

  test('is on pages without a key, and on receipts, as the file says', async () => {
    const order = await corridor.order()
    await corridor.fund(order.id)
    await runDueWork(corridor)
    const [change = ''] = await apply(file())
    expect(change).toContain('change brand; ')
    expect(change).not.toContain(png(16))

    const { data } = await shown()
    expect(data).toMatchObject({
      name: 'Andes Payments',
      accent: '#7a1f5c',
      contact: 'desk@andes.example',
    })
    const mark = await fetch(corridor.url + data.mark)
    expect(mark.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await mark.arrayBuffer()).toString('base64')).toBe(png(16))
    expect((await fetch(`${corridor.url}/brand/other.png`)).status).toBe(404)

    const receipt = async (form: string) => {
      const path = `${corridor.organization}/orders/${order.id}/receipt${form}`
      const authorization = `Bearer ${corridor.sandbox.api_key}`
      const response = await fetch(corridor.url + path, { headers: { authorization } })
      return Buffer.from(await response.arrayBuffer())
    }
    const html = (await receipt('')).toString()
    const pdf = await receipt('.pdf')
    for (const text of [
      'Andes Payments S.A.S.',
      'NIT 900.123.456-7',
      'Complaints within 30 days.',
      'Questions: desk@andes.example',
    ]) {
      expect(html).toContain(text)
      expect(textOfPdf(pdf)).toContain(text)
    }
    expect(html).toContain(`data:image/png;base64,${png(16)}`)
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
  })

  test.skipIf(chromium === undefined)(
    'is in the head of the console and of the documents',
    async () => {
      for (const path of ['/console/', '/docs/']) {
        const page = await openPage(chromium ?? '', `${corridor.url}${path}`)
        const isShown = `(() => {
        const brand = document.querySelector('.brand')
        // The page may not have begun yet.
        if (brand === null) return false
        const accent = getComputedStyle(document.documentElement).getPropertyValue('--desk-accent')
        const hasMark = brand.querySelector('img')?.complete === true
        return hasMark && brand.textContent.trim() === 'Andes Payments' && accent === '#7a1f5c'
      })()`
        // A navigation may end an evaluation.
        await eventually(`the brand on ${path}`, () =>
          page.evaluate<boolean>(isShown).catch(() => false),
        )
        await page.close()
      }
    },
  )

  test('is exported as it was applied, does not change twice, and ends with an empty section', async () => {
    expect(await apply(file())).toEqual([])
    const { secrets } = corridor.deps.config
    const exported = () =>
      inTransaction(corridor.deps.db, (db) =>
        exportFile({ db, secrets, at: corridor.clock.now(), withDetails: false }),
      )
    const text = await exported()
    expect(text).toContain('Andes Payments S.A.S.')
    expect(await applied(corridor, text.slice(0, text.indexOf('liquidity_providers')))).toEqual([])
    await apply('brand: {}')
    expect(await shown()).toEqual({ data: NONE })
    expect(await exported()).not.toContain('brand')
  })

  test.skipIf(chromium === undefined)(
    'has its contact where only the desk can help',
    async () => {
      await buildConsole()
      const compliance = await newProgram(corridor, 'compliance')
      const own = corridor.sandbox.organization_id
      await apply('brand: { contact: desk@andes.example }')
      await compliance.act('POST', `/organizations/${own}/hold`, {
        reason: 'The bank asked for it',
      })
      const browser = await openPage(chromium ?? '', 'about:blank')
      const page = consolePage(browser, corridor.url)
      await page.open('/console/sign-in')
      await page.fill('API key', corridor.sandbox.api_key)
      await page.click('Sign in')
      await page.see('Ask the desk: desk@andes.example')
      expect(await page.run(`document.querySelector('main .note a').href`)).toBe(
        'mailto:desk@andes.example',
      )
      await apply('brand: { contact: "https://andes.example/help" }')
      await page.open(`/console/${own}`)
      await page.see('Ask the desk: https://andes.example/help')
      expect(await page.violations()).toEqual([])
      await apply('brand: {}')
      await page.open(`/console/${own}`)
      await page.see('Only your desk')
      expect(await page.shows('Ask the desk')).toBe(false)
      await browser.close()
    },
    120_000,
  )

  test('refuses a contact that is neither a mail address nor a link of https', () => {
    for (const contact of [
      'call us',
      'javascript:alert(1)',
      'http://andes.example',
      'a@b',
      'https://',
    ])
      expect(() => parsed(`brand: { contact: '${contact}' }`)).toThrow('contact must be')
  })

  test('refuses a mark that is no PNG, is too large, or cannot be drawn', async () => {
    for (const [mark, reason] of [
      [Buffer.from('<svg/>').toString('base64'), 'mark must be a PNG in base64'],
      [png(513), 'mark has 513 × 513 pixels; it must have at most 512 × 512'],
    ] as const)
      expect(() => parsed(file(mark))).toThrow(reason)
    await expect(applied(corridor, file(png(16, Buffer.from('broken'))))).rejects.toThrow(
      'mark cannot be read',
    )
  })
})
