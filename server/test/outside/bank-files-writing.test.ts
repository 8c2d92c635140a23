// Payments as a bank reads them: pain.001 for each method, identifiers, names, amounts and execution dates.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { instantAt } from '../../src/platform/clock.ts'
import { exampleDetails, type InstrumentMethod } from '../../src/outside/methods/methods.ts'
import { readAmount } from '../../src/outside/rails/bank-files/amounts.ts'
import { bankDaysSince, executionDate } from '../../src/outside/rails/bank-files/bank-days.ts'
import { paymentId, reportedPaymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { creditTransfer } from '../../src/outside/rails/bank-files/pain-001.ts'
import { bankFilesKind } from '../../src/outside/rails/bank-files/kind.ts'
import { readSettings } from '../../src/outside/rails/bank-files/settings.ts'
import { fieldText } from '../../src/outside/rails/bank-files/text.ts'
import { KEY, payment, SCHEMAS, settings } from '../support/bank-files.ts'

const FOLDER = { outbox: '/bank/out', inbox: '/bank/in', work: '/bank/work' }
const PLANNED = {
  message: 'pain.001.001.09' as const,
  executionDate: '2026-03-05',
  createdAt: '2026-03-04T17:00:00Z',
}

const methods: [InstrumentMethod, string, string][] = [
  ['COP_BANK_ACCOUNT', 'COP', '<Id>04812345678</Id>'],
  ['NGN_BANK_ACCOUNT', 'NGN', '<Id>0000014579</Id>'],
  ['MXN_CLABE', 'MXN', '<Id>032180000118359719</Id>'],
  ['BRL_PIX', 'BRL', '<Id>123e4567-e12b-42d1-a456-426655440000</Id>'],
  ['IBAN', 'EUR', '<IBAN>DE89370400440532013000</IBAN>'],
]

const written = (method: InstrumentMethod, currency: string, more = {}) =>
  creditTransfer(
    readSettings(settings({ method, currency, funding: 'pool', folder: FOLDER, ...more })),
    payment({ method, currency, details: exampleDetails(method), amountMinor: 1_234_567_890n }),
    PLANNED,
  )

describe.each(methods)('a payment to %s', (method, currency, account) => {
  test('names amount, account, date, identifiers and the reference number', () => {
    const xml = written(method, currency)
    expect(xml).toContain(`<InstdAmt Ccy="${currency}">12345678.90</InstdAmt>`)
    expect(xml).toContain('<CtrlSum>12345678.90</CtrlSum>')
    expect(xml).toContain(account)
    expect(xml).toContain('<ReqdExctnDt><Dt>2026-03-05</Dt></ReqdExctnDt>')
    expect(xml).toContain(`<EndToEndId>${paymentId(KEY)}</EndToEndId>`)
    expect(xml).toContain('<Ustrd>CO-20260304-7K3M9QXA</Ustrd>')
    expect(written(method, currency)).toBe(xml)
  })

  test.skipIf(SCHEMAS === undefined)(
    'is valid by the schema (skipped without CORRIDOR_TEST_XSD, a folder with the schemas of ISO 20022)',
    () => {
      const full = {
        bank: { bic: 'COLOCOBMXXX', member_id: '1007', name: 'Bank & Söhne <x>' },
        clearing_system: { proprietary: 'LOCAL' },
        service_level: { code: 'NURG' },
        local_instrument: { proprietary: 'ACH' },
        category_purpose: { code: 'SUPP' },
        charge_bearer: 'DEBT',
        initiating_party: { name: 'Corridor', id: 'CONTRACT-1' },
        bank_codes: { 'First Bank of Nigeria': '011' },
      }
      for (const xml of [written(method, currency), written(method, currency, full)])
        expect(faultsOf(xml, 'pain.001.001.09')).toEqual([])
    },
  )
})

describe('a payment in the version of 2009', () => {
  const old = { ...PLANNED, message: 'pain.001.001.03' as const }
  const of2009 = (method: InstrumentMethod, currency: string, more = {}) =>
    creditTransfer(
      readSettings(settings({ method, currency, funding: 'pool', folder: FOLDER, ...more })),
      payment({ method, currency, details: exampleDetails(method), amountMinor: 1_234_567_890n }),
      old,
    )
  const served = methods.filter(([method]) => method !== 'BRL_PIX')

  test('names banks and the date in its own way', () => {
    const xml = of2009('IBAN', 'EUR', { bank: { bic: 'COBADEFFXXX' } })
    expect(xml).toContain('xsd:pain.001.001.03"')
    expect(xml).toContain('<ReqdExctnDt>2026-03-05</ReqdExctnDt>')
    expect(xml).toContain('<BIC>COBADEFFXXX</BIC>')
    expect(xml).not.toContain('BICFI')
  })

  test('is refused for a Pix key, which it has no place for', () => {
    const pix = { method: 'BRL_PIX', currency: 'BRL', funding: 'pool', folder: FOLDER }
    const problem = (payment_message: string) =>
      bankFilesKind.settingsProblem(settings({ ...pix, payment_message }))
    expect(problem('pain.001.001.09')).toBeUndefined()
    expect(problem('pain.001.001.03')).toContain('must be pain.001.001.09 for BRL_PIX')
    expect(problem('pain.001.001.08')).toContain('payment_message')
  })

  test.skipIf(SCHEMAS === undefined).each(served)(
    'to %s is valid by the schema (skipped without CORRIDOR_TEST_XSD)',
    (method, currency) => {
      const full = {
        bank: { bic: 'COLOCOBMXXX', member_id: '1007', name: 'Bank & Söhne <x>' },
        clearing_system: { proprietary: 'LOCAL' },
        service_level: { code: 'NURG' },
        local_instrument: { proprietary: 'ACH' },
        category_purpose: { code: 'SUPP' },
        charge_bearer: 'DEBT',
        initiating_party: { name: 'Corridor', id: 'CONTRACT-1' },
      }
      for (const xml of [of2009(method, currency), of2009(method, currency, full)])
        expect(faultsOf(xml, 'pain.001.001.03')).toEqual([])
    },
  )
})

function faultsOf(xml: string, schema: string): string[] {
  const definition = XmlDocument.fromBuffer(readFileSync(join(SCHEMAS ?? '', `${schema}.xsd`)))
  const validator = XsdValidator.fromDoc(definition)
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    document.dispose()
    validator.dispose()
    definition.dispose()
  }
}

