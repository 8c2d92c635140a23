// Exports: rows as of one instant, streamed, complete or broken off, and only of the enterprises that the operator sees.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datasets } from '../../src/desk/exports/datasets.ts'
import { formats, textCell, type Columns } from '../../src/desk/exports/formats.ts'
import { openGrowingFile, type GrowingFile } from '../../src/desk/exports/growing-file.ts'
import { makeExport } from '../../src/desk/exports/make-export.ts'
import { toTimestamp, type Instant } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { untilBlocked } from '../support/database.ts'
import { newPerson, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { eventually } from '../support/until.ts'
import { fundedOrders, runDueWork } from '../support/orders.ts'
import { NOON } from '../support/service.ts'

/** Reads RFC 4180 strictly. Throws for anything else. */
function parseCsv(text: string): string[][] {
  const records: string[][] = []
  for (let at = 0; at < text.length; ) {
    const record: string[] = []
    for (let isOpen = true; isOpen; ) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (at >= text.length) throw new Error('a quote is not closed')
          if (text[at] === '"') at += 1
          cell += text[at]
        }
        at += 1
      } else
        for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) {
          if (/["\n]/.test(text[at] ?? '')) throw new Error(`a bare ${text[at]} in a cell`)
          cell += text[at]
        }
      record.push(cell)
      if (text[at] === ',') at += 1
      else if (text.startsWith('\r\n', at)) {
        at += 2
        isOpen = false
      } else throw new Error(`no end of line after ${cell}`)
    }
    records.push(record)
  }
  return records
}

describe('CSV', () => {
  const columns: Columns<{ text: string; amount: string | null }> = [
    ['first', 'text', () => 'x'],
    ['text', 'text', ({ text }) => text],
    ['amount', 'amount', ({ amount }) => amount],
  ]

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', ' =1', '＝1', '\ufeff=1'])(
    'makes the text %j harmless',
    (text) => expect(parseCsv(`${textCell(text)}\r\n`)).toEqual([[`'${text}`]]),
  )

  test('leaves numbers numbers, also negative ones', () => {
    expect(formats.csv.line(columns, { text: 'a', amount: '-12.50' })).toBe('x,a,-12.50\r\n')
    expect(formats.csv.line(columns, { text: '', amount: null })).toBe('x,,\r\n')
  })

  test('is read back as it was for any text, and no cell is a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [record] = parseCsv(formats.csv.line(columns, { text, amount: '1.00' }))
        expect(record?.[1]?.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        expect(record?.[1]).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/)
      }),
      { numRuns: 500 },
    )
  })

  test.each([';', '|', '\t'])('has no formula where a program separates by %j', (separator) => {
    const texts = fc.string({
      unit: fc.constantFrom('=', '-', ';', '|', '\t', '\n', ' ', '"', 'x'),
    })
    fc.assert(
      fc.property(texts, (text) => {
        const line = formats.csv.line(columns, { text, amount: '1.00' })
        for (const cell of line
          .split(/\r?\n/)
          .flatMap((row) => row.split(separator))
          .slice(1))
          expect(cell.replaceAll('"', '').trimStart()).not.toMatch(/^[=+\-@]/)
      }),
      { numRuns: 2000, examples: [["x;=cmd|' /C calc'!A0"]] },
    )
  })

  test('every record has as many cells as the header', () => {
    const file =
      formats.csv.head(columns) +
      formats.csv.line(columns, { text: 'a,"b"\r\nc', amount: null }) +
      formats.csv.end(columns, 1, NOON)
    const records = parseCsv(file)
    expect(records.map((record) => record.length)).toEqual([3, 3, 3])
    expect(records.at(-1)).toEqual(['#end', '1', '2026-03-04T17:00:00.000Z'])
  })
})

test('the columns are those of the documentation', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reports.md'), 'utf8')
  for (const [name, { names }] of Object.entries(datasets))
    expect(page, name).toContain(`| \`${name}\` | ${names.map((one) => `\`${one}\``).join(', ')} |`)
})

const ORDERS = 40

// Readers stall for as long as a busy machine needs.
const desk = await forFile(openDesk({ drainTimeoutMs: 600_000 }))
const { corridor } = desk
const own = desk.own
const other = desk.others[0] ?? own
const operator = await newPerson(desk, 'ben', 'operator')
const ofOther = await newPerson(desk, 'outsider', 'operator', [other])
const viewer = await newPerson(desk, 'viewer', 'viewer')
const admin = await newPerson(desk, 'admin', 'admin')
await ratesArrive(corridor)
await fundedOrders(corridor, ORDERS)
await runDueWork(corridor)
await corridor.database.owner.query(
  `insert into deposits (id, rail, transaction, output_index, address, currency, amount_minor, outcome, recorded_at)
   values (uuidv7(), 'sandbox', '=HYPERLINK("x")', 0, 'nowhere', 'USDC', 5, 'unmatched', $1)`,
  [new Date(corridor.clock.now())],
)

async function exported(who: Person, what: object) {
  const response = await fetch(`${corridor.url}/operator/v1/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'jsonl', reason: 'for the auditors', ...what }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const count = async (table: string, where = 'true'): Promise<number> => {
  const { rows } = await corridor.database.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  )
  return rows[0]?.n ?? -1
}
const table = (name: string) => (name === 'transfers' ? 'ledger_transfers' : name)

