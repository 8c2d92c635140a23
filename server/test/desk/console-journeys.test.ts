// The console in a real Chromium: whole journeys of a customer against one service, and what every page promises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicId } from '../../src/platform/ids.ts'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage } from '../support/console-page.ts'
import { manualClock, NOON, testService, type TestService } from '../support/service.ts'

const MOST_BYTES = 250_000
/** The keys of the keyboard that are no character. */
const KEYS: Record<string, { code: string; windowsVirtualKeyCode: number; text?: string }> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
}

describe.skipIf(chromium === undefined)('with Chromium', () => {
  let corridor: TestService
  let page: Page
  let origin: string

  beforeAll(async () => {
    // The pages as their sources are now.
    await buildConsole()
    corridor = await testService({ clock: manualClock(NOON) })
    origin = corridor.url
    page = await openPage(chromium ?? '', `${origin}/console/`)
    await page.send('Page.enable')
    await size(1280, 800)
  })
  afterAll(async () => {
    await page.close()
    await corridor.close()
  })

  const size = (width: number, height: number) =>
    page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
  const until = (what: string, expression: string) =>
    expect
      .poll(() => page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false), {
        message: what,
      })
      .toBe(true)
  const heading = (text: RegExp) =>
    until(`the heading ${text}`, `${text}.test(document.querySelector('h1')?.textContent ?? '')`)
  const text = (wanted: RegExp) =>
    until(`the text ${wanted}`, `${wanted}.test(document.body.innerText)`)
  const go = async (path: string) => {
    await page.send('Page.navigate', { url: `${origin}/console${path}` })
    await until(
      path,
      `location.pathname + location.search === ${JSON.stringify(`/console${path}`)}`,
    )
  }
  /** A button or link by the beginning of its name. */
  const named = (name: RegExp) =>
    `[...document.querySelectorAll('main a, main button, [role=dialog] button')].findLast((one) => ${name}.test(one.textContent) && !one.disabled)`
  const click = async (name: RegExp) => {
    await until(`the control ${name}`, named(name))
    await page.evaluate(`${named(name)}.click()`)
  }
  const type = async (key: string) => {
    const known = KEYS[key] ?? {
      code: key === '/' ? 'Slash' : `Key${key.toUpperCase()}`,
      windowsVirtualKeyCode: key === '/' ? 191 : key.toUpperCase().charCodeAt(0),
      text: key,
    }
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...known })
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...known })
  }
  const fill = async (label: RegExp, value: string) => {
    const input = `[...document.querySelectorAll('input')].find((one) => ${label}.test([...one.labels].map((label) => label.textContent).join(' ')))`
    await until(`the field ${label}`, input)
    await page.evaluate(`(${input}.focus(), ${input}.select())`)
    await page.send('Input.insertText', { text: value })
  }
  const signIn = async (key: string) => {
    await heading(/^Sign in$/)
    await fill(/API key/, key)
    await type('Enter')
    await until('the first page', `location.pathname.includes('/org_')`)
  }
  const orders = () => `/${corridor.sandbox.organization_id}/orders`

  test('the first page is under 250 kB compressed and comes from this host alone', async () => {
    await heading(/^Sign in$/)
    const files = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
    )
    expect(files.filter(({ name }) => !name.startsWith(`${origin}/`))).toEqual([])
    const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })

  test('a first order goes from the key to the receipt', async () => {
    await signIn(corridor.sandbox.api_key)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(
      'ck_sandbox',
    )
    await text(/No orders yet/)
    await type('g')
    await type('n')
    await heading(/^New quote$/)
    await fill(/You pay in USDC/, '1000.00')
    await text(/Funds must arrive within\s+(2:00:00|1:59:\d\d)/)
    await click(/^Order 1,000\.00.USDC/)
    await heading(/awaiting funding$/)
    await text(/Send the funds here/)
    await until('the QR code', `document.querySelector('.qr svg') !== null`)
    await click(/^Simulate the funding of 1,000\.00.USDC/)
    await heading(/completed$/)
    await text(/The beneficiary was paid\./)
    const receipt = await page.evaluate<{ status: number; text: string }>(
      `fetch(${named(/^Receipt$/)}.href).then(async (answer) => ({ status: answer.status, text: await answer.text() }))`,
    )
    expect(receipt.status).toBe(200)
    expect(receipt.text).toContain('1,000.00')
  })

  test('an order whose conversion was declined is retried with the same money', async () => {
    await go(`/${corridor.sandbox.organization_id}/quote?payin=1911.01`)
    await click(/^Order 1,911\.01/)
    await heading(/awaiting funding$/)
    await click(/^Simulate the funding/)
    await heading(/conversion declined$/)
    await text(/Your money is safe/)
    const declined = await page.evaluate<string>('location.pathname')
    // The amount is a scenario: the retry is declined as well.
    await click(/^Retry with a fresh quote$/)
    await click(/^Retry 1,911\.01/)
    await until(
      'another order',
      `location.pathname !== '${declined}' && location.pathname.includes('/orders/')`,
    )
    await heading(/conversion declined$/)
    await click(/^Refund 1,911\.01/)
    await until('the question', `document.querySelector('[role=dialog]') !== null`)
    await click(/^Refund 1,911\.01/)
    await heading(/(being refunded|refunded)$/)
  })

  test('what happens elsewhere is shown without a reload', async () => {
    const order = await corridor.order()
    await go(`${orders()}/${order.id}`)
    await heading(/awaiting funding$/)
    await until('the stream is open', `document.querySelector('.not-live') === null`)
    await corridor.fund(order.id)
    await heading(/completed$/)
  })

  test('a page that lost the service keeps what it showed and says so', async () => {
    await go(orders())
    await text(/CO-2026/)
    await page.send('Network.enable')
    const offline = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await page.send('Network.emulateNetworkConditions', { offline: true, ...offline })
    await text(/not live since/)
    await text(/CO-2026/)
    await page.send('Network.emulateNetworkConditions', { offline: false, ...offline })
    await until('live again', `document.querySelector('.not-live') === null`)
  })

  test('everything is reached by the keyboard alone', async () => {
    await go(orders())
    await text(/CO-2026/)
    await type('j')
    await until('a row has the focus', `document.activeElement.tagName === 'TR'`)
    await type('Enter')
    await heading(/^Order CO-2026/)
    await type('/')
    await until('the search', `document.activeElement.matches('[role=dialog] input')`)
    await page.send('Input.insertText', { text: '1911.0' })
    await text(/found by 1911\.01/)
    await page.send('Input.insertText', { text: '1' })
    await text(/found by 1911\.01/)
    await until(
      'the search goes on',
      `document.activeElement.matches('[role=dialog] input') && document.activeElement.value === '1911.01'`,
    )
    await type('Escape')
    await type('g')
    await type('k')
    await heading(/^API keys$/)
  })

  test('a first order goes from the sign-in to its receipt with the keyboard alone', async () => {
    const person = consolePage(page, origin)
    await page.evaluate(
      `fetch('/console/session', { method: 'DELETE', headers: { 'x-corridor-console': '1' } })`,
    )
    await go('/sign-in')
    await heading(/^Sign in$/)
    await person.until('the key has the focus', `document.activeElement === field('API key')`)
    await person.type(corridor.sandbox.api_key)
    await person.press('Enter')
    await until('the first page', `location.pathname.includes('/org_')`)
    await heading(/./)
    await person.press('g')
    await person.press('n')
    await heading(/^New quote$/)
    await text(/You pay in USDC/)
    await person.tabTo('You pay in USDC')
    await person.type('1000.00')
    await person.until('it is grouped', `field('You pay in USDC').value === '1,000.00'`)
    const order = `plain(${named(/^Order 1,000\.00/)}?.textContent ?? '')`
    await person.until('the quote is there', `${order} !== ''`)
    await person.tabTo(await person.run<string>(order))
    await person.press('Enter')
    await heading(/awaiting funding$/)
    await person.tabTo('Simulate the funding of 1,000.00 USDC')
    await person.press('Enter')
    await heading(/completed$/)
    await person.tabTo('Receipt')
  })

  test('a reader chooses Spanish, and the session ends with its key', async () => {
    const { id, key } = await corridor.newKey()
    await page.evaluate(
      `fetch('/console/session', { method: 'DELETE', headers: { 'x-corridor-console': '1' } })`,
    )
    await go('/sign-in')
    await signIn(key)
    await page.evaluate(`localStorage.setItem('corridor.language', 'es')`)
    await go(orders())
    await heading(/^Órdenes$/)
    expect(await page.evaluate('document.documentElement.lang')).toBe('es')
    await corridor.call('DELETE', `/v1/api-keys/${publicId('key', id)}`)
    await heading(/^Iniciar sesión$/)
  })
})
