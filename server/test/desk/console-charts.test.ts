// Charts of the console in a real Chromium: what they show is what the service says, in words and as a table; in both themes and
// languages, at every width, without motion; and their library is no part of the first page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import { simulateFunding } from '../../src/engine/orders/simulate-funding.ts'
import { createSampler } from '../../src/engine/series/keep-series.ts'
import { countForCharts } from '../support/orders.ts'
import { chromium, type Page } from '../support/browser.ts'
import { openDeskInBrowser, type DeskInBrowser, type DeskPage } from '../support/desk-page.ts'
import { newPerson, ratesArrive, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import type { TestService } from '../support/service.ts'

type Sum = { orders: number; payin: string; cost: string }
type Series = { series: { payin_currency: string; status: string; total: Sum }[] }

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let browser: Page
  let page: DeskPage
  let ada: Person

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page, browser } = desk)
    ada = await newPerson(desk, 'ada', 'admin')
    await ratesArrive(corridor)
  }, 300_000)
  afterAll(() => desk.close())

  async function complete(payin: string, payout: string, amount: string): Promise<string> {
    const { id: offeringId } = await corridor.offering(payin, payout)
    const { id } = await corridor.order((await corridor.quote(offeringId, amount)).id)
    const organizationId = requireUuid('org', corridor.sandbox.organization_id)
    await simulateFunding(corridor.deps, { organizationId, id: requireUuid('ord', id) })
    while ((await advanceOrders(corridor.deps)) > 0);
    return id
  }
  async function count(): Promise<void> {
    await countForCharts(corridor)
    await createSampler()(corridor.deps)
  }
  const scripts = () =>
    page.run<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /plot/i.test(name))`,
    )
  const drawn = `document.querySelectorAll('.chart-plot canvas').length > 0 && document.querySelector('.loading') === null`
  const captions = () =>
    page.run<string[]>(
      `[...document.querySelectorAll('.chart figcaption')].map((one) => plain(one.innerText))`,
    )
  const say = (language: string) =>
    page.run(`localStorage.setItem('corridor.language', '${language}')`)

  test('before the first order, charts say that nothing is known yet, and no library is loaded', async () => {
    await page.signIn(ada)
    await page.see('Nothing is counted yet. The first order appears here within seconds.')
    await page.see('No gas was paid in 14 days.')
    await page.see('No order was completed today.')
    expect(await page.run(`document.querySelectorAll('.chart-plot').length`)).toBe(0)
    expect(await scripts()).toEqual([])
  })

  test('the board says what the service says, and each chart has its figures', async () => {
    await complete('USDC', 'COP', '1000.10')
    await complete('NGN', 'USDC', '400000.15')
    await count()
    const { data } = await ada.act<Series>('GET', '/series/orders')
    await page.open('/console/operator')
    await page.until('the charts are drawn', drawn)
    const said = await captions()
    for (const { payin_currency: currency, status, total } of data.series) {
      if (status !== 'STEP_4_COMPLETED') continue
      const amount = total.payin.replace(/\B(?=(\d{3})+(?!\d)(?=.*\.))/g, ',')
      expect(said.join('\n')).toContain(`${amount} ${currency} in 1 completed`)
    }
    expect(said.join('\n')).toContain(
      '2 created, 2 funded, 2 went to payout, 2 completed, 0 failed, 0 to be refunded today.',
    )
    expect(said.join('\n')).toContain('ALPHA: 1 USDC = ')
    // No order was counted a week ago.
    expect(said.filter((one) => one.includes('; last Wednesday is not known.')).length).toBe(
      new Set(said.filter((one) => /How much goes|earn in|How long/.test(one))).size,
    )
    expect(said.join('\n')).not.toContain('on the whole of last')
    const tables = await page.run<string[]>(
      `[...document.querySelectorAll('.chart-figures')].map((one) => (one.open = true, plain(one.querySelector('table').innerText)))`,
    )
    expect(tables.join('\n')).toContain('400,000.15')
    expect(await scripts()).not.toEqual([])
  })

  test('a point leads to the list of the orders of its hour', async () => {
    await page.width(1280, 900)
    await page.open('/console/operator')
    await page.until('the charts are drawn', drawn)
    const address = await page.run<string>(
      `[...document.querySelectorAll('.chart-figures tbody th a')].map((one) => one.getAttribute('href'))
        .find((one) => !one.includes('status'))`,
    )
    const hour = /from=([^&]+)&to=([^&]+)/.exec(decodeURIComponent(address))
    expect(hour?.[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d$/)
    expect(hour?.[2]).toBe(hour?.[1])
    // A bar of a corridor leads to the orders of its two currencies.
    expect(
      await page.run<string[]>(
        `[...document.querySelectorAll('.chart-figures tbody th a')].map((one) => one.getAttribute('href'))
          .filter((one) => one.includes('status') && !one.includes('pair='))`,
      ),
    ).toEqual([])
    await page.run(
      `(document.querySelectorAll('.chart-figures tbody th a')[0].closest('details').open = true,
        document.querySelectorAll('.chart-figures tbody th a')[0].click())`,
    )
    await page.until('the list is open', `location.pathname === '/console/operator/orders'`)
    await page.see('Mar 4, 2026, 17:00')
    await page.open(`/console/operator/orders?from=2020-01-01T05&to=2020-01-01T05`)
    await page.see('Jan 1, 2020, 05:00')
    // A click on the picture does the same.
    await page.open('/console/operator')
    await page.until('the charts are drawn', drawn)
    // A picture that is drawn anew meanwhile is clicked again.
    await page.until(
      'the list is open',
      `(() => { if (location.pathname === '/console/operator/orders') return true
         const over = document.querySelector('.chart-plot .u-over'); const box = over?.getBoundingClientRect()
         over?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + 5 }))
         return false })()`,
    )
  })

  test('a route shows its open total against its bound over a week', async () => {
    const { id: offeringId } = await corridor.offering('USDC', 'COP')
    await corridor.order((await corridor.quote(offeringId, '750.00')).id)
    await count()
    const { data: routes } = await ada.act<{ id: string; open_total: string }[]>('GET', '/routes')
    const route = routes.find(({ open_total: open }) => Number(open) > 0)
    await page.open(`/console/operator/routes?open=${route?.id}`)
    await page.see('How close did it come to its bound?')
    await page.until('it is drawn', drawn)
    expect((await captions()).join('\n')).toContain('750.00 USDC awaited funding at most in 7 days')
  })

  test.each([390, 820, 1280, 1920])(
    'nothing is cut and axe finds nothing at %i pixels',
    async (width) => {
      for (const [language, isDark] of [
        ['en', false],
        ['es', true],
      ] as const) {
        await say(language)
        await page.dark(isDark)
        await page.width(width, 900)
        await page.open('/console/operator')
        await page.until('the charts are drawn', drawn)
        expect(
          await page.run<string[]>(
            `[document.documentElement, ...document.querySelectorAll('.chart, .chart-plot')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.className + ' is ' + one.scrollWidth + ' wide')`,
          ),
        ).toEqual([])
        expect(await page.violations()).toEqual([])
      }
      await say('en')
    },
  )

  test('charts are drawn in the colours of the theme, and nothing moves', async () => {
    await browser.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    await page.width(1280, 900)
    await page.open('/console/operator')
    await page.until('the charts are drawn', drawn)
    const picture = () =>
      page.run<string>(`document.querySelector('.chart-plot canvas').toDataURL()`)
    expect(await page.run<number>('document.getAnimations().length')).toBe(0)
    const light = await picture()
    await page.dark(true)
    await page.until(
      'the theme is dark',
      `document.documentElement.dataset.mantineColorScheme === 'dark'`,
    )
    await page.until(
      'the chart is drawn again',
      `document.querySelector('.chart-plot canvas').toDataURL() !== ${JSON.stringify(light)}`,
    )
    await page.dark(false)
  })

  test('an order shows the rates around it, and a rail its balance against the ledger', async () => {
    const id = await complete('USDC', 'COP', '500.00')
    await count()
    await page.open(`/console/operator/orders/${id}`)
    await page.see('How did the rate move around the order?')
    await page.until('the rates are drawn', drawn)
    const last = await page.run<string>(
      `[...document.querySelectorAll('.chart-figures tbody th')].at(-1).textContent`,
    )
    expect(Date.parse(`${last.replace(' ', 'T')}Z`)).toBeLessThanOrEqual(corridor.deps.clock.now())
    await page.open('/console/operator/rails')
    await page.see('Does rail:sandbox hold its USDC?')
    await page.until('the balance is drawn', drawn)
    await page.open('/console/operator/providers')
    await page.see('What is 1 USDC in COP?')
  })

  test('a customer sees volume and cost of its own orders by month', async () => {
    await page.open('/console/sign-in')
    await page.fill('API key', corridor.sandbox.api_key)
    await page.click('Sign in')
    await page.see('How much went from USDC to COP?')
    await page.until('the charts are drawn', drawn)
    const { data } = await corridor.get<Series>(`${corridor.organization}/order_series?unit=month`)
    const own = data.series.find(
      ({ payin_currency, status }) => payin_currency === 'USDC' && status === 'STEP_4_COMPLETED',
    )
    const said = (await captions()).join('\n')
    expect(said).toContain(`in ${own?.total.orders} completed orders of 12 months`)
    expect(said).toContain(`${own?.total.cost} USDC of fees and tax.`)
  })

  test('corridors that have no chart are counted, with a link to them', async () => {
    for (const payout of ['MXN', 'BRL', 'NGN']) await complete('USDC', payout, '50.00')
    await count()
    const addresses = () =>
      page.run<string[]>(
        `[...document.querySelectorAll('.chart-more a')].filter((one) => one.innerText === 'and 1 more')
          .map((one) => decodeURIComponent(one.getAttribute('href')))`,
      )
    await page.open(`/console/${corridor.sandbox.organization_id}`)
    await page.until('the charts are drawn', drawn)
    expect((await addresses()).join()).toContain('/orders?status=STEP_4_COMPLETED')
    await page.signIn(ada)
    await page.until('the charts are drawn', drawn)
    const [corridors = ''] = await addresses()
    expect(corridors).toMatch(/reports\?.*by=route.*from=today/)
    await page.open(corridors)
    await page.see('USDC to NGN')
  })
})
