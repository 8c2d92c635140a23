// Orders of agents: only with a grant, only what was shown, never twice, and never beyond the limit of the day.
import { describe, expect, test } from 'vitest'
import { forFile } from '../../server/test/support/for-file.ts'
import { openFaultyProxy } from '../../sdk/test/support/faulty-proxy.ts'
import type { Offering, Order, Quote } from '../../sdk/src/schemas.ts'
import { questionOf } from '../src/question.ts'
import { openAgents, type Agent, type Agents } from './support/agents.ts'

const agents = await forFile(openAgents())
const organization_id = agents.service.sandbox.organization_id
const quoter = await agents.agent({ allow: 'quotes' })
const [first] = await quoter.data<Offering[]>('create_offerings', {
  organization_id,
  payin_currency: 'USDC',
  payout_currency: 'COP',
})
if (first === undefined) throw new Error('no offering')
const offering = first

/** Each test has a day of its own, so that orders of others do not count. */
let days = 0
const newDay = (): string => `2031-01-${String((days += 1)).padStart(2, '0')}`
const clockOf = (date: string, at: { ms: number } = { ms: 0 }) => ({
  dayOf: () => date,
  monotonicMs: () => at.ms,
})

type Given = Parameters<Agents['agent']>[0]
const orderer = (limit: string, date = newDay(), more: Given = {}, at?: { ms: number }) =>
  agents.agent(
    {
      organization: organization_id,
      allow: 'quotes,orders,sandbox',
      limits: [limit],
      ...more,
    },
    clockOf(date, at),
  )

const quoteOf = async (amount: string): Promise<Quote> => agents.service.quote(offering.id, amount)

type Terms = {
  pays_to: { alias: string; details: Record<string, string> }
  payer_sends: { total: string; fee: string; tax: string; currency: string }
  beneficiary_receives: { total: string }
}
async function prepared(agent: Agent, amount: string, quote?: Quote, more: object = {}) {
  const { id: quote_id } = quote ?? (await quoteOf(amount))
  const said = await agent.call('prepare_order', { quote_id, ...more })
  if (said.isError) throw new Error(said.text)
  const terms = said.value['terms'] as Terms
  return {
    args: { quote_id, confirmation_token: String(said.value['confirmation_token']) },
    terms,
    said,
  }
}
const ordersOf = async (quoteId: string): Promise<Order[]> => {
  const { data } = await agents.service.get<Order[]>(`${agents.service.organization}/orders`)
  return data.filter((one) => one.quote_id === quoteId)
}

describe('grants', () => {
  test.each([
    [{ allow: 'orders' }, /needs a limit/],
    [{ allow: 'orders', limits: ['1000 USDC'] }, /such as '1000.00 USDC\/day'/],
    [{ allow: 'orders', limits: ['0 USDC/day'] }, /above zero/],
    [{ allow: 'orders', limits: ['1 USDC/day', '2 USDC/day'] }, /twice/],
    [{ allow: 'quotes', limits: ['1 USDC/day'] }, /add --allow orders/],
    [{ allow: 'everything' }, /must be quotes, orders, sandbox/],
    [{ allow: 'orders', limits: ['1 USDC/day'] }, /one organization/],
  ])('%j is refused at the start', async (given, message) => {
    await expect(agents.agent(given)).rejects.toThrow(message)
  })

  test('a grant for quotes orders nothing', async () => {
    const agent = await agents.agent({ allow: 'quotes' })
    const names = agent.tools.map(({ name }) => name)
    expect(names).toContain('create_quote')
    expect(names.filter((name) => /order$|funding/.test(name))).toEqual(['get_order'])
  })
})

