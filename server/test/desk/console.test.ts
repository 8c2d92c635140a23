// The console without a browser: its files, and the session that stands for an API key.
import { describe, expect, test } from 'vitest'
import { walletLink } from '../../../console/src/customer/wallet-link.ts'
import {
  amountsIn,
  asAmount,
  cursorIn,
  groupIn,
  readAmount,
  showTyped,
  typedIn,
} from '../../../console/src/parts/amount.ts'
import { explorerUrl } from '../../../console/src/parts/explorer-url.ts'
import { Corridor } from '../../../sdk/src/corridor.ts'
import { isConsoleBuilt } from '../../src/desk/console/folder.ts'
import { publicId } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { buildConsole } from '../support/console-build.ts'
import { standingClock } from '../support/desk.ts'
import { applied } from '../support/operator-files.ts'
import { testService } from '../support/service.ts'

const clock = standingClock()
if (!isConsoleBuilt()) await buildConsole()
const corridor = await forFile(testService({ clock }))

const PROOF = { 'x-corridor-console': '1' }
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(corridor.url + path, { method, headers, redirect: 'manual' })

/** The cookie as a browser sends it back. */
async function signIn(key: string): Promise<string> {
  const answer = await send('POST', '/console/session', { authorization: `Bearer ${key}` })
  expect(answer.status).toBe(200)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
const orders = () => `/console${corridor.organization}/orders`

describe('a session', () => {
  test('is a cookie that no script reads, no other site causes and no other path gets', async () => {
    const { api_key: key } = corridor.sandbox
    const answer = await send('POST', '/console/session', { authorization: `Bearer ${key}` })
    const attributes = (answer.headers.get('set-cookie') ?? '').split('; ').slice(1)
    expect(attributes).toEqual(['Path=/console/', 'HttpOnly', 'SameSite=Strict'])
    expect(await answer.text()).not.toContain(key)
  })

  test('has the rights, the limits and the name of its key', async () => {
    const { key } = await corridor.newKey({ scopes: ['read'] })
    const cookie = await signIn(key)
    const read = await send('GET', orders(), { cookie })
    expect(read.status).toBe(200)
    expect(read.headers.get('ratelimit-limit')).toBe('1000000')
    const written = await send('POST', `/console${corridor.organization}/offerings`, {
      cookie,
      ...PROOF,
      'idempotency-key': 'console-1',
    })
    expect(written.status).toBe(403)
    expect(await written.json()).toMatchObject({ code: 'insufficient_scope' })
  })

  test('is used by no request to the API itself', async () => {
    const cookie = await signIn(corridor.sandbox.api_key)
    const answer = await send('GET', `${corridor.organization}/orders`, { cookie, ...PROOF })
    expect(answer.status).toBe(401)
  })

  test.each([
    ['without the header of the console', {}],
    ['from another site', { ...PROOF, 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the site', { ...PROOF, 'sec-fetch-site': 'same-site' }],
    ['with the origin of another host', { ...PROOF, origin: 'https://elsewhere.example' }],
  ])('writes nothing %s', async (_case, headers: Record<string, string>) => {
    const cookie = await signIn(corridor.sandbox.api_key)
    const write = (more: Record<string, string>) =>
      send('POST', `/console${corridor.organization}/offerings`, {
        cookie,
        'idempotency-key': crypto.randomUUID(),
        ...more,
      })
    expect((await write(headers)).status).toBe(401)
    expect((await write(PROOF)).status).toBe(201)
    expect((await write({ ...PROOF, 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  test('ends in every process within a second after its key is revoked', async () => {
    const { id, key } = await corridor.newKey()
    const cookie = await signIn(key)
    expect((await send('GET', orders(), { cookie })).status).toBe(200)
    await corridor.call('DELETE', `/v1/api-keys/${publicId('key', id)}`)
    clock.advanceReal(1000)
    expect((await send('GET', orders(), { cookie })).status).toBe(401)
  })

  test('ends after an hour without use, and after twelve hours of use', async () => {
    const idle = await signIn(corridor.sandbox.api_key)
    const used = await signIn(corridor.sandbox.api_key)
    const statusOf = async (cookie: string) => (await send('GET', orders(), { cookie })).status
    for (let hour = 0; hour < 12; hour++) {
      expect(await statusOf(used)).toBe(200)
      clock.advanceReal(3_599_000)
    }
    expect(await statusOf(idle)).toBe(401)
    expect(await statusOf(used)).toBe(200)
    clock.advanceReal(13_000)
    expect(await statusOf(used)).toBe(401)
    await signIn(corridor.sandbox.api_key)
    const rows = await corridor.sql`select from console_sessions`
    expect(rows, 'the next sign-in deletes sessions that have ended').toHaveLength(1)
  })

  test('lasts when the clock of a sandbox is moved', async () => {
    const cookie = await signIn(corridor.sandbox.api_key)
    clock.advance(24 * 3_600_000)
    clock.advanceReal(1000)
    expect((await send('GET', orders(), { cookie })).status).toBe(200)
  })

  test('ends with its sign-out, also for whoever copied the cookie', async () => {
    const cookie = await signIn(corridor.sandbox.api_key)
    expect((await send('DELETE', '/console/session', { cookie })).status).toBe(401)
    const ended = await send('DELETE', '/console/session', { cookie, ...PROOF })
    expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await send('GET', '/console/session', { cookie })).status).toBe(401)
  })

  test('ends its event streams with it; those of other sessions and of keys stay open', async () => {
    const { api_key: key } = corridor.sandbox
    const [ending = '', idle = '', kept = ''] = await Promise.all([1, 2, 3].map(() => signIn(key)))
    const events = `${corridor.organization}/events`
    const leaving = new AbortController()
    const open = async (path: string, headers: Record<string, string>) => {
      const { signal } = leaving
      const answer = await fetch(corridor.url + path, {
        headers: { accept: 'text/event-stream', ...headers },
        signal,
      })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      let state = 'open'
      const end = () => (state = 'ended')
      void answer.text().then(end, end)
      return () => state
    }
    const [ofEnding, ofIdle, ofKept, ofKey] = await Promise.all([
      open(`/console${events}`, { cookie: ending }),
      open(`/console${events}`, { cookie: idle }),
      open(`/console${events}`, { cookie: kept }),
      open(events, { authorization: `Bearer ${key}`, cookie: ending }),
    ])
    await send('DELETE', '/console/session', { cookie: ending, ...PROOF })
    await expect.poll(ofEnding).toBe('ended')
    expect(ofIdle()).toBe('open')
    clock.advanceReal(1_800_000)
    expect((await send('GET', orders(), { cookie: kept })).status).toBe(200)
    clock.advanceReal(1_800_000)
    await expect.poll(ofIdle).toBe('ended')
    expect([ofKept(), ofKey()]).toEqual(['open', 'open'])
    leaving.abort()
  })

  test('is not made from another session, nor from a wrong key', async () => {
    const cookie = await signIn(corridor.sandbox.api_key)
    expect((await send('POST', '/console/session', { cookie, ...PROOF })).status).toBe(401)
    const wrong = { authorization: 'Bearer ck_sandbox_wrong' }
    expect((await send('POST', '/console/session', wrong)).status).toBe(401)
  })
})

describe('the page', () => {
  test('allows only its own scripts, no other host and no frame', async () => {
    const first = await send('GET', '/console/')
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? []
    const html = await first.text()
    expect(html).toContain(`nonce="${nonce}"`)
    expect(html).not.toContain('__NONCE__')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|https?:\/\/(?!www\.w3\.org)/)
    expect((await send('GET', '/console/')).headers.get('content-security-policy')).not.toBe(policy)
  })

  test('is the answer to every address of the console, and no other file is', async () => {
    expect((await send('GET', '/console')).headers.get('location')).toBe('/console/')
    expect((await send('GET', '/console/org_1/orders')).status).toBe(200)
    for (const path of ['/console/assets/../index.html', '/console/%2e%2e/package.json'])
      expect((await send('GET', path)).status, path).toBe(404)
    expect((await send('GET', '/console/assets/missing.js')).status).toBe(404)
  })

  test('has assets that browsers keep for a year, compressed, with an ETag', async () => {
    const html = await (await send('GET', '/console/')).text()
    const [, path = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html) ?? []
    const asset = await send('GET', path, { 'accept-encoding': 'gzip, br' })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-encoding')).toBe('br')
    const script = await asset.text()
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const other = await send('GET', path, { 'accept-encoding': accepted })
      expect([accepted, other.headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(await other.text()).toBe(script)
    }
    const etag = asset.headers.get('etag') ?? ''
    expect((await send('GET', path, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('a link to a wallet', () => {
  const order = { reference_number: 'CO-20260304-7K2M9QXT', payin: { total: '1911.000001' } }

  test('names the token and the exact amount, on Solana and on EVM chains', () => {
    const solana = {
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: 'Fd5S' },
    } as const
    expect(walletLink({ ...order, funding_instructions: solana })).toBe(
      'solana:Fd5S?amount=1911.000001&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&memo=CO-20260304-7K2M9QXT',
    )
    const details = { address: '0xabc', chain: 'base' } as const
    expect(
      walletLink({
        ...order,
        funding_instructions: { currency: 'USDC', method: 'EVM_ADDRESS', details },
      }),
    ).toBe(
      'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0xabc&uint256=1911000001',
    )
  })

  test('is not made for other currencies, whose token a wallet would not know', () => {
    const details = { address: '0xabc', chain: 'base' } as const
    const other = { currency: 'USDT', method: 'EVM_ADDRESS', details } as const
    expect(walletLink({ ...order, funding_instructions: other })).toBeUndefined()
  })
})

test('a client without a key uses the session, and hears when its stream opens', async () => {
  const cookie = await signIn(corridor.sandbox.api_key)
  const client = new Corridor({
    baseUrl: `${corridor.url}/console`,
    apiKey: null,
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      expect(headers.has('authorization')).toBe(false)
      headers.set('cookie', cookie)
      return fetch(url, { ...init, headers })
    },
  })
  expect((await client.organizations.list().all()).length).toBeGreaterThan(0)
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const stream = client.events.stream(
    corridor.sandbox.organization_id,
    {},
    {
      signal: stop.signal,
      onOpen: () => opened.resolve(),
    },
  )
  const reading = (async () => {
    for await (const { event } of stream) return event.id
    return undefined
  })()
  await opened.promise
  stop.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

describe('explorers of chains', () => {
  const rail = (name: string, chain: string, id: number) => `
  - name: ${name}
    kind: evm
    settings:
      chain: ${chain}
      chain_id: ${id}
      rpc: ['http://127.0.0.1:9']
      tokens: { USDC: { address: '0x1111111111111111111111111111111111111111', kind: plain } }`

  test('the session names those of configured public chains, and none of a local one', async () => {
    const session = async () => {
      const { api_key: key } = corridor.sandbox
      const answer = await send('GET', '/console/session', { authorization: `Bearer ${key}` })
      const { data } = (await answer.json()) as { data: { explorers: object[] } }
      return data.explorers
    }
    expect(await session()).toEqual([])
    await applied(
      corridor,
      `rails:${rail('evm:base', 'base', 8453)}${rail('evm:local', 'polygon', 31337)}`,
    )
    expect(await session()).toEqual([
      {
        method: 'EVM_ADDRESS',
        chain: 'base',
        url: expect.stringMatching(/^https:\/\/[a-z.]+\/\{kind\}\/\{id\}$/),
      },
    ])
  })

  test('a link has the transaction alone, and other references have none', () => {
    const explorers = [
      { method: 'EVM_ADDRESS', chain: 'base', url: 'https://explorer.example/{kind}/{id}' },
      {
        method: 'SOLANA_ADDRESS',
        chain: null,
        url: 'https://sol.example/{kind}/{id}?cluster=devnet',
      },
    ]
    const hash = `0x${'ab'.repeat(32)}`
    const base = { method: 'EVM_ADDRESS', chain: 'base' }
    const solana = { method: 'SOLANA_ADDRESS', chain: null }
    const link = (on: typeof base | typeof solana, id: string) =>
      explorerUrl(explorers, on, 'tx', id)
    expect(link(base, hash)).toBe(`https://explorer.example/tx/${hash}`)
    expect(link(base, `${hash}@0x${'cd'.repeat(32)}`)).toBe(`https://explorer.example/tx/${hash}`)
    expect(link(base, 'sim:ord_1:0')).toBeUndefined()
    expect(link({ ...base, chain: 'polygon' }, hash)).toBeUndefined()
    expect(link(solana, '5'.repeat(88))).toBe(
      `https://sol.example/tx/${'5'.repeat(88)}?cluster=devnet`,
    )
    expect(link(solana, '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q')).toBeUndefined()
    expect(explorerUrl(explorers, base, 'address', '"><script>')).not.toContain('<')
  })
})

test.each([
  ['en', '1,000.00 usdc', '1000.00 USDC'],
  ['en', '1000', '1000'],
  ['es', '4.156.679,80 COP', '4156679.80 COP'],
  ['en', 'CO-20260302', undefined],
  // The end of a reference number may look like an amount.
  ['en', '123usdc', undefined],
  ['en', '7kqmxz', undefined],
  ['es', '25.000', undefined],
] as const)('a search in %s for %s is for the amount %s', (language, written, amount) => {
  expect(asAmount(written, language)).toBe(amount)
})

describe('an amount that a person writes', () => {
  test.each([
    ['en', '1000.00', '1000.00'],
    ['en', '25,000.00', '25000.00'],
    ['en', '999,999,999,999,999.99', '999999999999999.99'],
    ['en', '1 000.5', '1000.5'],
    ['en', '1000,50', undefined],
    ['en', '1.000,50', undefined],
    ['en', '007', undefined],
    ['es', '1000,50', '1000.50'],
    ['es', '25.000,00', '25000.00'],
    ['es', '1.000.000', '1000000'],
    ['es', '1000.50', '1000.50'],
    ['es', '251,625', '251.625'],
    ['es', '25.000', undefined],
    ['es', '1,000.50', undefined],
    ['en', '402,000.50\u00a0USDC', '402000.50'],
    ['es', '402.000,50 USDC', '402000.50'],
    ['en', '402,000.50 EUR', undefined],
    ['en', 'USDC', undefined],
  ] as const)('in %s, %s is %s', (language, written, amount) => {
    expect(readAmount(written, language, 'USDC')).toBe(amount)
  })
})

test('a line of the service has its amounts in groups, and nothing else', () => {
  const line =
    'payin_limits.max: 5000.00 -> 1250000.50; from 2099-01-01T00:00:00.000Z at 10.0.0.12, v1.2.3'
  expect(groupIn(line, 'en')).toBe(
    'payin_limits.max: 5,000.00 -> 1,250,000.50; from 2099-01-01T00:00:00.000Z at 10.0.0.12, v1.2.3',
  )
  expect(groupIn('max: none -> -1250000.50', 'es')).toBe('max: none -> -1250000.50')
  expect(groupIn('max: none -> 1250000.50', 'es')).toBe('max: none -> 1.250.000,50')
})

test.each([
  ['1,000.00 USDC, 250,000.00 MXN', 'en'],
  ['1000.00 usdc; 250000.00 MXN', 'en'],
  ['1.000,00 USDC, 250.000,00 MXN', 'es'],
  ['1000.00 USDC 250000.00 MXN,', 'es'],
] as const)('a list of amounts is read as it is written: %s', (text, language) => {
  expect(amountsIn(text, language)).toEqual([
    { amount: '1000.00', currency: 'USDC' },
    { amount: '250000.00', currency: 'MXN' },
  ])
  expect(amountsIn('much USDC', language)).toEqual([{ amount: 'much', currency: 'USDC' }])
})

describe('an amount is grouped while it is typed', () => {
  /** Types at the end, as a browser does. */
  const typing = (keys: string, language: 'en' | 'es') =>
    [...keys].reduce((typed, key) => typedIn(showTyped(typed, language) + key, typed, language), '')
  test.each([
    ['en', '25000', '25,000', '25000'],
    ['en', '1234567.89', '1,234,567.89', '1234567.89'],
    ['en', '25,000', '25,000', '25000'],
    ['en', '1,5', '1,5', undefined],
    ['es', '25000', '25.000', '25000'],
    ['es', '1234567,89', '1.234.567,89', '1234567.89'],
    ['es', '1000.50', '1000.50', '1000.50'],
    // Twenty-five or twenty-five thousand.
    ['es', '25.000', '25.000', undefined],
    ['es', '25.000,5', '25.000,5', '25000.5'],
    ['es', '0,5', '0,5', '0.5'],
    ['en', 'abc', 'abc', undefined],
  ] as const)('in %s, %s is shown as %s and means %s', (language, keys, shown, amount) => {
    const typed = typing(keys, language)
    expect(showTyped(typed, language)).toBe(shown)
    expect(readAmount(typed, language)).toBe(amount)
  })

  test('a change in the middle keeps the digits and the place of the cursor', () => {
    expect(typedIn('91.234', '1234', 'es')).toBe('91234')
    expect(typedIn('1.34', '1234', 'es')).toBe('134')
    expect(typedIn('1234', '1234', 'es')).toBe('1234')
    expect(cursorIn('12,345', '1,2345', 4, 'en')).toBe(4)
    expect(cursorIn('123,456', '12,3456', 7, 'en')).toBe(7)
    // Another text in its place.
    expect(typedIn('25.5', '1000', 'es')).toBe('25.5')
  })
})
