// Payouts over Bitso in pesos and reais, against the fake server: what survives faults pays exactly once.
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBitsoRail } from '../../src/outside/bitso/rail.ts'
import type { Rail, SendRequest } from '../../src/outside/rails/port.ts'
import { fakeBitso, PAYINS_PATH, PAYOUTS_PATH, type FakeBitso } from '../support/fake-bitso.ts'

let bitso: FakeBitso
let rail: Rail
beforeEach(async () => {
  bitso = await fakeBitso()
  rail = openBitsoRail(
    'bitso',
    {
      ...bitso.settings,
      currencies: ['MXN', 'BRL', 'COP'],
      colombia: { payouts_path: PAYOUTS_PATH, payins_path: PAYINS_PATH },
    },
    { clock: bitso.clock, log: pino({ level: 'silent' }), secret: bitso.secret },
  )
})
afterEach(() => bitso.close())

const key = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'
const common = { key, amountMinor: 182_798_550n, reference: 'CO-20261122-ABCDEFGH' }
const clabe = '032180000118359719'
const requests: Record<string, SendRequest> = {
  MXN: {
    ...common,
    method: 'MXN_CLABE',
    currency: 'MXN',
    details: { clabe, account_holder_name: 'Lucía Hernández', bank_name: '' },
  },
  BRL: {
    ...common,
    method: 'BRL_PIX',
    currency: 'BRL',
    details: {
      pix_key_type: 'EVP',
      pix_key: '123e4567-e12b-42d1-a456-426655440000',
      account_holder_name: 'Ana Souza',
      bank_name: '',
    },
  },
  COP: {
    ...common,
    method: 'COP_BANK_ACCOUNT',
    currency: 'COP',
    details: {
      bank_account_number: '04812345678',
      bank_code: '1007',
      account_holder_first_name: 'María José',
      account_holder_last_name: 'Núñez',
      legal_entity_name: '',
      doc_type: 'CC',
      doc_id: '1020304050',
      physical_address: '',
      account_type: 'SAVINGS',
    },
  },
}

/** The payouts that the fake has, and the route that makes one. */
const made = (currency: string) =>
  currency === 'COP' ? bitso.books.payouts : bitso.books.withdrawals
const routeOf = (currency: string) =>
  currency === 'COP' ? `POST ${PAYOUTS_PATH}` : 'POST /v3/withdrawals'

const change = (currency: string, fields: Record<string, unknown>) =>
  Object.assign(made(currency)[0] ?? {}, fields)

function requestFor(currency: string): SendRequest {
  const request = requests[currency]
  if (request === undefined) throw new Error(currency)
  return request
}

