// The customers' pages of the console in a real Chromium: what the desk asks, wallets, keys, the enterprise, and what
// hostile texts and impatient readers can do.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellDelays } from '../../src/engine/orders/tell-delays.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { RequestJson } from '../../src/customers/information-requests/view.ts'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage, type ConsolePage } from '../support/console-page.ts'
import { newProgram, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { firstAdmin, newColleague, type CustomerPerson } from '../support/people.ts'
import { openReceiver } from '../support/receiver.ts'
import { testService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const PDF = '%PDF-1.7 the passport of a payer'
const SCRIPT = '<img src=x onerror="globalThis.pwned=1">'

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let corridor: TestService
  let browser: Page
  let page: ConsolePage
  let operator: Pick<Person, 'act'>
  let folder = ''
  const at = (path: string) => `/console/${corridor.sandbox.organization_id}${path}`

  beforeAll(async () => {
    // The pages as their sources are now.
    await buildConsole()
    corridor = await testService()
    operator = await newProgram(corridor, 'operator')
    folder = mkdtempSync(join(tmpdir(), 'corridor-files-'))
    browser = await openPage(chromium ?? '', 'about:blank')
    page = consolePage(browser, corridor.url)
    await page.width(1280, 800)
    await signIn(corridor.sandbox.api_key)
  }, 300_000)
  afterAll(async () => {
    await browser.close()
    await corridor.close()
    rmSync(folder, { recursive: true })
  })

  async function signIn(key: string): Promise<void> {
    await page.open('/console/sign-in')
    await page.fill('API key', key)
    await page.click('Sign in')
    await page.until('the first page is open', `location.pathname.includes('/org_')`)
  }
  const ask = async (more: object = {}): Promise<RequestJson> => {
    const { data } = await operator.act<RequestJson>(
      'POST',
      `/organizations/${corridor.sandbox.organization_id}/information_requests`,
      {
        message: 'Please explain.',
        fields: [{ name: 'source', about: 'Source of funds', type: 'text', required: true }],
        documents: [],
        deadline: new Date(Date.now() + 86_400_000).toISOString(),
        reason: 'unusual amount',
        ...more,
      },
    )
    return data
  }
  /** Chooses a file as a person does in the dialog of the browser. */
  async function choose(label: string, file: string): Promise<void> {
    await page.until(`${label} is there`, `Boolean(field(${JSON.stringify(label)}))`)
    await page.run(`field(${JSON.stringify(label)}).setAttribute('data-chosen', '')`)
    const { root } = await browser.send<{ root: { nodeId: number } }>('DOM.getDocument')
    const { nodeId } = await browser.send<{ nodeId: number }>('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '[data-chosen]',
    })
    await browser.send('DOM.setFileInputFiles', { nodeId, files: [file] })
    await page.run(`document.querySelector('[data-chosen]').removeAttribute('data-chosen')`)
  }
  const answerOf = async (id: string) =>
    (await corridor.get<RequestJson>(`${corridor.organization}/information-requests/${id}`)).data

  test('orders are found by a part of a reference or an amount, and exported as they are listed', async () => {
    await browser.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    const quote = await corridor.quote()
    const metadata = { Invoice: `4711 ${'x'.repeat(400)}` }
    const { data: first } = await corridor.post<OrderJson>(`${corridor.organization}/orders`, {
      quote_id: quote.id,
      metadata,
    })
    await corridor.sql`update orders set external_reference_id = '=PO 4711'
        where id = ${requireUuid('ord', first.id)}`
    await corridor.order()
    const { data } = await corridor.get<OrderJson[]>(`${corridor.organization}/orders`)
    await page.open(at('/orders'))
    await page.click('Export')
    await page.see(`Saved: ${data.length} rows.`)
    const read = () => readFileSync(join(folder, 'orders.csv'), 'utf8').trimEnd().split('\r\n')
    const rows = await until(
      async () => (existsSync(join(folder, 'orders.csv')) ? read() : []),
      (lines) => lines.length > 0,
    )
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(data.map(({ id }) => id))
    // A spreadsheet runs no text of a payer.
    expect(rows.find((row) => row.startsWith(first.id))).toContain(`'=PO 4711`)
    expect(rows.find((row) => row.startsWith(first.id))).toMatch(/,"\{""Invoice"":""4711 x+""\}",/)
    // New columns are at the end: whoever reads by position goes on.
    expect(rows[0]).toMatch(
      /^id,.*,metadata,payin_fee,payin_tax,exchange_rate,effective_exchange_rate$/,
    )
    const { payin, exchange_rate: rate, effective_exchange_rate: effective } = first
    const ending = [payin.fee, payin.tax, rate, effective].join(',')
    expect(rows.find((row) => row.startsWith(first.id))?.endsWith(`,${ending}`)).toBe(true)
    const search = async (text: string) => {
      await page.fill('Reference or amount', text)
      await page.run(`field('Reference or amount').focus()`)
      await page.press('Enter')
    }
    const listed = (count: number) =>
      page.until(
        `${count} orders are listed`,
        `document.querySelectorAll('main tbody tr').length === ${count}`,
      )
    await search('po 47')
    await listed(1)
    await search(`1,000.00 USDC`)
    await listed(data.length)
    await page.click('Export')
    await page.see(`Saved: ${data.length} rows.`)
    await search(first.reference_number.slice(-6))
    await listed(1)
    // The words above may still be those of the previous export.
    await page.until('the export has ended', `document.querySelector('[data-loading]') === null`)
    await page.click('Export')
    await page.see('Saved: 1 row.')
    await search('nothing has this')
    await page.see('No order is like this')
    await search('po 47')
    await listed(1)
    expect(await page.violations()).toEqual([])
    await page.open(at(`/orders/${first.id}`))
    await page.see(metadata.Invoice)
    expect(await page.violations()).toEqual([])
    await page.open(at('/orders?status=STEP_1_AWAITING_FUNDING'))
    await page.language('es')
    await page.run(
      `(globalThis.saved = [], URL.createObjectURL = (file) => { saved.push(file); return '#' }, undefined)`,
    )
    await page.click('Exportar')
    await page.until('it is saved', `saved.length === 1`)
    const bytes = await browser.evaluate<number[]>(
      `saved[0].arrayBuffer().then((all) => [...new Uint8Array(all)])`,
    )
    const [head, row] = Buffer.from(bytes).toString().split('\r\n')
    expect(head, 'spreadsheets read accents after the mark').toMatch(
      /^\ufeffIdentificador,Referencia,Su referencia,Estado,/,
    )
    expect(head, 'no column has the name of the API').not.toContain('_')
    expect(row).toContain(',espera fondos,')
    await page.language('en')
  })

  test('a request of the desk is answered with texts and documents, once', async () => {
    const { id } = await ask({
      message: `Please explain. ${SCRIPT}`,
      fields: [
        { name: 'source', about: 'Source of funds', type: 'text', required: true },
        { name: 'lives_in', about: 'Country of the payer', type: 'country', required: true },
        { name: 'born_on', about: 'Birthday', type: 'date', required: false },
      ],
      documents: [{ name: 'passport', about: 'Passport', required: true, largest_bytes: 100 }],
    })
    await page.open(at(''))
    await page.see('The desk asks you for information')
    await page.click('Answer it')
    await page.fill('Source of funds', 'Sales of coffee')
    await page.fill('Country of the payer', 'co')
    await page.fill('Birthday (optional)', '1984-03-02')
    const large = join(folder, 'large.pdf')
    writeFileSync(large, PDF.padEnd(101))
    await choose('Passport', large)
    await page.see('The file has 101 B. Choose a smaller one.')
    const named = join(folder, `${SCRIPT}.pdf`)
    writeFileSync(named, PDF)
    await choose('Passport', named)
    await page.click('Send the answer')
    await page.click('Send the answer', '[role=dialog] button')
    await page.see('You have answered.')
    expect((await answerOf(id)).status).toBe('ANSWERED')
    expect(await page.shows('Sales of coffee')).toBe(false)
    expect(await page.run('globalThis.pwned === undefined')).toBe(true)
  })

  test('an answer that the service refuses keeps what was written, and says what is wrong', async () => {
    const { id } = await ask({
      fields: [{ name: 'country', about: 'Country', type: 'country', required: true }],
    })
    await page.open(at(`/requests?open=${id}`))
    await page.fill('Country', 'c1')
    await page.click('Send the answer')
    await page.click('Send the answer', '[role=dialog] button')
    await page.see('Nothing has changed:')
    expect(await page.run(`field('Country').value`)).toBe('C1')
    await page.click('Go back')
    await page.fill('Country', 'co')
    await page.click('Send the answer')
    await page.click('Send the answer', '[role=dialog] button')
    await page.see('You have answered.')
  })

  test('an instrument takes its number as the bank prints it, and names what is missing', async () => {
    await page.open(at('/instruments?open=new'))
    await page.fill('Method', 'IBAN')
    await page.fill('IBAN', 'DE89 3704 0044 0532 0130 00')
    await page.click('Add the instrument')
    await page.see('is needed')
    await page.fill('Alias', 'Euros')
    await page.fill('Account holder', 'Erika Mustermann')
    await page.click('Add Euros')
    await page.until('it is open', `/open=epi_/.test(location.search)`)
    const { data } = await corridor.get<{ alias: string; details: { iban: string } }[]>(
      `${corridor.organization}/external_payment_instruments`,
    )
    expect(data.find(({ alias }) => alias === 'Euros')?.details.iban).toBe('DE89370400440532013000')
  })

  test('the name of a bank is no bank code: the form says its form and an example', async () => {
    await page.open(at('/instruments?open=new'))
    await page.fill('Method', 'COP_BANK_ACCOUNT')
    await page.see('The number of the bank, not its name: Bancolombia is 1007.')
    await page.fill('Alias', 'Payroll')
    await page.fill('Account number', '048-123456-78')
    await page.fill('Bank code', 'Bancolombia')
    await page.fill('Document number', '890903938-8')
    await page.fill('Legal entity (optional)', 'Andina Textiles SAS')
    await page.click('Add Payroll')
    await page.see('must be the number of the bank in digits, such as 1007')
    expect(await page.violations()).toEqual([])
    await page.fill('Bank code', '1007')
    await page.click('Add Payroll')
    await page.until('it is open', `/open=epi_/.test(location.search)`)
  })

  test('an order says over which network it is paid, where it is now, and when each thing happened', async () => {
    const order = await corridor.order()
    await page.open(at(`/orders/${order.id}`))
    await page.see('Network Solana')
    const shapes = () =>
      page.run<string[]>(
        `[...document.querySelectorAll('.steps > li')].map((step) => step.querySelector('svg').classList[1])`,
      )
    expect(await shapes()).toEqual(['moving', 'waiting', 'waiting', 'waiting'])
    await corridor.fund(order.id)
    await page.see('The beneficiary was paid.')
    await page.until(
      'the timeline is complete',
      `document.querySelectorAll('.timeline time').length > 4`,
    )
    const times = await page.run<string[]>(
      `[...document.querySelectorAll('.timeline time')].map((one) => one.textContent)`,
    )
    for (const time of times) expect(time).toMatch(/\d\d:\d\d:\d\d (UTC|GMT)/)
  })

  test('a delivery that failed shows what the receiver wrote, and is no longer one that waits', async () => {
    const receiver = await openReceiver()
    receiver.answerWith((response) => response.writeHead(500).end('the queue is full'))
    const { data: endpoint } = await corridor.post<{ id: string }>(
      `${corridor.organization}/webhook-endpoints`,
      { url: receiver.url },
    )
    await page.open(at(`/webhooks?open=${endpoint.id}`))
    await page.click('Send a test event')
    await page.see('failed, will be tried again')
    await page.click('webhook.test', 'main td')
    await page.see('the queue is full')
    await page.click('Delete the endpoint')
    await page.click('Delete the endpoint', '[role=dialog] button')
    receiver.close()
  })

  test('a wallet gets a travel rule record', async () => {
    const instruments = `${corridor.organization}/external_payment_instruments`
    const { data } = await corridor.get<{ id: string; method: string }[]>(instruments)
    const wallet = data.find(({ method }) => method === 'SOLANA_ADDRESS')?.id ?? ''
    await page.open(at(`/instruments?open=${wallet}`))
    await page.see('Travel rule')
    await page.click('Give a record', 'summary')
    const fill = async (index: number, label: string, value: string) => {
      await page.run(
        `document.querySelectorAll('.party').forEach((one, index) => (one.style.display = index === ${index} ? '' : 'none'))`,
      )
      await page.fill(label, value)
    }
    await fill(0, 'Is', 'person')
    await fill(0, 'Surname', 'García')
    await fill(0, 'Address (optional)', 'Calle 100 # 8-55')
    await fill(0, 'Country of the address, two letters', 'co')
    await fill(1, 'Registered name', 'Acme SA')
    await page.click('Give a record', 'button')
    await page.see('The record is given.')
    const { data: need } = await corridor.get<{ record: object | null }>(
      `${instruments}/${wallet}/travel-rule`,
    )
    expect(need.record).not.toBeNull()
  })

  test('the secret of a rotated key stays until its reader leaves, and signs in', async () => {
    const { data: made } = await corridor.post<{ id: string }>('/v1/api-keys', {
      label: 'Back office',
      scopes: ['read'],
    })
    await page.open(at(`/keys?open=${made.id}`))
    await page.click('Rotate Back office')
    await page.click('Rotate Back office', '[role=dialog] button')
    await page.see('Copy the key now. It is not shown again.')
    await page.see('Replaced by')
    const secret = await page.run<string>(`document.querySelector('.secret .code').textContent`)
    expect(secret).toMatch(/^ck_sandbox_/)
    const answer = await corridor.get('/v1/organizations', { key: secret })
    expect(answer.status).toBe(200)
  })

  test('an act of which the service may have failed in the middle is not said to have changed nothing', async () => {
    await page.open(at('/keys'))
    await page.click('Create a key')
    await page.fill('Label', 'Till')
    await page.run(`(() => {
      const send = globalThis.fetch
      globalThis.fetch = async (address, options) => {
        const answer = await send(address, options)
        if (options?.method !== 'POST') return answer
        globalThis.fetch = send
        const problem = { type: 'about:blank', title: 'The service failed.', status: 500, instance: address, code: 'internal_error', request_id: 'req_1' }
        return Response.json(problem, { status: 500, headers: { 'content-type': 'application/problem+json' } })
      }
    })()`)
    await page.click('Create Till')
    await page.see('No clear answer came.')
    await page.see('The service failed.')
    expect(await page.shows('Nothing has changed')).toBe(false)
    // Sent again, it is the same act, whose first answer alone had the secret.
    await page.click('Create Till')
    await page.see('The key was made, but the answer that had it was lost')
    const { data: keys } = await corridor.get<{ label: string }[]>('/v1/api-keys')
    expect(keys.filter(({ label }) => label === 'Till')).toHaveLength(1)
  })

  test('a key of the enterprise adds an organization and an endpoint for all of them', async () => {
    await page.open(at('/organizations'))
    await page.click('Add an organization')
    await page.fill('Name', 'Nueva Pagos')
    await page.fill('E-mail address of the contact', 'ana@nueva.example')
    await page.fill('First name of the contact', 'Ana')
    await page.fill('Last name of the contact', 'García')
    await page.click('Add Nueva Pagos')
    await page.see('Open its overview')
    await page.open(at('/webhooks'))
    await page.click('All organizations')
    await page.click('Add an endpoint')
    await page.fill('URL', 'http://127.0.0.1:9/all')
    await page.click('Only chosen events', 'summary')
    await page.run(`field('Beneficiary paid (order.completed)').click()`)
    await page.see('It gets 1 of them.')
    await page.click('Add the endpoint')
    await page.see('Copy the secret now.')
    const { data } =
      await corridor.get<{ url: string; event_types: string[] }[]>('/v1/webhook-endpoints')
    expect(data).toMatchObject([
      { url: 'http://127.0.0.1:9/all', event_types: ['order.completed'] },
    ])
  })

  test('a key invites the first admin of its company, and others say who may', async () => {
    await page.open(at('/audit'))
    await page.click('How the first person comes in')
    await page.see('The first admin of your company')
    expect(await page.violations()).toEqual([])
    await page.fill('Login', 'Zoe@acme.example ')
    await page.click('Invite zoe@acme.example as the first admin')
    await page.see('Give this link to the person.')
    await page.see('/console/enrol')
    const { key } = await corridor.newKey({ scopes: ['read'] })
    await signIn(key)
    await page.open(at('/people'))
    await page.see('This key only reads, so it invites nobody.')
    await page.see('corridor people invite LOGIN --role admin')
    expect(await page.run(`byName('label', 'Login').length`)).toBe(0)
    await signIn(corridor.sandbox.api_key)
  })

  test('the back button closes a form and an object, and never sends anything again', async () => {
    await page.open(at('/webhooks'))
    await page.click('Add an endpoint')
    await page.see('Where events are sent, over https.')
    await page.run('history.back()')
    await page.until('the form is closed', `document.querySelector('aside') === null`)
    expect(await page.run('location.pathname')).toBe(at('/webhooks'))
  })

  test('texts of customers are shown as texts, wherever they are, and no script of them runs', async () => {
    const long = 'W'.repeat(100)
    for (const alias of [SCRIPT, long, 'حساب الرواتب'])
      await corridor.post(`${corridor.organization}/external_payment_instruments`, {
        alias,
        currency: 'MXN',
        method: 'MXN_CLABE',
        details: { clabe: '032180000118359719', account_holder_name: alias.slice(0, 60) },
      })
    const { data: offerings } = await corridor.post<
      { id: string; payout: { external_payment_instrument: { alias: string } } }[]
    >(`${corridor.organization}/offerings`)
    for (const { id, payout } of offerings) {
      if (![SCRIPT, long].includes(payout.external_payment_instrument.alias)) continue
      const { data: quote } = await corridor.post<{ id: string }>(
        `${corridor.organization}/quotes`,
        { offering_id: id, payin_amount: '1000.00' },
      )
      await corridor.post(`${corridor.organization}/orders`, {
        quote_id: quote.id,
        external_reference_id: `${SCRIPT}${id}`,
      })
    }
    await corridor.post(`${corridor.organization}/webhook-endpoints`, {
      url: 'http://127.0.0.1:9/hooks',
      description: SCRIPT,
    })
    await corridor.post('/v1/api-keys', { label: SCRIPT, scopes: ['read'] })
    const faults: string[] = []
    for (const path of [
      '',
      '/orders',
      '/offerings',
      '/quote',
      '/instruments',
      '/webhooks',
      '/keys',
    ])
      for (const width of [1280, 390]) {
        await page.width(width)
        await page.open(at(path))
        await page.until(`${path} is complete`, `document.querySelector('.loading') === null`)
        await page.see(SCRIPT)
        const found = await page.run<boolean>(
          `globalThis.pwned !== undefined || document.querySelector('main img') !== null`,
        )
        if (found) faults.push(`${path} made an element of a text`)
        // A name without blanks must leave room for the other columns.
        const isCut = await page.run<boolean>(
          `[document.documentElement, ...document.querySelectorAll('.table-frame')].some((one) => one.scrollWidth > one.clientWidth)`,
        )
        if (isCut) faults.push(`${path} is wider than ${width} pixels`)
      }
    await page.width(1280, 800)
    expect(faults).toEqual([])
  })

  test('an order is created once, however often its button is clicked', async () => {
    const count = async () =>
      (await corridor.get<object[]>(`${corridor.organization}/orders?limit=200`)).data.length
    const before = await count()
    await page.open(at('/quote?payin=1234.00'))
    const button = `[...document.querySelectorAll('main button')].find((one) => plain(one.textContent).startsWith('Order 1,234.00 USDC'))`
    await page.until('the quote is there', `Boolean(${button})`)
    await page.run(`(${button}.click(), ${button}.click(), ${button}.click())`)
    await page.until('the order is open', `location.pathname.includes('/orders/ord_')`)
    expect(await count()).toBe(before + 1)
    const order = await page.run<string>('location.pathname')
    await page.run('history.back()')
    await page.until('the quote is open again', `Boolean(${button})`)
    await page.run('history.forward()')
    await page.until('the order is open again', `location.pathname === ${JSON.stringify(order)}`)
    expect(await count()).toBe(before + 1)
  })

  test('a long list draws fifty rows, and more as asked', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => corridor.order()))
    for (const { id } of made) await corridor.fund(id)
    for (const { id } of made) await corridor.until(id, 'STEP_4_COMPLETED')
    // The list grows with events that become visible while it is open.
    await until(
      async () => (await corridor.get<unknown[]>(`${corridor.organization}/events?limit=200`)).data,
      (events) => events.length > 59,
    )
    await page.open(at('/events'))
    await page.see('50 shown, newest first')
    const rows = () => page.run<number>(`document.querySelectorAll('tbody tr').length`)
    expect(await rows()).toBe(50)
    await page.click('Load older')
    await page.until('there are more', `document.querySelectorAll('tbody tr').length > 50`)
  })

  test('a declined order waits for its customer until it is retried', async () => {
    const quote = await corridor.quote(undefined, '1911.01')
    const order = await corridor.order(quote.id)
    await corridor.fund(order.id)
    await corridor.until(order.id, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    const waits = (reference: string) =>
      `[...document.querySelectorAll('table[aria-label="Waits for you"] tr')].some((one) => one.textContent.includes('${reference}'))`
    await page.open(at(''))
    await page.until('the order waits', waits(order.reference_number))
    const listed = await page.run<string[]>(
      `[...document.querySelectorAll('main tbody td:first-child a')].map((one) => one.textContent)`,
    )
    expect(listed, 'an order is on the overview once').toEqual([...new Set(listed)])
    const { data: retry } = await corridor.post<OrderJson>(
      `${corridor.organization}/orders/${order.id}/retry`,
      { quote_id: (await corridor.quote(quote.offering_id, '1900.00')).id },
    )
    await corridor.until(retry.id, 'STEP_4_COMPLETED')
    await page.open(at(''))
    await page.see(order.reference_number)
    expect(await page.run<boolean>(waits(order.reference_number))).toBe(false)
  })

  test('an organization on hold is told so in place of what would be refused', async () => {
    const order = await corridor.order()
    const compliance = await newProgram(corridor, 'compliance')
    const switched = (verb: string) =>
      compliance.act('POST', `/organizations/${corridor.sandbox.organization_id}/${verb}`, {
        reason: 'The bank asked for it',
      })
    await switched('hold')
    await page.open(at(''))
    await page.see('Your organization is on hold since')
    expect(await page.shows('All is well')).toBe(false)
    for (const path of ['/quote', `/orders/${order.id}`]) {
      await page.open(at(path))
      await page.see('Only your desk')
    }
    // Money that arrives now would neither be converted nor paid out.
    await page.open(at(`/orders/${order.id}`))
    await page.see('Send nothing now: the desk holds this order.')
    await page.see('Without funds the order ends in')
    await page.see(`${order.reference_number}: on hold`)
    expect(await page.shows('Send the funds here')).toBe(false)
    expect(await page.violations()).toEqual([])
    await page.open(at('/quote'))
    await page.see('Nothing new can be begun')
    expect(await page.shows('Try again')).toBe(false)
    await switched('release')
    await page.see('Enter one of the two amounts')
    await page.open(at(`/orders/${order.id}`))
    await page.see('Send the funds here')
    const instrument = order.payout.external_payment_instrument.id
    const ofInstrument = `/instruments/${instrument}`
    await compliance.act('POST', `${ofInstrument}/hold`, { reason: 'The bank asked for it' })
    await page.see('Send nothing now: the desk holds this order.')
    expect(await page.shows('Send the funds here')).toBe(false)
    await compliance.act('POST', `${ofInstrument}/release`, { reason: 'It is over' })
    await page.see('Send the funds here')
  })

  test('lists say in which order they are', async () => {
    const url = `${corridor.url}/webhooks`
    await corridor.post(`${corridor.organization}/webhook-endpoints`, { url })
    for (const [path, said] of [
      ['/keys', 'newest first'],
      ['/webhooks', 'oldest first'],
      ['/events', 'newest first'],
    ] as const) {
      await page.open(at(path))
      await page.see(said)
    }
    await corridor.newKey()
    await page.open(at('/keys'))
    const labels = () =>
      page.run<string[]>(
        `[...document.querySelectorAll('main tbody tr td:first-child')].map((one) => one.textContent)`,
      )
    await page.see('newest first')
    const newest = await labels()
    await page.click('newest first')
    await page.see('oldest first')
    expect(await labels()).toEqual(newest.toReversed())
  })

  test('a payout that has not settled is not called sent: it may be prepared, and held by a halt', async () => {
    const { id } = await corridor.quote(undefined, '1911.08')
    const order = await corridor.order(id)
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_3_SETTLING_PAYOUT')
    for (const [language, words, timeline] of [
      ['es', 'El dinero se convirtió y está en proceso de pago.', 'en proceso de pago'],
      ['en', 'The money was converted and is being paid out.', 'being paid out'],
    ] as const) {
      await page.open(at(`/orders/${order.id}`))
      await page.language(language)
      await page.see(words)
      await page.until(
        'the timeline has the payout',
        `[...document.querySelectorAll('.timeline li')].some((one) => one.textContent.includes('${timeline}'))`,
      )
      expect(await page.run(`document.querySelector('main').innerText`)).not.toMatch(
        /on its way|en camino|va camino/,
      )
    }
  })

  test('on a phone filters are behind a button that counts them, and what covers the page can be closed', async () => {
    await corridor.order()
    await page.width(390, 844)
    await page.open(at('/orders?status=STEP_1_AWAITING_FUNDING&from=2026-01-01&to=2026-12-31'))
    await page.see('newest first')
    const isSeen = (name: string) =>
      page.run<boolean>(
        `byName('button', ${JSON.stringify(name)}).some((one) => one.checkVisibility())`,
      )
    expect(await isSeen('cancelled')).toBe(false)
    const list = `document.querySelector('main .table, main .table-frame').getBoundingClientRect().top`
    expect(await page.run<number>(list)).toBeLessThan(400)
    await page.click('Filters: 2')
    expect(await isSeen('cancelled')).toBe(true)
    expect(await page.violations()).toEqual([])
    await page.click('All')
    await page.see('Filters: 1')
    await page.open(at('/events'))
    await page.until('rows are there', `document.querySelector('main tbody tr') !== null`)
    await page.run(`document.querySelector('main tbody tr').click()`)
    await page.until('the event is open', `document.querySelector('.panel .close') !== null`)
    // As after long facts.
    await page.run(
      `document.querySelector('.panel').append(Object.assign(document.createElement('div'), { style: 'height: 2000px' }))`,
    )
    await page.run(`document.querySelector('.panel').scrollTo(0, 1500)`)
    const close = `document.querySelector('.panel .close')`
    await page.until(
      'its way back is in sight',
      `(() => { const { x, y, width } = ${close}.getBoundingClientRect(); return document.elementFromPoint(x + width / 2, y + 8) === ${close} })()`,
    )
    await page.click('Close')
    await page.until('it is closed', `document.querySelector('.panel') === null`)
    await page.width(1280, 800)
    await page.open(at('/orders'))
    await page.see('newest first')
    expect(await isSeen('cancelled')).toBe(true)
    expect(await isSeen('Filters')).toBe(false)
  })

  test('an order that the desk has paused says so and since when, on its page and in lists', async () => {
    const { data: sends } = await operator.act<{ id: string }>('POST', '/halts', {
      what: 'sends',
      reason: 'outage',
    })
    const order = await corridor.order((await corridor.quote(undefined, '1912.00')).id)
    await corridor.fund(order.id)
    await corridor.until(order.id, 'STEP_3_SETTLING_PAYOUT')
    for (const [language, state, words] of [
      ['es', 'pago en pausa', 'Los pagos por este medio están en pausa'],
      [
        'en',
        'payout paused',
        'Payments by this rail are paused; afterwards the order goes on by itself. It waits since',
      ],
    ] as const) {
      await page.open(at(`/orders/${order.id}`))
      await page.language(language)
      await page.see(words)
      await page.see(`${order.reference_number}: ${state}`)
      expect(await page.run(`document.querySelector('main').innerText`)).not.toMatch(
        /being paid out|paying out|en proceso de pago/,
      )
      expect(await page.violations()).toEqual([])
      await page.open(at('/orders'))
      await page.until(
        'its row says so',
        `[...document.querySelectorAll('main tbody tr')].some((one) => one.textContent.includes(${JSON.stringify(order.reference_number)}) && one.textContent.includes(${JSON.stringify(state)}))`,
      )
    }
    // The event of the delay says the same.
    await corridor.post('/v1/sandbox/clock', { advance_ms: 120_000 })
    await until(
      async () => {
        // The worker may tell it first.
        await tellDelays(corridor.deps)
        return corridor.get<{ events: { type: string }[] }>(
          `${corridor.organization}/orders/${order.id}/timeline`,
        )
      },
      ({ data }) => data.events.some(({ type }) => type === 'order.delayed'),
    )
    await page.open(at(`/orders/${order.id}`))
    await page.see('The next step is paused. The order goes on by itself afterwards.')
    expect(await page.shows('longer than usual')).toBe(false)
    // A day and a time, in a whole sentence.
    expect(await page.run<string>(`plain(document.querySelector('.timeline').innerText)`)).toMatch(
      /We expect this by \d{1,2} \w{3,4}, \d\d:\d\d:\d\d UTC\./,
    )
    const resumed = await operator.act('POST', `/halts/${sends.id}/resume`, { reason: 'over' })
    expect(resumed.status).toBe(200)
    await page.open(at(`/orders/${order.id}`))
    await page.see('The money was converted and is being paid out.')
  })

  test('a sign-in in another tab begins this one anew, as who is signed in now', async () => {
    const { key } = await corridor.newKey({ scopes: ['read'] })
    await page.open(at('/keys'))
    await page.see('(this session)')
    const before = await page.run<string>(
      `[...document.querySelectorAll('tbody tr')].find((one) => one.textContent.includes('(this session)')).textContent`,
    )
    // The other tab: it has the same cookies.
    await page.run(`fetch('/console/session', { method: 'POST', headers: { 'x-corridor-console': '1', authorization: 'Bearer ${key}' } })
      .then(() => new BroadcastChannel('corridor.customer.session').postMessage('signed in'))`)
    await page.until('the first page is open', `location.pathname === ${JSON.stringify(at(''))}`)
    await page.open(at('/keys'))
    await page.see('(this session)')
    const after = await page.run<string>(
      `[...document.querySelectorAll('tbody tr')].find((one) => one.textContent.includes('(this session)')).textContent`,
    )
    expect(after).not.toBe(before)
    await signIn(corridor.sandbox.api_key)
  })

  describe('an admin', () => {
    let admin: CustomerPerson
    const desk = () => ({
      corridor,
      clock: { ...corridor.deps.clock, advanceReal: () => undefined },
    })
    const setBounds = (bounds: object[]) =>
      admin.act('PATCH', '/v1/people-settings', { second_person_from: bounds })

    beforeAll(async () => {
      admin = await firstAdmin(desk())
      await become(admin)
    })
    async function become({ cookie }: CustomerPerson): Promise<void> {
      const [name, value] = cookie.split('=')
      const url = `${corridor.url}/console/`
      await browser.send('Network.setCookie', { name, value, url, path: '/console/' })
    }

    test('sets from which amount on a second person is asked, and sees what is in force', async () => {
      const bounds = async () => {
        const { data } = await admin.act<{ second_person_from: { amount: string }[] }>(
          'GET',
          '/v1/people-settings',
        )
        return data.second_person_from.map(({ amount }) => Number(amount))
      }
      const first = `[...document.querySelectorAll('main .acts button')].find((one) => /^(Require a|No) second/.test(one.textContent))`
      await page.open(at('/people'))
      await page.see('No order needs a second person.')
      // It means nothing yet.
      expect(await page.shows('Such orders by API keys')).toBe(false)
      await page.fill('From this amount on', '500')
      await page.until('it can be set', `${first}?.textContent.includes('500') === true`)
      await page.run(`${first}.click()`)
      await page.see('No second person for USDC')
      await page.see('Saved.')
      await page.until('nothing is left to save', `${first}.disabled`)
      expect(await bounds()).toEqual([500])
      await page.fill('From this amount on', '600')
      await page.until('another amount can be set', `!${first}.disabled`)
      expect(await page.shows('Saved.')).toBe(false)
      await page.click('Refuse them to API keys')
      await page.click('Refuse them to API keys', '[role=dialog] button')
      await page.see('API keys are refused such orders.')
      await page.open(at('/people'))
      await page.until('the bound is shown', `field('From this amount on')?.value === '500.00'`)
      expect(await page.violations()).toEqual([])
      await page.click('Allow them to API keys')
      await page.click('Allow them to API keys', '[role=dialog] button')
      await page.see('API keys order without a second person.')
      await page.click('No second person for USDC')
      await page.see('No order needs a second person.')
      await page.until('an empty amount is refused', `${first}.disabled`)
      expect(await bounds()).toEqual([])
    })

    test('sees that it is a sandbox, without controls that the role may not use', async () => {
      await page.open(at(''))
      await page.until(
        'its bar is shown',
        `document.querySelector('.shell.sandbox .sandbox-bar') !== null`,
      )
      await page.see('All money here is simulated.')
      expect(await page.run(`byName('button', 'Scenarios').length`)).toBe(0)
      expect(await page.violations()).toEqual([])
    })

    test('sees the prepared orders that wait for an approval', async () => {
      await setBounds([{ currency: 'USDC', amount: '1000.00' }])
      const preparer = await newColleague(desk(), admin, 'preparer', 'preparer')
      const { id } = await corridor.quote(undefined, '1500.00')
      const path = `${corridor.organization}/order-requests`
      expect((await preparer.act('POST', path, { quote_id: id })).status).toBe(201)
      await page.open(at(''))
      await page.see('1 prepared order waits for your approval')
      expect(await page.shows('Nothing waits for you')).toBe(false)
      expect(await page.violations()).toEqual([])
      await page.click('1 prepared order waits for your approval')
      await page.see('Prepared by')
      await page.see('waits for you')
      expect(await page.run(`location.search`)).toBe('?status=PENDING')
      expect(await page.violations()).toEqual([])
      await become(preparer)
      await page.open(at('/approvals'))
      await page.see('waits for another person')
      await become(admin)
      const [waiting] = (await admin.act<{ id: string }[]>('GET', path)).data
      const now = await corridor.quote(undefined, '1500.00')
      const approve = `${path}/${waiting?.id}/approve`
      const { data: order } = await admin.act<OrderJson>('POST', approve, { quote_id: now.id })
      await page.open(at(`/orders/${order.id}`))
      await page.see('Prepared by preparer')
      await page.see('Approved by admin')
      expect(await page.violations()).toEqual([])
      await become(preparer)
      await page.open(at('/quote?payin=1500.00'))
      await page.see('Your company asks a second person to approve an order of this amount.')
      expect(
        await page.run(
          `[...document.querySelectorAll('main button')].map((one) => one.textContent.split(':')[0])`,
        ),
      ).toEqual(['Prepare for approval'])
      await page.open(at('/quote?payin=999.00'))
      await page.until(
        'it can be ordered',
        `[...document.querySelectorAll('main button')].some((one) => one.textContent.startsWith('Order 999.00'))`,
      )
      await become(admin)
      await setBounds([])
    })
  })
})
