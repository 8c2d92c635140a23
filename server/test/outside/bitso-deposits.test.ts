// Deposits and returns over Bitso, against the fake server: each is reported, a return is never a deposit, and a cursor
// misses nothing.
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBitsoRail } from '../../src/outside/bitso/rail.ts'
import { clabeCheckDigit } from '../../src/outside/methods/checksums.ts'
import type { Rail, RailEntry, Watch } from '../../src/outside/rails/port.ts'
import { fakeBitso, PAYINS_PATH, PAYOUTS_PATH, type FakeBitso } from '../support/fake-bitso.ts'
import { problemsOf } from '../support/rails.ts'

const clabe = `71096900001234567${clabeCheckDigit('71096900001234567')}`
const watch: Watch = { recent: async () => [], older: async () => [] }
const FUNDINGS = 'GET /v3/fundings'

let bitso: FakeBitso
let rail: Rail
beforeEach(async () => {
  bitso = await fakeBitso()
  rail = opened({})
})
afterEach(() => bitso.close())

const opened = (more: Record<string, unknown>): Rail =>
  openBitsoRail(
    'bitso',
    {
      ...bitso.settings,
      currencies: ['MXN', 'BRL', 'COP'],
      funding: { MXN_CLABE: { clabe, account_holder_name: 'The desk', bank_name: 'NVIO' } },
      colombia: { payouts_path: PAYOUTS_PATH, payins_path: PAYINS_PATH },
      ...more,
    },
    { clock: bitso.clock, log: pino({ level: 'silent' }), secret: bitso.secret },
  )

/** Polls until the rail has nothing more to read, as the service does: each entry counts once. */
async function collected(cursor: string | null = null) {
  const entries = new Map<string, RailEntry>()
  let reports = 0
  let at = cursor
  for (let polls = 0; polls < 30; polls++) {
    const polled = await rail.poll(at, watch)
    for (const entry of polled.entries) entries.set(`${entry.transaction} ${entry.index}`, entry)
    reports += polled.entries.length
    const isDone = polled.cursor === at
    at = polled.cursor
    if (isDone) break
  }
  return { entries: [...entries.values()], cursor: at, reports }
}

const sender = { sender_clabe: '032180000118359719', concepto: 'pago CO-20261122-ABCDEFGH' }

test('a deposit has its account, the text of the payer and the sender', async () => {
  const { fid } = bitso.books.fund({ amount: '1500.50', details: sender })
  const { entries } = await collected()
  expect(entries).toEqual([
    {
      kind: 'deposit',
      transaction: fid,
      index: 0,
      account: clabe,
      reference: 'pago CO-20261122-ABCDEFGH',
      sender: '032180000118359719',
      currency: 'MXN',
      amountMinor: 150_050n,
      receivedAt: expect.any(Number),
    },
  ])
})

test('orders in pesos share the CLABE of the desk; the other methods have no account', () => {
  const order = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'
  expect(rail.fundingAccount('MXN_CLABE', order)).toMatchObject({ clabe })
  expect(rail.fundingAccount('BRL_PIX', order)).toBe('from_pool')
})

test('each of 250 deposits is reported, and overlapping polls report no other', async () => {
  for (let index = 0; index < 250; index++) {
    bitso.books.fund({ details: sender })
    bitso.advance(1000)
  }
  const { entries, cursor } = await collected()
  expect(entries).toHaveLength(250)
  bitso.advance(60_000)
  bitso.books.fund({ details: sender })
  const after = await collected(cursor)
  const known = new Set(entries.map(({ transaction }) => transaction))
  expect(after.entries.filter(({ transaction }) => !known.has(transaction))).toHaveLength(1)
})

test('a poll that lists thousands goes on where it stopped', async () => {
  for (let index = 0; index < 1250; index++) bitso.books.fund({ details: sender })
  const first = await rail.poll(null, watch)
  expect(first.entries).toHaveLength(1000)
  const { entries } = await collected(first.cursor)
  const all = new Set([...first.entries, ...entries].map(({ transaction }) => transaction))
  expect(all.size).toBe(1250)
})

test('a deposit that arrives while an old list is read is not missed', async () => {
  for (let index = 0; index < 1250; index++) bitso.books.fund({ details: sender })
  const first = await rail.poll(null, watch)
  bitso.advance(1000)
  const { fid } = bitso.books.fund({ details: sender })
  const { entries } = await collected(first.cursor)
  expect(entries.map(({ transaction }) => transaction)).toContain(fid)
})

test('a deposit that was pending for hours is reported once it is complete', async () => {
  const late = bitso.books.fund({ status: 'pending', details: sender })
  const { cursor } = await collected()
  bitso.advance(3 * 3_600_000)
  bitso.books.fund({ details: sender })
  const between = await collected(cursor)
  expect(between.entries.map(({ transaction }) => transaction)).not.toContain(late['fid'])
  bitso.advance(3 * 3_600_000)
  late['status'] = 'complete'
  const { entries } = await collected(between.cursor)
  expect(entries.map(({ transaction }) => transaction)).toContain(late['fid'])
})

test('a status that nobody knows is pending, and a failed deposit is none', async () => {
  bitso.books.fund({ status: 'under_review' })
  bitso.books.fund({ status: 'failed' })
  expect((await collected()).entries).toEqual([])
})

test('money in a currency that the rail does not serve is no deposit of it', async () => {
  bitso.books.fund({ currency: 'usdc', amount: '5.00' })
  expect((await collected()).entries).toEqual([])
})

