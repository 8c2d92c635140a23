// The CPU time of the operator API grows linearly with its input, as growth.test.ts expects it of the customers' API. Fields
// and query parameters come from operator-openapi.json. Files are read by the functions that the operations use.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { camtLines } from '../../src/desk/reconciliation/read-camt.ts'
import { columnsIn, csvLines } from '../../src/desk/reconciliation/read-csv.ts'
import type { Operation, Schema } from '../fuzz/description.ts'
import { expectLinear } from '../support/linear.ts'
import {
  operatorOperations,
  operatorWorld,
  pathOf,
  type OperatorWorld,
} from '../support/operator-operations.ts'
import { rightValue, type TextOf } from '../support/wrong-values.ts'

const text: TextOf = (_name, { examples = [] }) => String(examples[0] ?? 'x')

type Place = { operation: Operation; name: string; bodyOf?: (given: unknown) => unknown }

/** A place for each different form of a text: most operations share `reason` and identifiers. */
function places(): Place[] {
  const found = new Map<string, Place>()
  const add = (schema: Schema, place: Place) => {
    const { type, pattern, minLength, maxLength, format } = schema
    const shape = [type, pattern, minLength, maxLength, format, place.bodyOf === undefined]
    const key = JSON.stringify(place.name === 'file' ? place : shape)
    if (!found.has(key)) found.set(key, place)
  }
  for (const operation of operatorOperations) {
    for (const { in: where, name, schema } of operation.parameters)
      if (where === 'query' && operation.method === 'GET') add(schema, { operation, name })
    if (operation.body === undefined) continue
    const right = rightValue(operation.body, text)
    for (const [name, schema] of fieldsOf(operation.body))
      add(schema, {
        operation,
        name: name.join('.'),
        bodyOf: (given) => withField(right, name, given),
      })
  }
  return [...found.values()]
}

function fieldsOf(schema: Schema, at: string[] = []): [string[], Schema][] {
  const inner = schema.anyOf ?? schema.oneOf
  if (inner !== undefined) return inner.flatMap((one) => fieldsOf(one, at))
  if (schema.items !== undefined) return fieldsOf(schema.items, [...at, '0'])
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) => fieldsOf(one, [...at, name]))
  return schema.type === 'string' ? [[at, schema]] : []
}

function withField(value: unknown, [name, ...rest]: string[], given: unknown): unknown {
  if (name === undefined) return given
  if (name === '0') return [withField(Array.isArray(value) ? value[0] : {}, rest, given)]
  const fields: Record<string, unknown> = Object.assign({}, value)
  return { ...fields, [name]: withField(fields[name], rest, given) }
}

const worst = (length: number): string[] => [
  'a'.repeat(length) + '\n',
  ' '.repeat(length),
  `a@${'a.'.repeat(length / 2)} `,
  '0'.repeat(length),
]

describe('linear time to answer', () => {
  let world: OperatorWorld
  beforeAll(async () => {
    world = await operatorWorld()
  })
  afterAll(() => world.close())

  test.each(places())('$operation.id with a long $name', async ({ operation, name, bodyOf }) => {
    const path = pathOf(operation, world.ids)
    const most = bodyOf === undefined ? 6000 : 12_000
    await expectLinear((length) => {
      const requests = worst(length).map((value) =>
        bodyOf === undefined
          ? { path: `${path}?${name}=${encodeURIComponent(value)}`, request: {} }
          : { path, request: { rawBody: JSON.stringify(bodyOf(value)) } },
      )
      return async () => {
        for (const { path: sent, request } of requests) {
          const { status } = await world.send(operation, sent, request)
          expect(status).toBeLessThan(500)
        }
      }
    }, most)
  })

  test('a search of a long text', async () => {
    const search = operatorOperations.find(({ id }) => id === 'search')
    if (search === undefined) throw new Error('there is no search')
    for (const piece of ['a', '%', '_', '\\', '+', '0x', 'ord_', ' a']) {
      const value = encodeURIComponent(piece.repeat(200).slice(0, 200))
      const { status } = await world.send(search, `${search.path}?q=${value}`)
      expect(status).toBe(200)
    }
  })
})

