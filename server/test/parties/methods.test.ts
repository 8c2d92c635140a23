// Rules for instrument details by method; the sandbox desk's own accounts keep them too. The valid numbers are public:
// examples from registries and companies.
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDetails,
  exampleDetails,
  fieldsOf,
  methodCarries,
  methodNames,
  describedFieldsOf,
  type InstrumentMethod,
  type OutsideMethod,
} from '../../src/outside/methods/methods.ts'
import { sandboxFundingDetails } from '../../src/outside/rails/sandbox/funding-details.ts'

type Details = Record<string, unknown>

const solana = { address: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q' }
const evm = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', chain: 'base' }
const person = {
  bank_account_number: '04812345678',
  bank_code: '1007',
  account_holder_first_name: 'María José',
  account_holder_last_name: "Núñez O'Brien",
  legal_entity_name: '',
  doc_type: 'CC',
  doc_id: '1020304050',
  physical_address: 'Calle 10 # 43E-31, Medellín',
  account_type: 'CHECKING',
}
const company = {
  bank_account_number: '04812345678',
  bank_code: '1007',
  legal_entity_name: 'Bancolombia S.A.',
  doc_type: 'NIT',
  doc_id: '890903938-8',
  account_type: 'SAVINGS',
}
const nigerian = {
  bank_name: 'First Bank of Nigeria',
  bank_account_number: '0000014579',
  doc_id: '22222222222',
  account_holder_first_name: 'Chidi',
  account_holder_last_name: 'Okafor',
}
const mexican = { clabe: '032180000118359719', account_holder_name: 'Lucía Hernández' }
const pix = (pix_key_type: string, pix_key: string) => ({
  pix_key_type,
  pix_key,
  account_holder_name: 'Ana Souza',
})
const european = {
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  account_holder_name: 'Erika Mustermann',
}

const good: Record<OutsideMethod, Details> = {
  SOLANA_ADDRESS: solana,
  COP_BANK_ACCOUNT: person,
  NGN_BANK_ACCOUNT: nigerian,
  MXN_CLABE: mexican,
  BRL_PIX: pix('CPF', '52998224725'),
  EVM_ADDRESS: evm,
  IBAN: european,
}

/** The fields with a problem, as `field: code`. */
const problems = (method: InstrumentMethod, details: Details) =>
  checkDetails(method, details).map(({ field, code }) => `${field}: ${code}`)

describe.each(methodNames)('%s', (method) => {
  test('accepts valid details, with and without the optional fields', () => {
    expect(checkDetails(method, good[method])).toEqual([])
    const empty = Object.fromEntries(fieldsOf(method).map((field) => [field, '']))
    expect(checkDetails(method, { ...empty, ...good[method] })).toEqual([])
  })

  test("accepts its published example, and each field's own example", () => {
    const whole = exampleDetails(method)
    expect(Object.keys(whole)).toEqual(fieldsOf(method))
    expect(checkDetails(method, whole)).toEqual([])
    for (const [field, { about, example, values }] of Object.entries(describedFieldsOf(method))) {
      expect(about).not.toBe('')
      expect(example).not.toBe('')
      expect(values ?? [example]).toContain(example)
      expect(checkDetails(method, { ...whole, [field]: example })).toEqual([])
    }
  })

  test('reports every missing and every unknown field', () => {
    const missing = problems(method, {})
    expect(missing.length).toBeGreaterThan(0)
    expect(missing.every((problem) => problem.endsWith(': required'))).toBe(true)
    expect(problems(method, { ...good[method], memo: 'x', constructor: 'y' })).toEqual([
      'memo: unknown_field',
      'constructor: unknown_field',
    ])
  })

  test.each([
    ['a number', 12345],
    ['null', null],
    ['a list', ['x']],
    ['an object', {}],
    ['201 characters', 'a'.repeat(201)],
    ['a control character', 'Ana\u0000'],
    ['a line break', 'Ana\nSouza'],
    ['a reversal of the writing direction', 'Ana\u202eazuoS'],
    ['half of a surrogate pair', 'Ana\ud800'],
    ['spaces around it', ' Ana '],
    ['nothing but spaces', '   '],
  ])('refuses %s in every field', (_, value) => {
    for (const field of fieldsOf(method)) {
      expect(problems(method, { ...good[method], [field]: value })).toContain(
        `${field}: invalid_value`,
      )
    }
  })

  test('describes faults without repeating what was sent', () => {
    const text = (unit: 'binary' | 'grapheme-ascii') =>
      fc.string({ minLength: 6, maxLength: 220, unit })
    const value = fc.oneof(text('binary'), text('grapheme-ascii')).map((random) => `§${random}`)
    const sent = fc.record(Object.fromEntries(fieldsOf(method).map((field) => [field, value])))
    fc.assert(
      fc.property(sent, (details) => {
        const messages = checkDetails(method, details).map(({ message }) => message)
        for (const text of Object.values(details)) {
          expect(messages.some((message) => message.includes(text))).toBe(false)
        }
      }),
    )
  })

  test('gives every sandbox order its own valid, unchanging account', () => {
    const seed = new Uint8Array(32).fill(7)
    const accounts = Array.from({ length: 300 }, (_, at) =>
      sandboxFundingDetails(method, seed, `ord_${at}`),
    )
    for (const account of accounts) {
      expect(checkDetails(method, account)).toEqual([])
      expect(Object.keys(account)).toEqual(fieldsOf(method))
    }
    expect(new Set(accounts.map((account) => JSON.stringify(account))).size).toBe(300)
    expect(sandboxFundingDetails(method, seed, 'ord_7')).toEqual(accounts[7])
    expect(sandboxFundingDetails(method, new Uint8Array(32), 'ord_7')).not.toEqual(accounts[7])
  })
})

const rightValues: [InstrumentMethod, string, Details][] = [
  [
    'SOLANA_ADDRESS',
    'the mint of USDC',
    { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  ],
  [
    'SOLANA_ADDRESS',
    'the token program',
    { address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' },
  ],
  ...[
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ].map((address): [InstrumentMethod, string, Details] => [
    'EVM_ADDRESS',
    `${address} of EIP-55`,
    { ...evm, address },
  ]),
  ['COP_BANK_ACCOUNT', 'a company', company],
  [
    'COP_BANK_ACCOUNT',
    'the NIT of the DIAN without a hyphen',
    { ...company, doc_id: '8001972684' },
  ],
  ['COP_BANK_ACCOUNT', 'the NIT of Ecopetrol', { ...company, doc_id: '899999068-1' }],
  ['COP_BANK_ACCOUNT', 'a passport', { ...person, doc_type: 'PA', doc_id: 'AB123456' }],
  [
    'NGN_BANK_ACCOUNT',
    'a company',
    { ...nigerian, account_holder_business_name: 'Dangote', doc_id: 'RC71242' },
  ],
  ['MXN_CLABE', 'a CLABE of Banamex', { ...mexican, clabe: '002010077777777771' }],
  ['BRL_PIX', 'the CNPJ of Banco do Brasil', pix('CNPJ', '00000000000191')],
  ['BRL_PIX', 'a CNPJ with letters', pix('CNPJ', '12ABC34501DE35')],
  ['BRL_PIX', 'an e-mail address', pix('EMAIL', 'ana.souza+pix@exemplo.com.br')],
  ['BRL_PIX', 'a mobile phone', pix('PHONE', '+5511987654321')],
  ['BRL_PIX', 'a random key', pix('EVP', '123e4567-e12b-12d1-a456-426655440000')],
  ['IBAN', 'a British one', { ...european, iban: 'GB82WEST12345698765432', bic: '' }],
  ['IBAN', 'a French one', { ...european, iban: 'FR1420041010050500013M02606' }],
]
test.each(rightValues)('%s accepts %s', (method, _, details) => {
  expect(checkDetails(method, details)).toEqual([])
})

const wrongValues: [InstrumentMethod, string, string, Details][] = [
  [
    'SOLANA_ADDRESS',
    'address',
    'a letter that base58 leaves out',
    { address: solana.address.replace('7', '0') },
  ],
  [
    'SOLANA_ADDRESS',
    'address',
    '31 bytes',
    { address: base58.encode(new Uint8Array(31).fill(255)) },
  ],
  ['SOLANA_ADDRESS', 'address', 'more than 32 bytes', { address: 'z'.repeat(44) }],
  ['SOLANA_ADDRESS', 'address', 'the zero address, which burns', { address: '1'.repeat(32) }],
  ['SOLANA_ADDRESS', 'address', 'an EVM address', { address: evm.address }],
  [
    'EVM_ADDRESS',
    'address',
    'one letter in the wrong case',
    { ...evm, address: evm.address.replace('5aA', '5aa') },
  ],
  [
    'EVM_ADDRESS',
    'address',
    'one digit changed',
    { ...evm, address: evm.address.replace('6053', '6054') },
  ],
  ['EVM_ADDRESS', 'address', 'a digit too few', { ...evm, address: evm.address.slice(0, -1) }],
  ['EVM_ADDRESS', 'address', 'no 0x', { ...evm, address: evm.address.slice(2) }],
  [
    'EVM_ADDRESS',
    'address',
    'the zero address, which burns',
    { ...evm, address: `0x${'0'.repeat(40)}` },
  ],
  ['EVM_ADDRESS', 'chain', 'a chain it does not know', { ...evm, chain: 'dogechain' }],
  ['COP_BANK_ACCOUNT', 'doc_id', 'one digit changed', { ...company, doc_id: '890903939-8' }],
  [
    'COP_BANK_ACCOUNT',
    'doc_id',
    'a NIT without its check digit',
    { ...company, doc_id: '890903938' },
  ],
  ['COP_BANK_ACCOUNT', 'doc_id', 'letters in a CC', { ...person, doc_id: '10203O4050' }],
  ['COP_BANK_ACCOUNT', 'doc_type', 'an unknown type', { ...person, doc_type: 'DNI' }],
  [
    'COP_BANK_ACCOUNT',
    'doc_type',
    'the name of a method of objects',
    { ...person, doc_type: 'toString' },
  ],
  ['COP_BANK_ACCOUNT', 'account_type', 'the wrong case', { ...person, account_type: 'checking' }],
  [
    'COP_BANK_ACCOUNT',
    'bank_account_number',
    'a hyphen',
    { ...person, bank_account_number: '048-12345678' },
  ],
  ['COP_BANK_ACCOUNT', 'bank_code', 'the name of a bank', { ...person, bank_code: 'Bancolombia' }],
  ['COP_BANK_ACCOUNT', 'bank_code', 'a BIC', { ...person, bank_code: 'COLOCOBM' }],
  [
    'NGN_BANK_ACCOUNT',
    'bank_account_number',
    '9 digits',
    { ...nigerian, bank_account_number: '000001457' },
  ],
  ['NGN_BANK_ACCOUNT', 'doc_id', 'a BVN of 10 digits', { ...nigerian, doc_id: '2222222222' }],
  [
    'NGN_BANK_ACCOUNT',
    'doc_id',
    'the number of a company for a person',
    { ...nigerian, doc_id: 'RC71242' },
  ],
  ['MXN_CLABE', 'clabe', 'one digit changed', { ...mexican, clabe: '032180000118359718' }],
  ['MXN_CLABE', 'clabe', 'two digits exchanged', { ...mexican, clabe: '032180000118395719' }],
  ['MXN_CLABE', 'clabe', '17 digits', { ...mexican, clabe: '03218000011835971' }],
  ['BRL_PIX', 'pix_key', 'a CPF with one digit changed', pix('CPF', '52998224735')],
  ['BRL_PIX', 'pix_key', 'a CPF of equal digits', pix('CPF', '11111111111')],
  ['BRL_PIX', 'pix_key', 'a CPF with punctuation', pix('CPF', '529.982.247-25')],
  ['BRL_PIX', 'pix_key', 'a CNPJ with one digit changed', pix('CNPJ', '00000000000192')],
  ['BRL_PIX', 'pix_key', 'a CNPJ with one letter changed', pix('CNPJ', '12ABD34501DE35')],
  ['BRL_PIX', 'pix_key', 'a CNPJ of zeros', pix('CNPJ', '0'.repeat(14))],
  ['BRL_PIX', 'pix_key', 'a CPF as a CNPJ', pix('CNPJ', '52998224725')],
  ['BRL_PIX', 'pix_key', 'an e-mail address without a domain', pix('EMAIL', 'ana@exemplo')],
  ['BRL_PIX', 'pix_key', 'an e-mail address of 78', pix('EMAIL', `${'a'.repeat(66)}@exemplo.com`)],
  ['BRL_PIX', 'pix_key', 'a phone in another country', pix('PHONE', '+573001234567')],
  [
    'BRL_PIX',
    'pix_key',
    'a random key in upper case',
    pix('EVP', '123E4567-E12B-12D1-A456-426655440000'),
  ],
  ['BRL_PIX', 'pix_key_type', 'an unknown type', pix('RANDOM', '52998224725')],
  ['IBAN', 'iban', 'one digit changed', { ...european, iban: 'DE89370400440532013001' }],
  ['IBAN', 'iban', 'a length of another country', { ...european, iban: 'DE8937040044053201300' }],
  ['IBAN', 'iban', 'spaces', { ...european, iban: 'DE89 3704 0044 0532 0130 00' }],
  ['IBAN', 'iban', 'lower case', { ...european, iban: 'de89370400440532013000' }],
  ['IBAN', 'iban', 'a country without IBANs', { ...european, iban: 'ZZ89370400440532013000' }],
  ['IBAN', 'bic', 'a BIC of 9 characters', { ...european, bic: 'COBADEFFX' }],
  ['IBAN', 'bic', 'lower case', { ...european, bic: 'cobadeffxxx' }],
]
test.each(wrongValues)('%s refuses the field %s: %s', (method, field, _, details) => {
  expect(problems(method, details)).toEqual([`${field}: invalid_value`])
  const [problem] = checkDetails(method, details)
  expect(problem?.message).not.toContain(details[field])
})

test('changing any digit of a number with a check digit is detected', () => {
  const numbers: [InstrumentMethod, string, string, (value: string) => Details][] = [
    ['MXN_CLABE', 'clabe', '032180000118359719', (clabe) => ({ ...mexican, clabe })],
    ['BRL_PIX', 'pix_key', '52998224725', (key) => pix('CPF', key)],
    ['BRL_PIX', 'pix_key', '11222333000181', (key) => pix('CNPJ', key)],
    ['COP_BANK_ACCOUNT', 'doc_id', '8001972684', (doc_id) => ({ ...company, doc_id })],
    ['IBAN', 'iban', 'DE89370400440532013000', (iban) => ({ ...european, iban })],
  ]
  for (const [method, field, number, detailsOf] of numbers) {
    expect(problems(method, detailsOf(number))).toEqual([])
    for (const [at, digit] of [...number].entries()) {
      if (!/\d/.test(digit)) continue
      for (const other of '0123456789'.replace(digit, '')) {
        const changed = number.slice(0, at) + other + number.slice(at + 1)
        expect(problems(method, detailsOf(changed)), changed).toEqual([`${field}: invalid_value`])
      }
    }
  }
})

test('an account belongs either to a person with both names or to a company', () => {
  const { account_holder_last_name: _, ...halfNamed } = person
  expect(checkDetails('COP_BANK_ACCOUNT', halfNamed)).toEqual([
    {
      field: 'account_holder_last_name',
      code: 'required',
      message: 'is required unless legal_entity_name is given',
    },
  ])
  expect(problems('COP_BANK_ACCOUNT', { ...halfNamed, legal_entity_name: 'Núñez y Cía.' })).toEqual(
    [],
  )
  expect(problems('NGN_BANK_ACCOUNT', { ...nigerian, account_holder_first_name: '' })).toEqual([
    'account_holder_first_name: required',
  ])
})

test('all problems are reported at once, in the order of the fields', () => {
  const details = { ...person, account_type: 'GOLD', bank_code: '', doc_id: 7, extra: true }
  expect(problems('COP_BANK_ACCOUNT', details)).toEqual([
    'bank_code: required',
    'doc_id: invalid_value',
    'account_type: invalid_value',
    'extra: unknown_field',
  ])
})

test('fields are named and ordered as the interface documents them', () => {
  expect(fieldsOf('SOLANA_ADDRESS')).toEqual(['address'])
  expect(fieldsOf('COP_BANK_ACCOUNT')).toEqual(Object.keys(person))
})

test('no two methods have the same fields', () => {
  const shapes = methodNames.map((method) => fieldsOf(method).toSorted().join())
  expect(new Set(shapes).size).toBe(methodNames.length)
})

test('a method accepts its own currencies and no other', () => {
  const currencies = ['USDC', 'USDT', 'EURC', 'COP', 'NGN', 'MXN', 'BRL', 'EUR', 'USD', 'usdc', '']
  const carried = methodNames.map((method) =>
    currencies.filter((code) => methodCarries(method, code)).join(' '),
  )
  expect(carried).toEqual(['USDC USDT EURC', 'COP', 'NGN', 'MXN', 'BRL', 'USDC USDT EURC', 'EUR'])
})