describe('an export', () => {
  test.each(['orders', 'deposits', 'payouts', 'refunds', 'transfers'] as const)(
    'of %s has every row, the columns of its list and the number of lines',
    async (name) => {
      const rows = await count(table(name))
      const { status, headers, text } = await exported(operator, { export: name })
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
      const lines = linesOf(text)
      expect(lines.pop()).toEqual({ end: true, lines: rows, as_of: expect.any(String) })
      expect(lines).toHaveLength(rows)
      for (const line of lines) expect(Object.keys(line)).toEqual(datasets[name].names)
      const csv = await exported(operator, { export: name, format: 'csv' })
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [head, ...records] = parseCsv(csv.text)
      expect(head).toEqual(datasets[name].names)
      expect(records.pop()?.slice(0, 2)).toEqual(['#end', String(rows)])
      expect(records.map(([id]) => id)).toEqual(lines.map(({ id }) => id))
    },
  )

  test('that was read to its end leaves its place to the next one', async () => {
    for (let times = 0; times < 30; times++)
      expect((await exported(operator, { export: 'deposits' })).status).toBe(200)
  })

  test('has the amounts of the ledger, exactly', async () => {
    const lines = linesOf((await exported(operator, { export: 'transfers' })).text)
    const { rows } = await corridor.database.owner.query<{ id: string; amount: string }>(
      `select id::text, trim_scale(amount_minor::numeric / case currency when 'USDC' then 1000000 else 100 end)::text as amount
         from ledger_transfers where currency in ('USDC', 'COP')`,
    )
    const amounts = new Map(lines.map(({ id, amount }) => [id, String(amount)]))
    expect(rows.length).toBeGreaterThan(ORDERS * 6)
    for (const { id, amount } of rows)
      expect(amounts.get(id)?.replace(/\.?0+$/, ''), id).toBe(amount)
  })

  test('of a period has the rows that were made in it', async () => {
    const rows = await corridor.sql<{ at: Instant }>`select created_at as at from orders
        order by id offset 10 limit 1`
    const at = toTimestamp(rows[0]?.at ?? NOON)
    const period = (bound: object) => exported(operator, { export: 'orders', ...bound })
    const before = linesOf((await period({ to: at })).text).length - 1
    const since = linesOf((await period({ from: at })).text).length - 1
    expect(before + since).toBe(await count('orders'))
    expect(before).toBe(await count('orders', `created_at < '${at}'`))
    const faulty = await period({ from: at, to: at })
    expect(JSON.parse(faulty.text)).toMatchObject({ code: 'invalid_request', status: 400 })
  })

  test.each([
    ['orders', { status: 'STEP_4_COMPLETED' }],
    ['orders', { payin_currency: 'USDC', min_payin: '1000', max_payin: '1000.00' }],
    ['orders', { payin_currency: 'USDC', min_payin: '1000.01' }],
    ['orders', { text: 'co-2026' }],
    ['deposits', { outcome: 'counted', currency: 'USDC', min_amount: '0.01' }],
    ['deposits', { rail: 'sandbox', text: 'sim' }],
    ['payouts', { status: 'SETTLED', currency: 'COP', max_amount: '1' }],
    ['payouts', { status: 'SETTLED', text: 'payout' }],
    ['refunds', { status: 'PENDING', rail: 'evm:base' }],
  ] as const)('of %s by %j has exactly the rows of the list', async (name, filter) => {
    const query = new URLSearchParams({ ...filter, limit: '200' })
    const { data } = await operator.act<{ id: string }[]>('GET', `/${name}?${query}`)
    const { status, text } = await exported(operator, { export: name, ...filter })
    expect(status).toBe(200)
    const found = linesOf(text).flatMap(({ id }) => (id === undefined ? [] : [String(id)]))
    expect(found.toSorted()).toEqual(data.map(({ id }) => id).toSorted())
  })

  test('by a filter that its rows do not have is refused', async () => {
    const { status, text } = await exported(operator, { export: 'payouts', outcome: 'late' })
    expect(status).toBe(400)
    expect(text).toContain('/outcome')
  })

  test('makes the formulas of payers harmless', async () => {
    const { text } = await exported(operator, { export: 'deposits', format: 'csv' })
    const hostile = parseCsv(text).find((record) => record.join().includes('HYPERLINK'))
    expect(hostile).toContain(`'=HYPERLINK("x")`)
  })

  test('is refused where the Accept header excludes it', async () => {
    const answer = await fetch(`${corridor.url}/operator/v1/exports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${operator.token}`,
        'content-type': 'application/json',
        accept: 'application/jsonl',
      },
      body: JSON.stringify({ export: 'orders', format: 'csv', reason: 'x' }),
    })
    expect(answer.status).toBe(406)
  })
})

