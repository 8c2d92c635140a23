// Statements in CSV and camt.053 are read line by line: exact amounts, whatever the bank's notation, and nothing lost or
// made up where a file is cut, endless or hostile.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnsIn,
  csvLines,
  signedAmount,
  type CsvOptions,
} from '../../src/desk/reconciliation/read-csv.ts'
import { csvRows } from '../../src/desk/reconciliation/csv.ts'
import { dateOf } from '../../src/desk/reconciliation/lines.ts'
import { camtLines } from '../../src/desk/reconciliation/read-camt.ts'
import { collectLines, type ReadLine } from '../../src/desk/reconciliation/read.ts'
import { ACCOUNT, entry, statementOf } from '../support/bank-files.ts'

async function* bytesOf(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const OPTIONS: CsvOptions = {
  columns: columnsIn('date:Fecha,amount:Valor,reference:Ref,text:Detalle'),
  delimiter: ';',
  decimal: ',',
  dateFormat: 'DD/MM/YYYY',
  encoding: 'utf-8',
}
const HEAD = 'Fecha;Valor;Ref;Detalle\n'
const csv = (text: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  all(csvLines(bytesOf(text), 'COP', { ...OPTIONS, ...options }))
const brief = (line: ReadLine | undefined) =>
  line === undefined || 'why' in line ? line?.why : `${dateOf(line.day)} ${line.minor}`

describe('a CSV statement', () => {
  test('has its columns by name, in the notation of the bank', async () => {
    const lines = await csv(
      `${HEAD}02/03/2026;1.234.567,89;REF-0001;"pago; de CO-20260302-7KQ2M4XZ"\r\n03/03/2026;-5;;\r\n\r\n04/03/2026 10:15;(7,5);X1;`,
    )
    expect(lines.map(brief)).toEqual(['2026-03-02 123456789', '2026-03-03 -500', '2026-03-04 -750'])
    expect(lines[0]).toMatchObject({
      line: 2,
      references: ['REF-0001'],
      orderNumbers: ['CO-20260302-7KQ2M4XZ'],
    })
    expect(lines[2]).toMatchObject({ line: 5 })
  })

  test('has credits and debits in columns of their own, with or without signs', async () => {
    const columns = columnsIn('date:d,credit:in,debit:out')
    const lines = await csv(
      'd;in;out\n01/03/2026;10,00;\n01/03/2026;;4,00\n01/03/2026;;-4,00\n01/03/2026;;',
      {
        columns,
      },
    )
    expect(lines.map(brief)).toEqual([
      '2026-03-01 1000',
      '2026-03-01 -400',
      '2026-03-01 -400',
      'has no exact amount in COP',
    ])
  })

  test('in windows-1252 is read, and refused as UTF-8', async () => {
    const text = Buffer.from(`${HEAD}02/03/2026;1,00;A-Ñ001;`, 'latin1')
    expect(await csv(text, { encoding: 'windows-1252' })).toMatchObject([
      { references: ['A-Ñ001'] },
    ])
    await expect(csv(text)).rejects.toThrow('the file is not in utf-8')
  })

  test('with lines that have no amount, date or known currency says so for each', async () => {
    const lines = await csv(
      `${HEAD}02/03/2026;1,001;;\n31/02/2026;1,00;;\n2026-03-02;1,00;;\n02/03/2026;12e3;;\n02/03/2026;1.2,00;;`,
    )
    expect(lines.map(brief)).toEqual([
      'has no exact amount in COP',
      'has a date that is not DD/MM/YYYY',
      'has a date that is not DD/MM/YYYY',
      'has no exact amount in COP',
      'has no exact amount in COP',
    ])
  })

  test.each([
    ['ends within quotes', `${HEAD}02/03/2026;1,00;"cut`],
    ['has text after a closing quote', `${HEAD}02/03/2026;1,00;"a"b;`],
    ['row 2 has a quote inside of a cell', `${HEAD}02/03/2026;1,00;5" pipe;`],
    ['row 2 has text after', `${HEAD}02/03/2026;1,00;"a;\n02/03/2026;2,00;"b";\n`],
    ['has no column "Valor"', 'Fecha;Monto;Ref;Detalle\n'],
    ['has two columns "Ref"', 'Fecha;Valor;Ref;Detalle;Ref\n'],
    ['the file is empty', ''],
    ['no line after its first row', HEAD],
    ['is longer than 65536 characters', `${HEAD}${'x'.repeat(70_000)}`],
    ['has more than 200 columns', ';'.repeat(300)],
  ])('is refused: %s', async (why, text) => {
    await expect(csv(text)).rejects.toThrow(why)
  })

  test('keeps every cell, wherever the file is cut into parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r', ' ', 'ñ') }), {
            minLength: 2,
            maxLength: 3,
          }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const quoted = rows
            .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
            .join('\r\n')
          const parts = quoted.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
          const read = (await all(csvRows(parts, ';'))).map(({ cells }) => cells)
          expect(read).toEqual(rows.filter((cells) => cells.some((cell) => cell.trim() !== '')))
        },
      ),
    )
  })

  test('gives back every amount exactly, with and without thousands', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (minor) => {
        const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
        const whole = digits.slice(0, -2)
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')
        const sign = minor < 0n ? '-' : ''
        for (const text of [whole, grouped])
          expect(signedAmount(`${sign}${text},${digits.slice(-2)}`, 'COP', ',')).toBe(minor)
      }),
    )
  })

  test('has equal lines as two lines, and recognizes them in another file', async () => {
    const text = `${HEAD}02/03/2026;1,00;SAME;\n02/03/2026;1,00;SAME;\n`
    const keysOf = async (content: string) =>
      (await collectLines(csvLines(bytesOf(content), 'COP', OPTIONS))).lines.map(({ key }) => key)
    const keys = await keysOf(text)
    expect(new Set(keys).size).toBe(2)
    expect(await keysOf(`${text}03/03/2026;2,00;OTHER;`)).toEqual(expect.arrayContaining(keys))
  })
})

