// What a bank's files mean: statuses, movements, balances. Hostile files are refused within bounds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../src/outside/rails/bank-files/camt.ts'
import { extractOf } from '../../src/outside/rails/bank-files/extract.ts'
import { digestOf, mergeFacts } from '../../src/outside/rails/bank-files/facts.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { MAX_FILE_BYTES, UnreadableFile } from '../../src/outside/rails/bank-files/read-xml.ts'
import {
  ACCOUNT,
  entry,
  KEY,
  message,
  notificationOf,
  SCHEMAS,
  statementOf,
  status,
} from '../support/bank-files.ts'

const ID = paymentId(KEY)
const read = (xml: string | Buffer) =>
  extractOf(Buffer.from(xml), { number: ACCOUNT, currency: 'COP' })
const bookingsOf = async (...entries: string[]) => (await read(statementOf(entries))).bookings

async function factsOf(...files: string[]) {
  const extracts = await Promise.all(files.map(read))
  return mergeFacts(extracts.map((extract) => digestOf(extract, true, undefined)))
}

const brief = ({ reference, index, direction, amountMinor }: Booking) =>
  `${reference}#${index} ${direction} ${amountMinor}`

describe('the status of a payment', () => {
  test.each([
    ['ACSC', { state: 'settled', reference: ID }],
    ['ACCC', { state: 'settled', reference: ID }],
    ['RJCT', { state: 'rejected', code: 'RJCT' }],
    ['CANC', { state: 'rejected', code: 'CANC' }],
    ...['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACWP', 'PDNG', 'PART', 'XXXX'].map(
      (code): [string, object] => [code, { state: 'pending' }],
    ),
  ])('%s', async (code, answer) => {
    expect((await factsOf(status(ID, code))).answer(ID)).toEqual(answer)
  })

  test('rejected has the reasons of the bank', async () => {
    expect((await factsOf(status(ID, 'RJCT', 'AC01', 'BE05'))).answer(ID)).toEqual({
      state: 'rejected',
      code: 'AC01, BE05',
    })
  })

  test.each(['AM05', 'DUPL', 'DU01'])('refused as a duplicate (%s) is open', async (reason) => {
    expect((await factsOf(status(ID, 'RJCT', reason))).answer(ID)).toEqual({ state: 'pending' })
  })

  test('of another payment says nothing', async () => {
    expect((await factsOf(status(paymentId('other'), 'RJCT'))).answer(ID)).toBeUndefined()
  })

  test('settled stays settled when an earlier status comes late', async () => {
    const facts = await factsOf(status(ID, 'ACSC'), status(ID, 'ACSP'))
    expect(facts.answer(ID)).toEqual({ state: 'settled', reference: ID })
  })

  test('both settled and rejected is open, and reported', async () => {
    const facts = await factsOf(status(ID, 'ACSC'), status(ID, 'RJCT', 'AC04'))
    expect(facts.answer(ID)).toEqual({ state: 'pending' })
    expect(facts.doubtful.map((id) => facts.doubt(id))).toEqual([
      expect.stringContaining(`payment ${ID} was both settled and rejected`),
    ])
  })

  test.each([
    [
      'the whole message',
      '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>',
      '',
    ],
    [
      'its instruction',
      '<GrpSts>PART</GrpSts>',
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${ID}</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlPmtInfAndSts>`,
    ],
  ])('can be given for %s', async (_name, group, instruction) => {
    const xml = message(
      'pain.002.001.10',
      `<CstmrPmtStsRpt><GrpHdr><MsgId>S</MsgId><CreDtTm>2026-03-04T18:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${ID}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>${instruction}</CstmrPmtStsRpt>`,
    )
    expect((await factsOf(xml)).answer(ID)).toEqual({ state: 'rejected', code: 'FF01' })
  })

  test('is settled by a booked debit, with the fee of the bank', async () => {
    const transaction = `<Refs><EndToEndId>${ID}</EndToEndId></Refs><Amt Ccy="COP">1000.50</Amt><Chrgs><Rcrd><Amt Ccy="COP">2.50</Amt></Rcrd></Chrgs>`
    const debit = { direction: 'DBIT', transactions: [transaction] } as const
    expect((await factsOf(statementOf([entry(debit)]))).answer(ID)).toEqual({
      state: 'settled',
      reference: ID,
      fee: { currency: 'COP', amountMinor: 250n },
    })
    const pending = statementOf([entry({ ...debit, status: 'PDNG' })])
    expect((await factsOf(pending)).answer(ID)).toBeUndefined()
  })
})

test('a debit for a fee that quotes a payment does not settle it', async () => {
  const transactions = [`<Refs><EndToEndId>${ID}</EndToEndId></Refs>`]
  const fee = entry({ amount: '25.00', direction: 'DBIT', reference: 'FEE', transactions })
  const paid = entry({ amount: '900.00', direction: 'DBIT', reference: 'PAID', transactions })
  expect((await factsOf(statementOf([fee]))).answer(ID, 90_000n)).toEqual({ state: 'pending' })
  const both = await factsOf(statementOf([paid, fee]))
  expect(both.answer(ID, 90_000n)).toEqual({ state: 'settled', reference: ID })
})

test.each(['NONREF', 'NOTPROVIDED', 'nonref', '0000'])(
  'two deposits with the reference %s are two',
  async (reference) => {
    const bookings = await bookingsOf(
      entry({ reference, transactions: ['<RmtInf><Ustrd>one</Ustrd></RmtInf>'] }),
      entry({ reference, transactions: ['<RmtInf><Ustrd>two</Ustrd></RmtInf>'] }),
    )
    expect(new Set(bookings.map((booking) => `${booking.reference}#${booking.index}`)).size).toBe(2)
    expect(bookings.map((booking) => booking.payerIds)).toEqual([[], []])
  },
)

describe('a movement', () => {
  test('has the payer, what the payer wrote, and an exact amount', async () => {
    const transaction = `<Refs><AcctSvcrRef>T1</AcctSvcrRef><EndToEndId>INV-7</EndToEndId></Refs><Amt Ccy="COP">1000.50</Amt>
      <RltdPties><Dbtr><Pty><Nm>María Núñez</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>777</Id></Othr></Id></DbtrAcct></RltdPties>
      <RmtInf><Ustrd>pago co 20260304</Ustrd><Ustrd>7K3M9QXA &amp; gracias</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>`
    const [booking] = await bookingsOf(entry({ transactions: [transaction] }))
    expect(booking).toMatchObject({
      reference: 'T1',
      index: 0,
      direction: 'credit',
      amountMinor: 100_050n,
      payer: 'María Núñez',
      remittance: 'pago co 20260304 7K3M9QXA & gracias RF18 INV-7',
    })
  })

  test('has texts that the service can store, whatever the payer wrote', async () => {
    const long = '𐐷'.repeat(5000)
    const transaction = `<Refs><EndToEndId>${long}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>a${long}</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Ustrd>a${long}</Ustrd></RmtInf>`
    const [booking] = await bookingsOf(entry({ transactions: [transaction] }))
    for (const [text, most] of [
      [booking?.payer, 300],
      [booking?.remittance, 1000],
    ] as const) {
      expect(text?.length).toBeLessThan(most)
      expect(text?.isWellFormed()).toBe(true)
    }
  })

  test.each(['PDNG', 'INFO', 'FUTR'])('that is %s does not count', async (state) => {
    expect(await bookingsOf(entry({ status: state }))).toEqual([])
  })

  test('of another account or in another currency does not count', async () => {
    expect((await read(statementOf([entry({})], { account: '999' }))).bookings).toEqual([])
    const { bookings, notes } = await read(statementOf([entry({ currency: 'USD' })]))
    expect([bookings, notes]).toEqual([[], ['entry REF1 has no exact amount in COP']])
  })

  test('has the same identity in a statement and in a notification', async () => {
    const one = entry({ transactions: ['<Refs><AcctSvcrRef>T1</AcctSvcrRef></Refs>'] })
    const [stated] = await bookingsOf(one)
    const [notified] = (await read(notificationOf([one]))).bookings
    expect(notified).toEqual(stated)
  })

  test('without a reference counts from the statement only, and equal ones count apart', async () => {
    const bare = entry({ reference: null })
    const found = (await bookingsOf(bare, bare)).map(({ reference }) => reference)
    expect(new Set(found).size).toBe(2)
    expect((await bookingsOf(bare, bare)).map(({ reference }) => reference)).toEqual(found)
    const { bookings, notes } = await read(notificationOf([bare]))
    expect([bookings, notes]).toEqual([
      [],
      ['notified entry without a reference is left to the statement'],
    ])
  })
})

describe('a batch booking', () => {
  const part = (amount: string, reference: string) =>
    `${reference === '' ? '' : `<Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs>`}<Amt Ccy="COP">${amount}</Amt>`

  test('is split into its payments', async () => {
    const batch = entry({
      amount: '6.00',
      transactions: [part('1.00', 'T1'), part('2.00', 'T2'), part('3.00', 'T3')],
    })
    expect((await bookingsOf(batch)).map(brief)).toEqual([
      'T1#0 credit 100',
      'T2#0 credit 200',
      'T3#0 credit 300',
    ])
  })

  test.each([
    ['no reference of their own', ''],
    ['all the reference of the batch', 'REF1'],
  ])('tells payments apart that have %s', async (_name, reference) => {
    const batch = entry({
      amount: '2.00',
      transactions: [part('1.00', reference), part('1.00', reference)],
    })
    expect((await bookingsOf(batch)).map(brief)).toEqual(['REF1#0 credit 100', 'REF1#1 credit 100'])
  })

  test('whose payments do not add up is not counted, and reported', async () => {
    const batch = entry({ amount: '7.00', transactions: [part('1.00', 'T1'), part('2.00', 'T2')] })
    const { bookings, notes } = await read(statementOf([batch]))
    expect([bookings, notes]).toEqual([
      [],
      ['entry REF1: the amounts of its payments do not add up to its amount'],
    ])
  })

  test('without its payments waits for the notification that has them', async () => {
    const total = entry({
      amount: '3.00',
      details: '<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>',
    })
    expect((await read(statementOf([total]))).bookings).toEqual([])
    expect((await factsOf(statementOf([total]))).notes).toEqual([
      'batch REF1 came without its payments: nothing of it is counted',
    ])
    const parts = entry({ amount: '3.00', transactions: [part('1.00', 'T1'), part('2.00', 'T2')] })
    expect((await factsOf(statementOf([total]), notificationOf([parts]))).notes).toEqual([])
  })
})

describe('the closing balance', () => {
  test('is that of the latest statement', async () => {
    const facts = await factsOf(
      statementOf([], { date: '2026-03-05', closing: '700.25' }),
      statementOf([], { date: '2026-03-04', closing: '500.00' }),
    )
    expect(facts.closing).toMatchObject({ date: '2026-03-05', amountMinor: 70_025n })
  })

  test('can be negative', async () => {
    const xml = statementOf([]).replace('<CdtDbtInd>CRDT', '<CdtDbtInd>DBIT')
    expect((await factsOf(xml)).closing?.amountMinor).toBe(-500_000n)
  })
})

test('one reference with two amounts is reported', async () => {
  const facts = await factsOf(statementOf([entry({})]), statementOf([entry({ amount: '9.00' })]))
  expect(facts.notes).toEqual(['entry REF1 came with two different amounts: the first one counts'])
})

describe('a hostile file is refused', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a0 "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]><a>&a9;</a>`
  const deep = (depth: number) =>
    message('camt.053.001.08', '<a>'.repeat(depth) + '</a>'.repeat(depth))

  test.each<[string, string | Buffer, string]>([
    ['an entity bomb', bomb, 'document type'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'document type',
    ],
    ['an external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>', 'document type'],
    ['an unknown entity', message('camt.053.001.08', '<a>&x;</a>'), 'not well-formed'],
    ['60 levels', deep(60), 'nested deeper'],
    ['100000 levels', deep(100_000), 'not well-formed'],
    ['10 MB', message('camt.053.001.08', ' '.repeat(10_000_000)), 'larger than'],
    ['10 MB without an end', '<a>'.repeat(3_500_000), 'larger than'],
    ['a million elements', message('camt.053.001.08', '<a/>'.repeat(1_000_000)), 'has more than'],
    [
      'a huge attribute',
      message('camt.053.001.08', `<a b="${'x'.repeat(3_000_000)}"/`),
      'not well-formed',
    ],
    [
      'many attributes',
      message(
        'camt.053.001.08',
        `<a ${Array.from({ length: 300_000 }, (_, i) => `b${i}=""`).join(' ')}/`,
      ),
      'more than 100000 attributes',
    ],
    ['UTF-16', Buffer.from(`\ufeff${statementOf([])}`, 'utf16le'), 'not in UTF-8'],
    [
      'bad UTF-8',
      Buffer.concat([Buffer.from(statementOf([])), Buffer.from([0xc3, 0x28])]),
      'not in UTF-8',
    ],
    [
      'a declared other encoding',
      statementOf([]).replace('UTF-8', 'ISO-8859-1'),
      'encoding other than UTF-8',
    ],
    ['UTF-7', statementOf([]).replace('UTF-8', 'UTF-7'), 'encoding other than UTF-8'],
    ['nothing', '', 'not well-formed'],
    ['a NUL', statementOf([]).replace('<Stmt>', '<Stmt>\0'), 'not well-formed'],
    ['half a file', statementOf([entry({})]).slice(0, 700), 'not well-formed'],
    ['no XML', 'PK\x03\x04', 'not well-formed'],
    ['another namespace', '<Document xmlns="urn:x"><a/></Document>', 'not a message of ISO 20022'],
    [
      'another version',
      message('camt.053.001.13', '<BkToCstmrStmt/>'),
      'a message camt.053.001.13',
    ],
  ])('%s', async (_name, content, reason) => {
    const refusal = await read(content).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnreadableFile)
    expect(String(refusal)).toContain(reason)
  })

  test('and costs a bounded amount of memory', async () => {
    const attempts = Array.from({ length: 20 }, () =>
      message('camt.053.001.08', `<a b="${'x'.repeat(4_000_000)}"/`),
    )
    const before = process.memoryUsage().rss
    for (const xml of attempts) await read(xml).catch(() => undefined)
    expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000)
  })

  test('that mixes elements of another namespace into an entry counts nothing of them', async () => {
    const xml = statementOf([entry({})]).replace('<Ntry>', '<Ntry xmlns="urn:other">')
    expect((await read(xml)).bookings).toEqual([])
  })
})