describe('a Colombian beneficiary', () => {
  const xmlOf = (details: Record<string, string>) =>
    creditTransfer(
      readSettings(settings({ folder: FOLDER })),
      payment({ details: { ...exampleDetails('COP_BANK_ACCOUNT'), ...details } }),
      PLANNED,
    )

  test('has bank code, kind of account and document', () => {
    const xml = xmlOf({})
    expect(xml).toContain('<ClrSysMmbId><MmbId>1007</MmbId></ClrSysMmbId>')
    expect(xml).toContain('<Tp><Cd>CACC</Cd></Tp>')
    expect(xml).toContain(
      '<PrvtId><Othr><Id>1020304050</Id><SchmeNm><Cd>NIDN</Cd></SchmeNm></Othr></PrvtId>',
    )
    expect(xmlOf({ account_type: 'SAVINGS' })).toContain('<Tp><Cd>SVGS</Cd></Tp>')
  })

  test('that is a company has its tax number', () => {
    const xml = xmlOf({ legal_entity_name: 'Andina SAS', doc_type: 'NIT', doc_id: '900373115-3' })
    expect(xml).toContain('<Nm>Andina SAS</Nm>')
    expect(xml).toContain(
      '<OrgId><Othr><Id>900373115-3</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId>',
    )
  })

  test('cannot add elements by its name', () => {
    const name = '</Nm><X a="1">&amp;'
    expect(xmlOf({ legal_entity_name: name })).toContain('<Nm>/Nm X a 1 +amp</Nm>')
    const unicode = creditTransfer(
      readSettings(settings({ folder: FOLDER, characters: 'unicode' })),
      payment({ details: { ...exampleDetails('COP_BANK_ACCOUNT'), legal_entity_name: name } }),
      PLANNED,
    )
    expect(unicode).toContain('<Nm>&#60;/Nm&#62;&#60;X a=&#34;1&#34;&#62;&#38;amp;</Nm>')
  })
})