describe('a camt.053', () => {
  const camt = (text: string, account = ACCOUNT, size = 9973) =>
    all(camtLines(bytesOf(text, size), { number: account, currency: 'COP' }))
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      entry({
        reference: `REF${at}`,
        amount: `${at + 1}.00`,
        direction: at % 2 === 0 ? 'CRDT' : 'DBIT',
      }),
    )

  test('of any size is read in parts: every entry once, in order', async () => {
    const lines = await camt(statementOf(entries(2500)))
    expect(lines.map((line) => ('minor' in line ? line.minor : 0n))).toEqual(
      Array.from({ length: 2500 }, (_, at) => BigInt(at + 1) * (at % 2 === 0 ? 100n : -100n)),
    )
    expect(lines[0]).toMatchObject({ references: ['REF0'] })
  })

  test('with several statements has those of the account, and names the others', async () => {
    const one = statementOf(entries(2))
    const statement = /<Stmt>[^]*<\/Stmt>/.exec(one)?.[0] ?? ''
    const foreign = statement.replace(ACCOUNT, '5550000')
    const both = one.replace(statement, foreign + statement + foreign)
    expect(await camt(both)).toHaveLength(2)
    await expect(camt(both, '111')).rejects.toThrow('no statement of the account …111')
  })

  test('with a batch whose payments are not named has one line of its amount', async () => {
    const details =
      '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs></TxDtls></NtryDtls>'
    const lines = await camt(statementOf([entry({ reference: 'BATCH', amount: '30.00', details })]))
    expect(lines).toEqual([expect.objectContaining({ minor: 3000n, references: ['BATCH'] })])
  })

  test('without entries has no line', async () => {
    expect(await camt(statementOf([]))).toEqual([])
  })

  test.each([
    ['cut off in an entry', (text: string) => text.slice(0, text.lastIndexOf('<Ntry>') + 40)],
    ['cut off after an entry', (text: string) => text.slice(0, text.indexOf('</Stmt>'))],
    [
      'with text between entries',
      (text: string) => text.replace('</Ntry><Ntry>', '</Ntry>x<Ntry>'),
    ],
    [
      'with a comment that hides entries',
      (text: string) => text.replace('</Ntry><Ntry>', '</Ntry><!-- <Ntry>'),
    ],
    ['with a document type', (text: string) => text.replace('<Document', '<!DOCTYPE a><Document')],
    ['of another message', (text: string) => text.replaceAll('camt.053.001.08', 'camt.054.001.08')],
    ['that is no XML', () => 'Fecha;Valor\n1;2\n'],
  ])('is refused: %s', async (_what, change) => {
    await expect(camt(change(statementOf(entries(3))))).rejects.toThrow(
      /file|entries|document type|entry/,
    )
  })
})