describe.each(['MXN', 'BRL', 'COP'])('a payout in %s', (currency) => {
  async function prepared() {
    const request = requestFor(currency)
    const text = await rail.prepare(request)
    return { request, text }
  }

  test('is pending, and settled with the trace of the payment system in the end', async () => {
    const { request, text } = await prepared()
    expect(await rail.send(request, text)).toEqual({ state: 'pending' })
    expect(await rail.lookUp(key, text)).toEqual({ state: 'pending' })
    const trace = { clave_de_rastreo: 'TRACE1', origin_id: made(currency)[0]?.['origin_id'] }
    change(currency, { status: currency === 'COP' ? 'COMPLETED' : 'complete', details: trace })
    const reference = currency === 'COP' ? made('COP')[0]?.['id'] : 'TRACE1'
    expect(await rail.lookUp(key, text)).toEqual({ state: 'settled', reference })
    expect(await rail.send(request, text)).toEqual({ state: 'settled', reference })
    expect(made(currency)).toHaveLength(1)
  })

  test('commits no details with the intent', async () => {
    const { request, text } = await prepared()
    for (const value of Object.values(request.details).filter((one) => one.length > 3))
      expect(text).not.toContain(value)
  })

  test('is unknown before it was sent', async () => {
    const { text } = await prepared()
    expect(await rail.lookUp(key, text)).toEqual({ state: 'unknown' })
  })

  test.each(['lost_answer', 'error_after'] as const)('is made once after %s', async (fault) => {
    const { request, text } = await prepared()
    bitso.fail(routeOf(currency), fault)
    await expect(rail.send(request, text)).rejects.toThrow('Bitso')
    expect(await rail.lookUp(key, text)).toEqual({ state: 'pending' })
    expect(await rail.send(request, text)).toEqual({ state: 'pending' })
    expect(made(currency)).toHaveLength(1)
  })

  test('is made once after a 500 before the work', async () => {
    const { request, text } = await prepared()
    bitso.fail(routeOf(currency), 'error_before')
    await expect(rail.send(request, text)).rejects.toThrow('500')
    expect(await rail.lookUp(key, text)).toEqual({ state: 'unknown' })
    await rail.send(request, text)
    expect(made(currency)).toHaveLength(1)
  })

  test('is made once if a restored database sends it as new, whatever Bitso does with its name', async () => {
    bitso.books.options.duplicates = 'another'
    const { request, text } = await prepared()
    await rail.send(request, text)
    expect(await rail.send(request, await rail.prepare(request))).toEqual({ state: 'pending' })
    expect(made(currency)).toHaveLength(1)
  })

  test('is made once by twenty calls at once', async () => {
    const { request, text } = await prepared()
    await Promise.all(Array.from({ length: 20 }, () => rail.send(request, text)))
    expect(made(currency)).toHaveLength(1)
  })

  test('is pending under a status that nobody knows', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    change(currency, { status: 'on_its_way' })
    expect(await rail.lookUp(key, text)).toEqual({ state: 'pending' })
  })

  test('is rejected when it failed, also after it was complete', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    change(currency, { status: 'complete' })
    expect(await rail.lookUp(key, text)).toMatchObject({ state: 'settled' })
    const details = { fail_reason: 'account_closed', origin_id: made(currency)[0]?.['origin_id'] }
    change(currency, { status: 'failed', failure_reason: 'ACCOUNT_CLOSED', details })
    expect(await rail.lookUp(key, text)).toEqual({ state: 'rejected', code: 'account_closed' })
  })

  test('drops a reason that is free text', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    const details = {
      fail_reason: `no account ${clabe}`,
      origin_id: made(currency)[0]?.['origin_id'],
    }
    change(currency, { status: 'failed', failure_reason: `no account ${clabe}`, details })
    expect(await rail.lookUp(key, text)).toEqual({ state: 'rejected', code: 'failed' })
  })

  test('throws when the payout of its name has another amount', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    change(currency, { amount: '1.00' })
    await expect(rail.lookUp(key, text)).rejects.toThrow('another amount')
  })

  test('is refused under the preparation of another amount or key', async () => {
    const { request, text } = await prepared()
    const other = 'ord_01jqe8m2x4fv5s0t6w7y8z9abd:payout:1'
    await expect(rail.send({ ...request, amountMinor: 1n }, text)).rejects.toThrow(
      'another content',
    )
    await expect(rail.send({ ...request, key: other }, text)).rejects.toThrow('another content')
    await expect(rail.lookUp(other, text)).rejects.toThrow('not prepared')
    expect(made(currency)).toEqual([])
  })

  test('throws when an amount is a JSON number', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    change(currency, { amount: 1_827_985.5 })
    await expect(rail.lookUp(key, text)).rejects.toThrow('amount is missing or not a text')
  })

  test('throws when the list ignores what was asked for', async () => {
    const { request, text } = await prepared()
    await rail.send(request, text)
    const other = { ...request, key: 'ord_01jqe8m2x4fv5s0t6w7y8z9abd:payout:1' }
    const otherText = await rail.prepare(other)
    bitso.books.options.filters = false
    await expect(rail.lookUp(other.key, otherText)).rejects.toThrow('not asked for')
  })
})

