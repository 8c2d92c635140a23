// Words of the console for refusals: every form of the service has its sentence in Spanish, and facts are told.
import { wordsOf } from '../../../console/src/parts/audit-words.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDetail } from '../../../console/src/customer/read-detail.ts'
import { SPANISH } from '../../../console/src/parts/fault-words.ts'
import { problemWords } from '../../../console/src/parts/problem-words.ts'
import { entryProblemWords } from '../../../console/src/operator/entry-words.ts'
import {
  RAIL_PROBLEMS_IN_SPANISH,
  railProblemWords,
} from '../../../console/src/operator/rail-problem-words.ts'
import { railProblem, railProblemSentences } from '../../src/outside/rail-problems.ts'
import { KIND_GROUPS } from '../../../console/src/operator/queue-groups.ts'
import { queueKinds } from '../../src/desk/queue/kinds.ts'
import { entryProblemCodes } from '../../src/outside/rails/entry-problem.ts'
import { errorTable } from '../../src/platform/errors.ts'
import { inputPatterns } from '../../src/platform/http/patterns.ts'
import { checkDetails } from '../../src/outside/methods/methods.ts'

describe('a refusal on a page', () => {
  test('has words in both languages for every code', () => {
    for (const code of Object.keys(errorTable))
      for (const language of ['en', 'es'] as const) {
        const words = problemWords({ code, title: 'untold' }, language)
        expect(words, `${code} (${language})`).not.toContain('untold')
        expect(words, `${code} (${language})`).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
      }
  })

  test('has a Spanish sentence for every form that the service names', () => {
    const ofInstruments = ['outside/methods', 'parties/instruments']
      .map((folder) => join(import.meta.dirname, '../../src', folder))
      .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((source) =>
        [...source.matchAll(/'(must [^']*)'/g)].map(([, message = '']) => message),
      )
    const messages = [
      ...Object.values(inputPatterns).map(({ message }) => message),
      ...ofInstruments,
    ]
    expect(messages.filter((message) => SPANISH[message] === undefined)).toEqual([])
  })

  test('names the limits of an amount, and the field as a person reads it', () => {
    const problem = {
      code: 'amount_out_of_limits',
      limits: { min: '10.00', max: '5000.00' },
      errors: [{ pointer: '/payin_amount', code: 'amount_out_of_limits', message: 'results in …' }],
    }
    expect(problemWords(problem, 'en')).toBe(
      'Payin amount: must come to a total between 10.00 and 5000.00',
    )
    expect(problemWords(problem, 'es')).toBe(
      'Payin amount: el total debe estar entre 10.00 y 5000.00',
    )
  })

  test('prints no pointer of a program', () => {
    const errors = [
      {
        pointer: '/order_id',
        code: 'invalid_value',
        message: 'must be an identifier such as ord_01jqe8m2x4fv5s0t6w7y8z9abc',
      },
    ]
    for (const language of ['en', 'es'] as const)
      expect(problemWords({ code: 'invalid_request', errors }, language)).not.toContain('/')
  })

  test('keeps the reason of a refused act, which only this case has', () => {
    const problem = { code: 'act_refused', detail: 'The order is frozen.' }
    expect(problemWords(problem, 'es')).toContain('The order is frozen.')
  })

  test('says that halted quotes changed nothing and when to come back', () => {
    expect(problemWords({ code: 'quotes_halted' }, 'en')).toMatch(/no new quotes.*later/)
  })
})

describe('the reason why an entry of a rail waits', () => {
  test('has Spanish words for every code', () => {
    for (const code of entryProblemCodes) {
      const words = entryProblemWords({ problem: 'of the service', problem_code: code }, 'es')
      expect(words, code).toMatch(code === 'other' ? /^of the service$/ : /^[a-záéíóú]/)
      if (!['other', 'unreadable'].includes(code)) expect(words).not.toContain('of the service')
    }
  })
})

test('every kind of the queue is in one group', () => {
  const grouped: readonly string[] = Object.values(KIND_GROUPS).flat()
  expect(grouped.toSorted()).toEqual([...queueKinds].toSorted())
})

describe('a problem of a rail', () => {
  test('has Spanish words for every code, with the same facts as the English ones', () => {
    const factsIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
    const english: Readonly<Record<string, string>> = railProblemSentences
    expect(Object.keys(RAIL_PROBLEMS_IN_SPANISH)).toEqual(Object.keys(english))
    for (const [code, spanish] of Object.entries(RAIL_PROBLEMS_IN_SPANISH)) {
      const sentence = english[code] ?? ''
      expect(factsIn(spanish), code).toEqual(factsIn(sentence))
      expect(spanish, code).not.toBe(sentence)
    }
  })

  test('tells its facts on a Spanish page', () => {
    const facts = { relayer: '0x1', gwei: 3n, currency: 'ETH', low: 20n }
    expect(railProblemWords(railProblem('gas_low', facts), 'es')).toBe(
      '0x1 tiene 3 gwei de ETH: menos que low_gas_gwei (20)',
    )
  })
})

