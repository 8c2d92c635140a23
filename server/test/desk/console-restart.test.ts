// The service stops while its console is open, and another process begins: the pages keep what they show, say that they are
// not live, and go on by themselves in the same session. Real processes on one port, in a real Chromium.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, openPage, type Page } from '../support/browser.ts'
import {
  caller,
  readSandbox,
  run,
  start,
  stopAll,
  urlOf,
  type Running,
} from '../support/command.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage, type ConsolePage } from '../support/console-page.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { codeOf, PASSWORD } from '../support/desk.ts'
import { instantAt } from '../../src/platform/clock.ts'

type Order = { id: string; reference_number: string }

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let database: TestDatabase
  let dataDir: string
  let service: Running
  let origin: string
  let browser: Page
  let page: ConsolePage
  let call: ReturnType<typeof caller>
  let organization: string

  const serve = async (port: string): Promise<void> => {
    service = await start(['serve'], environment(port))
  }
  const environment = (port: string) => ({
    PORT: port,
    DATABASE_URL: database.url,
    CORRIDOR_DATA_DIR: dataDir,
    CORRIDOR_SANDBOX_STEP_MS: '0',
  })
  const isLive = `document.querySelector('h1') !== null && document.querySelector('.not-live') === null`
  /** Stops the service until the page says so, then begins another process at the same address. */
  async function restart(kept: string): Promise<void> {
    await page.run(`(globalThis.isSamePage = true)`)
    await service.stop()
    await page.see('not live since')
    expect(await page.shows(kept), 'the page keeps what it shows').toBe(true)
    await serve(new URL(origin).port)
    await page.until('it is live again', isLive)
    await page.until('nothing is old', `document.querySelector('.stale') === null`)
    expect(await page.shows(kept)).toBe(true)
    expect(await page.run('globalThis.isSamePage'), 'no reload').toBe(true)
  }

  beforeAll(async () => {
    await buildConsole()
    database = await testDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'corridor-data-'))
    await serve('0')
    origin = urlOf(service)
    const { organization_id: id, api_key: key } = readSandbox(dataDir)
    organization = id
    call = caller(origin, key)
    browser = await openPage(chromium ?? '', 'about:blank')
    page = consolePage(browser, origin)
    await page.width(1280, 800)
    await page.open('/console/sign-in')
    await page.fill('API key', key)
    await page.click('Sign in')
    await page.until('the overview is open', `location.pathname.endsWith(${JSON.stringify(id)})`)
  }, 300_000)
  afterAll(async () => {
    await browser.close()
    await stopAll()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function ordered(): Promise<Order> {
    const list = `/organizations/${organization}`
    const { data: offerings } = await call<{ id: string }[]>('POST', `${list}/offerings`)
    const body = { offering_id: offerings[0]?.id, payin_amount: '1000.00' }
    const { data: quote } = await call<{ id: string }>('POST', `${list}/quotes`, body)
    return (await call<Order>('POST', `${list}/orders`, { quote_id: quote.id })).data
  }

  test('an order of a customer goes on after a restart, in the same session', async () => {
    const { id, reference_number: reference } = await ordered()
    await page.open(`/console/${organization}/orders/${id}`)
    await page.see(`Order ${reference}: awaiting funding`)
    await restart(reference)
    // The stream of events is open again: what happens elsewhere is shown without a reload.
    await call('POST', `/organizations/${organization}/orders/${id}/simulate-demo-funding`, {})
    await page.see(`Order ${reference}: completed`)
    expect(await page.run('globalThis.isSamePage')).toBe(true)
    await page.click('Orders', 'nav a')
    await page.until('the orders are open', `location.pathname.endsWith('/orders')`)
    await page.see(reference)
  })

  test("an operator's page goes on after a restart, in the same session", async () => {
    const invited = await run(
      ['users', 'create', 'ben', '--role', 'operator', '--reason', 'joins', '--direct'],
      environment('0'),
    )
    const token = invited.stdout.trim()
    const send = async <Data>(path: string, body: object): Promise<Data> => {
      const answer = await fetch(`${origin}/operator/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { data }: { data: Data } = JSON.parse(await answer.text())
      return data
    }
    const enrolment = { token, password: PASSWORD }
    const { totp_secret: secret } = await send<{ totp_secret: string }>('/enrolment', enrolment)
    const code = await codeOf(secret, instantAt(Date.now()))
    const session = await send<{ token: string }>('/enrolment/confirm', { token, code })
    await browser.send('Network.setCookie', {
      name: 'corridor_operator',
      value: session.token,
      url: `${origin}/console/operator/`,
      path: '/console/operator/',
      httpOnly: true,
      sameSite: 'Strict',
    })
    const { reference_number: reference } = await ordered()
    await page.open('/console/operator/orders')
    await page.see(reference)
    await restart(reference)
    await page.click('Rails', 'nav a')
    await page.see('All rails work')
    expect(await page.shows('ben, operator')).toBe(true)
  })
})
