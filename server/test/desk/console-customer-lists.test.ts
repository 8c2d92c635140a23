// The lists of the customers' pages in a real Chromium: what a link opens, what waits, and what narrows a list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventJson } from '../../src/engine/events/schemas.ts'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage, type ConsolePage } from '../support/console-page.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { testService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let corridor: TestService
  let browser: Page
  let page: ConsolePage
  let operator: Pick<Person, 'act'>
  const at = (path: string) => `/console/${corridor.sandbox.organization_id}${path}`

  beforeAll(async () => {
    // The pages as their sources are now.
    await buildConsole()
    corridor = await testService()
    operator = await newProgram(corridor, 'operator')
    browser = await openPage(chromium ?? '', 'about:blank')
    page = consolePage(browser, corridor.url)
    await page.width(1280, 800)
    await page.open('/console/sign-in')
    await page.fill('API key', corridor.sandbox.api_key)
    await page.click('Sign in')
    await page.until('the first page is open', `location.pathname.includes('/org_')`)
  }, 300_000)
  afterAll(async () => {
    await browser.close()
    await corridor.close()
  })

  test('the overview says that all is well only where it is', async () => {
    const title = (text: string) =>
      page.until(`the title is ${text}`, `document.querySelector('h1').innerText === '${text}'`)
    await page.open(at(''))
    await title('No order yet')
    const order = await corridor.order()
    await page.open(at(''))
    await title('1 order waits for funds')
    expect(await page.violations()).toEqual([])
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_4_COMPLETED')
    await title('All is well: no order is open')
    await page.open(at(''))
    await page.language('es')
    await title('Todo va bien: no hay órdenes abiertas')
    await page.language('en')
  })

  test('a link opens an event or a request that the list does not show', async () => {
    const events = await until(
      () => corridor.get<EventJson[]>(`${corridor.organization}/events?limit=1`),
      ({ data }) => data.length > 0,
    )
    const event = events.data[0]
    await page.open(at(`/events?type=webhook.test&open=${event?.id}`))
    await page.until(
      'it is open',
      `document.querySelector('aside')?.innerText.includes('${event?.type}')`,
    )
    expect(await page.violations()).toEqual([])
    await page.open(at(`/events?open=evt_01jqe8m2x4fv5s0t6w7y8z9abc`))
    await page.see('There is no event with this identifier, or it is no longer kept.')
    const requests = await until(
      () => corridor.get<{ id: string; status: number; path: string }[]>('/v1/api-requests'),
      ({ data }) => data.some(({ status }) => status === 200),
    )
    const request = requests.data.find(({ status }) => status === 200)
    await page.open(at(`/api-log?status=refused&open=${request?.id}`))
    await page.until(
      'it is open',
      `document.querySelector('aside')?.innerText.includes('${request?.path}')`,
    )
    expect(await page.violations()).toEqual([])
    for (const id of ['rq_01jqe8m2x4fv5s0t6w7y8z9abc', 'nonsense']) {
      await page.open(at(`/api-log?open=${id}`))
      await page.see('There is no request with this identifier, or it is no longer kept.')
    }
  })

  test('the request log is narrowed to days', async () => {
    await page.open(at('/api-log?from=30d'))
    await page.see('newest first')
    expect(await page.violations()).toEqual([])
    await page.open(at('/api-log?from=2020-01-01&to=2020-01-02'))
    await page.see('No requests')
  })

  test('the palette begins something new, acts on the open order, and finds instruments', async () => {
    const order = await corridor.order()
    const search = async (text: string) => {
      await page.until('the page is ready', `byName('button', 'Search /').length > 0`)
      await page.click('Search /')
      const box = `document.querySelector('[role=dialog] input')`
      await page.until('the palette has the focus', `document.activeElement === ${box}`)
      await page.type(text)
      await page.until('it is typed', `${box}.value === ${JSON.stringify(text)}`)
    }
    const offered = (text: string) =>
      page.until(
        `${text} is offered`,
        `[...document.querySelectorAll('[role=dialog] [data-action]')].some((one) => plain(one.textContent).startsWith(${JSON.stringify(text)}))`,
      )
    await page.open(at('/orders'))
    await search('create key')
    await offered('Create an API key')
    await page.press('Enter')
    await page.until('the form is open', `location.search === '?open=new'`)
    await page.open(at(`/orders/${order.id}`))
    await page.see(`Cancel order ${order.reference_number}`)
    await search('cancel order')
    await offered(`Cancel order ${order.reference_number}`)
    expect(await page.violations()).toEqual([])
    await page.press('Enter')
    await page.see('An order that was cancelled cannot be funded any more.')
    const { alias } = order.payout.external_payment_instrument
    await page.open(at('/orders'))
    await search(alias)
    await page.until(
      'the instrument is found',
      `[...document.querySelectorAll('[role=dialog] [data-action]')].some((one) => one.textContent.includes(', ${order.payout.external_payment_instrument.currency}'))`,
    )
  })

  test('amounts of a column line up: those of one currency have the same decimals', async () => {
    await corridor.order((await corridor.quote(undefined, '1001.2345')).id)
    await page.open(at('/orders'))
    await page.see('1,001.2345 USDC')
    const decimals = await page.run<number[]>(
      `[...document.querySelectorAll('td[data-head="Pays in"] .figures')].map((one) => one.textContent.split('.')[1].length)`,
    )
    expect(decimals.length).toBeGreaterThan(1)
    expect(new Set(decimals)).toEqual(new Set([4]))
  })

  test('the navigation counts the requests of the desk that wait for an answer', async () => {
    const link = `[...document.querySelectorAll('nav a')].find((one) => one.textContent === 'Information requests')`
    await page.open(at('/requests'))
    await page.see('No information requests')
    expect(await page.run(`${link}.dataset.waits ?? null`)).toBe(null)
    const organization = `/organizations/${corridor.sandbox.organization_id}`
    const asked = await operator.act('POST', `${organization}/information_requests`, {
      message: 'Please explain.',
      fields: [{ name: 'source', about: 'Source of funds', type: 'text', required: true }],
      documents: [],
      deadline: new Date(Date.now() + 86_400_000).toISOString(),
      reason: 'unusual amount',
    })
    expect(asked.status).toBe(201)
    // Without a reload.
    await page.until('it is counted', `${link}.dataset.waits === '1'`)
  })
})