describe('names', () => {
  test.each([
    ['María José Núñez', 'Maria Jose Nunez'],
    ['Søren Groß & Łódź', 'Soren Gross + Lodz'],
    ['  two \t blanks ', 'two blanks'],
    ['王小明', 'NOTPROVIDED'],
    ['Ana\u200bSouza', 'Ana Souza'],
  ])('in Latin letters: %j', (name, plain) => {
    expect(fieldText(name, 140, 'latin')).toBe(plain)
  })

  test('are cut to the length of the field, in characters', () => {
    expect(fieldText('x'.repeat(200), 140, 'latin')).toBe('x'.repeat(140))
    expect(fieldText('𐐷'.repeat(200), 140, 'unicode')).toBe('𐐷'.repeat(140))
    expect(fieldText(`${'x'.repeat(139)} yz`, 140, 'latin')).toBe('x'.repeat(139))
  })

  test('of any text fit the field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(fieldText(name, 35, 'latin')).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/)
        const unicode = fieldText(name, 35, 'unicode')
        expect([...unicode].length).toBeGreaterThan(0)
        expect([...unicode].length).toBeLessThanOrEqual(35)
      }),
    )
  })
})

describe('identifiers', () => {
  test('have 26 characters, and differ by key', () => {
    expect(paymentId(KEY)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(paymentId(KEY)).toBe(paymentId(KEY))
    expect(paymentId(KEY)).not.toBe(paymentId(KEY.replace(/1$/, '2')))
  })

  test('never change from one version to the next', () => {
    expect(paymentId(KEY)).toBe('GTFFG4HZWP5JN0ECXMNVHVJJX7')
  })

  test('are recognized in the spelling of a bank', () => {
    const id = paymentId(KEY)
    expect(reportedPaymentId(` ${id.toLowerCase()} `)).toBe(id)
    expect(reportedPaymentId('NOTPROVIDED')).toBeUndefined()
    expect(reportedPaymentId(undefined)).toBeUndefined()
  })
})

describe('amounts', () => {
  test.each([
    ['1000.50', 'COP', 100_050n],
    ['1000', 'COP', 100_000n],
    ['1000.5', 'COP', 100_050n],
    ['0001000.50000', 'COP', 100_050n],
    ['1000.00', 'CLP', 1000n],
    ['0', 'COP', 0n],
  ])('%s %s is exact', (text, currency, minor) => {
    expect(readAmount(text, currency)).toBe(minor)
  })

  test.each([
    ['1000.505', 'COP'],
    ['0.5', 'CLP'],
    ['-1', 'COP'],
    ['1e3', 'COP'],
    ['1,000.50', 'COP'],
    ['', 'COP'],
    [' 1', 'COP'],
    ['9'.repeat(19), 'COP'],
    ['9'.repeat(10_000), 'COP'],
    ['1', 'XXX'],
    [undefined, 'COP'],
  ])('%j %s is refused', (text, currency) => {
    expect(readAmount(text, currency)).toBeUndefined()
  })
})

describe('the execution date', () => {
  const calendar = { timezone: 'America/Bogota', cut_off: '16:00', holidays: ['2026-03-23'] }
  const dateAt = (local: string) => executionDate(calendar, instantAt(Date.parse(`${local}-05:00`)))

  test.each([
    ['2026-03-04T15:59:59', '2026-03-04', 'before the cut-off'],
    ['2026-03-04T16:00:00', '2026-03-05', 'at the cut-off'],
    ['2026-03-04T23:59:59', '2026-03-05', 'late in the evening, already tomorrow in UTC'],
    ['2026-03-06T16:30:00', '2026-03-09', 'after the cut-off on Friday'],
    ['2026-03-07T10:00:00', '2026-03-09', 'on Saturday'],
    ['2026-03-20T17:00:00', '2026-03-24', 'before a weekend and a holiday'],
    ['2026-03-23T09:00:00', '2026-03-24', 'on a holiday'],
  ])('at %s is %s: %s', (at, date) => {
    expect(dateAt(at)).toBe(date)
  })

  test('follows the local time of the bank when clocks change', () => {
    const berlin = { timezone: 'Europe/Berlin', cut_off: '14:00' }
    const at = (time: string) => executionDate(berlin, instantAt(Date.parse(time)))
    expect(at('2026-03-27T12:59:00Z')).toBe('2026-03-27')
    expect(at('2026-03-30T12:30:00Z')).toBe('2026-03-31')
  })

  test('respects another weekend', () => {
    const friday = instantAt(Date.parse('2026-03-06T10:00:00Z'))
    expect(executionDate({ timezone: 'UTC', cut_off: '16:00', weekend: [5, 6] }, friday)).toBe(
      '2026-03-08',
    )
  })

  test('counts bank days since a statement', () => {
    const at = (time: string) => instantAt(Date.parse(`${time}T15:00:00-05:00`))
    expect(bankDaysSince(calendar, '2026-03-20', at('2026-03-24'))).toBe(1)
    expect(bankDaysSince(calendar, '2026-03-04', at('2026-03-04'))).toBe(0)
    expect(bankDaysSince(calendar, '2026-03-04', at('2026-03-09'))).toBe(3)
  })
})

describe('settings', () => {
  test('of a folder and of an SFTP server are accepted', () => {
    expect(bankFilesKind.settingsProblem(settings({ folder: FOLDER }))).toBeUndefined()
    const sftp = {
      ...FOLDER,
      host: 'bank.example',
      username: 'corridor',
      private_key: 'file:/etc/corridor/bank-key',
      host_keys: [`SHA256:${'a'.repeat(43)}`],
    }
    expect(bankFilesKind.settingsProblem(settings({ sftp }))).toBeUndefined()
  })

  test('that an earlier version stored without deposits_from go on, and count from both', () => {
    const stored = settings({ folder: FOLDER, deposits_from: undefined })
    expect(bankFilesKind.served(stored)).toEqual(bankFilesKind.served(settings({ folder: FOLDER })))
    expect(readSettings(stored).deposits_from).toBeUndefined()
  })

  test.each([
    [{}, 'either folder or sftp is needed'],
    [{ folder: FOLDER, colour: 'red' }, 'colour is not a setting of bank_files'],
    [{ folder: FOLDER, method: 'EVM_ADDRESS' }, 'method must be one of COP_BANK_ACCOUNT'],
    [{ folder: FOLDER, currency: 'EUR' }, 'currency must be one of COP for COP_BANK_ACCOUNT'],
    [
      { folder: FOLDER, deposits_from: undefined },
      'deposits_from is missing: camt.053 or camt.054',
    ],
    [{ folder: FOLDER, account: {} }, 'account must have either iban or number'],
    [{ folder: FOLDER, bank: {} }, 'bank must have bic or member_id'],
    [{ folder: FOLDER, holder: '' }, 'holder must not be empty'],
    [{ folder: { outbox: '/bank/out', inbox: '/bank/in' } }, 'folder.work is missing'],
    [{ folder: { ...FOLDER, inbox: '/bank/out' } }, 'must be three different folders'],
    [{ folder: FOLDER, funding: {} }, 'funding.bank_account_number is missing'],
    [
      { folder: FOLDER, service_level: { code: 'A', proprietary: 'B' } },
      'either code or proprietary',
    ],
    [
      { folder: FOLDER, calendar: { timezone: 'Bogota', cut_off: '16:00' } },
      'calendar.timezone must be a name of the IANA database',
    ],
    [
      { folder: FOLDER, calendar: { timezone: 'UTC', cut_off: '4pm' } },
      'calendar.cut_off must be HH:MM',
    ],
    [
      { folder: FOLDER, calendar: { timezone: 'UTC', cut_off: '16:00', holidays: ['2026-02-30'] } },
      '2026-02-30 is not a date',
    ],
    [
      {
        sftp: { ...FOLDER, host: 'h', username: 'u', password: 'env:X', host_keys: ['ssh-rsa A'] },
      },
      'sftp.host_keys must be fingerprints',
    ],
    [
      { sftp: { ...FOLDER, host: 'h', username: 'u', password: 'hunter2', host_keys: ['x'] } },
      'sftp.password must be env:NAME or file:PATH, never the secret itself',
    ],
  ])('%j are refused: %s', (more, problem) => {
    expect(bankFilesKind.settingsProblem(settings(more))).toContain(problem)
  })
})
