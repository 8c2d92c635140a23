// Answers of connectors that must not be believed: unsigned, changed, replayed, old, hostile. None of them refuses a
// payment, and none makes a sent key unknown.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createPrivateKey, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureHeaders, type Received } from '../../../examples/connector/signatures.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openClient } from '../../src/outside/connectors/client.ts'
import { newSigningKey, publicKeyText } from '../../src/outside/connectors/keys.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'
import { clientSettingsOf, publicKeysOf } from '../../src/outside/connectors/settings.ts'
import { digestOf } from '../../src/outside/connectors/signing.ts'
import { MOST_OF_KEY } from '../../src/outside/connectors/answer-bytes.ts'
import { openTransport } from '../../src/outside/connectors/transport.ts'
import type { Rail } from '../../src/outside/rails/port.ts'

const KEY = 'ord_1:payout:1'
const settled = { key: KEY, status: 'settled', reference: 'trace-1' }
const [ours, theirs, next] = [newSigningKey(), newSigningKey(), newSigningKey()]
const signingKey = { id: 'connector-1', privateKey: createPrivateKey(theirs) }
const nextKey = { id: 'connector-2', privateKey: createPrivateKey(next) }
const publicText = (pem: string) => publicKeyText(createPrivateKey(pem))

type Handle = (received: Received, response: ServerResponse, request: IncomingMessage) => void
let handle: Handle
let server: Server
let rail: Rail
let received: Received

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received = {
      method: request.method ?? '',
      target: request.url ?? '',
      authority: request.headers.host ?? '',
      headers: request.headers,
      body: Buffer.concat(parts),
    }
    handle(received, response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  rail = open(300_000)
})
afterAll(async () => {
  await rail.close?.()
  server.closeAllConnections()
  server.close()
})

function open(timeoutMs: number): Rail {
  const { port } = server.address() as AddressInfo
  const settings = {
    url: `http://127.0.0.1:${port}/base/`,
    signing_key: 'env:OURS',
    signing_key_id: 'corridor-1',
    public_keys: { 'connector-1': publicText(theirs), 'connector-2': publicText(next) },
    serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }],
  }
  const world = { clock: systemClock, environment: 'sandbox' as const, secret: () => ours }
  const client = openClient(
    clientSettingsOf(settings, world),
    systemClock,
    openTransport({ timeoutMs }),
  )
  return openConnectorRail('bank:hostile', settings, world, client)
}

type Signing = {
  key?: typeof signingKey
  nowMs?: number
  tag?: string
  /** Changes the signed headers. */
  change?: (headers: Record<string, string>) => Record<string, string>
}

/** Answers with a right signature, unless the options say otherwise. */
const signed =
  (status: number, body: unknown, signing: Signing = {}) =>
  (request: Received, response: ServerResponse): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const { key = signingKey, nowMs = Date.now(), tag = 'corridor-sandbox' } = signing
    const headers = signatureHeaders(request, status, text, key, tag, nowMs)
    response.writeHead(status, signing.change?.(headers) ?? headers).end(text)
  }

const lookUp = () => rail.lookUp(KEY, PREPARED)
const PREPARED = JSON.stringify({ key: KEY, currency: 'MXN', amount: '0.01' })
const send = () => rail.send({ ...payment, key: KEY }, PREPARED)
const payment = {
  method: 'MXN_CLABE',
  currency: 'MXN',
  amountMinor: 1n,
  details: {},
  reference: 'CO-1',
} as const

describe('a right signature', () => {
  test('is accepted, and the path of the URL stands before that of the call', async () => {
    handle = signed(200, settled)
    expect(await lookUp()).toEqual({ state: 'settled', reference: 'trace-1' })
    expect(received.target).toBe(`/base/sends/${KEY}`)
  })

  test('of the second key counts too, so that keys can be rotated', async () => {
    handle = signed(200, settled, { key: nextKey })
    expect(await lookUp()).toEqual({ state: 'settled', reference: 'trace-1' })
  })

  test('makes a 404 of the type unknown_key mean unknown', async () => {
    handle = signed(404, { type: 'unknown_key', key: KEY })
    expect(await lookUp()).toEqual({ state: 'unknown' })
  })

  test('covers other parts besides the required ones', async () => {
    handle = (request, response) => {
      const parameters = `("@status" "content-type" "content-digest" "@method";req "@path";req "signature";req);created=${Math.floor(Date.now() / 1000)};keyid="connector-1";alg="ed25519";tag="corridor-sandbox"`
      const text = JSON.stringify(settled)
      const base = `"@status": 200\n"content-type": text/x\n"content-digest": ${digestOf(text)}\n"@method";req: GET\n"@path";req: ${request.target}\n"signature";req: ${String(request.headers['signature'])}\n"@signature-params": ${parameters}`
      const signature = sign(null, Buffer.from(base), signingKey.privateKey).toString('base64')
      response
        .writeHead(200, {
          'content-type': 'text/x',
          'content-digest': digestOf(text),
          'signature-input': `sig=${parameters}`,
          signature: `sig=:${signature}:`,
        })
        .end(text)
    }
    expect(await lookUp()).toEqual({ state: 'settled', reference: 'trace-1' })
  })
})

