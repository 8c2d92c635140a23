// Statements are reconciled with the ledger over the operator API: what is matched, what differs, and how differences are
// closed.
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { actOnMovement } from '../../src/engine/treasury/move.ts'
import { selectMovement } from '../../src/engine/treasury/queries.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, ratesArrive } from '../support/desk.ts'
import { runDueWork } from '../support/orders.ts'
import type { Reply } from '../support/service.ts'
import { entry, statementOf } from '../support/bank-files.ts'

type Reconciliation = {
  id: string
  lines: { there: number; known: number; here: number }
  matched: { matches: number; there: number; here: number }
  cut_off: number
  differences: Record<string, number>
  open_differences: number
}
type Difference = {
  id: string
  difference: string
  amount: string
  there: { line: number; amount?: string; references?: string[] }[]
  here: { posting: string; order_id: string | null; amount: string }[]
  is_open: boolean
  outcome: string | null
  movement_id: string | null
}
type LedgerRow = { id: string; posting: string; minor: string; day: string; order_id: string }

const desk = await forFile(openDesk())
const { corridor } = desk
const treasurer = await newPerson(desk, 'treasurer', 'treasurer')
const viewer = await newPerson(desk, 'viewer', 'viewer')
const mine = await newPerson(desk, 'mine', 'treasurer', [desk.own])
await ratesArrive(corridor)
await corridor.deps.feeds.push()
for (let at = 0; at < 3; at++) {
  const order = await corridor.order()
  await corridor.fund(order.id)
}
await runDueWork(corridor)

/** The lines of the rail's account in the ledger, as a bank would print them. */
async function bankLines(currency: string): Promise<LedgerRow[]> {
  const { rows } = await corridor.database.owner.query<LedgerRow>(
    `select id::text, posting, order_id, to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD') as day,
            (case when debit_account = 'rail:sandbox' then amount_minor::bigint else -amount_minor::bigint end)::text
              as minor
       from ledger_transfers
      where currency = $1 and 'rail:sandbox' in (debit_account, credit_account) order by id`,
    [currency],
  )
  return rows
}