test('a statement of almost the largest size is read', async () => {
  const count = Math.floor((MAX_FILE_BYTES - 2000) / (entry({}).length + 8))
  const entries = Array.from({ length: count }, (_, index) => entry({ reference: `R${index}` }))
  expect(await bookingsOf(...entries)).toHaveLength(count)
})

/** As banks wrote them in 2009 and 2012: the status is text, parties have no `Pty`, charges and amounts stand elsewhere. */
const older = (xml: string, version: '02' | '04'): string => {
  const same = xml
    .replaceAll('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
    .replaceAll('<Pty>', '')
    .replaceAll('</Pty>', '')
    .replace('.001.08', `.001.${version}`)
  if (version === '04') return same
  return same
    .replaceAll(
      /(<TxDtls>(?:<Refs>.*?<\/Refs>)?)<Amt Ccy="COP">([\d.]+)<\/Amt>(?:<CdtDbtInd>\w+<\/CdtDbtInd>)?/g,
      '$1<AmtDtls><TxAmt><Amt Ccy="COP">$2</Amt></TxAmt></AmtDtls>',
    )
    .replaceAll(/<Chrgs><Rcrd>(.*?)<\/Rcrd><\/Chrgs>/g, '<Chrgs>$1</Chrgs>')
}
const party = '<RltdPties><Dbtr><Pty><Nm>Ana Gómez</Nm></Pty></Dbtr></RltdPties>'
const part = (reference: string, amount: string, direction = 'CRDT') =>
  `<Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>E${reference}</EndToEndId></Refs><Amt Ccy="COP">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`
const remittance = '<RmtInf><Ustrd>CO-20260304-7K3M9QXA</Ustrd></RmtInf>'
const charged = `<Refs><EndToEndId>${ID}</EndToEndId></Refs><Amt Ccy="COP">90.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Chrgs><Rcrd><Amt Ccy="COP">1.50</Amt></Rcrd></Chrgs>`
const booked = [
  entry({
    amount: '30.00',
    transactions: [`${part('T1', '10.00')}${party}${remittance}`, part('T2', '20.00')],
  }),
  entry({ amount: '90.00', reference: 'D1', direction: 'DBIT', transactions: [charged] }),
  entry({
    amount: '5.00',
    reference: 'R1',
    transactions: [
      `${part('T3', '5.00')}${party}${remittance}<RtrInf><Rsn><Cd>AC03</Cd></Rsn></RtrInf>`,
    ],
  }),
]
// A batch whose payments have no amounts of their own is one booking in every version.
const messages = { 'camt.053': statementOf(booked), 'camt.054': notificationOf(booked) }

describe.each(['camt.053', 'camt.054'] as const)('an older %s', (kind) => {
  test.each(['02', '04'] as const)(
    'of version %s tells the same as the present one',
    async (version) => {
      const present = await read(messages[kind])
      expect(present.bookings).toHaveLength(4)
      expect(present.bookings[0]).toMatchObject({ payer: 'Ana Gómez', amountMinor: 1000n })
      expect(present.bookings[2]).toMatchObject({ direction: 'debit', feeMinor: 150n })
      const old = older(messages[kind], version)
      expect(old).not.toEqual(messages[kind])
      expect(await read(old)).toEqual(present)
    },
  )
})

test('an amount in an older statement that only its instructed amount tells must add up', async () => {
  const only = (amount: string) =>
    `<AmtDtls><InstdAmt><Amt Ccy="COP">${amount}</Amt></InstdAmt></AmtDtls>`
  const of = (second: string) =>
    older(
      statementOf([entry({ amount: '30.00', transactions: [only('10.00'), only(second)] })]),
      '02',
    )
  expect((await read(of('20.00'))).bookings.map(({ amountMinor }) => amountMinor)).toEqual([
    1000n,
    2000n,
  ])
  expect((await read(of('20.01'))).bookings).toEqual([])
})

test('charges of an older statement add up, and have no sum in two currencies', async () => {
  const charges = (...amounts: string[]) =>
    amounts.map((amount) => `<Chrgs>${amount}</Chrgs>`).join('')
  const fee = async (...amounts: string[]) => {
    const transactions = [`<Refs><EndToEndId>${ID}</EndToEndId></Refs>${charges(...amounts)}`]
    return (await read(older(statementOf([entry({ direction: 'DBIT', transactions })]), '02')))
      .bookings[0]?.feeMinor
  }
  expect(await fee('<Amt Ccy="COP">1.00</Amt>', '<Amt Ccy="COP">0.50</Amt>')).toBe(150n)
  expect(await fee('<Amt Ccy="COP">1.00</Amt>', '<Amt Ccy="USD">0.50</Amt>')).toBeUndefined()
})

test('a status report of 2009 tells the same as the present one', async () => {
  for (const xml of [status(ID, 'ACSC'), status(ID, 'RJCT', 'AC04')])
    expect(
      await read(xml.replace('.001.10', '.001.03').replace('001.001.09', '001.001.03')),
    ).toEqual(await read(xml))
})

test.skipIf(SCHEMAS === undefined)(
  'the messages of these tests are valid by their schemas (skipped without CORRIDOR_TEST_XSD)',
  () => {
    const transaction = '<Refs><AcctSvcrRef>T1</AcctSvcrRef></Refs><Amt Ccy="COP">1000.50</Amt>'
    const entries = [entry({ transactions: [transaction] }), entry({ isReversal: true })]
    for (const [schema, xml] of [
      ['pain.002.001.10', status(ID, 'RJCT', 'AC01')],
      ['camt.053.001.08', statementOf(entries)],
      ['camt.054.001.08', notificationOf(entries)],
      ['pain.002.001.03', status(ID, 'RJCT', 'AC01').replace('.001.10', '.001.03')],
      ['camt.053.001.02', older(messages['camt.053'], '02')],
      ['camt.053.001.04', older(messages['camt.053'], '04')],
      ['camt.054.001.02', older(messages['camt.054'], '02')],
      ['camt.054.001.04', older(messages['camt.054'], '04')],
    ] as const) {
      const definition = XmlDocument.fromBuffer(readFileSync(join(SCHEMAS ?? '', `${schema}.xsd`)))
      const validator = XsdValidator.fromDoc(definition)
      const document = XmlDocument.fromString(xml)
      expect(() => validator.validate(document)).not.toThrow()
      for (const one of [document, validator, definition]) one.dispose()
    }
  },
)
