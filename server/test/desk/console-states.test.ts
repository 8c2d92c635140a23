// Every page of the console, of customers and operators, in a real Chromium: while its data is on its way, where there is
// none, where the service fails, and where the session has ended. Languages, themes and widths take turns.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, type Page } from '../support/browser.ts'
import { openFaults } from '../support/console-faults.ts'
import { routesOf } from '../support/console-routes.ts'
import { openDeskInBrowser, type DeskInBrowser, type DeskPage } from '../support/desk-page.ts'
import { newPerson, ratesArrive, type Person } from '../support/desk.ts'
import { firstAdmin } from '../support/people.ts'
import type { TestService } from '../support/service.ts'

const FAILURES = ['database_unavailable', 'internal_error', 'rate_limited'] as const
/** Pages of the desk that need no session. */
const ALONE = ['/operator/sign-in', '/operator/enrol']
/** Pages that an API key does not see. */
const OF_PEOPLE = /\/(people|audit|account)$/

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 900_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let browser: Page
  let page: DeskPage
  let ada: Person
  let faults: Awaited<ReturnType<typeof openFaults>>
  let customerPages: string[]
  /** The sessions of an API key and of an admin. */
  let cookies: { key: string; person: string }
  const deskPages = routesOf('operator')
    .filter((route) => !route.includes('$') && !ALONE.includes(route))
    .map((route) => `/console${route === '/operator/' ? '/operator' : route}`)

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page, browser } = desk)
    ada = await newPerson(desk, 'ada', 'admin')
    await ratesArrive(corridor)
    faults = await openFaults(browser)
    // An organization of its own, which has nothing yet.
    const { data } = await corridor.post<{ id: string }>('/v1/organizations', {
      name: 'New',
      contact: { email: 'ana@new.example', first_name: 'Ana', last_name: 'Diaz' },
    })
    customerPages = routesOf('customer')
      .filter((route) => !route.includes('$'))
      .map((route) => `/console/${data.id}${route === '/' ? '' : route}`)
    await page.open('/console/sign-in')
    await page.fill('API key', corridor.sandbox.api_key)
    await page.click('Sign in')
    await page.until('the overview is open', `location.pathname.includes('/org_')`)
    const person = (await firstAdmin(desk)).cookie
    cookies = { key: await cookieNamed(person.split('=')[0] ?? ''), person }
    await signInOperator()
  }, 300_000)
  afterAll(() => desk.close())

  /** The session of the customer stays. */
  const signInOperator = () =>
    browser.send('Network.setCookie', {
      name: 'corridor_operator',
      value: ada.token,
      url: `${desk.origin}/console/operator/`,
      path: '/console/operator/',
      httpOnly: true,
      sameSite: 'Strict',
    })
  async function cookieNamed(wanted: string): Promise<string> {
    const { cookies: found } = await browser.send<{ cookies: { name: string; value: string }[] }>(
      'Network.getCookies',
      { urls: [`${desk.origin}/console/`] },
    )
    return `${wanted}=${found.find(({ name }) => name === wanted)?.value ?? ''}`
  }
  /** Opens the page for somebody who sees it. */
  async function open(path: string): Promise<void> {
    const [name = '', value = ''] = cookies[OF_PEOPLE.test(path) ? 'person' : 'key'].split('=')
    const url = `${desk.origin}/console/`
    await browser.send('Network.setCookie', { name, value, url, path: '/console/', httpOnly: true })
    await page.open(path)
  }
  const all = () => [...customerPages, ...deskPages]
  async function turn(index: number): Promise<string> {
    const [language, isDark, width] = [
      ['en', 'es'][index % 2] ?? 'en',
      index % 4 > 1,
      [1280, 390, 360][index % 3] ?? 1280,
    ]
    await page.run(`localStorage.setItem('corridor.language', '${language}')`)
    await page.dark(isDark)
    await page.width(width, 800)
    return `(${language}, ${isDark ? 'dark' : 'light'}, ${width} pixels)`
  }
  const isComplete = `document.querySelector('.loading') === null && document.querySelector('.failing, .stale') === null`
  const problemsOf = async (where: string): Promise<string[]> => {
    const width = await page.run<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )
    const found = await page.violations()
    return [...found, ...(width ? ['it is wider than the window'] : [])].map(
      (one) => `${where} ${one}`,
    )
  }

  test('a page without anything to show says what would be here', async () => {
    const found: string[] = []
    for (const [index, path] of all().entries()) {
      const where = `${path} ${await turn(index)}`
      await open(path)
      await page.until(`${path} is complete`, isComplete)
      const says = await page.run<boolean>(
        `document.querySelector('main :is(.empty, tbody tr, input, .choices li, .facts, p)') !== null`,
      )
      if (!says) found.push(`${where} shows nothing`)
      found.push(...(await problemsOf(where)))
    }
    expect(found).toEqual([])
  })

  test('a page whose data is on its way has its title and its frame, and fills without a reload', async () => {
    const found: string[] = []
    for (const [index, path] of all().entries()) {
      const where = `${path} ${await turn(index)}`
      await faults.set('hold')
      await open(path)
      await page.until(
        `${path} waits for its data`,
        `document.querySelector('main .loading, main p, main form') !== null`,
      )
      if (!(await page.run<boolean>(`plain(document.querySelector('h1').textContent) !== ''`)))
        found.push(`${where} has no title`)
      found.push(...(await problemsOf(where)))
      await faults.set('none')
      await page.until(`${path} is complete`, isComplete)
    }
    expect(found).toEqual([])
  })

  test('a page that the service does not answer says so, and is complete after another try', async () => {
    const found: string[] = []
    for (const [index, path] of all().entries()) {
      const where = `${path} ${await turn(index)}`
      await faults.set(FAILURES[(index >> 1) % FAILURES.length] ?? 'internal_error')
      await open(path)
      await page.until(
        `${path} says that it fails`,
        `document.querySelector('main :is(.failing, .stale)') !== null && document.querySelector('.loading') === null`,
      )
      found.push(...(await problemsOf(where)))
      await faults.set('none')
      await page.until(
        `${path} is complete after another try`,
        `([...document.querySelectorAll('.failing button, .stale button')].forEach((one) => one.click()), ${isComplete})`,
      )
    }
    expect(found).toEqual([])
  })

  test('a page that cannot know its session says so, and is complete after another try', async () => {
    const found: string[] = []
    const [customerPage = ''] = customerPages
    for (const [index, path] of ['/console/', customerPage, '/console/operator'].entries()) {
      const where = `${path} ${await turn(index)}`
      await faults.set(FAILURES[index] ?? 'internal_error', { withSession: true })
      await page.open(path)
      await page.until(`${path} says that it fails`, `document.querySelector('.failing') !== null`)
      found.push(...(await problemsOf(where)))
      await faults.set('none')
      await page.run(`document.querySelector('.failing button').click()`)
      await page.until(
        `${path} is complete after another try`,
        `document.querySelector('main h1') !== null && ${isComplete}`,
      )
    }
    expect(found).toEqual([])
  })

  test('an address that leads nowhere says so', async () => {
    const found: string[] = []
    const firstPages = {
      '/console/nowhere': '/console/',
      '/console/operator/nowhere': '/console/operator',
    }
    for (const [index, [path, first]] of Object.entries(firstPages).entries()) {
      const where = `${path} ${await turn(index)}`
      await page.open(path)
      await page.until(
        `${path} leads to the first page`,
        `document.querySelector('main a')?.getAttribute('href') === '${first}'`,
      )
      found.push(...(await problemsOf(where)))
    }
    expect(found).toEqual([])
  })

  test('a page of which a part is gone says so in the language of the reader', async () => {
    await faults.set('none')
    await page.run(`localStorage.setItem('corridor.language', 'es')`)
    await browser.send('Network.enable')
    await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
    await browser.send('Network.setBlockedURLs', { urls: ['*/console/assets/offerings-*.js'] })
    await open(customerPages.find((path) => path.endsWith('/offerings')) ?? '')
    await page.see('No se pudo cargar una parte de la página.')
    expect(await page.shows('module')).toBe(false)
    await browser.send('Network.setBlockedURLs', { urls: [] })
    await browser.send('Network.setCacheDisabled', { cacheDisabled: false })
    await page.click('Reintentar')
    await page.until('the page is complete', isComplete)
  })

  test('every page asks for the sign-in when the session has ended', async () => {
    const found: string[] = []
    for (const [index, path] of all().entries()) {
      const where = `${path} ${await turn(index)}`
      const isDesk = path.startsWith('/console/operator')
      await faults.set(isDesk ? 'not_signed_in' : 'unauthenticated')
      await page.open(path, isDesk ? path : '/console/sign-in')
      await page.until(
        `${path} asks for the sign-in`,
        `document.querySelector('${isDesk ? 'dialog.cover' : 'main.alone [role=status] ~ * input, main.alone form input'}') !== null`,
      )
      found.push(...(await problemsOf(where)))
      await faults.set('none')
    }
    expect(found).toEqual([])
  })
})