describe('details of an instrument', () => {
  const read = (details: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(details).map(([name, typed]) => [name, readDetail(name, typed, details)]),
    )

  test.each([
    ['IBAN', { iban: 'de89 3704-0044 0532\u00a00130 00', bic: 'cobadeff xxx' }],
    ['IBAN', { iban: 'IBAN: DE89 3704 0044 0532 0130 00' }],
    ['MXN_CLABE', { clabe: '032 180 00011835971-9' }],
    ['BRL_PIX', { pix_key_type: 'CPF', pix_key: '529.982.247-25' }],
    ['BRL_PIX', { pix_key_type: 'CNPJ', pix_key: '11.222.333/0001-81' }],
    ['BRL_PIX', { pix_key_type: 'PHONE', pix_key: '+55 (11) 91234-5678' }],
    ['BRL_PIX', { pix_key_type: 'EMAIL', pix_key: ' Ana@Example.com ' }],
    ['BRL_PIX', { pix_key_type: 'EVP', pix_key: '123E4567-E12B-42D1-A456-426655440000' }],
    ['COP_BANK_ACCOUNT', { bank_account_number: '048-123456-78' }],
    ['COP_BANK_ACCOUNT', { doc_type: 'NIT', doc_id: '800.197.268-4' }],
    ['NGN_BANK_ACCOUNT', { bank_account_number: '0000 0145 79', doc_id: '222 2222 2222' }],
    ['EVM_ADDRESS', { address: ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n' }],
  ] as const)('of %s are taken as people write them: %j', (method, typed) => {
    const wrong = checkDetails(method, read(typed))
    expect(wrong.filter(({ field }) => field in typed)).toEqual([])
  })

  test('that cannot be read in one way stay as they are', () => {
    expect(read({ pix_key_type: 'PHONE', pix_key: '11912345678' })['pix_key']).toBe('11912345678')
    const company = { doc_id: 'RC-1234/5', account_holder_business_name: 'Lagos Foods Ltd' }
    expect(read(company)).toEqual(company)
  })

  test('of no field lose a letter or a digit, in whatever form they are written', () => {
    const name = fc.constantFrom('iban', 'clabe', 'bank_account_number', 'doc_id', 'address', 'bic')
    const typed = fc.string({ unit: fc.constantFrom(...'aZ09 -.\u2011\u00a0') })
    fc.assert(
      fc.property(name, typed, (field, text) => {
        const kept = readDetail(field, text, { doc_type: 'NIT' })
        expect(kept.toLowerCase().replace(/[^a-z0-9]/g, '')).toBe(
          text.toLowerCase().replace(/[^a-z0-9]/g, ''),
        )
      }),
    )
  })
})

test('an act that cannot be undone says so in a whole sentence', () => {
  const folder = join(import.meta.dirname, '../../../console/src/operator')
  const said = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((source) => [
      ...source.matchAll(/\b(?:final|\w+Final):\s+(\[[^\]]*\]|(['"`]).*?\2)/gs),
    ])
    .flatMap(([, told = '']) => [...told.matchAll(/(['"`])(.*?)\1/gs)])
    .map(([, , sentence = '']) => sentence)
  expect(said.length).toBeGreaterThan(50)
  const isSentence = (text: string) => /^(You cannot|No se puede) .*\.$/s.test(text)
  expect(said.filter((text) => !isSentence(text))).toEqual([])
})

describe('the facts of an audit entry', () => {
  test.each([
    [{}, ''],
    [
      {
        before: { role: 'viewer', is_disabled: false },
        after: { role: 'admin', is_disabled: false },
      },
      'role: viewer → admin',
    ],
    [{ after: { status: 'ACTIVE' }, address: '::1' }, 'status: ACTIVE, address: ::1'],
    [
      { before: { from: [] }, after: { from: [{ currency: 'USDC', amount: '5.00' }] } },
      'from: – → 5.00 USDC',
    ],
    [{ before: { key: 'a' }, after: {} }, 'key: a → –'],
    [null, ''],
  ])('%j are read as %s', (detail, words) => expect(wordsOf(detail)).toBe(words))
})