test('an export of margin has the rows of the list', async () => {
  const lines = linesOf((await exported(operator, { export: 'margin' })).text).slice(0, -1)
  const list = await operator.act<unknown[]>('GET', '/margin?limit=200')
  expect(list.data.length).toBeGreaterThan(0)
  expect(lines).toEqual(list.data)
})

describe('who may export', () => {
  const entries = async (actor: string) =>
    (
      await admin.act<{ act: string; enterprise_id: string | null; detail: object }[]>(
        'GET',
        `/audit?act=export.made&actor=user:${actor}`,
      )
    ).data

  test('an operator of one enterprise gets its rows only', async () => {
    for (const name of ['orders', 'deposits', 'payouts', 'transfers'] as const) {
      const { text } = await exported(ofOther, { export: name })
      expect(linesOf(text), name).toEqual([expect.objectContaining({ end: true, lines: 0 })])
    }
    const { text } = await exported(operator, {
      export: 'orders',
      enterprise_id: publicId('ent', own),
    })
    expect(linesOf(text)).toHaveLength(ORDERS + 1)
    const organization_id = corridor.sandbox.organization_id
    const deposits = linesOf(
      (await exported(operator, { export: 'deposits', organization_id })).text,
    )
    expect(deposits).toHaveLength((await count('deposits', 'organization_id is not null')) + 1)
  })

  test('what another enterprise has is not found, and leaves no entry', async () => {
    const before = (await entries('outsider')).length
    for (const what of [
      { enterprise_id: publicId('ent', own) },
      { organization_id: corridor.sandbox.organization_id },
      { enterprise_id: publicId('ent', other), organization_id: corridor.sandbox.organization_id },
      { enterprise_id: 'nonsense' },
    ]) {
      const { status, text } = await exported(ofOther, { export: 'orders', ...what })
      expect([status, JSON.parse(text).code]).toEqual([404, 'not_found'])
    }
    expect(await entries('outsider')).toHaveLength(before)
  })

  test('a viewer is refused, and every export is an entry', async () => {
    expect((await exported(viewer, { export: 'orders' })).status).toBe(403)
    expect(await entries('viewer')).toEqual([])
    expect((await entries('outsider'))[0]).toMatchObject({ enterprise_id: publicId('ent', other) })
    expect((await entries('ben'))[0]).toMatchObject({
      act: 'export.made',
      detail: { format: 'jsonl' },
    })
  })
})

describe('one instant', () => {
  /** Calls `write` after each page, and returns what was written to the file. */
  async function exportedDuring(name: 'orders' | 'transfers', write: () => Promise<void>) {
    let text = ''
    const file: GrowingFile = {
      async write(bytes) {
        text += bytes.toString()
        await write()
      },
      end: () => undefined,
      fail: () => undefined,
      parts: () => {
        throw new Error('nobody reads')
      },
      close: async () => undefined,
    }
    const asked = { name, format: 'jsonl', enterpriseIds: null, organizationId: null } as const
    await makeExport(corridor.deps, { ...asked, from: null, to: null, given: {} }, file, () => true)
    return linesOf(text)
  }

  test('of an export has nothing of what is written while it is made', async () => {
    const { orders } = await fundedOrders(corridor, 6)
    const before = await count('ledger_transfers')
    let pages = 0
    const lines = await exportedDuring('transfers', async () => {
      pages += 1
      if (pages <= 3) await fundedOrders(corridor, 2)
      await runDueWork(corridor)
    })
    expect(pages).toBeGreaterThan(3)
    expect(await count('ledger_transfers')).toBeGreaterThan(before)
    expect(lines.at(-1)).toMatchObject({ lines: before })
    expect(lines).toHaveLength(before + 1)
    // The orders were paid out meanwhile: none of their transfers is there but the deposits.
    const late = new Set(orders.map(({ id }) => id))
    const kinds = lines.flatMap(({ order_id: id, posting }) =>
      late.has(String(id)) ? [posting] : [],
    )
    expect(new Set(kinds)).toEqual(new Set(['deposit']))
  })

  test('shows each posting as a whole, also while many orders move', async () => {
    const moving = (async () => {
      for (let round = 0; round < 5; round += 1) {
        await fundedOrders(corridor, 3)
        await runDueWork(corridor)
      }
    })()
    const texts: string[] = []
    for (let round = 0; round < 6; round += 1)
      texts.push((await exported(operator, { export: 'transfers' })).text)
    await moving
    const rows = await corridor.sql<{
      id: string
      n: number
    }>`select posting_id as id, count(*)::int as n
        from ledger_transfers group by posting_id`
    const whole = new Map(rows.map(({ id, n }) => [id, n]))
    for (const text of texts) {
      const postings = Map.groupBy(linesOf(text).slice(0, -1), ({ posting_id: id }) => String(id))
      for (const [id, lines] of postings) expect(lines, id).toHaveLength(whole.get(id) ?? 0)
    }
  })
})

