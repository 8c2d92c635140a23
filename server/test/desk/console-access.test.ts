// Operators' pages in a real Chromium: API keys of customers, funding accounts, files of routes, and what users may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium } from '../support/browser.ts'
import { openDeskInBrowser, type DeskInBrowser, type DeskPage } from '../support/desk-page.ts'
import { newPerson, ratesArrive, type Person } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import type { TestService } from '../support/service.ts'

type Key = { id: string; label: string; status: string; expires_at: string | null }
type Version = { number: number; kind: string; status: string }
type Route = { id: string; name: string; organization_name: string; is_disabled: boolean }

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let page: DeskPage
  let enterprise: string
  /** Two admins, two treasurers and an operator. */
  let ada: Person
  let eva: Person
  let cleo: Person
  let theo: Person
  let ben: Person

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page } = desk)
    ada = await newPerson(desk, 'ada', 'admin')
    eva = await newPerson(desk, 'eva', 'admin')
    cleo = await newPerson(desk, 'cleo', 'treasurer')
    theo = await newPerson(desk, 'theo', 'treasurer')
    ben = await newPerson(desk, 'ben', 'operator')
    await ratesArrive(corridor)
    const { data } = await ada.act<{ id: string; name: string }[]>('GET', '/enterprises')
    enterprise = data.find(({ name }) => name === 'Demo Enterprise')?.id ?? ''
  }, 300_000)
  afterAll(() => desk.close())

  const path = (text: string) => `/console/operator${text}`
  const rules = (text: string) => applied(corridor, `approvals: [${text}]`)
  const keys = async () =>
    (await ada.act<Key[]>('GET', `/api_keys?enterprise_id=${enterprise}`)).data
  const works = async (key: string) => (await corridor.get(corridor.organization, { key })).status
  /** The first text of the open page that looks so. */
  const found = (pattern: string) =>
    page.run<string>(`(document.body.innerText.match(/${pattern}/) ?? [''])[0]`)
  const KEY = 'ck_sandbox_[0-9A-Za-z]+'
  /** Waits until the page has read its data again, as it does every few seconds. */
  async function refreshed(address: string): Promise<void> {
    await page.run(`performance.clearResourceTimings()`)
    await page.until(
      'the page has read again',
      `performance.getEntriesByType('resource').some(({ name, responseEnd }) => responseEnd > 0 && name.includes(${JSON.stringify(address)}))`,
    )
  }
  /** Opens the pending approval of this act. */
  async function openApproval(act: string): Promise<void> {
    await page.open(path('/approvals'))
    // A filter names the act too.
    const row = `[...document.querySelectorAll('main tbody tr')].find((one) => one.textContent.includes(${JSON.stringify(act)}))`
    await page.until('the approval is listed', `${row} !== undefined`)
    await page.run(`${row}.click()`)
  }

  test('a key of a customer is shown once, stays while the page reads again, and is revoked', async () => {
    await rules('')
    await page.signIn(ada)
    await page.open(path('/keys'))
    await page.click('Create a key')
    await page.until(
      'the enterprises are there',
      `[...(field('For which enterprise')?.options ?? [])].some(({ value }) => value === ${JSON.stringify(enterprise)})`,
    )
    await page.fill('For which enterprise', enterprise)
    await page.fill('Label', 'Back office')
    await page.fill('Expires at the beginning of, UTC (optional)', '2200-02-01')
    await page.carryOut('Create Back office')
    await page.see('API key, shown once')
    const secret = await found(KEY)
    expect(await works(secret)).toBe(200)
    await refreshed('/operator/v1/api_keys')
    expect(await found(KEY)).toBe(secret)
    // A key that opens and closes things leaves the secret.
    await page.press('Escape')
    expect(await found(KEY)).toBe(secret)
    expect(await page.run('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      secret,
    )
    await page.click('I have copied it')
    await page.until('the secret is gone', `!/${KEY}/.test(document.body.innerText)`)
    await page.click('Open Back office')
    await page.see('Revoke Back office')
    expect(await found(KEY)).toBe('')
    await page.carryOut('Revoke Back office')
    await page.until('it is revoked', `byName('button', 'Revoke Back office').length === 0`)
    expect((await keys()).find(({ label }) => label === 'Back office')).toMatchObject({
      status: 'REVOKED',
      expires_at: '2200-02-01T00:00:00.000Z',
    })
  })

  test('whoever approves a key gets its secret, and a second person ends one that leaked', async () => {
    await rules('{ act: key.create, roles: [admin] }, { act: key.revoke, roles: [admin] }')
    await page.signIn(ada)
    await page.open(path(`/keys?enterprise=${enterprise}&open=new`))
    await page.fill('Label', 'Reports')
    await page.carryOut('Create Reports')
    await page.see('It waits for a second person, and nothing has changed yet.')
    expect(await page.shows('shown once')).toBe(false)
    expect((await keys()).some(({ label }) => label === 'Reports')).toBe(false)

    await page.signIn(eva)
    await openApproval('Create an API key')
    await page.carryOut('Approve and carry out')
    await page.see('API key, shown once')
    const secret = await found(KEY)
    expect(await works(secret)).toBe(200)
    await refreshed('/operator/v1/approvals')
    expect(await found(KEY)).toBe(secret)
    await page.click('I have copied it')
    await page.see('Done: Approve and carry out')

    const made = (await keys()).find(({ label }) => label === 'Reports')
    await page.signIn(ben)
    await page.open(path(`/keys?open=${made?.id}`))
    await page.carryOut('Revoke Reports')
    await page.see('It waits for a second person')
    expect(await page.shows('Create a key')).toBe(false)
    await page.signIn(ada)
    await openApproval('Revoke an API key')
    await page.carryOut('Approve and carry out')
    await page.see('Done: Approve and carry out')
    expect((await keys()).find(({ id }) => id === made?.id)?.status).toBe('REVOKED')
  })

  test('accounts of a pool are added by their numbers, and only their ends are shown', async () => {
    await rules('')
    const clabes = ['032180000118359719', '002010077777777771']
    await page.signIn(cleo)
    await page.open(path('/accounts'))
    await page.see('No pool has an account')
    await page.click('Add accounts')
    await page.until(
      'the pools are there',
      `[...(field('Pool')?.options ?? [])].some(({ text }) => text === 'MXN CLABE, MXN')`,
    )
    await page.fill(
      'Pool',
      await page.run(
        `[...field('Pool').options].find(({ text }) => text === 'MXN CLABE, MXN').value`,
      ),
    )
    await page.fill('CLABE: one on each line', `${clabes.join('\n')}\n${clabes[0]}\n1234\n`)
    await page.click('Add 3 accounts to sandbox')
    await page.see('is needed')
    expect(await page.run(`document.querySelector('[role=dialog]')`)).toBeNull()
    await page.fill('Account holder', 'Desk')
    await page.carryOut('Add 3 accounts to sandbox')
    await page.see('must be a CLABE of 18 digits')
    await page.click('Go back', '[role=dialog] button')
    // As the letter of the bank has them.
    const grouped = clabes.map((clabe) => clabe.replace(/(...)(...)(.*)(.)/, '$1 $2 $3-$4'))
    await page.fill('CLABE: one on each line', grouped.join('\n'))
    await page.carryOut('Add 2 accounts to sandbox')
    await page.see('2 added. The pool had 0 already.')
    await page.open(path('/accounts?rail=sandbox'))
    await page.see('…9719')
    await page.see('…7771')
    for (const clabe of clabes) expect(await page.shows(clabe)).toBe(false)
    await page.run(
      `[...document.querySelectorAll('main tbody tr')].find((row) => row.textContent.includes('…9719')).click()`,
    )
    await page.carryOut('Retire …9719')
    await page.see('Retired because')
    const { data } = await cleo.act<{ account_end: string; status: string }[]>(
      'GET',
      '/funding_accounts',
    )
    expect(data.find(({ account_end: end }) => end === '9719')?.status).toBe('RETIRED')
  })

  test('a file of routes is previewed, approved by a second person who sees the same, and taken back', async () => {
    await rules('{ act: configuration.apply, roles: [treasurer] }')
    const route = async () =>
      (await cleo.act<Route[]>('GET', '/routes?name=USDC%20to%20COP')).data[0]
    const before = await route()
    const file = (more = '') => `enterprises:
  - name: Demo Enterprise
    organizations:
      - name: ${before?.organization_name}
        routes:
          - name: USDC to COP
            disabled: true
${more}`
    await page.signIn(cleo)
    await page.open(path('/configuration?open=new'))
    await page.chooseFile('large.yaml', `# ${'x'.repeat(70_000)}`)
    await page.see('It has 69 KiB. A file over the API has at most 64 KiB.')
    const choose = async (content: string) => {
      await page.chooseFile('routes.yaml', content)
      await page.until('it is read', `field('The file').value === ${JSON.stringify(content)}`)
    }
    await choose(file('            wrong_key: 1\n'))
    await page.click('Preview this file')
    await page.see('wrong_key is not a known key')
    expect(await page.shows('Apply this file')).toBe(false)
    await choose(file())
    await page.fill('Amounts of the preview', '2,000.00 USDC')
    await page.click('Preview this file')
    await page.see('disabled: false -> true')
    await page.see('2,000.00 USDC')
    await page.see('This route is switched off at present.')
    await page.fill('Effective from', '2099-01-01T00:00:00Z')
    await page.see('The file or its instant has changed since the preview.')
    await page.fill('Effective from', '')
    await page.carryOut('Apply this file')
    await page.see('It waits for a second person')
    expect((await route())?.is_disabled).toBe(false)

    await page.signIn(theo)
    await openApproval('Apply a file')
    await page.see('- name: USDC to COP')
    await page.click('Preview what it would change')
    await page.see('This route is switched off at present.')
    await page.carryOut('Approve and carry out')
    await page.see('Done: Approve and carry out')
    expect((await route())?.is_disabled).toBe(true)

    const [newest] = (await cleo.act<Version[]>('GET', '/configuration/versions')).data
    const number = newest?.number ?? 0
    await page.open(path(`/configuration?open=${number}`))
    await page.see('disabled: false -> true')
    await page.fill('Other version', '0')
    await page.see(`From before version 1 to version ${number}`)
    await page.carryOut('Go back to before version 1')
    await page.see(`It is version ${number + 1}.`)
    expect((await route())?.is_disabled).toBe(false)
    await page.open(path(`/configuration?open=${number}`))
    await page.fill('Other version', String(number + 1))
    await page.see(`From version ${number} to version ${number + 1}`)
    await page.see('disabled: true -> false')
  })

  test('a version that waits is withdrawn, and the present state is saved as a file', async () => {
    await rules('')
    await page.signIn(cleo)
    await page.open(path('/configuration'))
    await page.click('Save as a file')
    await page.see('The browser has saved the file.')
    const saved = await desk.saved('.yaml')
    expect(saved).toContain('USDC to COP')
    await page.click('Upload a file')
    await page.fill(
      'The file',
      `enterprises: [{ name: Demo Enterprise, organizations: [{ name: Demo Retail, routes: [{ name: USDC to COP, disabled: true }] }] }]`,
    )
    await page.fill('Effective from', '2099-01-01T00:00:00Z')
    await page.click('Preview this file')
    await page.see('disabled: false -> true')
    await page.carryOut('Apply this file')
    await page.until(
      'the version is made',
      `[...document.querySelectorAll('main button')].some((one) => /^Open version/.test(one.textContent))`,
    )
    const [pending] = (await cleo.act<Version[]>('GET', '/configuration/versions')).data
    expect(pending?.status).toBe('pending')
    await page.click(`Open version ${pending?.number}`)
    await page.see('waits for its instant')
    await page.carryOut(`Withdraw version ${pending?.number}`)
    await page.see('withdrawn')
  })

  test('a user sees chosen enterprises only, and a key of a program expires', async () => {
    await rules('')
    const choose = (name: string) => page.click(name, '[role=dialog] label')
    await page.signIn(ada)
    await page.open(path('/users'))
    await page.click('Create a key')
    await page.until(
      'the enterprises are there',
      `byName('[role=dialog] label', 'Demo Enterprise').length > 0`,
    )
    await page.fill('Label', 'monitoring')
    await choose('Demo Enterprise')
    await page.fill('Expires at the beginning of, UTC (optional)', '2200-02-01')
    await page.fill('Reason', 'Agreed by telephone')
    await page.click('Create a key', '[role=dialog] button')
    await page.see('Operator key, shown once')
    await page.click('I have copied it')
    const { data: made } = await ada.act<object[]>('GET', '/keys')
    expect(made).toMatchObject([
      { label: 'monitoring', enterprise_ids: [enterprise], expires_at: '2200-02-01T00:00:00.000Z' },
    ])
    for (const login of ['eve', 'finn']) {
      await page.carryOut('Create a user', { Login: login })
      await page.see('Enrolment token, shown once')
      await page.click('I have copied it')
      await page.see('Done: Create a user')
    }
    await page.click('Change what ben may do and sees')
    await choose('Demo Enterprise')
    await page.fill('Reason', 'Agreed by telephone')
    await page.click('Change what ben may do and sees', '[role=dialog] button')
    await page.until(
      'the page shows it',
      `[...document.querySelectorAll('main tbody tr')].some((row) => /ben/.test(row.textContent) && /Demo Enterprise/.test(row.textContent))`,
    )
    const { data: users } = await ada.act<{ login: string; enterprise_ids: string[] | null }[]>(
      'GET',
      '/users',
    )
    expect(users.find(({ login }) => login === 'ben')?.enterprise_ids).toEqual([enterprise])
    await page.signIn(ben)
    await page.open(path('/configuration'))
    await page.see('The configuration is of the whole deployment')
  })

  test('no page of these has a fault that axe finds, in both themes, nor scrolls sideways at 360 px', async () => {
    const [key] = await keys()
    const [account] = (await cleo.act<{ id: string }[]>('GET', '/funding_accounts')).data
    const faults: string[] = []
    const look = async (paths: readonly string[]) => {
      for (const one of paths) {
        await page.open(path(one))
        await page.until('the data is there', `document.querySelector('.loading') === null`)
        for (const isDark of [false, true]) {
          await page.dark(isDark)
          faults.push(...(await page.violations()).map((fault) => `${one} ${fault}`))
        }
        await page.width(360)
        const width = await page.run<number>('document.documentElement.scrollWidth')
        if (width > 360) faults.push(`${one} is ${width} wide`)
        await page.width(1280, 800)
      }
    }
    await page.signIn(ada)
    await look(['/keys', `/keys?open=${key?.id}`, '/keys?open=new'])
    await page.signIn(cleo)
    await look([
      '/accounts',
      `/accounts?open=${account?.id}`,
      '/accounts?open=new',
      '/configuration',
      '/configuration?open=1',
      '/configuration?open=new',
    ])
    await page.dark(false)
    expect(faults).toEqual([])
  })
})
