// The record of a transfer's originator and beneficiary, with the field names of IVMS101. The schema bounds every text and
// list; `problemsOfRecord` has the rules that a schema cannot say.
import Type, { type Static } from 'typebox'
import type { FieldError } from '../../platform/errors.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import { choice, exact, text } from '../../platform/http/schemas.ts'

const country = Type.String({
  pattern: inputPatterns.country.pattern,
  description: 'Two letters of ISO 3166, such as CO.',
  examples: ['CO'],
})
const short = (description: string, example: string) =>
  Type.Optional(text(70, description, example))

const naturalName = exact(
  {
    primaryIdentifier: text(100, 'The surname.', 'García'),
    secondaryIdentifier: Type.Optional(text(100, 'The given names.', 'Ana María')),
    nameIdentifierType: choice(
      ['LEGL', 'ALIA', 'BIRT', 'MAID', 'MISC'],
      'LEGL: the legal name. ALIA: an alias. BIRT: at birth. MAID: maiden name. MISC: another.',
      { title: 'NaturalPersonNameType' },
    ),
  },
  { title: 'NaturalPersonNameIdentifier', description: 'A name of a person.' },
)

const legalName = exact(
  {
    legalPersonName: text(100, 'The name.', 'Acme SA'),
    legalPersonNameIdentifierType: choice(
      ['LEGL', 'SHRT', 'TRAD'],
      'LEGL: the registered name. SHRT: a short name. TRAD: a trading name.',
      { title: 'LegalPersonNameType' },
    ),
  },
  { title: 'LegalPersonNameIdentifier', description: 'A name of a company.' },
)

const address = exact(
  {
    addressType: choice(
      ['HOME', 'BIZZ', 'GEOG'],
      'HOME: of residence. BIZZ: of business. GEOG: another place.',
      { title: 'AddressType' },
    ),
    streetName: short('The street.', 'Calle 100'),
    buildingNumber: short('The number of the building.', '8-55'),
    buildingName: short('The name of the building.', 'Torre C'),
    postcode: short('The postal code.', '110221'),
    townName: short('The town.', 'Bogotá'),
    countrySubDivision: short('The state or department.', 'Cundinamarca'),
    addressLine: Type.Optional(
      Type.Array(text(70, 'A line.', 'Calle 100 # 8-55'), {
        maxItems: 7,
        description: 'The address in lines, where it has no other form.',
      }),
    ),
    country,
  },
  { title: 'GeographicAddress', description: 'A postal address.' },
)
const geographicAddress = Type.Optional(
  Type.Array(address, { maxItems: 5, description: 'Postal addresses.' }),
)

const nationalIdentification = Type.Optional(
  exact(
    {
      nationalIdentifier: text(35, 'The number.', '1020304050'),
      nationalIdentifierType: choice(
        ['ARNU', 'CCPT', 'RAID', 'DRLC', 'FIIN', 'TXID', 'SOCS', 'IDCD', 'LEIX', 'MISC'],
        'CCPT: passport. IDCD: identity card. TXID: tax number. DRLC: driving licence. LEIX: LEI. The others as IVMS101 has them.',
        { title: 'NationalIdentifierType', example: 'IDCD' },
      ),
      countryOfIssue: Type.Optional(country),
      registrationAuthority: short('The authority that registered it.', 'RA000588'),
    },
    { title: 'NationalIdentification', description: 'An official number.' },
  ),
)
const customerIdentification = Type.Optional(text(50, 'Your number of the customer.', 'C-20481'))