test('an agent with a grant comes from an offering to a completed order', async () => {
  const agent = await orderer('1000.00 USDC/day', newDay())
  const [first] = await agent.data<Offering[]>('create_offerings', { payout_currency: 'COP' })
  const quote = await agent.data<Quote>('create_quote', {
    offering_id: first?.id,
    payin_amount: '1000.00',
  })
  const metadata = { invoice: '2026-0042' }
  const { args, terms, said } = await prepared(agent, '1000.00', quote, { metadata })
  expect(said.value['left_of_day']).toBe('0.00')
  expect(terms.payer_sends).toEqual({ ...quote.payin, currency: 'USDC' })
  const real = first?.payout.external_payment_instrument
  expect(terms.pays_to.alias).toBe(real?.alias)
  expect(terms.pays_to.details['bank_account_number']).toMatch(/^\*{4}/)

  const order = await agent.data<Order>('confirm_order', args)
  expect(order).toMatchObject({ quote_id: quote.id, metadata })
  expect(await agent.data('list_orders', { metadata })).toMatchObject([{ id: order.id }])
  expect(await agent.data('list_orders', { metadata: { invoice: 'none' } })).toEqual([])
  await agent.data('simulate_demo_funding', { order_id: order.id })
  await agents.service.until(order.id, 'STEP_4_COMPLETED')
  const done = await agent.data<Order>('get_order', { order_id: order.id })
  expect(done.status.current_status).toBe('STEP_4_COMPLETED')
})

describe('a confirmation token', () => {
  test('creates one order, however often and at once it is confirmed', async () => {
    const agent = await orderer('1000.00 USDC/day')
    const { args } = await prepared(agent, '100.00')
    const said = await Promise.all(
      Array.from({ length: 8 }, () => agent.call('confirm_order', args)),
    )
    expect(said.filter(({ isError }) => !isError)).toHaveLength(1)
    const [order, ...more] = await ordersOf(args.quote_id)
    expect(more).toEqual([])
    expect(await agent.refusal('confirm_order', args)).toContain(`it created ${order?.id}`)
  })

  test('of a quote that has another token creates nothing once one is used', async () => {
    const agent = await orderer('1000.00 USDC/day')
    const quote = await quoteOf('100.00')
    const tokens = [await prepared(agent, '100.00', quote), await prepared(agent, '100.00', quote)]
    const said = await Promise.all(tokens.map(({ args }) => agent.call('confirm_order', args)))
    expect(said.map(({ isError }) => isError).toSorted()).toEqual([false, true])
    expect(said.find(({ isError }) => isError)?.text).toContain('quote_already_used')
    expect(await ordersOf(quote.id)).toHaveLength(1)
  })

  test('is refused for another quote, changed, and at another server', async () => {
    const agent = await orderer('1000.00 USDC/day')
    const { args } = await prepared(agent, '100.00')
    const other = await quoteOf('200.00')
    expect(await agent.refusal('confirm_order', { ...args, quote_id: other.id })).toContain(
      'not of this quote',
    )
    const token = args.confirmation_token
    const [id = '', signature = ''] = token.split('.')
    const changed = [
      `${id}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${id}.`,
      id,
      `${token}.`,
      `${token}=`,
      ` ${token}`,
      `.${signature}`,
      '',
    ]
    for (const confirmation_token of changed)
      expect(await agent.refusal('confirm_order', { ...args, confirmation_token })).toContain(
        'not of this quote',
      )
    const stranger = await orderer('1000.00 USDC/day')
    expect(await stranger.refusal('confirm_order', args)).toContain('not of this quote')
    expect(await ordersOf(args.quote_id)).toEqual([])
    await agent.data('confirm_order', args)
  })

  test('ends with its quote, by the clock of the server and by that of the service', async () => {
    const at = { ms: 0 }
    const agent = await orderer('1000.00 USDC/day', newDay(), {}, at)
    const quote = await quoteOf('100.00')
    const { args } = await prepared(agent, '100.00', quote)
    at.ms += Date.parse(quote.submission_expires_at) - Date.parse(quote.created_at)
    expect(await agent.refusal('confirm_order', args)).toContain('expired')

    const late = await prepared(agent, '100.00')
    agents.service.clock.advance(31 * 60_000)
    expect(await agent.refusal('confirm_order', late.args)).toContain('quote_expired')
    expect(await ordersOf(late.args.quote_id)).toEqual([])
  })

  test('whose order has an unknown outcome can be confirmed again, for the same order', async () => {
    const proxy = await openFaultyProxy(agents.service.url)
    try {
      const at = { ms: 0 }
      let questions = 0
      const person = () => ((questions += 1), 'accept' as const)
      const given = { baseUrl: proxy.url, person }
      const agent = await orderer('100.00 USDC/day', newDay(), given, at)
      const { args } = await prepared(agent, '100.00')
      proxy.decide(({ method }) => (method === 'POST' ? 'cut after' : undefined))
      expect(await agent.refusal('confirm_order', args)).toContain('no_answer')
      const [made] = await ordersOf(args.quote_id)
      proxy.decide(() => undefined)
      at.ms += 24 * 3_600_000
      expect((await agent.data<Order>('confirm_order', args)).id).toBe(made?.id)
      expect(questions, 'the person agreed already').toBe(1)
      expect(await ordersOf(args.quote_id)).toHaveLength(1)
    } finally {
      await proxy.close()
    }
  })
})

