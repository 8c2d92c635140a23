// People of a customer in a real Chromium: whom a link invites, who waits for another admin, and who is signed in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { buildConsole } from '../support/console-build.ts'
import { consolePage, type ConsolePage } from '../support/console-page.ts'
import { codeOf, PASSWORD } from '../support/desk.ts'
import { CLIENT, openIdentityProvider } from '../support/identity-provider.ts'
import { openMailServer, type MailServer } from '../support/mail-server.ts'
import {
  COMPANY,
  cookieOf,
  enrolPerson,
  firstAdmin,
  newColleague,
  type CustomerPerson,
  type InvitedJson,
  type PersonJson,
} from '../support/people.ts'
import { testService, type TestService } from '../support/service.ts'

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let corridor: TestService
  let mail: MailServer
  let browser: Page
  let page: ConsolePage
  let admin: CustomerPerson
  let ben: CustomerPerson
  const desk = () => ({ corridor, clock: { ...corridor.deps.clock, advanceReal: () => undefined } })
  const at = (path: string) => `/console/${corridor.sandbox.organization_id}${path}`
  const invite = async (by: CustomerPerson, login: string, role = 'preparer') =>
    (await by.act<InvitedJson>('POST', '/v1/people', { login, role })).data

  beforeAll(async () => {
    await buildConsole()
    mail = await openMailServer()
    const env = { CORRIDOR_SMTP_URL: mail.url, CORRIDOR_MAIL_FROM: 'notices@desk.example' }
    corridor = await testService({ env })
    admin = await firstAdmin(desk())
    browser = await openPage(chromium ?? '', 'about:blank')
    page = consolePage(browser, corridor.url)
    await page.width(1280, 800)
  }, 300_000)
  afterAll(async () => {
    await browser.close()
    await corridor.close()
    await mail.close()
  })

  async function actAs(
    { cookie }: Pick<CustomerPerson, 'cookie'>,
    origin = corridor.url,
  ): Promise<void> {
    const [name, value] = cookie.split('=')
    await browser.send('Network.setCookie', {
      name,
      value,
      url: `${origin}/console/`,
      path: '/console/',
    })
  }
  async function signOut(): Promise<void> {
    await browser.send('Network.clearBrowserCookies')
    await page.open('/console/sign-in')
    await page.run(`localStorage.clear()`)
  }
  const valueOf = (label: string) => page.run<string>(`field(${JSON.stringify(label)}).value`)

  test('a key is told how the first admin of its company is invited', async () => {
    const headers = { 'x-corridor-console': '1', 'sec-fetch-site': 'same-origin' }
    const session = await corridor.call('POST', '/console/session', { headers })
    await actAs({ cookie: cookieOf(session) })
    await page.open(at('/people'))
    await page.see('corridor people invite LOGIN --role admin')
    expect(await page.violations()).toEqual([])
    await signOut()
  })

  test('an invitation says the company and the login, and the next sign-in knows the company', async () => {
    const { link } = await invite(admin, 'pia')
    expect(link, 'passkeys need the name of the host').toMatch(/^http:\/\/localhost:/)
    const { pathname, hash } = new URL(link)
    await page.open(`${pathname}${hash}`, pathname)
    await page.see(`You will sign in with the company ${COMPANY} and the login pia.`)
    expect(await page.violations()).toEqual([])
    await page.fill('New password', PASSWORD)
    await page.click('Choose the password')
    await page.until('a secret is shown', `document.querySelector('.copyable .code') !== null`)
    const secret = await page.run<string>(`document.querySelector('.copyable .code').textContent`)
    await page.fill('Code of the app', await codeOf(secret, corridor.deps.clock.realNow()))
    await page.click('Finish and sign in')
    await page.until('the first page is open', `location.pathname.includes('/org_')`)
    await browser.send('Network.clearBrowserCookies')
    await page.open('/console/sign-in')
    await page.until('the company is filled in', `field('Company')?.value === '${COMPANY}'`)
    await page.open(`${pathname}${hash}`, pathname)
    await page.see('This link does not work any more')
  })

  test('an admin invites by mail, reads that it was taken, and still has the link', async () => {
    await actAs(admin)
    await page.open(at('/people'))
    await page.click('Invite a person')
    await page.fill('Login', 'mia')
    await page.fill('Mail address (optional)', 'mia@acme.example')
    expect(await page.violations()).toEqual([])
    await page.click('Invite mia')
    await page.see('The mail server took the mail.')
    await page.see('Give this link to the person.')
    expect(mail.taken.map(({ to }) => to)).toEqual(['mia@acme.example'])
    await signOut()
  })

  test('the account says who is signed in, and its link to the sign-in carries the company', async () => {
    await actAs(await newColleague(desk(), admin, 'vera', 'viewer'))
    await page.open(at('/account'))
    await page.see(COMPANY)
    const facts = await page.run<string>(`plain(document.querySelector('dl.facts').innerText)`)
    expect(facts).toContain('vera')
    expect(facts).toContain('viewer')
    expect(await page.violations()).toEqual([])
    const [link = ''] = /http\S+company=\S+/.exec(facts) ?? []
    await signOut()
    const { pathname, search } = new URL(link)
    await page.open(`${pathname}${search}`)
    await page.until('the company is filled in', `field('Company')?.value === '${COMPANY}'`)
  })

  test('a link to a page, such as that of a mail, carries the company to the sign-in', async () => {
    await signOut()
    const query = new URLSearchParams({ company: COMPANY }).toString()
    await page.open(at(`/orders?${query}`), '/console/sign-in')
    await page.until('the company is filled in', `field('Company')?.value === '${COMPANY}'`)
  })

  test('an admin sets the provider of the company, and an invited person enters with it', async () => {
    const provider = await openIdentityProvider()
    // Cookies and the address of the return are of the name of the host.
    const { origin } = siteOf(corridor.deps.publicUrl())
    const place = consolePage(browser, origin)
    await actAs(admin, origin)
    await place.open(at('/people'))
    await place.fill('Address of the provider', provider.issuer)
    await place.fill('Client identifier', CLIENT.client_id)
    await place.fill('Client secret', CLIENT.client_secret)
    await place.click('Use this provider')
    await place.see('Remove the provider')
    expect(await place.violations()).toEqual([])
    const login = 'ines@acme.example'
    await invite(admin, login, 'viewer')
    provider.signsIn({ sub: 'ines', email: login, email_verified: true })
    const goThere = async () => {
      await browser.send('Network.clearBrowserCookies')
      const query = new URLSearchParams({ company: COMPANY }).toString()
      await place.open(`/console/sign-in?${query}`)
      await place.click('Sign in with your company’s provider')
      await place.until('the provider is asked', `location.origin === '${provider.issuer}'`)
    }
    const enter = async () => {
      await goThere()
      await place.click('Allow')
    }
    await enter()
    await place.until('the first page is open', `location.pathname.includes('/org_')`)
    await place.open(at('/account'))
    await place.see(login)
    await place.see(`You sign in with ${provider.issuer} too.`)
    provider.signsIn({ sub: 'somebody', email: 'somebody@acme.example', email_verified: true })
    await enter()
    await place.see('Nobody with this account has an open invitation here.')
    expect(await place.run(`location.search`), 'no code in the history').toBe('')
    const foreign = '/console/sign-in/identity/ent_1'
    await place.open(`${foreign}?code=1&state=1`, foreign)
    await place.see('This sign-in did not begin in this tab.')
    expect(await place.violations()).toEqual([])
    await goThere()
    await provider.close()
    await place.click('Allow')
    await place.see('It does not answer. Try again later.')
  })

  test('a second admin presses Admit, and only then the person may act', async () => {
    ben = await newColleague(desk(), admin, 'ben', 'admin')
    await admin.act('PATCH', '/v1/people-settings', { second_admin: true })
    const pat = await enrolPerson(desk(), await invite(admin, 'pat', 'viewer'))
    const read = () => pat.act('GET', `${corridor.organization}/orders?limit=1`)
    await actAs(pat)
    await page.open(at(''), '/console/admission')
    await page.see(`You are signed in as pat of ${COMPANY}.`)
    expect((await read()).problem.code).toBe('admission_needed')
    await actAs(ben)
    await page.open(at('/people'))
    await page.see('waits for an admin')
    await page.click('pat', 'tbody tr b')
    await page.click('Admit pat')
    await page.see('You have spoken with this person')
    await page.click('Admit pat')
    await page.until(
      'nobody waits',
      `!plain(document.body.innerText).includes('waits for an admin')`,
    )
    expect((await read()).status).toBe(200)
    const { data } = await ben.act<PersonJson[]>('GET', '/v1/people')
    expect(data.find(({ login }) => login === 'pat')).toMatchObject({ status: 'ACTIVE' })
  })

  test('a waiting change of the provider is rejected by another admin, or withdrawn by its own', async () => {
    const provider = await openIdentityProvider()
    const change = { ...CLIENT, issuer: provider.issuer, login_claim: 'email', is_required: false }
    const ask = () => admin.act('PATCH', '/v1/identity-provider', change)
    const ended = () =>
      page.until(
        'nothing waits',
        `!plain(document.body.innerText).includes('A change waits for another admin')`,
      )
    await ask()
    await actAs(ben)
    await page.open(at('/people'))
    await page.see('Confirm this provider')
    expect(await page.violations()).toEqual([])
    await page.click('Reject this change')
    await page.see('The change and its client secret are deleted.')
    await page.click('Reject this change')
    await ended()
    await ask()
    await actAs(admin)
    await page.open(at('/people'))
    await page.see('You asked for it, so another admin must confirm it.')
    await page.click('Withdraw this change')
    await page.see('The present provider stays.')
    await page.click('Withdraw this change')
    await ended()
    await page.open(at('/audit'))
    await page.see('withdrew a change of the provider')
    await page.see('rejected a change of the provider')
    await provider.close()
  })

  test('the amount of a rule is of a currency that is chosen, not typed', async () => {
    await actAs(admin)
    await page.open(at('/people'))
    await page.until('currencies are listed', `field('Payin currency')?.tagName === 'SELECT'`)
    const listed = await page.run<string[]>(
      `[...field('Payin currency').options].map(({ value }) => value)`,
    )
    expect(listed).toEqual(expect.arrayContaining(['COP', 'USDC']))
    expect(await valueOf('Payin currency')).toBe('USDC')
  })
})