const naturalPerson = exact(
  {
    name: exact(
      {
        nameIdentifier: Type.Array(naturalName, {
          minItems: 1,
          maxItems: 5,
          description: 'The names. One is the legal name.',
        }),
      },
      { title: 'NaturalPersonName', description: 'The names of a person.' },
    ),
    geographicAddress,
    nationalIdentification,
    customerIdentification,
    dateAndPlaceOfBirth: Type.Optional(
      exact(
        {
          dateOfBirth: Type.String({
            pattern: inputPatterns.date.pattern,
            description: 'The birthday.',
            examples: ['1984-03-02'],
          }),
          placeOfBirth: text(70, 'The town and country.', 'Bogotá, Colombia'),
        },
        { title: 'DateAndPlaceOfBirth', description: 'When and where a person was born.' },
      ),
    ),
    countryOfResidence: Type.Optional(country),
  },
  { title: 'NaturalPerson', description: 'A person.' },
)

const legalPerson = exact(
  {
    name: exact(
      {
        nameIdentifier: Type.Array(legalName, {
          minItems: 1,
          maxItems: 5,
          description: 'The names. One is the registered name.',
        }),
      },
      { title: 'LegalPersonName', description: 'The names of a company.' },
    ),
    geographicAddress,
    nationalIdentification,
    customerIdentification,
    countryOfRegistration: Type.Optional(country),
  },
  { title: 'LegalPerson', description: 'A company.' },
)

const person = exact(
  { naturalPerson: Type.Optional(naturalPerson), legalPerson: Type.Optional(legalPerson) },
  { title: 'IvmsPerson', description: 'Either `naturalPerson` or `legalPerson`.' },
)
const persons = (of: string) =>
  Type.Array(person, { minItems: 1, maxItems: 5, description: `Who the ${of} is.` })
const accountNumber = Type.Optional(
  Type.Array(text(100, 'An account or address.', '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'), {
    maxItems: 5,
    description: 'Accounts or addresses.',
  }),
)

export const newRecordSchema = exact(
  {
    originator: exact(
      { originatorPersons: persons('originator'), accountNumber },
      { title: 'Originator', description: 'Who sends the money.' },
    ),
    beneficiary: exact(
      { beneficiaryPersons: persons('beneficiary'), accountNumber },
      { title: 'Beneficiary', description: 'Who gets the money.' },
    ),
  },
  {
    title: 'TravelRuleContent',
    description:
      'Originator and beneficiary of transfers from or to a wallet, with the field names of IVMS101.',
  },
)
export type RecordContent = Static<typeof newRecordSchema>
type Person = Static<typeof person>

/** The rules of IVMS101 beyond the form: one kind of person, a legal name, and enough about an originator. */
export function problemsOfRecord({ originator, beneficiary }: RecordContent): FieldError[] {
  return [
    ...originator.originatorPersons.flatMap((one, index) =>
      problemsOfPerson(`/originator/originatorPersons/${index}`, one, true),
    ),
    ...beneficiary.beneficiaryPersons.flatMap((one, index) =>
      problemsOfPerson(`/beneficiary/beneficiaryPersons/${index}`, one, false),
    ),
  ]
}

function problemsOfPerson(pointer: string, one: Person, isOriginator: boolean): FieldError[] {
  const { naturalPerson: natural, legalPerson: legal } = one
  if ((natural === undefined) === (legal === undefined))
    return [
      { pointer, code: 'invalid_value', message: 'must have either naturalPerson or legalPerson' },
    ]
  const problems: FieldError[] = []
  const types =
    natural?.name.nameIdentifier.map((name) => name.nameIdentifierType) ??
    legal?.name.nameIdentifier.map((name) => name.legalPersonNameIdentifierType) ??
    []
  if (!types.includes('LEGL'))
    problems.push({ pointer, code: 'required', message: 'must have a name of the type LEGL' })
  const known = natural ?? legal
  const isTold =
    (known?.geographicAddress?.length ?? 0) > 0 ||
    known?.nationalIdentification !== undefined ||
    known?.customerIdentification !== undefined ||
    natural?.dateAndPlaceOfBirth !== undefined
  if (isOriginator && !isTold)
    problems.push({
      pointer,
      code: 'required',
      message:
        'must have one of geographicAddress, nationalIdentification, customerIdentification and, for a person, dateAndPlaceOfBirth',
    })
  return problems
}
