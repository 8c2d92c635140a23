// Words of the console for refusals: every form of the service has its sentence in Spanish, and facts are told.
import { wordsOf } from '../../../console/src/parts/audit-words.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_FIELDS, endOf } from '../../../console/src/customer/account-end.ts'
import { readDetail } from '../../../console/src/customer/read-detail.ts'
import { SPANISH } from '../../../console/src/parts/fault-words.ts'
import { problemWords } from '../../../console/src/parts/problem-words.ts'
import { entryActTexts } from '../../../console/src/operator/entry-act-words.ts'
import { entryProblemWords } from '../../../console/src/operator/entry-words.ts'
import {
  RAIL_PROBLEMS_IN_SPANISH,
  railProblemWords,
} from '../../../console/src/operator/rail-problem-words.ts'
import { railProblem, railProblemSentences } from '../../src/outside/rail-problems.ts'
import { holdTexts } from '../../../console/src/operator/hold-words.ts'
import { parkedWords, queueTexts } from '../../../console/src/operator/queue-words.ts'
import { screenedWords, statedWords } from '../../../console/src/operator/stated-words.ts'
import { wordIn } from '../../../console/src/operator/identifier-words.ts'
import { QUOTE_EXPIRED } from '../../src/engine/fills/queries.ts'
import { parkedReasons } from '../../src/engine/orders/queries.ts'
import { KIND_GROUPS } from '../../../console/src/operator/queue-groups.ts'
import { actNames } from '../../src/parties/acts/names.ts'
import { queueKinds } from '../../src/desk/queue/kinds.ts'
import { entryProblemCodes } from '../../src/outside/rails/entry-problem.ts'
import { errorTable } from '../../src/platform/errors.ts'
import { inputPatterns } from '../../src/platform/http/patterns.ts'
import { checkDetails, fundingAddressOf, methodNames } from '../../src/outside/methods/methods.ts'
import { sourcesIn } from './told-sentences.ts'

type Described = { enum?: string[]; properties?: Record<string, { enum?: string[] }> }
const operatorDescription: { components: { schemas: Record<string, Described> } } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../operator-openapi.json'), 'utf8'),
)

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
      'Payin amount: must come to a total between 10.00 and 5,000.00',
    )
    expect(problemWords(problem, 'es')).toBe(
      'Monto de entrada: el total debe estar entre 10,00 y 5.000,00',
    )
    const errors = [
      { pointer: '/details/doc_id', code: 'required', message: 'is required' },
      { pointer: '/a_new_field', code: 'required', message: 'is required' },
    ]
    expect(problemWords({ code: 'invalid_details', errors }, 'en')).toBe(
      'Document number: is needed; A new field: is needed',
    )
    expect(problemWords({ code: 'invalid_details', errors }, 'es')).toBe(
      'Número de documento: falta; A new field: falta',
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

  test('says that the limit of enterprises is why, where the role may', () => {
    const problem = { code: 'right_missing', detail: 'You see chosen ones only.' }
    expect(problemWords({ ...problem, lack: 'role' }, 'es')).toMatch(/^Su rol no puede/)
    for (const language of ['en', 'es'] as const)
      expect(problemWords({ ...problem, lack: 'enterprises' }, language)).toMatch(
        /all enterprises|todas las empresas/,
      )
  })

  test('says that halted quotes changed nothing and when to come back', () => {
    expect(problemWords({ code: 'quotes_halted' }, 'en')).toMatch(/no new quotes.*later/)
  })
})