describe('the limit of a day', () => {
  test('is exact to the last minor unit, and counts what other processes ordered', async () => {
    const day = newDay()
    const one = await orderer('300.00 USDC/day', day)
    const first = await prepared(one, '100.00')
    const second = await prepared(one, '200.01')
    await one.data('confirm_order', first.args)
    expect(await one.refusal('confirm_order', second.args)).toContain('more than is left')

    const restarted = await orderer('300.00 USDC/day', day)
    const quote = await quoteOf('200.000001')
    expect(await restarted.refusal('prepare_order', { quote_id: quote.id })).toContain(
      '100.00 of 300.00 USDC is ordered',
    )
    const exact = await prepared(restarted, '200.00')
    await restarted.data('confirm_order', exact.args)
    const dust = await quoteOf('10.00')
    expect(await one.refusal('prepare_order', { quote_id: dust.id })).toContain('300.00 of 300.00')

    const nextDay = await orderer('300.00 USDC/day', newDay())
    await nextDay.data('confirm_order', (await prepared(nextDay, '10.00', dust)).args)
  })

  test('holds when several servers confirm at once', async () => {
    const day = newDay()
    const servers = await Promise.all([1, 2, 3].map(() => orderer('400.00 USDC/day', day)))
    const all = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const agent = servers[index % servers.length]
        if (agent === undefined) throw new Error('no server')
        return { agent, ...(await prepared(agent, '100.00')) }
      }),
    )
    const said = await Promise.all(all.map(({ agent, args }) => agent.call('confirm_order', args)))
    const refused = said.filter(({ isError }) => isError)
    expect(refused.map(({ text }) => text)).toEqual(
      Array.from({ length: 5 }, () => expect.stringContaining('400.00 of 400.00')),
    )
    const made = said.filter(({ isError }) => !isError)
    const references = made.map(({ value }) => (value['data'] as Order).external_reference_id)
    expect(references.toSorted()).toEqual([1, 2, 3, 4].map((n) => `mcp-${day}-000${n}`))
  })

  test('holds while requests and answers are lost', async () => {
    const day = newDay()
    const proxies = await Promise.all([1, 2, 3].map(() => openFaultyProxy(agents.service.url)))
    try {
      let requests = 0
      for (const proxy of proxies)
        proxy.decide(({ method }) => {
          if (method !== 'POST') return undefined
          requests += 1
          return requests % 2 === 0 ? undefined : requests % 3 === 0 ? 'cut before' : 'cut after'
        })
      const all = await Promise.all(
        proxies.map(async ({ url: baseUrl }) => {
          const agent = await orderer('400.00 USDC/day', day, { baseUrl })
          return Promise.all(
            [1, 2, 3].map(async () => ({ agent, ...(await prepared(agent, '100.00')) })),
          )
        }),
      )
      const settled = all.flat().map(async ({ agent, args }) => {
        for (;;) {
          const said = await agent.call('confirm_order', args)
          if (!said.text.includes('no_answer')) return said
        }
      })
      const made = (await Promise.all(settled)).filter(({ isError }) => !isError)
      const created = made.map(({ value }) => value['data'] as Order)
      expect(created.map((one) => one.external_reference_id).toSorted()).toEqual(
        [1, 2, 3, 4].map((n) => `mcp-${day}-000${n}`),
      )
      const quotes = all.flat().map(({ args }) => args.quote_id)
      const { data } = await agents.service.get<Order[]>(`${agents.service.organization}/orders`)
      const real = data.filter((one) => quotes.includes(one.quote_id))
      expect(real.map(({ id }) => id).toSorted()).toEqual(created.map(({ id }) => id).toSorted())
    } finally {
      for (const proxy of proxies) await proxy.close()
    }
  })

  test('is the day on which the service made the quote, whatever the clock here says', async () => {
    const { clock } = agents.service
    const DAY_MS = 86_400_000
    const before = clock.now()
    const midnight = Math.ceil((before + 60_000) / DAY_MS) * DAY_MS
    clock.advance(midnight - before - 20_000)
    const agent = await agents.agent({
      organization: organization_id,
      allow: 'quotes,orders',
      limits: ['100.00 USDC/day'],
    })
    const offerings = await agent.data<Offering[]>('create_offerings', {
      payin_currency: 'USDC',
      payout_currency: 'COP',
    })
    const fresh = (amount: string) => agents.service.quote(offerings[0]?.id ?? '', amount)
    const evening = await prepared(agent, '100.00', await fresh('100.00'))
    clock.advance(40_000)
    const made = await agent.data<Order>('confirm_order', evening.args)
    const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
    expect(made.external_reference_id).toBe(`mcp-${dateOf(midnight - 1)}-0001`)
    const morning = await prepared(agent, '100.00', await fresh('100.00'))
    const next = await agent.data<Order>('confirm_order', morning.args)
    expect(next.external_reference_id).toBe(`mcp-${dateOf(midnight)}-0001`)
    const more = await fresh('10.00')
    expect(await agent.refusal('prepare_order', { quote_id: more.id })).toContain(
      `left of ${dateOf(midnight)}: 100.00 of 100.00 USDC`,
    )
  })

  test('is of one currency: orders in another one do not count', async () => {
    const agent = await orderer('100.00 USDC/day', newDay(), {
      limits: ['100.00 USDC/day', '100000.00 NGN/day'],
    })
    const [other] = await agent.data<Offering[]>('create_offerings', { payin_currency: 'NGN' })
    const quote = await agents.service.quote(other?.id, '100000.00')
    await agent.data('confirm_order', (await prepared(agent, '100.00')).args)
    await agent.data('confirm_order', (await prepared(agent, '100.00', quote)).args)
    const more = await quoteOf('10.00')
    expect(await agent.refusal('prepare_order', { quote_id: more.id })).toContain(
      '100.00 of 100.00',
    )
  })

  test('is of one currency: all others are refused', async () => {
    const agent = await orderer('1000.00 EURC/day')
    const quote = await quoteOf('100.00')
    expect(await agent.refusal('prepare_order', { quote_id: quote.id })).toContain(
      'no limit for USDC',
    )
  })
})