describe('pesos', () => {
  const send = async (request: SendRequest) => rail.send(request, await rail.prepare(request))
  const mxn = requestFor('MXN')

  test('go over SPEI with the reference of the order', async () => {
    await send(mxn)
    expect(bitso.seen.at(-1)?.body).toEqual({
      currency: 'mxn',
      protocol: 'clabe',
      amount: '1827985.50',
      clabe,
      beneficiary: 'Lucía Hernández',
      notes_ref: 'CO 20261122 ABCDEFGH',
      origin_id: 'ord_01jqe8m2x4fv5s0t6w7y8z9abc-payout-1',
    })
  })

  test("go over the company's own network to a CLABE of its own bank", async () => {
    await send({ ...mxn, details: { ...mxn.details, clabe: '710969000000326856' } })
    expect(bitso.seen.at(-1)?.body).toMatchObject({ protocol: 'nvio-clabe', network: 'bt' })
    expect(bitso.books.withdrawals).toHaveLength(1)
  })

  test('are rejected when a field is refused, and never when the payout exists', async () => {
    const wrong = { ...mxn, details: { ...mxn.details, clabe: '1' } }
    expect(await send(wrong)).toEqual({ state: 'rejected', code: '0317' })
    bitso.books.options.duplicates = 'refused'
    await send(mxn)
    expect(await send(mxn)).toEqual({ state: 'pending' })
    expect(await send(wrong)).toEqual({ state: 'pending' })
    expect(bitso.books.withdrawals).toHaveLength(1)
  })

  test('wait when the balance is too small', async () => {
    await expect(send({ ...mxn, amountMinor: 10_000_000_000n })).rejects.toThrow('0379')
  })

  test('are found in a list that shows no origin_id', async () => {
    bitso.books.options.showsOriginId = false
    const text = await rail.prepare(mxn)
    await rail.send(mxn, text)
    expect(await rail.lookUp(key, text)).toEqual({ state: 'pending' })
  })
})

describe('Pix', () => {
  const brl = requestFor('BRL')

  test('commits the preview, and confirms it in every attempt', async () => {
    const text = await rail.prepare(brl)
    bitso.fail('POST /v3/withdrawals', 'error_before')
    await expect(rail.send(brl, text)).rejects.toThrow('500')
    await rail.send(brl, text)
    const confirmed = bitso.seen.filter(({ route }) => route === 'POST /v3/withdrawals')
    expect(confirmed.map(({ body }) => body['preview_id'])).toEqual(
      Array.from({ length: 2 }, () => JSON.parse(text).preview_id),
    )
    expect(bitso.count('POST /v3/withdrawal/preview')).toBe(1)
  })

  test('is rejected without a payment when the preview refuses the key', async () => {
    bitso.books.options.invalidPixKeys.add(brl.details['pix_key'] ?? '')
    const text = await rail.prepare(brl)
    expect(await rail.send(brl, text)).toEqual({ state: 'rejected', code: '0404' })
    expect(await rail.lookUp(key, text)).toEqual({ state: 'rejected', code: '0404' })
    expect(bitso.count('POST /v3/withdrawals')).toBe(0)
  })

  test('a lost answer of a preview pays nothing', async () => {
    bitso.fail('POST /v3/withdrawal/preview', 'lost_answer')
    await expect(rail.prepare(brl)).rejects.toThrow('no complete answer')
    await rail.send(brl, await rail.prepare(brl))
    expect(bitso.books.withdrawals).toHaveLength(1)
  })

  test('throws when the preview is not accepted any more, and stays unknown', async () => {
    const text = (await rail.prepare(brl)).replace(/"preview_id":"[^"]+"/, '"preview_id":"gone"')
    await expect(rail.send(brl, text)).rejects.toThrow('0304')
    expect(await rail.lookUp(key, text)).toEqual({ state: 'unknown' })
  })
})

test('pesos to Colombia carry the key twice and the account of the beneficiary', async () => {
  const cop = requestFor('COP')
  await rail.send(cop, await rail.prepare(cop))
  expect(bitso.seen.at(-1)?.body).toEqual({
    type: 'CO_ACH',
    external_ref: 'ord_01jqe8m2x4fv5s0t6w7y8z9abc-payout-1',
    co_ach: {
      amount: '1827985.50',
      beneficiary_type: 'THIRD_PARTY',
      third_party: {
        name: 'María José Núñez',
        document_type: 'CC',
        document_id: '1020304050',
        bank_code: '1007',
        account_number: '04812345678',
        account_type: 'SAVINGS',
      },
    },
  })
})

test('a refund has a name of its own that Bitso accepts', async () => {
  const request = {
    ...requestFor('MXN'),
    key: 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:refund:rf_01jqe8m2x4fv5s0t6w7y8z9abd:12',
  }
  await rail.send(request, await rail.prepare(request))
  const name = bitso.seen.at(-1)?.body['origin_id']
  expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(bitso.books.withdrawals).toHaveLength(1)
})