const cop = (minor: string | bigint): string => {
  const value = BigInt(minor)
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const csvOf = (rows: readonly (readonly string[])[]) =>
  ['Fecha,Valor,Referencia', ...rows.map((row) => row.join(','))].join('\r\n')

const QUERY = { account: 'rail:sandbox', currency: 'COP', reason: 'the statement of the day' }
const CSV = { ...QUERY, columns: 'date:Fecha,amount:Valor,reference:Referencia' }

async function send<Data = Reconciliation>(
  content: string,
  query: Record<string, string> = CSV,
  { who = treasurer, type = 'text/csv' } = {},
): Promise<Reply<Data>> {
  const path = `/operator/v1/reconciliations?${new URLSearchParams(query).toString()}`
  return corridor.call<Data>('POST', path, {
    key: who.token,
    idempotencyKey: null,
    rawBody: content,
    headers: { 'content-type': type },
  })
}
const differencesOf = async ({ id }: { id: string }) =>
  (await treasurer.act<Difference[]>('GET', `/reconciliations/${id}/differences?limit=200`)).data
const queued = async () =>
  (
    await treasurer.act<{ subject: string; facts: Record<string, unknown> }[]>(
      'GET',
      '/queue?kind=reconciliation_difference&limit=200',
    )
  ).data

describe('a statement', () => {
  test('with the lines of the ledger has no difference, and the same file makes nothing twice', async () => {
    const lines = await bankLines('COP')
    expect(lines.length).toBeGreaterThan(2)
    const file = csvOf(lines.map(({ day, minor, id }) => [day, cop(minor), `BANK${id}`]))
    const made = await send(file)
    expect([made.status, made.data]).toMatchObject([
      201,
      {
        lines: { there: lines.length, known: 0, here: lines.length },
        matched: { matches: lines.length },
        differences: {},
        open_differences: 0,
      },
    ])
    const again = await send(file)
    expect([again.status, again.data]).toEqual([200, made.data])
    const other = await send(`${file}\r\n`)
    expect(other.data).toMatchObject({ lines: { known: lines.length }, matched: { matches: 0 } })
    expect(await queued()).toEqual([])
  })

  test('with another line makes a difference in the queue, which is explained once', async () => {
    const [line] = await bankLines('COP')
    const { data } = await send(csvOf([[line?.day ?? '', '77.00', 'UNKNOWN7']]))
    expect(data.differences).toEqual({ missing_here: 1 })
    const [difference] = await differencesOf(data)
    expect(difference).toMatchObject({
      difference: 'missing_here',
      amount: '77.00',
      there: [{ line: 2, amount: '77.00', references: ['UNKNOWN7'] }],
      is_open: true,
    })
    expect(await queued()).toEqual([
      expect.objectContaining({
        subject: difference?.id,
        facts: expect.objectContaining({ account: 'rail:sandbox', amount: '77.00' }),
      }),
    ])
    const path = `/differences/${difference?.id}/explain`
    const reason = 'the bank corrected it on the next day'
    expect((await viewer.act('POST', path, { reason })).problem.code).toBe('right_missing')
    expect((await mine.act('POST', path, { reason })).status).toBeGreaterThan(399)
    const closed = await treasurer.act<Difference>('POST', path, { reason })
    expect(closed.data).toMatchObject({ is_open: false, outcome: 'explained' })
    expect((await treasurer.act('POST', path, { reason })).problem.code).toBe('act_refused')
    expect(await queued()).toEqual([])
  })

  test('with a fee that the ledger lacks leads to a movement that makes them agree', async () => {
    const [line] = await bankLines('COP')
    const { data } = await send(csvOf([[line?.day ?? '', '-12.50', 'FEE-OF-MARCH']]))
    const [difference] = await differencesOf(data)
    const path = `/differences/${difference?.id}/movement`
    const body = { counter_account: 'rail_fee', reason: 'the fee of the bank' }
    const wrong = await treasurer.act('POST', path, { ...body, counter_account: 'rail:sandbox' })
    expect(wrong.problem.code).toBe('act_refused')
    const { data: moved } = await treasurer.act<Difference>('POST', path, body)
    expect(moved).toMatchObject({ outcome: 'movement', is_open: false })
    const rows =
      await corridor.sql`select from_account, to_account, amount_minor::text as minor, status
        from treasury_movements`
    expect(rows).toEqual([
      { from_account: 'rail:sandbox', to_account: 'rail_fee', minor: '1250', status: 'PROPOSED' },
    ])
    await corridor.sql`update treasury_movements set status = 'CANCELLED',
              status_history = status_history || '[{"status": "CANCELLED"}]'`
    expect(await queued()).toHaveLength(1)
    const again = await treasurer.act<Difference>('POST', path, body)
    expect(again.data).toMatchObject({ outcome: 'movement', is_open: false })
    expect(again.data.movement_id).not.toBe(moved.movement_id)

    const id = uuidOf('mv', again.data.movement_id ?? '')
    const grounds = { reason: 'as the statement says', evidence: null }
    for (const act of ['approve', 'settle'] as const) {
      const movement = id === undefined ? undefined : await selectMovement(corridor.deps.db, id)
      if (movement === undefined) throw new Error('there is no movement')
      await actOnMovement(corridor.deps, movement, act, grounds)
    }
    const next = await send(csvOf([[line?.day ?? '', '0.01', 'NOTHING-ELSE']]), {
      ...CSV,
      tolerance_days: '0',
    })
    expect(next.data.differences).toEqual({ missing_here: 1 })
    const [cent] = await differencesOf(next.data)
    await treasurer.act('POST', `/differences/${cent?.id}/explain`, { reason: 'a test' })
  })

  test('that lacks lines of the ledger shows them, and a later one closes them', async () => {
    const lines = await bankLines('USDC')
    const [lost, ...others] = lines
    if (lost === undefined) throw new Error('the ledger has no deposit')
    const query = { ...CSV, currency: 'USDC', tolerance_days: '0' }
    const usdc = (minor: string) =>
      `${BigInt(minor) / 1_000_000n}.${(BigInt(minor) % 1_000_000n).toString().padStart(6, '0')}`
    const row = ({ day, minor, id }: LedgerRow) => [day, usdc(minor), `CHAIN${id}`]
    const first = await send(csvOf(others.map(row)), query)
    expect(first.data.differences).toEqual({ missing_there: 1 })
    const [missing] = await differencesOf(first.data)
    expect(missing?.here).toEqual([
      expect.objectContaining({ posting: 'deposit', order_id: expect.stringMatching(/^ord_/) }),
    ])
    const second = await send(csvOf(lines.map(row)), query)
    expect(second.data).toMatchObject({
      lines: { known: others.length },
      matched: { matches: 1 },
      differences: {},
    })
    const [closed] = await differencesOf(first.data)
    expect(closed).toMatchObject({ id: missing?.id, is_open: false, outcome: 'matched' })
  })

  test('in camt.053 is read by the reader of bank files', async () => {
    const xml = statementOf([
      entry({ reference: 'CAMT1', amount: '55.00', direction: 'CRDT' }),
      entry({ reference: 'CAMT2', amount: '66.00', direction: 'DBIT' }),
    ])
    const query = { ...QUERY, number: '04800000001', tolerance_days: '0' }
    const made = await send(xml, query, { type: 'application/xml' })
    expect(made.data.differences).toMatchObject({ missing_here: 2 })
    const amounts = (await differencesOf(made.data)).flatMap(({ there }) => there)
    expect(amounts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: '55.00', references: expect.arrayContaining(['CAMT1']) }),
        expect.objectContaining({ amount: '-66.00' }),
      ]),
    )
    const another = await send(xml, { ...query, number: '999' }, { type: 'application/xml' })
    expect(another.problem).toMatchObject({
      code: 'statement_unreadable',
      detail: expect.stringContaining('no statement of the account …999'),
    })
  })
})

