// Promises of every page of the console, of customers and operators, in a real Chromium: axe finds nothing, in both themes,
// nothing is wider than a phone, and the files of a page are small. The routers say which pages there are. What the keyboard
// alone does in the queue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, type Page } from '../support/browser.ts'
import { routesOf, visits, type Visit } from '../support/console-routes.ts'
import { openDeskInBrowser, type DeskInBrowser, type DeskPage } from '../support/desk-page.ts'
import { codeOf, newPerson, PASSWORD, ratesArrive, type Person } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import type { TestService } from '../support/service.ts'
import { openEverything } from '../support/waiting-items.ts'

/** What a page may load with an empty cache. */
const MOST_BYTES = 250_000
/** Far less than the smallest page: the files were not measured. */
const LEAST_BYTES = 100_000

type Item = { kind: string; subject: string; order_id: string | null }
type Named = { id: string }

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 900_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let browser: Page
  let page: DeskPage
  let ben: Person
  let cleo: Person
  let ada: Person
  let dora: Person

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page, browser } = desk)
    ben = await newPerson(desk, 'ben', 'operator')
    cleo = await newPerson(desk, 'cleo', 'treasurer')
    ada = await newPerson(desk, 'ada', 'admin')
    dora = await newPerson(desk, 'dora', 'compliance')
    await ratesArrive(corridor)
    await openEverything(corridor)
    await applied(corridor, 'approvals: [{ act: deposit.assign, roles: [treasurer] }]')
  }, 300_000)
  afterAll(() => desk.close())

  const wide = (path: string, width: number) =>
    page.run<string[]>(
      `[document.documentElement, ...document.querySelectorAll('.panel, .table-frame')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => ${JSON.stringify(`${path} at ${width} pixels: `)} + (one.className || one.tagName) + ' is ' + one.scrollWidth + ' wide')`,
    )

  /** Files as transferred. Cached files have their size too. Charts are loaded after the page. */
  const heavy = async (path: string): Promise<string[]> => {
    const bytes = await page.run<number>(
      `performance.getEntries()
        .filter(({ name }) => !/[/]v1[/]|[/]assets[/]plot-/.test(name))
        .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`,
    )
    return bytes > LEAST_BYTES && bytes <= MOST_BYTES
      ? []
      : [`${path} loads ${bytes} bytes of files`]
  }

  /** Amounts and states that a frame or the window cuts: a figure without its end reads as another amount. */
  const cut = (path: string, width: number) =>
    page.run<string[]>(
      `[...document.querySelectorAll('.money, .rate, .state')].flatMap((money) => {
        const { left, right } = money.getBoundingClientRect()
        if (right === left) return []
        for (let box = money.parentElement; box !== null; box = box.parentElement) {
          const style = getComputedStyle(box)
          const edge = box.getBoundingClientRect()
          const hides = box === document.documentElement || style.overflowX !== 'visible'
          if (hides && (right > edge.right + 1 || left < edge.left - 1))
            return [${JSON.stringify(`${path} at ${width} pixels: `)} + money.textContent + ' is cut by ' + (box.className || box.tagName)]
        }
        return []
      })`,
    )

  /** Rows that end at different edges, words that end after each letter, and lists that leave a wide window empty. */
  const uneven = (path: string, width: number) =>
    page.run<string[]>(
      `[
        ...[...document.querySelectorAll('.table tbody tr')].filter((row) => {
          const cells = [...row.cells].filter((cell) => getComputedStyle(cell).display === 'flex' && getComputedStyle(cell).gridColumnEnd !== '-1')
          const edges = (cell) => [Math.round(cell.getBoundingClientRect().left), Math.round(cell.lastElementChild.getBoundingClientRect().right)].join()
          return new Set(cells.map(edges)).size > new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().left))).size
        }).slice(0, 1).map((row) => 'the card ' + plain(row.textContent) + ' ends at several edges'),
        ...[...document.querySelectorAll('.bar-label')]
          .filter((label) => label.getBoundingClientRect().height > parseFloat(getComputedStyle(label).lineHeight) * plain(label.textContent).split(' ').length + 1)
          .map((label) => label.textContent + ' is broken within its words'),
        ...[document.querySelector('main#content')]
          .filter((main) => main?.querySelector('.table-frame, .charts') && innerWidth >= 1600 && main.getBoundingClientRect().width < innerWidth - 240)
          .map(() => 'the window is not used'),
      ].map((fault) => ${JSON.stringify(`${path} at ${width} pixels: `)} + fault)`,
    )

  /** Both themes, one on a desk and the other on a phone. Widths in both languages: Spanish words are longer. */
  async function faultsOf({ path, click }: Visit): Promise<string[]> {
    const complete = () =>
      page.until(`${path} has its data`, `document.querySelector('.loading') === null`)
    // A receipt is no page of the console, and is in English.
    const isReceipt = path.endsWith('/receipt')
    const faults: string[] = []
    const look = async (width: number, isDark: boolean) => {
      await page.width(width, 800)
      await page.dark(isDark)
      const found = await page.violations()
      const where = `${isDark ? 'dark' : 'light'}, ${width} pixels, ${await page.run<string>('document.documentElement.lang')}`
      faults.push(...found.map((fault) => `${path} (${where}) ${fault}`))
      faults.push(...(await wide(path, width)))
    }
    await page.open(path)
    await complete()
    if (!isReceipt) faults.push(...(await heavy(path)))
    if (click !== undefined) await page.click(click)
    await complete()
    await look(1280, false)
    await look(360, true)
    if (isReceipt) return faults
    await page.language('es')
    await complete()
    for (const width of [360, 640, 820, 1000, 1280, 1600, 1920]) {
      await page.width(width, 800)
      for (const faultsAt of [wide, cut, uneven]) faults.push(...(await faultsAt(path, width)))
    }
    await page.run(`localStorage.setItem('corridor.language', 'en')`)
    return faults
  }

  test('no page of customers has a fault that axe finds, is wider than its window or loads over 250 kB', async () => {
    const { organization_id: id, api_key: key } = corridor.sandbox
    const first = async (list: string) =>
      (await corridor.get<Named[]>(`${corridor.organization}/${list}`)).data[0]?.id ?? ''
    const { data: instruments } = await corridor.get<{ id: string; method: string }[]>(
      `${corridor.organization}/external_payment_instruments`,
    )
    const wallet = instruments.find(({ method }) => method === 'SOLANA_ADDRESS')?.id
    const { data: orders } = await corridor.get<
      { id: string; status: { current_status: string } }[]
    >(`${corridor.organization}/orders?limit=200`)
    const kinds = [...new Map(orders.map((one) => [one.status.current_status, one.id])).values()]
    const { data: request } = await dora.act<Named>(
      'POST',
      `/organizations/${id}/information_requests`,
      {
        message: 'Where is the money from?',
        fields: [{ name: 'source', about: 'Source of funds', type: 'text', required: true }],
        documents: [{ name: 'invoice', about: 'Invoice', required: true, largest_bytes: 1000 }],
        deadline: new Date(desk.clock.realNow() + 86_400_000).toISOString(),
        reason: 'An unusual amount',
      },
    )
    const faults = await faultsOf({ path: '/console/sign-in' })
    await page.open('/console/sign-in')
    await page.fill('API key', key)
    await page.click('Sign in')
    await page.until('the overview is open', `location.pathname.endsWith(${JSON.stringify(id)})`)
    for (const visit of visits(`/console/${id}`, routesOf('customer'), {
      '/quote': ['?payin=1000.00'],
      '/orders': ['?status=STEP_4_COMPLETED', { at: '', click: 'Statements' }],
      '/api-log': ['?status=refused'],
      '/orders/$order': kinds,
      '/instruments': [
        { at: `?open=${wallet}`, click: 'Give a record' },
        `?open=${instruments.at(-1)?.id}`,
        '?open=new',
      ],
      '/refunds': [`?open=${await first('refunds')}`],
      '/requests': [`?open=${request.id}`],
      '/organizations': [`?open=${id}`, '?open=new'],
      '/events': [`?open=${await first('events')}`],
      '/webhooks': [
        { at: `?open=${await first('webhook-endpoints')}`, click: 'Change the endpoint' },
        { at: '?open=new', click: 'Only chosen events' },
        '?scope=enterprise',
      ],
      '/keys': ['?open=new'],
    }))
      faults.push(...(await faultsOf(visit)))
    const receipt = `/console/v1/organizations/${id}/orders/${orders.find((one) => one.status.current_status === 'STEP_4_COMPLETED')?.id}/receipt`
    faults.push(...(await faultsOf({ path: receipt })))
    await page.dark(false)
    expect(faults).toEqual([])
  })

  test('no page of operators has a fault that axe finds, is wider than its window or loads over 250 kB', async () => {
    const items = (await ben.act<Item[]>('GET', '/queue?limit=200')).data
    const kinds = [...new Map(items.map((item) => [item.kind, item])).values()]
    const order = items.find(({ kind }) => kind === 'reversal')?.order_id
    const parked = items.find(({ kind }) => kind === 'parked_order')?.order_id
    const first = async (list: string) =>
      (await ada.act<Named[]>('GET', list)).data[0]?.id ?? `nothing in ${list}`
    const organization = await first('/organizations')
    const withDialogs = visits('/console', routesOf('operator'), {
      '/operator/queue': kinds.map(
        ({ kind, subject }) => `?open=${encodeURIComponent(`${kind}/${subject}`)}`,
      ),
      '/operator/approvals': [`?open=${await first('/approvals')}`],
      '/operator/orders/$order': [order ?? '', parked ?? ''],
      '/operator/orders': [
        { at: '', click: 'any day' },
        { at: '', click: 'Views' },
        '?currency=COP&min=1000&max=999999999.99&side=payout',
      ],
      '/operator/money': [
        { at: '?kind=refunds', click: 'any amount' },
        `?open=${await first('/deposits')}`,
        '?kind=payouts&rail=simulated&currency=COP&from=2020-01-01&to=2020-01-02',
        `?kind=payouts&open=${await first('/payouts')}`,
        '?kind=refunds',
        `?kind=refunds&open=${await first('/refunds')}`,
      ],
      '/operator/routes': [`?open=${await first('/routes')}`],
      '/operator/reconciliation': [`?open=${await first('/reconciliations')}`],
      '/operator/reports': [
        '?from=2020-01-01',
        '?report=exposure',
        `?report=statement&organization=${organization}`,
        '?report=export',
      ],
      '/operator/information': [`?open=${await first('/information_requests')}`],
      '/operator/instruments': [`?open=${await first('/instruments')}`],
      '/operator/webhooks': [`?open=${await first('/webhook_endpoints')}`],
      '/operator/limits': [`?open=${organization}`],
      '/operator/halts': [{ at: '', click: 'Halt' }],
      '/operator/users': [{ at: '', click: 'Create a user' }],
    })
    const faults: string[] = []
    await browser.send('Network.clearBrowserCookies')
    const isAlone = ({ path }: { path: string }) => /\/(sign-in|enrol)$/.test(path)
    for (const visit of withDialogs.filter(isAlone)) faults.push(...(await faultsOf(visit)))
    await page.signIn(ada)
    for (const visit of withDialogs.filter((one) => !isAlone(one)))
      faults.push(...(await faultsOf(visit)))
    await page.signIn(dora)
    faults.push(...(await faultsOf({ path: '/console/operator/instruments?status=matches' })))
    const asking = { path: '/console/operator/information', click: 'Ask for information' }
    faults.push(...(await faultsOf(asking)))
    await page.signIn(ben)
    const comparing = { path: '/console/operator/reconciliation', click: 'Compare a statement' }
    faults.push(...(await faultsOf(comparing)))
    await page.dark(false)
    expect(faults).toEqual([])
  })

  /** With no pointer: types what a person types, and reaches the rest with Tab. */
  async function signInByKeyboard({ login, secret }: Person): Promise<void> {
    await browser.send('Network.clearBrowserCookies')
    await page.open('/console/operator/sign-in')
    await page.until('the login has the focus', `document.activeElement === field('Login')`)
    await page.type(login)
    await page.tabTo('Password')
    await page.type(PASSWORD)
    await page.tabTo('Code of the authenticator app')
    // Each code works once.
    desk.clock.advanceReal(60_000)
    await page.type(await codeOf(secret, desk.clock.realNow()))
    await page.press('Enter')
    await page.see('wait for the desk')
  }
  const openRow = async (words: string) => {
    const isThere = `document.activeElement.matches('tr') && plain(document.activeElement.textContent).includes(${JSON.stringify(words)})`
    await page.until('there are rows', `document.querySelector('main tbody tr') !== null`)
    for (let row = 0; row < 60 && !(await page.run<boolean>(isThere)); row++) await page.press('j')
    expect(await page.run(isThere), words).toBe(true)
    await page.press('Enter')
    await page.until('the object has the focus', `document.activeElement.matches('aside')`)
  }

  test('an item of the queue is decided and approved with the keyboard alone', async () => {
    await signInByKeyboard(ben)
    await page.press('g')
    await page.press('q')
    await page.see('things wait for you')
    const hasActs = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/queue-acts-'))`
    expect(await page.run<boolean>(hasActs), 'the list alone needs no acts').toBe(false)
    await page.until('there are rows', `document.querySelector('main tbody tr') !== null`)
    await page.press('j')
    await page.until('the acts are loaded before a row is opened', hasActs)
    await openRow('unmatched deposit')
    await page.see('the payer wrote its number')
    await page.press('Escape')
    await page.until(
      'the row has the focus again',
      `document.querySelector('aside') === null && document.activeElement.matches('tr') && document.activeElement.textContent.includes('unmatched deposit')`,
    )
    await page.press('Enter')
    await page.see('the payer wrote its number')
    const assign = await page.run<string>(
      `plain([...document.querySelectorAll('aside button')].find((one) => /^Assign .* to CO-/.test(plain(one.textContent))).textContent)`,
    )
    await page.tabTo(assign)
    await page.press('Enter')
    await page.until('the reason has the focus', `document.activeElement === field('Reason')`)
    await page.press('Escape')
    await page.until(
      'the button has the focus again',
      `document.querySelector('[role=dialog]') === null && plain(document.activeElement.textContent) === ${JSON.stringify(assign)}`,
    )
    await page.press('Enter')
    await page.until('the reason has the focus', `document.activeElement === field('Reason')`)
    await page.type('Agreed by telephone')
    await page.tabTo(assign)
    await page.press('Enter')
    await page.until(
      'the result has the focus',
      `plain(document.activeElement.textContent).includes('It waits for a second person')`,
    )
    await page.tabTo('Open the approval')
    await page.press('Enter')
    await page.see('You proposed it: somebody else must approve it.')

    await signInByKeyboard(cleo)
    await page.press('g')
    await page.press('a')
    await page.until('the approvals are open', `location.pathname.endsWith('/approvals')`)
    await openRow('Assign a deposit')
    await page.see('Approve and carry out')
    await page.tabTo('Approve and carry out')
    await page.press('Enter')
    await page.until('the reason has the focus', `document.activeElement === field('Reason')`)
    await page.type('The payer called')
    await page.tabTo('Approve and carry out')
    await page.press('Enter')
    await page.see('Done: Approve and carry out')
    const { data: left } = await ben.act<Item[]>('GET', '/queue?kind=unmatched_deposit')
    expect(left).toEqual([])
  })
})