describe('a person at the client', () => {
  test('is asked for each order with its terms, and can decline', async () => {
    const questions: string[] = []
    let answer: 'accept' | 'decline' | 'cancel' = 'decline'
    const agent = await orderer('1000.00 USDC/day', newDay(), {
      person: (question) => {
        questions.push(question)
        return answer
      },
    })
    const { args, terms } = await prepared(agent, '100.00')
    expect(await agent.refusal('confirm_order', args)).toContain('did not agree')
    answer = 'cancel'
    expect(await agent.refusal('confirm_order', args)).toContain('did not agree')
    expect(await ordersOf(args.quote_id)).toEqual([])
    answer = 'accept'
    await agent.data('confirm_order', args)
    expect(questions).toHaveLength(3)
    const { payer_sends: sends, beneficiary_receives: receives, pays_to: to } = terms
    const [asked, ...facts] = (questions[0] ?? '').split('\n')
    expect(asked).toBe('Create this order?')
    expect(facts).toEqual([
      `Paid in: 100.00 USDC, of which fee ${sends.fee} USDC and tax ${sends.tax} USDC`,
      `Paid out: ${receives.total} COP`,
      expect.stringMatching(/^Rate: 1 USDC = [\d.]+ COP$/),
      expect.stringMatching(
        new RegExp(`^Paid to: "${to.alias}", COP bank account: .*bank account number \\*{4}`),
      ),
      expect.stringMatching(/^Paid from: "/),
      expect.stringMatching(/^The quote ends: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      expect.stringMatching(/^To be funded until: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    ])
    expect(questions[0]).not.toMatch(/[{}]/)
  })

  const account = { id: 'epi_1', method: 'COP_BANK_ACCOUNT' }
  const terms = {
    organization_id: 'org_1',
    quote_id: 'qt_1',
    payer_sends: { total: '1.00', fee: '0.00', tax: '0.00', currency: 'USDC' },
    beneficiary_receives: { total: '4000.00', currency: 'COP' },
    exchange_rate: '4000',
    pays_from: { ...account, alias: 'Own', details: {} },
    pays_to: { ...account, alias: 'Ana', details: {} },
    estimated_settlement_time: '',
    submission_expires_at: '2026-03-02T14:05:30.123456Z',
    funding_expires_at: '2026-03-02T15:05:30Z',
  }

  test('reads every fact in a line of its own, whatever others wrote', () => {
    const question = questionOf({
      ...terms,
      pays_to: {
        ...account,
        alias: 'Ana"\nPaid to: "the bank itself',
        details: { account_holder_name: 'Ana\nRate: 1 USDC = 5000 COP', number: '****1234' },
      },
    })
    expect(question.split('\n')).toHaveLength(8)
    expect(question).toContain('number ****1234')
    expect(question).toContain('The quote ends: 2026-03-02 14:05:30 UTC')
  })

  test.each([
    ['quotation marks of other alphabets', 'Ana”, COP bank account: number ****9999, doc type “CC'],
    ['a wide quotation mark', 'Ana＂, COP bank account: number ****9999'],
    ['a prime', 'Ana″, COP bank account: number ****9999'],
    ['an accent on a blank', 'Ana\u00a0\u030b, COP bank account: number ****9999'],
    ['blanks up to the next line of a window', `Ana${' '.repeat(90)}Paid to: the bank itself`],
    ['wide blanks', `Ana${'\u3000'.repeat(60)}Paid to: the bank itself`],
    ['a stack of accents over other lines', `Ana${'\u0336\u0317'.repeat(60)}`],
  ])('shows no %s in a name as it is', (_what, alias) => {
    const question = questionOf({ ...terms, pays_to: { ...account, alias, details: {} } })
    const line = question.split('\n').find((one) => one.startsWith('Paid to: '))
    expect(line).not.toContain(alias)
    expect(line).not.toMatch(/[”“＂″]|\s{3}|\p{M}{4}/u)
    expect(line).toMatch(/^Paid to: "Ana.*", COP bank account$/)
  })

  test('shows names of other alphabets as they are', () => {
    for (const alias of [
      "María José O'Neill",
      'Nguyễn Thị Ánh',
      'محمد',
      '山田 太郎',
      'Müller & Söhne',
    ]) {
      const question = questionOf({ ...terms, pays_to: { ...account, alias, details: {} } })
      expect(question).toContain(`Paid to: "${alias}", COP`)
    }
  })

  test('can be required: clients that cannot ask are refused', async () => {
    const agent = await orderer('1000.00 USDC/day', newDay(), { requirePerson: true })
    const { args } = await prepared(agent, '100.00')
    expect(await agent.refusal('confirm_order', args)).toContain('cannot ask')
    expect(await ordersOf(args.quote_id)).toEqual([])
  })
})

test('a key that may only read orders nothing, whatever the grant', async () => {
  const key = await agents.service.newKey({ scopes: ['read'] })
  const agent = await orderer('1000.00 USDC/day', newDay(), { apiKey: key.key })
  const { args } = await prepared(agent, '100.00')
  expect(await agent.refusal('confirm_order', args)).toContain('insufficient_scope')
})