test('one entry that cannot be read hides no other, and is read again', async () => {
  const broken = bitso.books.fund({ amount: '1.005' })
  const { fid } = bitso.books.fund({})
  const { entries, cursor } = await collected()
  expect(entries.map(({ transaction }) => transaction)).toEqual([fid])
  bitso.advance(3_600_000)
  broken['amount'] = '1.00'
  const after = await collected(cursor)
  expect(after.entries.map(({ transaction }) => transaction)).toContain(broken['fid'])
})

test('money that came before deposits_since is not reported', async () => {
  bitso.books.fund({})
  bitso.advance(1000)
  const since = new Date(bitso.clock.realNow()).toISOString()
  bitso.advance(1000)
  const { fid } = bitso.books.fund({})
  rail = opened({ deposits_since: since })
  expect((await collected()).entries.map(({ transaction }) => transaction)).toEqual([fid])
})

test('a failed page moves no cursor', async () => {
  bitso.books.fund({})
  bitso.fail(FUNDINGS, 'error_before')
  await expect(rail.poll(null, watch)).rejects.toThrow('500')
  expect((await collected()).entries).toHaveLength(1)
})

test('a list that is oldest first is refused, because it hides what is new', async () => {
  bitso.books.fund({})
  bitso.advance(3_600_000)
  bitso.books.fund({})
  bitso.books.fundings.reverse()
  await expect(rail.poll(null, watch)).rejects.toThrow('not newest first')
})

describe('a payout that came back', () => {
  const key = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'
  const originId = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc-payout-1'

  test('over SPEI is a return with the trace of the payout', async () => {
    const details = { deposit_type: 'REFUND_CREDITED_WITHDRAWAL', clave_rastreo: 'TRACE1' }
    const { fid } = bitso.books.fund({ amount: '50.00', details })
    expect((await collected()).entries).toEqual([
      {
        kind: 'return',
        transaction: fid,
        index: 0,
        key: null,
        sendReference: 'TRACE1',
        currency: 'MXN',
        amountMinor: 5000n,
        code: 'refund_credited_withdrawal',
      },
    ])
  })

  test('over SPEI is a return with its key when the company names the withdrawal', async () => {
    const refunded_withdrawal = { wid: 'w1', tracking_key: 'TRACE1', origin_id: originId }
    bitso.books.fund({ details: { clave_rastreo: 'TRACE1', refunded_withdrawal } })
    expect((await collected()).entries).toMatchObject([
      { kind: 'return', key, sendReference: 'TRACE1' },
    ])
  })

  test('over Pix is a return', async () => {
    const details = { is_reversal: true, origin_end_to_end_id: 'E2E1' }
    bitso.books.fund({ currency: 'brl', amount: '3000', details })
    expect((await collected()).entries).toMatchObject([
      { kind: 'return', sendReference: 'E2E1', currency: 'BRL', amountMinor: 300_000n },
    ])
  })

  test('over Colombian ACH is a return, not a deposit', async () => {
    const { id } = bitso.books.payIn({
      type: 'CO_ACH',
      amount: '50000.00',
      trace_id: 'a trace',
      refund: {
        payout_id: '9ff0516e_3e14_4ce5_a847_843c333021a4',
        reason: 'DESTINATION_ACCOUNT_UNAVAILABLE',
        payout_external_ref: originId,
      },
      co_ach: {},
    })
    expect((await collected()).entries).toEqual([
      {
        kind: 'return',
        transaction: String(id).replaceAll('_', '-'),
        index: 0,
        key,
        sendReference: '9ff0516e-3e14-4ce5-a847-843c333021a4',
        currency: 'COP',
        amountMinor: 5_000_000n,
        code: 'destination_account_unavailable',
      },
    ])
  })

  test('of somebody else has no key of ours', async () => {
    const refunded_withdrawal = { wid: 'w1', tracking_key: 'TRACE1', origin_id: 'payroll-7' }
    bitso.books.fund({ details: { refunded_withdrawal } })
    expect((await collected()).entries).toMatchObject([{ kind: 'return', sendReference: 'TRACE1' }])
  })
})

test('pesos that come in over Bre-B in Colombia are deposits', async () => {
  bitso.books.payIn({ type: 'CO_BREB', amount: '500000.00', co_breb: { sender_name: 'Jane' } })
  expect((await collected()).entries).toMatchObject([
    { kind: 'deposit', currency: 'COP', amountMinor: 50_000_000n, account: 'bitso:COP' },
  ])
})

test('pesos of Colombia that are listed as a pay-in and as a funding count once', async () => {
  bitso.books.payIn({ type: 'CO_BREB', amount: '500000.00', co_breb: {} })
  bitso.books.fund({ currency: 'cop', amount: '500000.00' })
  expect((await collected()).entries).toHaveLength(1)
})

test('balances are those of the currencies that the rail reports', async () => {
  expect(await rail.balances()).toEqual([
    { account: 'main', currency: 'MXN', amountMinor: 500_000_000n },
    { account: 'main', currency: 'BRL', amountMinor: 500_000_000n },
    { account: 'main', currency: 'COP', amountMinor: 90_000_000_000n },
  ])
})

test('problems name what is wrong, and are empty when all is well', async () => {
  expect(await problemsOf(rail)).toEqual([])
  bitso.fail('GET /v3/balance', 'error_before')
  expect(await problemsOf(rail)).toEqual(['Bitso answered 500 to GET /v3/balance'])
})
