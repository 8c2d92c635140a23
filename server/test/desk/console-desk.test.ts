// More of the operators' pages in a real Chromium: reports, statements, sealed answers, instruments, webhook endpoints, and a
// session that ends while somebody works.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, type Page } from '../support/browser.ts'
import {
  deskPage,
  openDeskInBrowser,
  type DeskInBrowser,
  type DeskPage,
} from '../support/desk-page.ts'
import { codeOf, newPerson, PASSWORD, ratesArrive, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import type { TestService } from '../support/service.ts'

type Audited = { act: string; actor: string; subject: string }
type Named = { id: string }
const HOUR_MS = 3_600_000
const FAULTY_FILE = `enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        routes:
          - name: Wrong
            payin_currency: USDX
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: 10, max: '100.00' }
            cost_tiers: [{ min: '0.00', max: '100.00', bps: 1 }]
`

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let browser: Page
  let page: DeskPage
  let ben: Person
  let dora: Person
  let ada: Person

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page, browser } = desk)
    ben = await newPerson(desk, 'ben', 'operator')
    dora = await newPerson(desk, 'dora', 'compliance')
    ada = await newPerson(desk, 'ada', 'admin')
    await ratesArrive(corridor)
  }, 300_000)
  afterAll(() => desk.close())

  const audited = async (act: string): Promise<Audited[]> =>
    (await ada.act<Audited[]>('GET', `/audit?act=${act}`)).data
  const cookie = async (): Promise<{ name: string; value: string }> => {
    const { cookies } = await browser.send<{ cookies: { name: string; value: string }[] }>(
      'Network.getCookies',
      { urls: [`${desk.origin}/console/operator/`] },
    )
    const found = cookies.find(({ name }) => name === 'corridor_operator')
    if (found === undefined) throw new Error('the browser has no session')
    return found
  }
  const path = (text: string) => `/console/operator${text}`

  test('a session that ends in a form keeps what was typed, and the act is done once', async () => {
    await page.signIn(ben)
    await page.open(path('/halts'))
    await page.click('Halt')
    await page.fill('What', 'sends')
    await page.fill('Where', 'rail:sandbox')
    await page.fill('Reason', 'The bank asked for it by telephone')
    const { value } = await cookie()
    await corridor.call('POST', '/operator/v1/sign-out', { key: value, idempotencyKey: null })
    await page.click('Halt payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('Your session has ended')
    expect(await ben.act('GET', '/halts')).toMatchObject({ data: [] })
    await page.fillSignIn(ben)
    await page.until(
      'the form is back',
      `field('Reason')?.value === 'The bank asked for it by telephone' && field('Where').value === 'rail:sandbox' && document.querySelector('.cover') === null`,
    )
    await page.click('Halt payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('1 halt is in force')
    expect((await ben.act<Named[]>('GET', '/halts')).data).toHaveLength(1)
    await page.carryOut('Resume payouts and refunds over sandbox')
    await page.see('Nothing is halted')
  })

  test('a halt says what it stops and who ends it before it is made, and the order that it holds names it', async () => {
    // A sign-in moves the clock, so that rates are old for a moment.
    await ratesArrive(corridor)
    const order = await corridor.order()
    await corridor.fund(order.id)
    await page.signIn(dora)
    await page.open(path('/halts'))
    await page.click('Halt')
    await page.fill('Reason', 'No choice was made')
    await page.click('Halt', '[role=dialog] button')
    await page.see('is needed')
    expect(await ben.act('GET', '/halts')).toMatchObject({ data: [] })
    await page.open(path('/providers'))
    await page.click('Halt conversions at ALPHA')
    await page.see('Your role (compliance) may not resume it. These may: operator, treasurer.')
    await page.fill('Reason', 'Its rates are wrong')
    await page.click('Halt conversions at ALPHA', '[role=dialog] button')
    await page.see('Done: Halt conversions at ALPHA')
    await page.open(path(`/orders/${order.id}`))
    await page.see(`Order ${order.reference_number}: converting, held by a halt`)
    await page.see('conversions at ALPHA. Its rates are wrong')
    await page.click('Open the halts')
    await page.see('May resume: operator, treasurer')
    const other = await corridor.order()
    await corridor.fund(other.id)
    await corridor.sql`update orders set chosen_provider = ${'BETA'} where id = ${requireUuid('ord', other.id)}`
    await page.click('1 order waits')
    await page.see('Only orders that wait for the end of the halt of conversions at ALPHA.')
    await page.see(order.reference_number)
    await page.see('1, newest first')
    expect(await page.shows(other.reference_number)).toBe(false)
    const { data } = await ben.act<Named[]>('GET', '/halts')
    await ben.act('POST', `/halts/${data[0]?.id}/resume`, { reason: 'They are right again' })
  })

  test('a page of one person does not act as another who signed in in a second tab', async () => {
    await page.signIn(ben)
    await page.open(path('/halts'))
    await page.click('Halt')
    await page.fill('What', 'sends')
    await page.fill('Where', 'rail:sandbox')
    await page.fill('Reason', 'The bank asked for it by telephone')
    desk.clock.advanceReal(60_000)
    const body = {
      login: 'ada',
      password: PASSWORD,
      code: await codeOf(ada.secret, desk.clock.realNow()),
    }
    // A second tab sends this request. Both tabs have the same cookies.
    const status = await browser.evaluate<number>(
      `fetch('/console/operator/v1/sign-in', { method: 'POST', headers: { 'content-type': 'application/json', 'x-corridor-console': '1' }, body: ${JSON.stringify(JSON.stringify(body))} }).then(({ status }) => status)`,
    )
    expect(status).toBe(200)
    await page.click('Halt payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('Your session has ended')
    expect((await audited('halt')).map(({ actor }) => actor)).not.toContain('user:ada')
    // Ada goes on in this tab: the page of Ben is gone.
    await page.fillSignIn(ada)
    await page.until('the board is open', `location.pathname === '/console/operator'`)
    await page.see('ada, admin')
    expect(await page.run('document.querySelector("[role=dialog]")')).toBeNull()
  })

  test('a tab that nobody looks at knows of a sign-out and a sign-in, and of use of another', async () => {
    await page.signIn(ben)
    const origin = desk.origin
    const second = await browser.another('about:blank')
    const other = deskPage(second, origin, desk.clock)
    // It reads nothing by itself, and its hours pass as the test says.
    await second.send('Page.enable')
    await second.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
        const now = performance.now.bind(performance)
        const set = globalThis.setInterval
        globalThis.aheadMs = 0
        globalThis.looks = 0
        performance.now = () => now() + globalThis.aheadMs
        globalThis.setInterval = (run, ms, ...more) =>
          set(() => { run(); if (ms === 10_000) globalThis.looks += 1 }, ms, ...more)
      })()`,
    })
    const looked = async () => {
      const known = await other.run<number>('globalThis.looks')
      await other.until('it was looked at', `globalThis.looks > ${known}`)
    }
    await other.open(path('/halts'))
    await other.see('Nothing is halted')
    await other.run(`(() => { globalThis.aheadMs = ${HOUR_MS - 600_000} })()`)
    await other.run(
      `(() => { new BroadcastChannel('corridor.operator.use').onmessage = () => { globalThis.isUsed = true } })()`,
    )
    await page.press('j')
    await other.until('it was told of the use', `globalThis.isUsed === true`)
    await other.run(`(() => { globalThis.aheadMs = ${HOUR_MS + 600_000} })()`)
    await looked()
    expect(await other.run('location.pathname')).toBe(path('/halts'))
    expect(await other.shows('Your session has ended')).toBe(false)

    await page.click('Settings')
    await page.click('Sign out', '[role=menuitem]')
    await page.until('the sign-in is open', `location.pathname.endsWith('/sign-in')`)
    await other.see('Your session has ended')
    await page.fillSignIn(ben)
    await other.until('it goes on', `document.querySelector('.cover') === null`)
    await other.see('Nothing is halted')
    await page.signIn(ada)
    await other.see('Your session has ended')
    await second.send('Page.close')
  })

  test('a sandbox that is moved by hours signs nobody out', async () => {
    await browser.send('Page.enable')
    await browser.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(() => {
        const set = globalThis.setInterval
        globalThis.looks = 0
        globalThis.setInterval = (run, ms, ...more) =>
          set(() => { run(); if (ms === 10_000) globalThis.looks += 1 }, ms, ...more)
      })()`,
    })
    await page.signIn(ben)
    await page.open(path('/halts'))
    await page.see('Nothing is halted')
    desk.clock.advance(3 * HOUR_MS)
    await page.until('the page knows the new time', `globalThis.looks > 0`)
    const known = await page.run<number>('globalThis.looks')
    await page.until('it was looked at again', `globalThis.looks > ${known}`)
    expect(await page.run('location.pathname')).toBe(path('/halts'))
    expect(await page.shows('Nothing is halted')).toBe(true)
  })

  test('two clicks on an act are one act', async () => {
    await page.signIn(ben)
    await page.open(path('/halts'))
    const before = (await audited('halt')).length
    await page.click('Halt')
    await page.fill('What', 'sends')
    await page.fill('Where', 'rail:sandbox')
    await page.fill('Reason', 'A drill')
    await page.run(`(() => {
      const form = document.querySelector('[role=dialog] form')
      for (let count = 0; count < 3; count++) form.requestSubmit()
    })()`)
    await page.see('1 halt is in force')
    expect(await audited('halt')).toHaveLength(before + 1)
    await page.carryOut('Resume payouts and refunds over sandbox')
    await page.see('Nothing is halted')
  })

  test('an act whose answer is lost is sent again, and done once', async () => {
    await page.signIn(ben)
    await page.open(path('/halts'))
    const before = (await audited('halt')).length
    await page.run(`(() => {
      const send = globalThis.fetch
      globalThis.fetch = async (address, options) => {
        const answer = await send(address, options)
        if (options?.method !== 'POST' || globalThis.isLost) return answer
        globalThis.isLost = true
        throw new TypeError('the connection broke')
      }
    })()`)
    await page.click('Halt')
    await page.fill('What', 'sends')
    await page.fill('Where', 'rail:sandbox')
    await page.fill('Reason', 'A second drill')
    await page.click('Halt payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('No clear answer came.')
    await page.click('Halt payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('It was done before. Nothing is done twice.')
    expect(await audited('halt')).toHaveLength(before + 1)
    await page.open(path('/halts'))
    await page.carryOut('Resume payouts and refunds over sandbox')
    await page.see('Nothing is halted')
  })

  test('a statement is uploaded, compared, and counts once', async () => {
    await page.signIn(ben)
    await page.open(path('/reconciliation'))
    const upload = async (isFirst: boolean) => {
      await page.click('Compare a statement')
      await page.until('the accounts are there', `field('Account of the ledger')?.length > 1`)
      expect(await page.run(`field('Account of the ledger').value + field('Currency').value`)).toBe(
        '',
      )
      await page.fill('Account of the ledger', 'rail:sandbox')
      await page.until('its currencies are there', `!field('Currency').disabled`)
      expect(await page.run(`field('Currency').value`)).toBe('')
      await page.fill('Currency', 'COP')
      await page.chooseFile(
        '<img src=x onerror=alert(1)>.csv',
        'Fecha;Valor;Clave\r\n04/03/2026;-1.000,00;A-1\r\n05/03/2026;2.500,00;A-2\r\n',
      )
      // Columns, dates and decimals are guessed, and shown with the first rows. The second time they are as they were sent.
      await page.see('Date: Fecha')
      await page.see('-1.000,00')
      expect(await page.run(`field('Form of dates').value + field('Decimal point').value`)).toBe(
        'DD/MM/YYYY,',
      )
      if (isFirst) await page.click('Clave', 'label')
      await page.see('Reference: Clave')
      await page.fill('Reason', 'The statement of March')
      await page.click('Compare <img src=x onerror=alert(1)>.csv', '[role=dialog] button')
    }
    await page.click('Compare a statement')
    await page.click('Discard', '[role=dialog] button')
    await page.until('the form is gone', `document.querySelector('[role=dialog]') === null`)
    await upload(true)
    await page.see('The statement was compared.')
    await page.see('The statement has it, the ledger does not: 2')
    await page.see('2 differences are open')
    await upload(false)
    await page.see('This file was compared before. Nothing was counted twice.')
    await page.carryOut('Explain line 2 (−1,000.00 COP), without a posting')
    await page.see('1 difference is open')
  })

  test('an export is complete before it is offered, and its file has every row', async () => {
    await ratesArrive(corridor)
    const { id } = await corridor.order()
    const { data: all } = await corridor.get<Named[]>(`${corridor.organization}/orders`)
    await page.signIn(ben)
    await page.open(path('/reports?report=export'))
    await page.fill('Reason', 'The auditors ask for it')
    await page.click('Export orders')
    // The order of the halt is there too.
    await page.see(`Complete: ${all.length} row${all.length === 1 ? '' : 's'}, as of`)
    await page.run(`document.querySelector('a[download]').click()`)
    const file = await desk.saved('.csv')
    expect(file).toContain(id)
    expect(file).toContain(`#end,${all.length},`)
    expect(await audited('export.made')).toHaveLength(1)
    await page.fill('Format', 'jsonl')
    await page.click('Export orders')
    await page.see('.jsonl')
  })

  test('a desk asks for information, reads the sealed answer with a reason, and closes', async () => {
    await page.signIn(dora)
    await page.open(path('/information'))
    await page.click('Ask for information')
    await page.until('the organizations are there', `field('Organization')?.length > 1`)
    await page.fill('Organization', corridor.sandbox.organization_id)
    await page.fill('Message to the customer', 'Where is the money from?')
    await page.click('Add a question')
    await page.fill('Question 1', 'Source of funds')
    await page.click('Add a question')
    await page.fill('Question 2', 'The invoice')
    await page.run(`(() => {
      const kind = document.querySelector('[aria-label="Kind 2"]')
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(kind, 'document')
      kind.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await page.fill(
      'Deadline: the end of this day in UTC',
      new Date(desk.clock.realNow() + 48 * HOUR_MS).toISOString().slice(0, 10),
    )
    await page.fill('Reason', 'An unusual amount')
    await page.click('Ask the organization')
    await page.see('There is no answer yet.')
    const list = `${corridor.organization}/information-requests`
    const [request] = (await corridor.get<Named[]>(list)).data
    const document = await corridor.post<Named>(`${list}/${request?.id}/documents`, {
      name: 'the_invoice',
      type: 'application/pdf',
      content: Buffer.from('%PDF-1.7 an invoice').toString('base64'),
    })
    const answered = await corridor.post(`${list}/${request?.id}/answer`, {
      fields: { source_of_funds: '<script>alert(1)</script> sale of a house' },
      document_ids: [document.data.id],
    })
    expect(answered.status, answered.text).toBe(201)
    await page.open(path(`/information?open=${request?.id}`))
    expect(await page.shows('sale of a house')).toBe(false)
    await page.carryOut('Read the answer')
    await page.see('<script>alert(1)</script> sale of a house')
    await page.carryOut('Read the_invoice, application/pdf, 1 kB')
    await page.see('Save the_invoice-')
    const acts = (await ada.act<Audited[]>('GET', `/audit?subject=${request?.id}`)).data
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['information_request.open', 'information_request.read']),
    )
    await page.carryOut('Close the information request')
    await page.see('closed')
    await page.signIn(ben)
    await page.open(path(`/information?open=${request?.id}`))
    await page.see('Compliance may read the answer.')
    expect(await page.shows('Read the answer')).toBe(false)
  })

  test('an instrument is verified, held and read', async () => {
    const [instrument] = (
      await corridor.get<{ id: string; alias: string; details: Record<string, string> }[]>(
        `${corridor.organization}/external_payment_instruments`,
      )
    ).data
    const alias = instrument?.alias ?? ''
    await page.signIn(dora)
    await page.open(path(`/instruments?open=${instrument?.id}`))
    await page.see('Nobody has decided.')
    await page.carryOut(`Decide about ${alias}`, { 'What was found': 'rejected' })
    await page.see('Agreed by telephone')
    await page.see('rejected')
    await page.carryOut(`Hold the account of ${alias}`)
    await page.see('on hold')
    await page.carryOut(`Release the account of ${alias}`)
    await page.see(`Hold the account of ${alias}`)
    const [secret = ''] = Object.values(instrument?.details ?? {})
    expect(await page.shows(secret)).toBe(false)
    await page.carryOut('Read the details')
    await page.see(secret)
    expect(await audited('instrument.details_read')).toHaveLength(1)
    await page.open(path('/instruments'))
    await page.fill('Find an instrument', secret.slice(-4))
    await page.run(`field('Find an instrument').form.requestSubmit()`)
    await page.click(alias, 'form button')
    await page.until('it is open', `location.search.includes(${JSON.stringify(instrument?.id)})`)
  })

  test('a refusal says why in the language of the page', async () => {
    const { data: made } = await dora.act<Named>('POST', '/halts', {
      what: 'sends',
      rail: 'sandbox',
      reason: 'The bank asked for it',
    })
    await page.signIn(ben)
    await page.open(path('/halts'))
    await page.language('es')
    await page.click('Pausar')
    await page.fill('Qué', 'sends')
    await page.fill('Dónde', 'rail:sandbox')
    await page.fill('Motivo', 'El banco lo pidió')
    await page.click('Pausar pagos y reembolsos por sandbox', '[role=dialog] button')
    await page.see('Nada cambió: ya están en pausa los pagos y reembolsos por sandbox.')
    await ben.act('POST', `/halts/${made.id}/resume`, { reason: 'The bank is back' })

    await page.open(path('/configuration?open=new'))
    await page.fill('El archivo', FAULTY_FILE)
    await page.click('Ver qué cambiaría')
    await page.see('El archivo tiene errores:')
    await page.see('línea 7, columna 29: moneda desconocida USDX; monedas conocidas: ')
    await page.see('línea 10, columna 34: min debe ser texto; escriba los números entre comillas')
    await page.language('en')
    await page.click('Preview this file')
    await page.see('line 7, column 29: unknown currency USDX; known currencies: ')
  })

  test('a webhook endpoint is disabled, enabled, and sent its events again', async () => {
    const { data: endpoint } = await corridor.post<Named>(
      `${corridor.organization}/webhook-endpoints`,
      { url: 'https://hooks.example/corridor', description: '', event_types: [] },
    )
    await page.signIn(ben)
    await page.open(path(`/webhooks?open=${endpoint.id}`))
    await page.carryOut('Disable this endpoint')
    await page.see('an operator disabled it')
    await page.carryOut('Enable this endpoint')
    await page.see('Disable this endpoint')
    await page.carryOut('Send events again', { 'Events of the last': '720' })
    await page.see('on their way again')
    await page.see('instrument.status_changed')
  })
})