describe('linear time to read an operator file of', () => {
  const files: Record<string, (length: number) => string> = {
    'many keys': (length) => `${lines(length, 8, (at) => `k${at}: 1`)}`,
    'many keys in one line': (length) => `{${lines(length, 8, (at) => `k${at}: 1`, ', ')}}`,
    'many unknown entries': (length) => `enterprises:\n${lines(length, 8, (at) => `  - n${at}`)}`,
    'nested lists': (length) => '['.repeat(length),
    'nested lines': (length) => '- '.repeat(length / 2),
    'nested indents': (length) => lines(Math.sqrt(length), 1, (at) => `${' '.repeat(at)}a:`),
    anchors: (length) => lines(length, 10, (at) => `- &a${at} 1`),
    aliases: (length) => `- &a 1\n${lines(length, 4, () => '- *a')}`,
    'a long text': (length) => `enterprises: ${'a '.repeat(length / 2)}`,
    'a quoted text that never ends': (length) => `enterprises: "${'\\"'.repeat(length / 2)}`,
    comments: (length) => lines(length, 2, () => '#'),
    'blank lines': (length) => '\n'.repeat(length),
    'document ends': (length) => lines(length, 4, () => '---'),
    tags: (length) => lines(length, 8, () => '- !!str 1'),
    'block text': (length) => `enterprises: |\n${lines(length, 4, () => '   a')}`,
    'enterprises of the same name': (length) =>
      `enterprises:\n${lines(length, 40, () => '  - { name: A, organizations: [] }')}`,
    enterprises: (length) =>
      `enterprises:\n${lines(length, 40, (at) => `  - { name: A${at}, organizations: [] }`)}`,
  }
  test.each(Object.entries(files))('%s', async (_what, fileOf) => {
    await expectLinear((length) => {
      const file = fileOf(length)
      return () => {
        try {
          parseOperatorFile(file, 'file', '/')
        } catch {
          // A refusal takes time too.
        }
      }
    }, 30_000)
  })
})

/** Before the first statement. */
const longHead = (length: number) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${'M'.repeat(length)}</MsgId></GrpHdr>`

/** A statement with one entry of many payments, which add up. */
function entryOf(length: number, payment: string, joint: string): string {
  const payments = lines(length, payment.length + joint.length, () => payment, joint)
  const count = payments.split(payment).length - 1
  return `${longHead(9)}<Stmt><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct><Ntry><Amt Ccy="COP">${count}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls>${payments}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
}

const lines = (length: number, each: number, lineOf: (at: number) => string, joint = '\n') =>
  Array.from({ length: Math.ceil(length / each) }, (_, at) => lineOf(at)).join(joint)