describe('the end of a hold', () => {
  test('says how many orders stay parked, and who releases them', () => {
    expect(holdTexts.en.stay(1)).toBe(
      '1 order was parked for the hold and stays parked: an operator must release it.',
    )
    expect(holdTexts.en.stay(2)).toContain('2 orders')
    expect(holdTexts.es.stay(2)).toContain('un operador debe liberar cada una')
  })

  test('is said of an order that was parked for it', () => {
    const order = { parked_reason: 'compliance_hold', hold_is_over: false }
    for (const words of [queueTexts.en, queueTexts.es]) {
      expect(parkedWords(order, words)).toBe(words.parked['compliance_hold'])
      expect(parkedWords({ ...order, hold_is_over: true }, words)).toBe(words.holdIsOver)
    }
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

describe('what the service states about an order', () => {
  const source = join(import.meta.dirname, '../../src')
  const sources = (folder: string): string[] =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('check/'))
      .map((file) => readFileSync(join(source, folder, file), 'utf8'))
  const found = (folder: string, form: RegExp): string[] =>
    sources(folder).flatMap((text) => [...text.matchAll(form)].map(([, one = '']) => one))

  /** Codes of an answer: `{ state: 'rejected', code: 'x' }`, or with the name of a constant. */
  function codesOfAnswers(): string[] {
    const answer =
      /(?:state: '(?:declined|rejected|cancelled)'|payout: \{|sequence,)[^{}]*?code: ('\w+'|[A-Z_]{3,})/g
    const named = [...found('outside', answer), ...found('engine', answer)]
    const others = found('outside', /codeIn\(\w+, '\w+', ('\w+')\)/g)
    const again = [
      ...found('outside', /code: ('reorganized')/g),
      ...found('outside', /return (TO_THE_DESK)/g),
    ]
    return [...new Set([...named, ...others, ...again])].map((one) =>
      one.startsWith("'")
        ? one.slice(1, -1)
        : (['outside', 'engine']
            .flatMap((folder) => found(folder, new RegExp(`const ${one} = '(\\w+)'`, 'g')))
            .at(0) ?? one),
    )
  }

  test('has words in both languages for every code of a refusal', () => {
    const codes = [...codesOfAnswers(), QUOTE_EXPIRED]
    expect(codes).toEqual(
      expect.arrayContaining([
        'no_liquidity',
        'beneficiary_blacklisted',
        'recorded_by_operator',
        'withdrawn',
        'taken_back',
        'rail_receives_only',
        'cancelled_on_chain',
      ]),
    )
    for (const code of codes)
      for (const language of ['en', 'es'] as const) {
        const words = statedWords(code, language)
        expect(words, code).not.toContain('_')
        if (language === 'es') expect(words, code).not.toBe(statedWords(code, 'en'))
      }
  })

  test('says "en espera", "en pausa" and "enviar fondos", as payments clerks do', () => {
    const root = join(import.meta.dirname, '../../..')
    const files = ['console/src', 'server/src/customers'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(root, folder, name)),
    )
    expect(files.length).toBeGreaterThan(100)
    const other = /\b(?:fonde(?:[aáoó]|en)\w*|apart(?:ad|ó|ar)\w*|parad[ao]s?|parar)\b/i
    for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(other)
  })

  test('has Spanish words for every sentence of screening, of notes and of halts', () => {
    const facts: Readonly<Record<string, string>> = {
      'first.what': 'organization',
      "publicId('dep', deposit.id)": `dep_${'0'.repeat(26)}`,
      "publicId('rf', refund.id)": `rf_${'0'.repeat(26)}`,
      "publicId('epi', instrument.id)": `epi_${'0'.repeat(26)}`,
      'formatAmount(amountMinor, currency)': '10.00',
      'formatAmount(acceptedLossMinor, currency)': '10.00',
      currency: 'USDC',
      line: '7',
    }
    const told = (template: string) =>
      template.replaceAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g, (_, name: string) => facts[name] ?? 'x')
    const halts = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
    const sentences = [
      ...found('rules/screening', /reason: ['`]([^'`]+)['`]/g),
      ...found('outside/simulator', /reason: '([^']+)'/g),
      ...found('engine', /noteOf\(\s*(?:'\w+'|outcome[^`]*),\s*`([^`]*)`/g),
      ...found('engine/orders', /action: 'reversed',\s*reason: `([^`]*)`/g),
      ...found('engine/halts', /why = `(another service [^`]*)`/g),
      ...['sent', 'converted'].map((done) =>
        (/'(the database was restored[^']*)' \|\| done \|\| '([^']*)'/.exec(halts) ?? [])
          .slice(1)
          .join(done),
      ),
    ]
      .map(told)
      // Only the key and the words of the operator.
      .filter((sentence) => !/^x(?:, x)?: x$/.test(sentence))
    expect(sentences.length).toBeGreaterThan(14)
    for (const sentence of sentences)
      expect(statedWords(sentence, 'es'), sentence).not.toBe(sentence)
  })

  test('keeps facts, the words of an operator and those of another company', () => {
    const id = `dep_${'0'.repeat(26)}`
    expect(statedWords(`${id} of 10.00 USDC was taken back: reorganized`, 'es')).toBe(
      `se revirtió ${id} de 10.00 USDC: una reorganización de la cadena lo retiró`,
    )
    expect(statedWords('up to 5.00 COP: the customer agreed', 'es')).toBe(
      'hasta 5.00 COP: the customer agreed',
    )
    for (const own of ['up to you: decide', 'ZZ9', 'a to b: c', ''])
      expect(statedWords(own, 'es')).toBe(own)
    expect(screenedWords('listed in line 3; chain: unknown sender; acme: risk 7', 'es')).toBe(
      'figura en la línea 3 de la lista; chain: remitente desconocido; acme: risk 7',
    )
    expect(screenedWords('listed in line 3', 'en')).toBe('listed in line 3')
  })

  test('has words for every reason to park an order, and Spanish ones for every state that pages show', () => {
    for (const reason of parkedReasons)
      expect([queueTexts.en.parked[reason], queueTexts.es.parked[reason]]).not.toContain(undefined)
    const { schemas } = operatorDescription.components
    const shown = [
      ...parkedReasons,
      ...['PayoutStatus', 'RefundStatus', 'RefundReason', 'DeskDepositOutcome', 'Posting']
        .concat(['ApprovalStatus', 'MovementStatus', 'MarkedOutcome', 'UserStatus'])
        .flatMap((name) => schemas[name]?.enum ?? []),
      ...(schemas['OrderScreening']?.properties?.['state']?.enum ?? []),
    ]
    expect(shown.length).toBeGreaterThan(60)
    // The same in both languages.
    const same = ['screening']
    expect(shown.filter((name) => !same.includes(name) && wordIn('es', name) === name)).toEqual([])
    expect(shown.filter((name) => /_|[A-Z]{3}/.test(wordIn('en', name)))).toEqual([])
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

test('a Spanish page says suspenso for the account of money without an order', () => {
  const folder = join(import.meta.dirname, '../../../console/src/operator')
  const said = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((source) => source.match(/\b(en|de|del|a) suspense\b.*/g) ?? [])
  expect(said).toEqual([])
})

describe('the facts of an audit entry', () => {
  const bare = { yes: 'yes', no: 'no', field: {}, value: {} }
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
  ])('%j are read as %s', (detail, words) => expect(wordsOf(detail, bare)).toBe(words))

  test('have the words of the language, and the name of the API where there is none', () => {
    const detail = { after: { role: 'developer', is_disabled: false }, something_new: true }
    const spanish = {
      yes: 'sí',
      no: 'no',
      field: { role: 'rol', is_disabled: 'desactivado' },
      value: { developer: 'desarrollador' },
    }
    const words = 'rol: desarrollador, desactivado: no, something new: sí'
    expect(wordsOf(detail, spanish)).toBe(words)
  })
})

describe('an entry of the audit trail', () => {
  const texts = sourcesIn('.')
  const found = (form: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(form)].map(([, one = '']) => one))

  test('has words for every act that the service writes', () => {
    const own = found(/^type OwnAct =\n((?: {2}\| '\w+'\n)+)/gm).flatMap((list) =>
      [...list.matchAll(/'(\w+)'/g)].flatMap(([, act]) => [`user.${act}`, `customer_user.${act}`]),
    )
    const ofPeople = found(/\bnote\((?:[^;]*?,\s*)?'([a-z]+_?[a-z]*\.[a-z_]+)'/g)
    const ofProvider = found(/const act = '(identity_provider\.\w+)'/g)
    const plain = found(/\bact(?: =|:) (?:[^'\n,]* \? )?'([a-z_]+\.[a-z_-]+)'/g)
    const acts = new Set([...own, ...ofPeople, ...ofProvider, ...plain])
    expect(acts.size).toBeGreaterThan(35)
    const known = new Set<string>([...Object.keys(entryActTexts.es), ...actNames])
    // Customers ask for `order.create`. The trail has no entry of this name.
    expect([...acts].filter((act) => act !== 'order.create' && !known.has(act))).toEqual([])
    for (const [act, words] of Object.entries(entryActTexts.es))
      expect(words, act).not.toBe(Reflect.get(entryActTexts.en, act))
  })

  test('has the words of pages for statuses', () => {
    const detail = { before: { version: 3 }, after: { version: 4, status: 'STEP_3' } }
    const words = { yes: 'sí', no: 'no', field: { status: 'estado' }, value: {} }
    const wordOf = (name: string) => (name === 'STEP_3' ? 'en pago' : name)
    expect(wordsOf(detail, { ...words, wordOf })).toBe('version: 3 → 4, estado: en pago')
    expect(wordsOf(detail, words)).toBe('version: 3 → 4, estado: STEP_3')
  })
})

test('an account is shown by its last characters, whatever its method, and a short one not at all', () => {
  for (const method of methodNames) {
    const details = { [ACCOUNT_FIELDS[method] ?? '']: '1234 5678 901' }
    expect(fundingAddressOf(method, details), method).toBe('1234 5678 901')
    expect(endOf({ method, details }), method).toBe('…8901')
  }
  expect(endOf({ method: 'COP_BANK_ACCOUNT', details: { bank_account_number: '4567' } })).toBe('')
  expect(endOf({ method: 'COP_BANK_ACCOUNT', details: { bank_account_number: '' } })).toBe('')
  expect(endOf({ method: 'NEWER', details: { account: '1234567890' } })).toBe('')
})