const without = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
const edited =
  (name: string, edit: (value: string) => string) => (headers: Record<string, string>) => ({
    ...headers,
    [name]: edit(headers[name] ?? ''),
  })

describe.each<[string, Signing, RegExp]>([
  ['without a signature', { change: without('signature') }, /is not signed/],
  ['without the input of its signature', { change: without('signature-input') }, /is not signed/],
  ['without a digest', { change: without('content-digest') }, /signature/],
  [
    'signed by another key',
    { key: { ...signingKey, privateKey: createPrivateKey(newSigningKey()) } },
    /not right/,
  ],
  [
    'signed with an unknown key id',
    { key: { ...signingKey, id: 'connector-9' } },
    /unknown key id/,
  ],
  ['signed ten minutes ago', { nowMs: Date.now() - 600_000 }, /seconds old/],
  ['signed ten minutes ahead', { nowMs: Date.now() + 600_000 }, /ahead; set the clocks/],
  ['of a live connector', { tag: 'corridor-live' }, /not for sandbox/],
  [
    'whose time was removed',
    { change: edited('signature-input', (value) => value.replace(/;created=\d+/, '')) },
    /no time/,
  ],
  [
    'whose time is text',
    {
      change: edited('signature-input', (value) =>
        value.replace(/;created=(\d+)/, ';created="$1"'),
      ),
    },
    /no time|not right/,
  ],
  [
    'that does not cover its status',
    { change: edited('signature-input', (value) => value.replace('"@status" ', '')) },
    /signature/,
  ],
  [
    'with a second signature',
    {
      change: (headers) => ({
        ...headers,
        'signature-input': `${headers['signature-input']}, other${headers['signature-input']?.slice(3)}`,
        signature: `${headers['signature']}, other${headers['signature']?.slice(3)}`,
      }),
    },
    /not right/,
  ],
  [
    'with a signature that is no structured field',
    { change: edited('signature', () => ':::') },
    /not right/,
  ],
])('an answer %s', (_name, signing, reason) => {
  test('is neither settled nor rejected nor unknown', async () => {
    handle = signed(200, settled, signing)
    await expect(lookUp()).rejects.toThrow(reason)
    handle = signed(200, { key: KEY, status: 'rejected', code: 'closed' }, signing)
    await expect(send()).rejects.toThrow(reason)
    handle = signed(404, { type: 'unknown_key', key: KEY }, signing)
    await expect(lookUp()).rejects.toThrow(reason)
  })
})

describe('a changed answer', () => {
  test('is refused if the body was changed', async () => {
    handle = (request, response) => {
      const pending = JSON.stringify({ key: KEY, status: 'pending' })
      response
        .writeHead(
          200,
          signatureHeaders(request, 200, pending, signingKey, 'corridor-sandbox', Date.now()),
        )
        .end(JSON.stringify(settled))
    }
    await expect(lookUp()).rejects.toThrow('the body of the answer is not the signed one')
  })

  test('is refused if the digest was changed with the body', async () => {
    handle = signed(200, settled, { change: edited('content-digest', () => digestOf('{}')) })
    await expect(lookUp()).rejects.toThrow('the signature of the answer is not right')
  })

  test('is refused if the status was changed', async () => {
    handle = (request, response) => {
      const text = JSON.stringify({ type: 'unknown_key', key: KEY })
      response
        .writeHead(
          404,
          signatureHeaders(request, 500, text, signingKey, 'corridor-sandbox', Date.now()),
        )
        .end(text)
    }
    await expect(lookUp()).rejects.toThrow('the signature of the answer is not right')
  })
})

describe('a replayed answer', () => {
  test('of a look-up of another key does not make this key unknown', async () => {
    let kept: [Record<string, string>, string] | undefined
    const body = (key: string) => JSON.stringify({ type: 'unknown_key', key })
    handle = (request, response) => {
      kept ??= [
        signatureHeaders(request, 404, body(KEY), signingKey, 'corridor-sandbox', Date.now()),
        body(KEY),
      ]
      response.writeHead(404, kept[0]).end(kept[1])
    }
    expect(await lookUp()).toEqual({ state: 'unknown' })
    await expect(lookUp(), 'the same key again').rejects.toThrow('not right')
    await expect(rail.lookUp('ord_2:payout:1', '')).rejects.toThrow('not right')
  })

  test('is refused by its key if the connector itself signed it for this request', async () => {
    handle = signed(404, { type: 'unknown_key', key: 'ord_2:payout:1' })
    await expect(lookUp()).rejects.toThrow('404 (unknown_key)')
    handle = signed(200, { ...settled, key: 'ord_2:payout:1' })
    await expect(lookUp()).rejects.toThrow('has another key')
  })
})