async function* chunksOf(whole: string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(whole)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('linear time to read a statement of', () => {
  const read = async (rows: AsyncIterable<unknown>) => {
    try {
      for await (const row of rows) expect(row).toBeDefined()
    } catch {
      // A refusal takes time too.
    }
  }
  const options = {
    columns: columnsIn('date:d,amount:a,reference:r,text:t'),
    delimiter: ',',
    decimal: '.',
    dateFormat: 'YYYY-MM-DD',
    encoding: 'utf-8',
  } as const
  const csvs: Record<string, (length: number) => string> = {
    'many rows': (length) =>
      `d,a,r,t\n${lines(length, 24, (at) => `2026-03-02,${at}.00,REF${at},x`)}`,
    'quotes that never end': (length) => `d,a,r,t\n"${'""'.repeat(length / 2)}`,
    'one long row': (length) => `d,a,r,t\n${','.repeat(length)}`,
    'blank rows': (length) => `d,a,r,t\n${'\n'.repeat(length)}`,
    'a long text': (length) => `d,a,r,t\n2026-03-02,1.00,r,${'a '.repeat(length / 2)}`,
    'a long reference': (length) => `d,a,r,t\n2026-03-02,1.00,${'0'.repeat(length)},t`,
    'an amount with many blanks': (length) => `d,a,r,t\n2026-03-02,1${' '.repeat(length / 3)}x,r,t`,
    'a long amount': (length) => `d,a,r,t\n2026-03-02,${'9'.repeat(length)},r,t`,
  }
  test.each(Object.entries(csvs))('CSV: %s', async (_what, fileOf) => {
    await expectLinear((length) => {
      const file = fileOf(length)
      return async () => read(csvLines(chunksOf(file), 'COP', options))
    }, 150_000)
  })

  const head =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>'
  const xmls: Record<string, (length: number) => string> = {
    'many entries': (length) => head + lines(length, 60, () => '<Ntry><Amt>1.00</Amt></Ntry>'),
    'an entry that never ends': (length) => `${head}<Ntry>${'<A>'.repeat(length / 3)}`,
    'open tags': (length) => '<a>'.repeat(length / 3),
    'a long text': (length) => `${head}<Ntry><A>${'a'.repeat(length)}</A></Ntry>`,
    entities: (length) => `${head}<Ntry><A>${'&lt;'.repeat(length / 4)}</A></Ntry>`,
    attributes: (length) => `${head}<Ntry ${lines(length, 8, (at) => `a${at}="1"`, ' ')}></Ntry>`,
    'ends of entries': (length) => `${head}<Ntry>${'</Ntry>'.repeat(length / 7)}`,
    'half tags': (length) => `${head}${'<Ntr'.repeat(length / 4)}`,
    'half tags before an entry': (length) => `${head}${'<A '.repeat(length / 3)}<Ntry></Ntry>`,
    'quotes before an entry': (length) => `${head}${'<A "'.repeat(length / 4)}<Ntry></Ntry>`,
    'tags before an entry': (length) => `${head}${'<A>'.repeat(length / 3)}<Ntry></Ntry>`,
    'many statements': (length) =>
      `${head}<Ntry></Ntry>${lines(length, 40, () => '</Stmt><Stmt><Ntry></Ntry>')}</Stmt></BkToCstmrStmt></Document>`,
    'statements without entries': (length) =>
      `${head}</Stmt>${lines(length, 13, () => '<Stmt></Stmt>')}</BkToCstmrStmt></Document>`,
    'statements after a long head': (length) =>
      `${longHead(15_000)}${lines(length, 26, () => '<Stmt><Ntry></Ntry></Stmt>')}</BkToCstmrStmt></Document>`,
    'statements after a head that is too long': (length) =>
      `${longHead(length / 4)}${lines(length, 26, () => '<Stmt><Ntry></Ntry></Stmt>')}</BkToCstmrStmt></Document>`,
    'one entry, and payments without a reference': (length) =>
      entryOf(length, `<TxDtls><Amt Ccy="COP">1</Amt></TxDtls>`, ''),
    'one entry, and batches of payments': (length) =>
      entryOf(length, `<TxDtls><Amt Ccy="COP">1</Amt></TxDtls>`, '</NtryDtls><NtryDtls>'),
    'text between entries': (length) =>
      `${head}<Ntry></Ntry>${'</Stmt>'.repeat(length / 7)}<Stmt><Ntry></Ntry>`,
    comments: (length) => `${head}${'<!-- -->'.repeat(length / 8)}`,
    blanks: (length) => `${head}${' '.repeat(length)}`,
  }
  test.each(Object.entries(xmls))('camt.053: %s', async (what, fileOf) => {
    // Payments of one entry cost so much each that a search of all for each shows only among thousands.
    const length = what.startsWith('one entry') ? 300_000 : 120_000
    await expectLinear((characters) => {
      const file = fileOf(characters)
      return async () => read(camtLines(chunksOf(file), { number: '1', currency: 'COP' }))
    }, length)
  })
})