describe('what cannot be reconciled is refused and changes nothing', () => {
  const row = csvOf([['2026-03-02', '1.00', 'AAAA']])
  test.each([
    ['an unknown account', row, { ...CSV, account: 'rail:nowhere' }, /not an account of a rail/],
    ['an unknown currency', row, { ...CSV, currency: 'XXX' }, /XXX is not a currency/],
    ['an unknown column', row, { ...CSV, columns: 'date:Day,amount:Valor' }, /no column "Day"/],
    ['no column for the amount', row, { ...CSV, columns: 'date:Fecha' }, /names either the amount/],
    ['a malformed date', row, { ...CSV, from: '2026-02-30', to: '2026-03-01' }, /from and to/],
    [
      'a line outside of the days',
      row,
      { ...CSV, from: '2026-04-01', to: '2026-04-30' },
      /outside/,
    ],
    ['an unclosed quote', `${row}\r\n"2026`, CSV, /ends within quotes/],
    ['no lines', csvOf([]), CSV, /no line after its first row/],
    ['no XML', row, { ...QUERY, number: '1', as: 'xml' }, /well-formed/],
  ])('%s', async (_what, content, { as, ...query }: Record<string, string>, detail) => {
    const before = await treasurer.act<Reconciliation[]>('GET', '/reconciliations?limit=200')
    const sent = await send(content, query, { type: as === 'xml' ? 'text/xml' : 'text/csv' })
    expect(sent.problem.code).toBe('statement_unreadable')
    expect(sent.problem.detail).toMatch(detail)
    const after = await treasurer.act<Reconciliation[]>('GET', '/reconciliations?limit=200')
    expect(after.data).toEqual(before.data)
  })

  test('another type, a viewer, and an operator of some enterprises', async () => {
    const json = await send('{}', CSV, { type: 'application/json' })
    expect(json.problem.code).toBe('unsupported_media_type')
    expect((await send('')).problem.code).toBe('unsupported_media_type')
    expect((await send(row, CSV, { who: viewer })).problem.code).toBe('right_missing')
    expect((await send(row, CSV, { who: mine })).problem.code).toBe('right_missing')
    expect((await mine.act<unknown[]>('GET', '/reconciliations')).data).toEqual([])
    const { data } = await treasurer.act<Reconciliation[]>('GET', '/reconciliations?limit=1')
    const path = `/reconciliations/${data[0]?.id}`
    expect((await mine.act('GET', path)).problem.code).toBe('not_found')
    expect((await mine.act('GET', `${path}/differences`)).problem.code).toBe('not_found')
    expect((await treasurer.act('GET', '/reconciliations/rcn_x')).problem.code).toBe('not_found')
  })

  test('thousands of differences, which are a mistake in the parameters', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => ['2026-01-02', '3.00', `NOISE${at}`])
    const sent = await send(csvOf(rows))
    expect(sent.problem).toMatchObject({
      code: 'act_refused',
      detail: expect.stringContaining('5001 differences'),
    })
  })
})

test('concurrent uploads of one file make it once', async () => {
  const file = csvOf([['2026-01-05', '5.00', 'RACE-5']])
  const sent = await Promise.all([send(file), send(file)])
  const ids = sent.flatMap(({ data, status }) => (status < 300 ? [data.id] : []))
  expect(new Set(ids).size).toBe(1)
  expect((await queued()).filter(({ facts }) => facts['amount'] === '5.00')).toHaveLength(1)
})

test('two statements of an account at the same moment are both reconciled', async () => {
  for (let round = 0; round < 5; round += 1) {
    const files = ['A', 'B'].map((name) => csvOf([['2026-01-06', '6.00', `${name}-${round}`]]))
    const sent = await Promise.all(files.map((file) => send(file)))
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
  }
})

test('a client that keeps its side open after a malformed upload keeps no place of others', async () => {
  const { port, hostname } = new URL(corridor.url)
  const query = new URLSearchParams(CSV).toString()
  const uploads = new Set<Socket>()
  const begin = () => {
    const address = { port: Number.parseInt(port, 10), host: hostname, allowHalfOpen: true }
    const socket = connect(address).on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    uploads.add(socket.once('data', () => uploads.delete(socket)))
    socket.write(
      [
        `POST /operator/v1/reconciliations?${query} HTTP/1.1`,
        'Host: corridor',
        `Authorization: Bearer ${treasurer.token}`,
        'Content-Type: text/csv',
        'Transfer-Encoding: chunked',
        '',
        '6\r\nFecha,\r\n',
      ].join('\r\n'),
    )
  }
  const other = async () => (await send('nothing')).status
  // An upload that the other one kept out is begun again.
  const otherBesideTwo = () => {
    while (uploads.size < 2) begin()
    return other()
  }
  await expect.poll(otherBesideTwo).toBe(429)
  for (const socket of uploads) socket.write('zz\r\n')
  // Without an end the uploads keep their places for 30 seconds.
  await expect.poll(other, { timeout: 15_000 }).toBe(422)
})
