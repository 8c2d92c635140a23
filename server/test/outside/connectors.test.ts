// The three adapters against the example connector: a real process, real HTTP, real signatures.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, later, systemClock, type Instant } from '../../src/platform/clock.ts'
import { openClient } from '../../src/outside/connectors/client.ts'
import { connectorOpenApi } from '../../src/outside/connectors/openapi.ts'
import type { ListedFill } from '../../src/outside/liquidity/port.ts'
import { openConnectorProvider } from '../../src/outside/connectors/provider.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'
import { openConnectorScreener } from '../../src/outside/connectors/screener.ts'
import { clientSettingsOf } from '../../src/outside/connectors/settings.ts'
import { openTransport } from '../../src/outside/connectors/transport.ts'
import type { FillRequest, LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import type { Rail, RailEntry, SendRequest, Watch } from '../../src/outside/rails/port.ts'
import type { Question, Screener } from '../../src/outside/screener-port.ts'
import { root } from '../support/command.ts'
import { connectorOperations, conforming } from '../support/connector-protocol.ts'
import { startConnector, type ExampleConnector } from '../support/connector.ts'
import { problemsOf } from '../support/rails.ts'

const nobody = { order: null }

let connector: ExampleConnector
let rail: Rail
let provider: LiquidityProvider
let screener: Screener
const serves = [{ method: 'MXN_CLABE', currencies: ['MXN'] }] as const
const shared = { clabe: '646180000000000012', account_holder_name: 'Corridor Desk' }

const open = (more: object = {}) => {
  const settings = { ...connector.settings, serves, ...more }
  return openConnectorRail('bank:example', settings, world(), clientOf(settings))
}
/** Throws if a message is not one of connector-openapi.json. */
const seen = new Set<string>()
const clientOf = (settings: Record<string, unknown>) => {
  const transport = conforming(openTransport({ timeoutMs: 300_000 }), seen)
  return openClient(clientSettingsOf(settings, world()), systemClock, transport)
}
const world = () => ({
  clock: systemClock,
  environment: 'sandbox' as const,
  secret: connector.secret,
})

beforeAll(async () => {
  connector = await startConnector()
  rail = open()
  const pair = { hours: [], maxRateAgeMs: 60_000, settings: {} }
  provider = openConnectorProvider(
    {
      settings: connector.settings,
      pairs: [{ ...pair, payinCurrency: 'USDC', payoutCurrency: 'MXN' }],
    },
    world(),
    clientOf(connector.settings),
  )
  screener = openConnectorScreener(
    'vendor',
    connector.settings,
    world(),
    clientOf(connector.settings),
  )
  const money = (place: string, currency: string, amount: string) =>
    connector.control('POST', '/money', { place, currency, amount })
  await money('bank', 'MXN', '100000.00')
  await money('exchange', 'USDC', '100000.00')
})
afterAll(async () => {
  await rail.close?.()
  await provider.close?.()
  await screener.close?.()
  await connector.close()
})

const watch: Watch = { recent: async () => [], older: async () => [] }
const newKey = (step: string) => `ord_${randomUUID()}:${step}:1`
const payment = (): SendRequest => ({
  key: newKey('payout'),
  method: 'MXN_CLABE',
  currency: 'MXN',
  amountMinor: 182_500n,
  details: { clabe: '032180000118359719', account_holder_name: 'Lucía Hernández' },
  reference: 'CO-20260304-7K2M9QXT',
})
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))
const different = (answers: readonly unknown[]): number =>
  new Set(
    answers.map((answer) =>
      JSON.stringify(answer, (_name, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    ),
  ).size

describe('the rail of a connector', () => {
  test('pays once per key for 20 concurrent calls', async () => {
    const before = await rail.balances()
    const request = payment()
    const prepared = await rail.prepare(request)
    const answers = await times(20, () => rail.send(request, prepared))
    expect(answers[0]).toEqual({ state: 'settled', reference: expect.stringMatching(/^trace-/) })
    expect(different(answers)).toBe(1)
    expect(await rail.lookUp(request.key, prepared)).toEqual(answers[0])
    expect(before[0]?.amountMinor).toBe(((await rail.balances())[0]?.amountMinor ?? 0n) + 182_500n)
  })

  test('prepares the same bytes whatever the order of the details', async () => {
    const request = payment()
    const { clabe = '', account_holder_name = '' } = request.details
    const reversed = { ...request, details: { account_holder_name, clabe } }
    expect(await rail.prepare(reversed)).toBe(await rail.prepare(request))
  })

  test('refuses a repeated key with other content', async () => {
    const request = payment()
    await rail.send(request, await rail.prepare(request))
    const other = { ...request, amountMinor: 1n }
    await expect(rail.send(other, await rail.prepare(other))).rejects.toThrow(/409/)
  })

  test('reports an unseen key as unknown', async () => {
    expect(await rail.lookUp(newKey('payout'), '')).toEqual({ state: 'unknown' })
  })

  test('passes on that a payment is pending, then rejected', async () => {
    const request = payment()
    const prepared = await rail.prepare(request)
    await connector.control('POST', '/sends', { mode: 'hold' })
    expect(await rail.send(request, prepared)).toEqual({ state: 'pending' })
    await connector.control('POST', '/sends', { mode: 'reject' })
    expect(await rail.lookUp(request.key, prepared)).toEqual({
      state: 'rejected',
      code: 'account_closed',
    })
    await connector.control('POST', '/sends', { mode: 'pay' })
    expect(await rail.send(request, prepared)).toEqual({
      state: 'rejected',
      code: 'account_closed',
    })
  })

  test('executes or cancels a key for 20 concurrent calls of both, never both', async () => {
    const before = (await rail.balances())[0]?.amountMinor ?? 0n
    const request = payment()
    const prepared = await rail.prepare(request)
    const [cancelled, sent] = await Promise.all([
      times(20, async () => rail.cancel?.(request.key, prepared).catch(() => undefined)),
      times(20, () => rail.send(request, prepared)),
    ])
    const isPaid = (await rail.lookUp(request.key, prepared)).state === 'settled'
    expect(cancelled.some((one) => one?.state === (isPaid ? 'cancelled' : 'too_late'))).toBe(false)
    expect(new Set(sent.map(({ state }) => state))).toEqual(
      new Set([isPaid ? 'settled' : 'rejected']),
    )
    const spent = before - ((await rail.balances())[0]?.amountMinor ?? 0n)
    expect(spent).toBe(isPaid ? 182_500n : 0n)
  })

  test('executes nothing under a key that was cancelled before it came, also after a restart', async () => {
    const request = payment()
    const prepared = await rail.prepare(request)
    const cancelled = { state: 'cancelled', code: 'cancelled' }
    expect(await rail.cancel?.(request.key, prepared)).toEqual(cancelled)
    await connector.restart()
    expect(await rail.send(request, prepared)).toEqual({ state: 'rejected', code: 'cancelled' })
    expect(await rail.cancel?.(request.key, prepared)).toEqual(cancelled)
  })

  test('cancels a pending payment, and says of a settled one that it is too late', async () => {
    const [held, paid] = [payment(), payment()]
    await rail.send(paid, await rail.prepare(paid))
    await connector.control('POST', '/sends', { mode: 'hold' })
    await rail.send(held, await rail.prepare(held))
    expect(await rail.cancel?.(held.key, '')).toMatchObject({ state: 'cancelled' })
    expect(await rail.cancel?.(paid.key, '')).toEqual({ state: 'too_late' })
    await connector.control('POST', '/sends', { mode: 'pay' })
    expect(await rail.lookUp(held.key, '')).toMatchObject({ state: 'rejected' })
    expect(await rail.lookUp(paid.key, '')).toMatchObject({ state: 'settled' })
  })

  test('lists payments that are pending, but none that was rejected, and is complete once no late request can arrive', async () => {
    const [held, refused] = [payment(), payment()]
    await connector.control('POST', '/sends', { mode: 'reject' })
    await rail.send(refused, await rail.prepare(refused))
    await connector.control('POST', '/sends', { mode: 'hold' })
    await rail.send(held, await rail.prepare(held))
    const since = later(systemClock.now(), -60_000)
    const listed = async (until: Instant) => {
      const list = await rail.sends?.({ since, until, keys: async function* () {} })
      if (list == null) throw new Error('it lists nothing')
      const keys: (string | null)[] = []
      for await (const page of list.pages) keys.push(...page.map(({ key }) => key))
      return { isComplete: list.isComplete, keys }
    }
    const now = await listed(systemClock.now())
    expect(now.isComplete).toBe(false)
    expect(now.keys).toContain(held.key)
    expect(now.keys).not.toContain(refused.key)
    expect(await listed(later(systemClock.now(), -601_000))).toMatchObject({ isComplete: true })
    await connector.control('POST', '/sends', { mode: 'pay' })
  })

  test('reports deposits, returns and reversals after the cursor, again from the old cursor', async () => {
    const start = await drained(null)
    const request = payment()
    const settled = await rail.send(request, await rail.prepare(request))
    const deposit = { account: shared.clabe, currency: 'MXN', amount: '1000.5' }
    await connector.control('POST', '/deposits', {
      ...deposit,
      transaction: 'T1',
      reference: 'co 2026',
    })
    await connector.control('POST', '/deposits', { ...deposit, transaction: 'T1' })
    await connector.control('POST', '/returns', { key: request.key, transaction: 'T2' })
    await connector.control('POST', '/reversals', { of_transaction: 'T1', transaction: 'T3' })
    const page = await rail.poll(start.cursor, watch)
    const money = { index: 0, currency: 'MXN' }
    const expected: RailEntry[] = [
      {
        kind: 'deposit',
        transaction: 'T1',
        ...money,
        account: shared.clabe,
        sender: null,
        reference: 'co 2026',
        receivedAt: expect.any(Number),
        amountMinor: 100_050n,
      },
      {
        kind: 'return',
        transaction: 'T2',
        ...money,
        key: request.key,
        sendReference: settled.state === 'settled' ? settled.reference : '',
        amountMinor: 182_500n,
        code: 'account_closed',
      },
      {
        kind: 'reversal',
        transaction: 'T3',
        index: 0,
        ofTransaction: 'T1',
        ofIndex: 0,
        code: 'recalled',
      },
    ]
    expect(page.entries).toEqual(expected)
    expect(await rail.poll(start.cursor, watch)).toEqual(page)
    expect(await rail.poll(page.cursor, watch)).toEqual({ cursor: page.cursor, entries: [] })
  })

  test('gives all orders the shared account, or takes one of the pool', async () => {
    expect(rail.fundingAccount('MXN_CLABE', 'ord_1')).toBe('from_pool')
    const sharing = open({ shared_accounts: { MXN_CLABE: shared } })
    expect(sharing.fundingAccount('MXN_CLABE', 'ord_1')).toEqual(shared)
    await sharing.close?.()
  })

  test('opens valid accounts for the pool once per key', async () => {
    const open = (key: string) => rail.openAccounts?.(key, 'MXN_CLABE', 'MXN', 20)
    const [first, again, others] = [
      await open('pool:1'),
      await open('pool:1'),
      await open('pool:2'),
    ]
    expect(again).toEqual(first)
    const numbers = [...(first ?? []), ...(others ?? [])].map(({ clabe }) => clabe)
    expect(new Set(numbers).size).toBe(40)
    await expect(rail.openAccounts?.('pool:1', 'MXN_CLABE', 'MXN', 1)).rejects.toThrow(/409/)
  })

  test('tells operators when the connector lacks what the settings say', async () => {
    expect(await problemsOf(rail)).toEqual([])
    const more = open({ serves: [...serves, { method: 'COP_BANK_ACCOUNT', currencies: ['COP'] }] })
    expect(await problemsOf(more)).toEqual([
      'it does not pay COP to COP_BANK_ACCOUNT, which its settings say',
    ])
    await more.close?.()
    const gone = open({ url: 'http://127.0.0.1:1' })
    expect(await problemsOf(gone)).toEqual(['no answer (ECONNREFUSED)'])
  })

  test('does not speak to a connector of another environment', async () => {
    const live = openConnectorRail(
      'bank:example',
      { ...connector.settings, serves },
      { ...world(), environment: 'live' },
    )
    await expect(live.balances()).rejects.toThrow('the answer is for sandbox, not for live')
    await live.close?.()
  })

  const drained = async (cursor: string | null): Promise<{ cursor: string }> => {
    const page = await rail.poll(cursor, watch)
    return page.entries.length === 0 ? page : drained(page.cursor)
  }
})

describe('the liquidity provider of a connector', () => {
  const conversion = { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'MXN' }
  const agree = async (): Promise<{ request: FillRequest; token: string }> => {
    const key = newKey('fill')
    const { payoutMinor, token } = await provider.firmQuote(key, conversion)
    return { request: { key, ...conversion, payoutMinor }, token }
  }

  test('states the present rate of its pairs only, not from the future', async () => {
    const [quoted, ...others] = await provider.rates()
    expect(quoted).toMatchObject({ payinCurrency: 'USDC', payoutCurrency: 'MXN' })
    expect(quoted?.rate).toBe(18_250_000_000_000_000_000n)
    expect(quoted?.observedAt).toBeLessThanOrEqual(systemClock.realNow())
    expect(others).toEqual([])
  })

  test('gives a firm quote whose payout is that of its rate', async () => {
    const firm = await provider.firmQuote(newKey('fill'), conversion)
    expect(firm.payoutMinor).toBe((conversion.payinMinor * firm.rate) / 10n ** 22n)
    expect(firm.expiresAt).toBeGreaterThan(systemClock.now())
  })

  test('executes one conversion per key for 20 concurrent calls', async () => {
    const { request, token } = await agree()
    const answers = await times(20, () => provider.execute(request, token))
    expect(answers[0]).toEqual({
      state: 'filled',
      soldMinor: conversion.payinMinor,
      deliveredMinor: request.payoutMinor,
      reference: expect.stringMatching(/^trade-/),
    })
    expect(different(answers)).toBe(1)
    expect(await provider.lookUp(request.key, token)).toEqual(answers[0])
  })

  test('refuses a repeated key with other content', async () => {
    const { request, token } = await agree()
    await provider.execute(request, token)
    await expect(provider.execute({ ...request, payoutMinor: 1n }, token)).rejects.toThrow(/409/)
  })

  test('declines amounts that are not those of the quote', async () => {
    const { request, token } = await agree()
    const more = { ...request, payoutMinor: request.payoutMinor + 1n }
    expect(await provider.execute(more, token)).toEqual({
      state: 'declined',
      isFinal: false,
      code: 'not_the_quote',
    })
  })

  test('lists conversions with their amounts, but none that was declined', async () => {
    const [filled, declined] = [await agree(), await agree()]
    await provider.execute(filled.request, filled.token)
    const { request, token } = declined
    await provider.execute({ ...request, payoutMinor: request.payoutMinor + 1n }, token)
    const since = later(systemClock.now(), -60_000)
    const list = await provider.fills?.({ since, until: since, known: async function* () {} })
    const listed: ListedFill[] = []
    for await (const page of list?.pages ?? []) listed.push(...page)
    expect(listed).toContainEqual({
      key: filled.request.key,
      reference: filled.request.key,
      payinCurrency: 'USDC',
      soldMinor: filled.request.payinMinor,
      payoutCurrency: 'MXN',
      deliveredMinor: filled.request.payoutMinor,
    })
    expect(listed.map(({ key }) => key)).not.toContain(request.key)
  })

  test('reports an unseen key as unknown, but not while a late request may still arrive', async () => {
    const { request, token } = await agree()
    expect(await provider.lookUp(request.key, token)).toEqual({ state: 'unknown' })
    const endedBefore = (ms: number) =>
      JSON.stringify({ ...JSON.parse(token), expiresAt: systemClock.now() - ms })
    expect(await provider.lookUp(request.key, endedBefore(1000))).toEqual({ state: 'pending' })
    expect(await provider.lookUp(request.key, endedBefore(601_000))).toEqual({ state: 'unknown' })
  })

  test('states balances of the exchange only', async () => {
    const currencies = (await provider.balances()).map(({ account, currency }) => [
      account,
      currency,
    ])
    expect(currencies).toEqual([
      ['exchange', 'USDC'],
      ['exchange', 'MXN'],
    ])
  })
})

describe('the screener of a connector', () => {
  const about = (name: string, key = newKey('payout')): Question => ({
    key,
    subject: 'payout',
    rail: 'bank:example',
    currency: 'MXN',
    amountMinor: 182_500n,
    accounts: ['032180000118359719'],
    names: [name],
    documents: [],
  })
  const list = (text: string, status: string) =>
    connector.control('POST', '/listed', { text, status })

  test('passes on each answer with its reason', async () => {
    await list('Held Person', 'held')
    await list('Rejected Person', 'rejected')
    await list('Pending Person', 'pending')
    expect(await screener.ask(about('Lucía Hernández'), 1, nobody)).toEqual({ answer: 'clear' })
    expect(await screener.ask(about('HELD person'), 1, nobody)).toEqual({
      answer: 'hold',
      reason: 'listed',
    })
    const rejected = { answer: 'reject', reason: 'listed' }
    expect(await screener.ask(about('Rejected Person'), 1, nobody)).toEqual(rejected)
    expect(await screener.ask(about('Pending Person'), 1, nobody)).toEqual({ answer: 'undecided' })
  })

  test('gets the same answer for a repeated key, and a new one in a new round', async () => {
    const question = about('Changed Person')
    const answers = await times(20, () => screener.ask(question, 1, nobody))
    expect(different(answers)).toBe(1)
    await list('Changed Person', 'held')
    expect(await screener.ask(question, 1, nobody)).toEqual({ answer: 'clear' })
    expect(await screener.ask(question, 2, nobody)).toEqual({ answer: 'hold', reason: 'listed' })
  })

  test('gets the decision under the same key once a pending case is decided', async () => {
    const question = about('Case Person')
    await list('Case Person', 'pending')
    expect(await screener.ask(question, 1, nobody)).toEqual({ answer: 'undecided' })
    await list('Case Person', 'clear')
    expect(await screener.ask(question, 1, nobody)).toEqual({ answer: 'clear' })
  })

  test('refuses a repeated key with other content', async () => {
    const question = about('First Person')
    await screener.ask(question, 1, nobody)
    await expect(screener.ask({ ...question, names: ['Other'] }, 1, nobody)).rejects.toThrow(/409/)
  })

  test('has no problems', async () => {
    expect(await screener.problems?.()).toEqual([])
  })
})

test('a connector keeps the newest claim, also after a restart', async () => {
  const older = {
    at: instantAt(1_772_000_000_000),
    instance: '0b2f8f54-6a3c-4c55-9a51-7f0a3d1c9e42',
  }
  const newer = { ...older, at: later(older.at, 1) }
  expect(await rail.claim?.(newer)).toEqual(newer)
  expect(await rail.claim?.(older)).toEqual(newer)
  await connector.restart()
  expect(await rail.claim?.(older)).toEqual(newer)
})

describe('connector-openapi.json', () => {
  const text = () => readFileSync(join(root, 'connector-openapi.json'), 'utf8')

  test('matches the protocol in the code (`npm run generate` refreshes it)', () => {
    expect(connectorOpenApi()).toBe(text())
  })

  test('is valid OpenAPI 3.1 without warnings', async () => {
    const problems = await lintDocument({
      document: makeDocumentFromString(text(), join(root, 'connector-openapi.json')),
      externalRefResolver: new BaseResolver(),
      config: await createConfig({
        extends: ['recommended'],
        // Every connector has its own address, and its messages are signed.
        rules: { 'no-server-example.com': 'off', 'security-defined': 'off' },
      }),
    })
    expect(
      problems.map(
        ({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
      ),
    ).toEqual([])
  })

  test('describes every message of the tests above, and nothing that is not used', () => {
    expect(connectorOperations.filter((name) => !seen.has(`${name} 200`))).toEqual([])
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'getFill 404',
        'getSend 404',
        'putFill 409',
        'putSend 409',
        'putScreening 409',
      ]),
    )
  })
})
