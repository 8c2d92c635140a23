// The operators' pages of the console in a real Chromium: whole journeys over one service, as a desk works.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, type Page } from '../support/browser.ts'
import { openDeskInBrowser, type DeskInBrowser, type DeskPage } from '../support/desk-page.ts'
import { codeOf, newPerson, PASSWORD, ratesArrive, type Person } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { applied } from '../support/operator-files.ts'
import { screenedWorld } from '../support/screening.ts'
import type { TestService } from '../support/service.ts'
import { parkedOrder } from '../support/parked.ts'
import { openEverything } from '../support/waiting-items.ts'

type Item = {
  kind: string
  subject: string
  order_id: string | null
  facts: { suggestions?: { order_id: string; reference_number: string }[] }
}
type RouteJson = { id: string; name: string; indicative_cost_tiers: { bps: number }[] }

describe.skipIf(chromium === undefined)('with Chromium', { timeout: 300_000 }, () => {
  let desk: DeskInBrowser
  let corridor: TestService
  let browser: Page
  let page: DeskPage
  /** An operator and a treasurer. */
  let ben: Person
  let cleo: Person

  beforeAll(async () => {
    desk = await openDeskInBrowser()
    ;({ corridor, page, browser } = desk)
    ben = await newPerson(desk, 'ben', 'operator')
    cleo = await newPerson(desk, 'cleo', 'treasurer')
    await ratesArrive(corridor)
    await openEverything(corridor)
    await applied(corridor, 'approvals: [{ act: deposit.assign, roles: [treasurer] }]')
  }, 300_000)
  afterAll(() => desk.close())

  const itemOf = async (kind: string): Promise<Item> => {
    const { data } = await ben.act<Item[]>('GET', `/queue?kind=${kind}`)
    const [item] = data
    if (item === undefined) throw new Error(`no ${kind} waits`)
    return item
  }

  test('a wrong code is refused, a right one opens the board, and no script sees the session', async () => {
    await page.open('/console/operator/queue', '/console/operator/sign-in')
    await page.fill('Login', 'ben')
    await page.fill('Password', PASSWORD)
    await page.fill('Code of the authenticator app', '000000')
    await page.click('Sign in')
    await page.see('do not match')
    await page.signIn(ben)
    await page.see('things wait for the desk')
    expect(await page.run('document.cookie')).toBe('')
    expect(await page.run('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      'cs_',
    )
  })

  test('money is narrowed to a rail, a currency and days', async () => {
    type Deposit = { rail: string; currency: string; recorded_at: string }
    const { data: deposits } = await ben.act<Deposit[]>('GET', '/deposits')
    const [deposit] = deposits
    if (deposit === undefined) throw new Error('no deposit arrived')
    const { rail, currency } = deposit
    const listed = (count: number) =>
      page.until(
        `${count} deposits are listed`,
        `document.querySelectorAll('main tbody tr').length === ${count}`,
      )
    await page.signIn(ben)
    const all = deposits.length
    await page.open('/console/operator/money?rail=retired')
    await page.see('No deposit is here')
    await page.click('any amount')
    await page.until(
      'the rails and currencies can be chosen',
      `['${rail}', '${currency}', 'COP'].every((value) => document.querySelector('option[value="' + value + '"]') !== null)`,
    )
    await page.fill('Rail', rail)
    await listed(all)
    await page.fill('Currency', 'COP')
    await page.see('No deposit is here')
    await page.fill('Currency', currency)
    await listed(all)
    // The filters are in the address.
    await page.open(await page.run<string>('location.pathname + location.search'))
    await listed(all)
    // The business clock of this desk is months behind the real time, and the search for a last day uses the time of
    // identifiers, which never goes back in a process. So the last days of this test are far from both.
    const last =
      deposits
        .map(({ recorded_at: at }) => at.slice(0, 10))
        .toSorted()
        .at(-1) ?? ''
    const dayAfter = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
    await page.click('any day')
    await page.fill('From day (UTC)', dayAfter)
    await page.see('No deposit is here')
    // Both at once: the second choice keeps the first.
    await page.fill('From day (UTC)', '2020-01-01')
    await page.fill('To day (UTC)', '2099-12-31')
    await listed(all)
    await page.fill('To day (UTC)', '2020-01-01')
    await page.see('No deposit is here')
  })

  test('in a wide window j and k open the neighbours of the open item', async () => {
    await page.signIn(ben)
    await page.width(1700)
    await page.open('/console/operator/queue')
    const isOpen = (row: number) =>
      page.until(
        `row ${row} is open`,
        `[...document.querySelectorAll('.list tbody tr')].findIndex((row) => row.hasAttribute('aria-selected')) === ${row}`,
      )
    await page.until('rows', `document.querySelectorAll('main tbody tr').length > 1`)
    await page.run(`document.querySelector('main tbody tr').click()`)
    await isOpen(0)
    await page.press('j')
    await isOpen(1)
    await page.press('k')
    await isOpen(0)
    await page.width(1280)
  })

  test('an unmatched deposit is assigned by one person and approved by another', async () => {
    const item = await itemOf('unmatched_deposit')
    const [suggested] = item.facts.suggestions ?? []
    await page.signIn(ben)
    await page.open('/console/operator/queue?kind=unmatched_deposit')
    await page.until('the item is listed', `document.querySelector('main tbody tr') !== null`)
    await page.run(`document.querySelector('main tbody tr').focus()`)
    await page.press('Enter')
    await page.see('the payer wrote its number')
    await page.see(`Assign 7.00 USDC to ${suggested?.reference_number}`)
    // Any other order by the number that every page shows.
    await page.carryOut('Assign 7.00 USDC to another order', { Order: 'CO-20000101-NOBODY00' })
    await page.see('Nothing has changed: No order that you see has this number.')
    await page.fill('Order', ` ${suggested?.reference_number.toLowerCase()}`)
    await page.click('Assign 7.00 USDC to another order', '[role=dialog] button')
    await page.see('It waits for a second person, and nothing has changed yet.')
    await page.click('Open the approval')
    await page.see('You proposed it: somebody else must approve it.')
    expect(await page.shows('Approve and carry out')).toBe(false)
    expect((await itemOf('unmatched_deposit')).subject).toBe(item.subject)

    await page.signIn(cleo)
    await page.open('/console/operator/approvals')
    await page.until('the act is listed', `document.querySelector('main tbody tr') !== null`)
    await page.run(
      `[...document.querySelectorAll('main tbody tr')].find((row) => row.textContent.includes('Assign a deposit')).click()`,
    )
    // The deposit, the order and what becomes of them, as their proposer saw them.
    for (const words of [
      'in suspense',
      'an account of nobody',
      suggested?.reference_number ?? '',
      'Promised to the customer',
      'The deposit counts for this order, which goes on if it is funded.',
      'Agreed by telephone',
    ])
      await page.see(words)
    expect(await page.shows('{')).toBe(false)
    await page.carryOut('Approve and carry out')
    await page.see('Done: Approve and carry out')
    const { data: deposit } = await ben.act<{ order_id: string }>(
      'GET',
      `/deposits/${item.subject}`,
    )
    expect(deposit.order_id).toBe(suggested?.order_id)
  })

  test('a payout that came back is paid out again', async () => {
    const { kind, subject, order_id: order } = await itemOf('returned_payout')
    await page.signIn(ben)
    const open = `/console/operator/queue?open=${encodeURIComponent(`${kind}/${subject}`)}`
    await page.open(open)
    await page.see('What came back')
    await page.click('Why the others are not open')
    await page.see('It is not parked: the worker goes on by itself.')
    const button = await page.run<string>(
      `plain([...document.querySelectorAll('button')].find((one) => /^Pay .* again$/.test(plain(one.textContent)))?.textContent ?? '')`,
    )
    await page.carryOut(button)
    await page.see(`Done: ${button}. Nothing is left to decide about it.`)
    await page.run(
      `[...document.querySelectorAll('aside button')].find((one) => one.textContent.startsWith('Next: ')).click()`,
    )
    await page.until(
      'the next item is open',
      `location.search.includes('open=') && !location.search.includes(${JSON.stringify(subject)})`,
    )
    await page.see('Work on it')
    await page.open(`/console/operator/orders/${order}`)
    await page.see('A payout has no final answer yet.')
    const { data: payouts } = await ben.act<{ status: string }[]>(
      'GET',
      `/payouts?order_id=${order}`,
    )
    expect(payouts.map(({ status }) => status).toSorted()).toEqual(['PENDING', 'RETURNED'])
  })

  test('a form begins in its first field, names what is missing, and takes amounts as pages print them', async () => {
    await page.signIn(cleo)
    await page.open('/console/operator/treasury')
    const propose = async (language: 'en' | 'es', amount: string) => {
      const [act, from, to, currency, label, reason] = {
        en: [
          'Propose a movement',
          'From account',
          'To account',
          'Currency',
          'Amount',
          'Reason',
        ] as const,
        es: [
          'Proponer un movimiento',
          'Desde la cuenta',
          'Hacia la cuenta',
          'Moneda',
          'Monto',
          'Motivo',
        ] as const,
      }[language]
      await page.click(act)
      await page.until(
        'the first field has the focus',
        `document.activeElement === field(${JSON.stringify(from)})`,
      )
      await page.fill(from, 'treasury')
      await page.fill(currency, 'usdc')
      await page.fill(label, 'a lot')
      await page.fill(reason, 'Agreed by telephone')
      await page.click(act, '[role=dialog] button')
      await page.until(
        'what is missing has the focus',
        `document.activeElement === field(${JSON.stringify(to)}) && field(${JSON.stringify(label)}).getAttribute('aria-invalid') === 'true'`,
      )
      await page.fill(to, 'rail:sandbox')
      await page.fill(label, amount)
      await page.click(act, '[role=dialog] button')
      // The result of an earlier one may be there before.
      await page.until(
        'it is proposed',
        `document.querySelector('.act-result') !== null && document.querySelector('[role=dialog]') === null`,
      )
    }
    await propose('en', '402,000.50')
    await page.language('es')
    await propose('es', '402.000,50')
    await page.language('en')
    const { data } = await cleo.act<{ amount: string; currency: string }[]>('GET', '/movements')
    expect(data.slice(0, 2)).toMatchObject([
      { amount: '402000.50', currency: 'USDC' },
      { amount: '402000.50', currency: 'USDC' },
    ])
  })

  test('an accepted loss begins with the one that the page shows', async () => {
    const { order_id: order } = await itemOf('parked_order')
    await corridor.database.owner.query(
      `update order_notes set provider_name = 'ALPHA', firm_rate = 4100, provider_payout_minor = 400000000
        where order_id = $1 and action = 'parked'`,
      [requireUuid('ord', order ?? '')],
    )
    const { data } = await ben.act<{ order: { result: { amount: string } } }>(
      'GET',
      `/orders/${order}`,
    )
    const loss = data.order.result.amount.slice(1)
    const groupedInEnglish = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',')
    await page.signIn(ben)
    await page.open(`/console/operator/orders/${order}`)
    await page.until(
      'the loss can be accepted',
      `[...document.querySelectorAll('button')].some((one) => one.textContent.startsWith('Accept a loss'))`,
    )
    await page.run(
      `[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Accept a loss')).click()`,
    )
    await page.until(
      'its amount is there, in groups',
      `field('At most this loss')?.value === ${JSON.stringify(groupedInEnglish(loss))}`,
    )
  })

  test('a click on a time opens its row, and two clicks claim its item', async () => {
    await page.signIn(ben)
    await page.open('/console/operator/queue')
    await page.until('items are listed', `document.querySelector('main tbody time') !== null`)
    await page.run(`document.querySelector('main tbody time').click()`)
    await page.see('Work on it')
    // No reason has to be typed for it.
    await page.click('Claim this item')
    await page.click('Claim this item', '[role=dialog] button')
    await page.see('Give it back to everybody')
    // On a phone the item covers the window, and scrolls to its last act.
    await page.width(390, 500)
    const panel = `document.querySelector('.panel')`
    await page.until('the item is as high as the window', `${panel}.offsetHeight === 500`)
    expect(await page.run<boolean>(`${panel}.scrollHeight > 500`)).toBe(true)
    await page.width(1280)
  })

  test('a refund that screening holds is released, though its key at the rail names only its order', async () => {
    const dora = await newPerson(desk, 'dora', 'compliance')
    await ratesArrive(corridor)
    const screened = screenedWorld(corridor)
    const order = await corridor.order()
    const { organization_id: organizationId, payin_instrument_id: id } = await screened.rowOf(order)
    const payin = await corridor.deps.catalogue.instrument({ organizationId, id })
    await screened.screenWith([`address ${payin?.details['address']}`])
    await screened.pay(order, 'sandbox:payer', 'first')
    await screened.pay(order, 'sandbox:payer', 'second')
    await screened.runDueWork()
    await screened.runDueWork()
    const { data: items } = await dora.act<Item[]>('GET', '/queue?kind=screening_hit')
    const held = items.find((item) => item.order_id === order.id)
    expect(held?.subject).toContain(':refund:')
    await page.signIn(dora)
    await page.open(
      `/console/operator/queue?open=${encodeURIComponent(`screening_hit/${held?.subject}`)}`,
    )
    await page.carryOut('Release 1,000.00 USDC')
    await page.see('Done: Release 1,000.00 USDC.')
    await page.open(`/console/operator/orders/${order.id}`)
    await page.see('listed in line 1')
    await page.language('es')
    await page.see('figura en la línea 1 de la lista')
    expect(await page.shows('listed in line'), 'in one language').toBe(false)
    await page.language('en')
    await screened.screenNobody()
    screened.close()
  })

  test('sends and fills that a restore lost are recorded, or named as of no order, on the page of halts', async () => {
    const { owner } = corridor.database
    const { id: order } = await parkedOrder(corridor)
    const { data } = await ben.act<{ order: { reference_number: string } }>(
      'GET',
      `/orders/${order}`,
    )
    const halt = async (what: string, rail: string | null, provider: string | null) =>
      (
        await owner.query<{ id: string }>(
          `insert into halts (id, what, rail, provider, cause, actor, reason, halted_at, read_at, lists_sends, lists_fills)
           values (gen_random_uuid(), $1, $2, $3, 'restore', 'command', 'restored', now(), now(), true, true) returning id`,
          [what, rail, provider],
        )
      ).rows[0]?.id
    const sends = await halt('sends', 'sandbox', null)
    await owner.query(
      `insert into unknown_sends (halt_id, reference, key, currency, amount_minor)
       values ($1, 'wire 1', null, 'COP', 700), ($1, 'wire 2', null, 'COP', 900)`,
      [sends],
    )
    const fills = await halt('fills', null, 'ALPHA')
    await owner.query(
      `insert into unknown_fills (halt_id, reference, key, payin_currency, sold_minor, payout_currency, delivered_minor)
       values ($1, 'trade-17', null, 'USDC', (select payin_total_minor - payin_fee_minor - payin_tax_minor from orders where id = $2), 'COP', 415000000)`,
      [fills, requireUuid('ord', order)],
    )
    await page.signIn(ben)
    await page.open('/console/operator/halts')
    await page.click('Show 1')
    await page.carryOut('Record whose it is', {
      'Order that was converted': data.order.reference_number,
    })
    await page.see('Done: Record whose it is')
    await page.open('/console/operator/halts')
    const rows = `[...document.querySelectorAll('main tbody tr')]`
    await page.until('halts are listed', `${rows}.length > 1`)
    await page.run(
      `${rows}.find((row) => row.textContent.includes('restored') && row.textContent.includes('payouts')).querySelector('td:last-child button').click()`,
    )
    await page.see('Sends of no order')
    await page.fill('Reason', 'Both are wages of the desk')
    await page.click('Resume payouts and refunds over sandbox', '[role=dialog] button')
    await page.see('Nothing has changed:')
    for (const one of ['wire 1', 'wire 2'])
      await page.run(
        `[...document.querySelectorAll('[role=dialog] label')].find((label) => label.textContent.startsWith('${one}')).click()`,
      )
    await page.click('Resume payouts and refunds over sandbox', '[role=dialog] button')
    await page.until('it is resumed', `document.querySelector('[role=dialog]') === null`)
    const { data: halts } = await ben.act<{ what: string; resumed_at: string | null }[]>(
      'GET',
      '/halts',
    )
    expect(halts.filter(({ what }) => what === 'sends')).not.toContainEqual(
      expect.objectContaining({ rail: 'sandbox', resumed_at: null }),
    )
  })

  test('a route is changed after a preview of what customers would be quoted', async () => {
    const routes = (await cleo.act<RouteJson[]>('GET', '/routes?name=USDC%20to%20COP')).data
    const [route] = routes
    await page.signIn(cleo)
    await page.open(`/console/operator/routes?open=${route?.id}`)
    await page.see('Preview the terms before you apply them.')
    await page.fill('Fee of band 1 in bps', '90')
    await page.click('Preview these terms')
    await page.see('At the rates of')
    // The fee of the smallest amount, 50.00 USDC, before and after.
    await page.see('0.60 USDC fee')
    await page.see('0.45 USDC fee')
    await page.carryOut('Apply new terms of USDC to COP')
    await page.see('of the configuration.')
    const { data: after } = await cleo.act<RouteJson>('GET', `/routes/${route?.id}`)
    expect(String(after.indicative_cost_tiers[0]?.bps)).toMatch(/^90/)
  })

  test('an operator adds a passkey and signs in with it', async () => {
    await browser.send('WebAuthn.enable')
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.signIn(ben)
    desk.clock.advanceReal(60_000)
    await page.open('/console/operator/passkeys')
    await page.fill('Name', 'laptop')
    await page.fill('Code of the authenticator app', await codeOf(ben.secret, desk.clock.realNow()))
    await page.click('Add a passkey')
    await page.see('Remove laptop')
    await page.click('Settings')
    await page.click('Sign out', '[role=menuitem]')
    await page.until('the sign-in is open', `location.pathname.endsWith('/sign-in')`)
    await page.click('Sign in with a passkey')
    await page.see('things wait for the desk')
  })

  test('a page at an address of numbers leads to localhost, where passkeys work', async () => {
    const address = corridor.url
    expect(new URL(address).hostname).toBe('127.0.0.1')
    await browser.send('Page.navigate', { url: `${address}/console/operator/sign-in` })
    await page.see('No browser makes or uses passkeys at an address of numbers.')
    expect(await page.shows('Sign in with a passkey')).toBe(false)
    await page.click(new URL(desk.origin).host)
    await page.until('the page is at localhost', `location.hostname === 'localhost'`)
    await page.see('Sign in with a passkey')
  })

  test('the keyboard opens pages and finds an order by its reference', async () => {
    const { order_id: order } = await itemOf('parked_order')
    const { data } = await ben.act<{ order: { reference_number: string } }>(
      'GET',
      `/orders/${order}`,
    )
    await page.signIn(ben)
    await page.press('g')
    await page.press('q')
    await page.until('the queue is open', `location.pathname === '/console/operator/queue'`)
    await page.press('/')
    await page.until('the search is open', `document.activeElement?.tagName === 'INPUT'`)
    await browser.send('Input.insertText', { text: data.order.reference_number })
    await page.see('found by')
    await page.press('Enter')
    await page.until('the order is open', `location.pathname.endsWith(${JSON.stringify(order)})`)
    await page.see(`Order ${data.order.reference_number}: parked`)
  })

  test('orders are narrowed by amount and reference, kept as a view and exported as listed', async () => {
    const { data } = await ben.act<{ id: string; reference_number: string }[]>(
      'GET',
      '/orders?payin_currency=USDC&min_payin=1000&limit=200',
    )
    const [order] = data
    const part = order?.reference_number.slice(-6) ?? ''
    const listed = (count: number) =>
      page.until(
        `${count} orders are listed`,
        `document.querySelectorAll('main tbody tr').length === ${count}`,
      )
    const typeInto = async (label: string, value: string) => {
      await page.fill(label, value)
      await page.run(`field(${JSON.stringify(label)}).focus()`)
      await page.press('Enter')
    }
    await page.signIn(ben)
    await page.open('/console/operator/orders')
    await page.until('the pairs are there', `field('Currencies').length > 1`)
    await page.fill('Currencies', 'USDC-MXN')
    await listed(0)
    await page.fill('Currencies', 'USDC-COP')
    await page.click('any day')
    await page.click('today')
    await page.until(
      'the address has the period, not its days',
      `/from=today/.test(location.search)`,
    )
    await page.click('Any day')
    await page.click('any amount')
    await page.until('rails say which', `document.querySelector('option[value=USDC]') !== null`)
    await page.fill('Currency', 'USDC')
    await page.until('the amounts can be typed', `!field('At least').disabled`)
    await typeInto('At least', '1,000.00')
    await page.until('the address has it', `location.search.includes('min=1000.00')`)
    await listed(data.length)
    expect(await page.violations()).toEqual([])
    await typeInto('Part of a reference', part.toLowerCase())
    await listed(1)
    await page.click('Views')
    await page.click('Save what is shown', '[role=menuitem]')
    await page.fill('Name of the view', 'One order')
    await page.click('Save')
    await page.open('/console/operator/orders')
    await page.click('Views')
    await page.click('One order', '[role=menuitem]')
    await listed(1)
    await page.until(
      'the address has the view',
      `/pair=USDC-COP.*min=1000.00.*text=/.test(location.search)`,
    )
    await page.click('Export')
    await page.fill('Reason', 'The auditors ask')
    await page.click('Export orders')
    await page.see('Complete: 1 row')
    await page.press('Escape')
  })

  test('one box opens pages, finds a part of a reference and an amount as printed', async () => {
    const { order_id: order } = await itemOf('parked_order')
    const { data } = await ben.act<{ order: { reference_number: string } }>(
      'GET',
      `/orders/${order}`,
    )
    const inBox = async (text: string) => {
      await page.press('/')
      await page.until('the box is open', `document.activeElement?.tagName === 'INPUT'`)
      await browser.send('Input.insertText', { text })
    }
    await page.signIn(ben)
    await inBox('treas')
    await page.until('a page is chosen', `document.querySelector('[data-selected]') !== null`)
    expect(await page.violations()).toEqual([])
    await page.press('Enter')
    await page.until('it is open', `location.pathname === '/console/operator/treasury'`)
    await inBox('refund')
    await page.until(
      'a page is found by what it does',
      `plain(document.querySelector('[data-selected]')?.textContent ?? '').startsWith('Payments')`,
    )
    await page.press('Escape')
    await inBox(data.order.reference_number.slice(-6).toLowerCase())
    await page.see('found by reference number')
    await page.see(`order ${data.order.reference_number}`)
    await page.see('1,000.00 USDC')
    expect(await page.violations()).toEqual([])
    await page.press('Enter')
    await page.until('the order is open', `location.pathname.endsWith(${JSON.stringify(order)})`)
    await inBox('1,000.00 USDC')
    await page.see('found by amount')
    await page.press('Escape')
  })

  test('the box begins an open act of the object in view, and no other', async () => {
    const { order_id: order } = await itemOf('parked_order')
    await page.signIn(ben)
    await page.open(`/console/operator/orders/${order}`)
    const isListed = (name: string) =>
      `[...document.querySelectorAll('button[data-act="${name}"]')].length > 0`
    await page.until('the acts are listed', isListed('order.release'))
    const label = await page.run<string>(
      `plain(document.querySelector('button[data-act="order.release"]').textContent)`,
    )
    await page.press('/')
    await page.until('the box is open', `document.activeElement?.tagName === 'INPUT'`)
    await browser.send('Input.insertText', { text: label })
    await page.until(
      'the act is chosen',
      `plain(document.querySelector('[data-selected]')?.textContent ?? '') === ${JSON.stringify(label)}`,
    )
    await page.press('Enter')
    await page.until(
      'its form is open',
      `document.querySelector('[role=dialog] form textarea') !== null`,
    )
    await page.press('Escape')
  })

  test('deposits, payouts and refunds lead to their order, and an order to them', async () => {
    const all = async (list: string) =>
      (await ben.act<{ id: string; order_id: string }[]>('GET', list)).data
    const listed = (status: string, count: number) =>
      page.until(
        `only ${status} is listed`,
        `location.search.includes('status=${status}') && document.querySelectorAll('main tbody tr').length === ${count}`,
      )
    const suspense = await all('/deposits?outcome=unmatched')
    const returned = await all('/payouts?status=RETURNED')
    const failed = await all('/refunds?status=FAILED')
    const [payout] = returned
    const [refund] = failed
    await page.signIn(ben)
    await page.press('g')
    await page.press('m')
    await page.click('in suspense')
    await listed('unmatched', suspense.length)
    await page.click('Payouts')
    await page.click('came back')
    await listed('RETURNED', returned.length)
    await page.run(`document.querySelector('main tbody tr').focus()`)
    await page.press('Enter')
    await page.click('Open the order')
    await page.until('the order is open', `location.pathname.endsWith('${payout?.order_id}')`)
    await page.until(
      'its payout is there',
      `document.querySelector('[title="${payout?.id}"]') !== null`,
    )
    await page.run(`document.querySelector('[title="${payout?.id}"]').click()`)
    await page.until('the payout is open', `location.search.includes('${payout?.id}')`)
    await page.see('Open the instrument')
    await page.click('Refunds')
    await page.click('failed')
    await listed('FAILED', failed.length)
    await page.run(`document.querySelector('main tbody tr').focus()`)
    await page.press('Enter')
    await page.see('AC04')
    await page.click('Decide about it in the queue: refund that waits')
    await page.until('its item is open', `location.search.includes('${refund?.id}')`)
    await page.see('Work on it')
  })

  test('a page without the service keeps what it shows, and says how old it is', async () => {
    await page.signIn(ben)
    await page.open('/console/operator/rails')
    await page.see('sandbox')
    await browser.send('Network.enable')
    await browser.send('Network.setBlockedURLs', { urls: ['*/operator/v1/*'] })
    await page.see('not live since')
    await page.see('the last attempt to refresh it failed')
    await page.see('sandbox')
    await browser.send('Network.setBlockedURLs', { urls: [] })
    await page.until('it is live again', `!document.body.innerText.includes('not live since')`)
  })
})