describe('a slow reader', () => {
  const STORED = 60_000

  /** Sends the request, and reads nothing of the answer. */
  function stalled(who: Person): Promise<IncomingMessage> {
    const request = httpRequest(`${corridor.url}/operator/v1/exports`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    })
    request.end(JSON.stringify({ export: 'transfers', format: 'jsonl', reason: 'slowly' }))
    return once(request, 'response').then(([answer]: IncomingMessage[]) => {
      if (answer === undefined) throw new Error('no answer')
      answer.on('error', () => undefined)
      return answer.pause()
    })
  }
  const snapshots = async (): Promise<number> => {
    const rows = await corridor.sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name = 'corridor' and pid <> pg_backend_pid()
          and xact_start is not null`
    return rows[0]?.n ?? -1
  }

  test('holds no snapshot, stops nobody else, and takes only places of its own', async () => {
    await corridor.database.owner.query(
      `insert into ledger_transfers (posting_id, posting, debit_account, credit_account, currency, amount_minor, posted_at)
       select gen_random_uuid(), 'movement', 'treasury', 'rail:sandbox', 'USDC', n, $1 from generate_series(1, ${STORED}) n`,
      [new Date(corridor.clock.now())],
    )
    const first = await stalled(operator)
    await eventually('the first export is made', async () => (await snapshots()) === 0)
    const second = await stalled(operator)
    await eventually('the second export is made', async () => (await snapshots()) === 0)
    const third = await exported(operator, { export: 'orders' })
    expect([third.status, JSON.parse(third.text).code]).toEqual([429, 'rate_limited'])
    const others = linesOf((await exported(admin, { export: 'transfers' })).text)
    expect(others.at(-1)).toMatchObject({ end: true, lines: await count('ledger_transfers') })

    let text = ''
    for await (const part of first) text += String(part)
    expect(linesOf(text).at(-1)).toMatchObject({ end: true, lines: others.length - 1 })
    second.destroy()
    await eventually(
      'both places are free',
      async () => (await exported(operator, { export: 'refunds' })).status === 200,
    )
  })
})

describe('a growing file', () => {
  test('is read while it is written, to the end', async () => {
    const file = await openGrowingFile(1_000_000)
    const parts: string[] = []
    const reading = (async () => {
      for await (const part of file.parts()) parts.push(part.toString())
    })()
    for (const word of ['one ', 'two ', 'x'.repeat(200_000)]) {
      await file.write(Buffer.from(word))
      await eventually('it is read', async () => parts.join('').endsWith(word))
    }
    file.end()
    await reading
    await file.close()
    expect(parts.join('')).toBe(`one two ${'x'.repeat(200_000)}`)
  })

  test('fails its reader when it fails, and takes no more than its limit', async () => {
    const file = await openGrowingFile(10)
    await expect(file.write(Buffer.alloc(11))).rejects.toThrow('larger than 10 bytes')
    const reading = file.parts().next()
    file.fail(new Error('the database is gone'))
    await expect(reading).rejects.toThrow('the database is gone')
    await file.close()
  })
})

test('an export that fails is a broken connection, without a last line', async () => {
  const { owner } = corridor.database
  const locked = await owner.connect()
  await locked.query(
    'begin; set local lock_timeout = 0; lock table ledger_transfers in access exclusive mode',
  )
  const asking = exported(operator, { export: 'transfers' }).catch((error: unknown) => error)
  for (const pid of await untilBlocked(corridor.database, 'ledger_transfers'))
    await owner.query('select pg_terminate_backend($1)', [pid])
  await locked.query('rollback')
  locked.release()
  expect(await asking).toBeInstanceOf(Error)
})