describe('a signed answer that means nothing', () => {
  test.each([400, 401, 404, 409, 422, 429, 500, 502, 503])(
    'is not a refusal: %i',
    async (status) => {
      handle = signed(status, { type: 'rejected', key: KEY, status: 'rejected', code: 'closed' })
      await expect(send()).rejects.toThrow(String(status))
      await expect(lookUp()).rejects.toThrow(String(status))
    },
  )

  test('is not followed to another address', async () => {
    handle = (request, response) => {
      const headers = signatureHeaders(
        request,
        302,
        '{}',
        signingKey,
        'corridor-sandbox',
        Date.now(),
      )
      response.writeHead(302, { ...headers, location: '/elsewhere' }).end('{}')
    }
    await expect(lookUp()).rejects.toThrow('302')
    expect(received.target).toBe(`/base/sends/${KEY}`)
  })

  test('is pending with a status that nobody knows', async () => {
    for (const status of ['in_review', 'SETTLED', 'failed', 'unknown', '']) {
      handle = signed(200, { ...settled, status, code: 'x' })
      expect(await lookUp()).toEqual({ state: 'pending' })
      expect(await send()).toEqual({ state: 'pending' })
    }
  })

  test.each<[string, unknown, string]>([
    ['no JSON', 'settled', 'is not JSON'],
    ['JSON with a key twice', '{"key":"a","key":"b"}', 'is not JSON'],
    ['JSON of 20000 levels', '['.repeat(20_000) + ']'.repeat(20_000), 'is not JSON'],
    ['a list', [], 'documented form'],
    ['null', null, 'documented form'],
    [
      'a fee that nobody pays',
      { ...settled, fee: { currency: 'MXN', amount: '99999999999999.00' } },
      'most_fees.MXN',
    ],
    ['a number as its status', { ...settled, status: 1 }, 'documented form at /status'],
    ['settled without a reference', { ...settled, reference: undefined }, 'has no reference'],
    ['rejected without a code', { key: KEY, status: 'rejected' }, 'has no code'],
    [
      'a fee that is a number',
      { ...settled, fee: { currency: 'MXN', amount: 4 } },
      'documented form',
    ],
    [
      'a fee with too many decimals',
      { ...settled, fee: { currency: 'MXN', amount: '4.001' } },
      'not one of MXN',
    ],
    [
      'a fee in a currency that nobody knows',
      { ...settled, fee: { currency: 'XAU', amount: '4' } },
      'XAU',
    ],
  ])('throws with %s', async (_name, body, reason) => {
    handle = signed(200, body)
    await expect(lookUp()).rejects.toThrow(reason)
  })

  const deposit = {
    kind: 'deposit',
    transaction: 'T1',
    index: 0,
    account: '646180000000000012',
    currency: 'MXN',
    amount: '10.00',
  }
  test.each<[string, object, string]>([
    ['a movement of a kind that nobody knows', { ...deposit, kind: 'interest' }, 'documented form'],
    ['a deposit of nothing', { ...deposit, amount: '0.00' }, 'is zero'],
    ['a negative deposit', { ...deposit, amount: '-1.00' }, 'documented form'],
    ['a deposit with an exponent', { ...deposit, amount: '1e3' }, 'documented form'],
    ['a deposit to no account', { ...deposit, account: undefined }, 'has no account'],
    ['a transaction with a blank', { ...deposit, transaction: 'T 1' }, 'documented form'],
    ['a fraction as its index', { ...deposit, index: 0.5 }, 'documented form'],
    ['a return of no payment', { ...deposit, kind: 'return', code: 'closed' }, 'names neither'],
    ['a reversal of nothing', { ...deposit, kind: 'reversal', code: 'recalled' }, 'of_transaction'],
    ['a deposit of 10,000 digits', { ...deposit, amount: '9'.repeat(10_000) }, 'documented form'],
    ['a deposit of more than 18 digits', { ...deposit, amount: '9'.repeat(18) }, 'not one of MXN'],
    ['a deposit in a currency of its own', { ...deposit, currency: 'XXX' }, 'XXX'],
    ['a deposit in an object', { ...deposit, currency: { toString: 'MXN' } }, 'documented form'],
    [
      'a transaction of a megabyte',
      { ...deposit, transaction: 'T'.repeat(900_000) },
      'documented form',
    ],
    ['a text of the payer with U+0000', { ...deposit, reference: 'a\0' }, 'U+0000'],
    ['a text of the payer with half a pair', { ...deposit, reference: '\ud800' }, 'surrogate'],
    ['a movement with a name of U+0000', { ...deposit, 'x\0': 1 }, 'U+0000'],
    [
      'a deposit of the year 10000',
      { ...deposit, received_at: '10000-01-01T00:00:00Z' },
      'documented',
    ],
    ['a deposit without a zone', { ...deposit, received_at: '2026-01-01T00:00:00' }, 'documented'],
    ['a movement that is no object', [[[1]]], 'documented form'],
  ])('keeps %s as invalid and reads the others', async (_name, movement, reason) => {
    const watch = { recent: async () => [], older: async () => [] }
    handle = signed(200, { cursor: '2', movements: [deposit, movement] })
    const { cursor, entries } = await rail.poll(null, watch)
    expect(cursor).toBe('2')
    expect(entries).toMatchObject([
      { kind: 'deposit', transaction: 'T1' },
      { kind: 'invalid', problem: expect.stringContaining(reason) },
    ])
  })
})

describe('a hostile answer', () => {
  test('of 10 MB about a key is cut off after 64 KiB', async () => {
    let sentBytes = 0
    handle = (_request, response) => {
      response.writeHead(200)
      const part = Buffer.alloc(64 * 1024, 'x')
      const more = () => {
        if (response.destroyed || sentBytes >= 10_000_000) return void response.end()
        sentBytes += part.length
        response.write(part, more)
      }
      more()
    }
    await expect(lookUp()).rejects.toThrow(`larger than ${MOST_OF_KEY} bytes`)
  })

  test('that never ends is given up in time, before its headers or within its body', async () => {
    const impatient = open(200)
    handle = () => undefined
    await expect(impatient.lookUp(KEY, '')).rejects.toThrow('no complete answer within 200 ms')
    handle = (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 10)
      response.once('close', () => clearInterval(timer))
    }
    await expect(impatient.lookUp(KEY, '')).rejects.toThrow('no complete answer within 200 ms')
    await impatient.close?.()
  })

  test('with 100 KB of headers is refused', async () => {
    handle = (_request, response) =>
      response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)
    await expect(lookUp()).rejects.toThrow('HPE_HEADER_OVERFLOW')
  })

  test('that is compressed is not unpacked', async () => {
    handle = signed(200, settled, {
      change: (headers) => ({ ...headers, 'content-encoding': 'gzip' }),
    })
    await expect(lookUp()).rejects.toThrow('compressed')
  })

  test('that breaks off is no answer', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{', () => response.destroy())
    }
    await expect(lookUp()).rejects.toThrow('no answer')
  })

  test('says nothing of its body in the error', async () => {
    const secret = 'account 032180000118359719'
    for (const answer of [
      signed(500, { type: secret, detail: secret }),
      signed(200, { ...settled, status: 'rejected', code: secret }),
      signed(200, secret),
    ]) {
      handle = answer
      await expect(lookUp()).rejects.toThrow(expect.not.stringContaining('0321801'))
    }
  })
})

test('a connection is kept, and a request is repeated if the connector closed it meanwhile', async () => {
  const sockets = new Set<unknown>()
  handle = (request, response, { socket }) => {
    sockets.add(socket)
    signed(200, settled)(request, response)
  }
  await lookUp()
  sockets.clear()
  for (let call = 0; call < 5; call += 1) await lookUp()
  expect(sockets.size).toBe(1)
  let calls = 0
  handle = (request, response, { socket }) => {
    calls += 1
    if (calls === 1) socket.destroy()
    else signed(200, settled)(request, response)
  }
  expect(await lookUp()).toEqual({ state: 'settled', reference: 'trace-1' })
  expect(calls).toBe(2)
})

test('a request covers its own address, path, body and time, and never repeats a nonce', async () => {
  handle = signed(200, settled)
  await send()
  const first = String(received.headers['signature-input'])
  expect(received.headers['content-digest']).toBe(digestOf(PREPARED))
  expect(first).toMatch(
    /^sig=\("@method" "@authority" "@path" "@query" "content-digest"\);created=/,
  )
  await send()
  expect(String(received.headers['signature-input'])).not.toBe(first)
})

test('a public key must be 32 bytes in base64', () => {
  expect(() => publicKeysOf({ a: 'c2hvcnQ=' })).toThrow('public key a must be 32 bytes in base64')
})
