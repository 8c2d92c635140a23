// The travel rule record of a wallet: from which amount on it is needed, when one was given, and the form that gives one.
// The service encrypts a record, and nothing shows it again.
import type { Schemas } from '@corridor/sdk'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Travel rule', 'Travel rule'],
  from: ['Needed from', 'Se necesita desde'],
  given: ['Record given', 'Registro entregado'],
  none: ['none yet', 'aún ninguno'],
  notNeeded: [
    'No transfer from or to this wallet needs a record.',
    'Ninguna transferencia desde o hacia esta billetera necesita un registro.',
  ],
  about: [
    'It says who sends and who receives the money of this wallet. The newest record counts for all transfers.',
    'Dice quién envía y quién recibe el dinero de esta billetera. El registro más nuevo vale para todas las transferencias.',
  ],
  give: ['Give a record', 'Entregar un registro'],
  giveNew: ['Give a new record', 'Entregar un registro nuevo'],
  originator: ['Who sends the money', 'Quién envía el dinero'],
  beneficiary: ['Who receives the money', 'Quién recibe el dinero'],
  is: ['Is', 'Es'],
  person: ['a person', 'una persona'],
  company: ['a company', 'una empresa'],
  company_name: ['Registered name', 'Razón social'],
  surname: ['Surname', 'Apellidos'],
  given_names: ['Given names', 'Nombres'],
  identifier: ['Official number', 'Número oficial'],
  kind: ['Kind of number', 'Tipo de número'],
  address: ['Address', 'Dirección'],
  country: ['Country of the address, two letters', 'País de la dirección, dos letras'],
  enough: [
    'An official number or an address is needed.',
    'Se necesita un número oficial o una dirección.',
  ],
  optional: ['optional', 'opcional'],
  done: [
    'The record is given. Transfers that waited for it go on.',
    'El registro está entregado. Las transferencias que lo esperaban continúan.',
  ],
  IDCD: ['identity card', 'documento de identidad'],
  CCPT: ['passport', 'pasaporte'],
  DRLC: ['driving licence', 'licencia de conducción'],
  TXID: ['tax number', 'número tributario'],
  LEIX: ['LEI', 'LEI'],
})

export function TravelRule({ organization, id, currency }: Wallet & { currency: string }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: [organization, 'travel rule', id],
    queryFn: () => corridor.instruments.travelRule(organization, id),
  })
  return (
    <Section title={t.title}>
      <Answer query={query} lines={2}>
        {({ required_from: from, record }) => (
          <>
            {from === null ? <p className="dim">{t.notNeeded}</p> : null}
            <Facts
              facts={{
                [t.from]: from === null ? null : <Money amount={from} currency={currency} />,
                [t.given]: record === null ? t.none : <Time at={record.recorded_at} />,
              }}
            />
            <details className="others" open={from !== null && record === null}>
              <summary>{record === null ? t.give : t.giveNew}</summary>
              <p className="dim">{t.about}</p>
              <RecordForm organization={organization} id={id} />
            </details>
          </>
        )}
      </Answer>
    </Section>
  )
}

type Wallet = { organization: string; id: string }
type Kind = 'person' | 'company'
const NUMBERS = ['IDCD', 'CCPT', 'DRLC', 'TXID', 'LEIX'] as const
type NumberKind = (typeof NUMBERS)[number]
type Party = {
  kind: Kind
  name: string
  givenNames: string
  number: string
  numberKind: NumberKind
  address: string
  country: string
}
const NOBODY: Party = {
  kind: 'company',
  name: '',
  givenNames: '',
  number: '',
  numberKind: 'TXID',
  address: '',
  country: '',
}

function RecordForm({ organization, id }: Wallet) {
  const t = useText(texts)
  const [originator, setOriginator] = useState(NOBODY)
  const [beneficiary, setBeneficiary] = useState(NOBODY)
  const isTold = ({ number, address, country }: Party) =>
    number.trim() !== '' || (address.trim() !== '' && country.trim() !== '')
  const isNamed = ({ name }: Party) => name.trim() !== ''
  return (
    <>
      <PartyFields title={t.originator} party={originator} change={setOriginator} needsMore />
      <PartyFields title={t.beneficiary} party={beneficiary} change={setBeneficiary} />
      <Act
        tone="primary"
        label={t.give}
        disabled={!isNamed(originator) || !isTold(originator) || !isNamed(beneficiary)}
        run={(idempotencyKey) =>
          corridor.instruments.giveTravelRuleRecord(
            organization,
            id,
            {
              originator: { originatorPersons: [personOf(originator)] },
              beneficiary: { beneficiaryPersons: [personOf(beneficiary)] },
            },
            { idempotencyKey },
          )
        }
        done={() => <p role="status">{t.done}</p>}
      />
    </>
  )
}

function PartyFields({
  title,
  party,
  change,
  needsMore = false,
}: {
  title: string
  party: Party
  change: (party: Party) => void
  needsMore?: boolean
}) {
  const t = useText(texts)
  const field = (name: keyof Party, label: string, length: number, isOptional = true) => (
    <TextInput
      label={isOptional ? `${label} (${t.optional})` : label}
      value={party[name]}
      maxLength={length}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) =>
        change({ ...party, [name]: name === 'country' ? value.toUpperCase() : value })
      }
      mb="xs"
    />
  )
  const choice = <Value extends string>(
    name: keyof Party,
    label: string,
    values: readonly (readonly [Value, string])[],
  ) => (
    <NativeSelect
      label={label}
      value={party[name]}
      data={values.map(([value, text]) => ({ value, label: text }))}
      onChange={({ currentTarget }) => change({ ...party, [name]: currentTarget.value })}
      mb="xs"
    />
  )
  return (
    <fieldset className="party">
      <legend>{title}</legend>
      {choice('kind', t.is, [
        ['company', t.company],
        ['person', t.person],
      ])}
      {field('name', party.kind === 'company' ? t.company_name : t.surname, 100, false)}
      {party.kind === 'person' ? field('givenNames', t.given_names, 100) : null}
      {field('number', t.identifier, 35)}
      {party.number === ''
        ? null
        : choice(
            'numberKind',
            t.kind,
            NUMBERS.map((one) => [one, t[one]] as const),
          )}
      {field('address', t.address, 70)}
      {party.address === '' ? null : field('country', t.country, 2, false)}
      {needsMore ? <p className="dim">{t.enough}</p> : null}
    </fieldset>
  )
}

/** With the names of IVMS101. */
function personOf(party: Party): Schemas['IvmsPerson'] {
  const [name, given, number, address] = [
    party.name.trim(),
    party.givenNames.trim(),
    party.number.trim(),
    party.address.trim(),
  ]
  const isCompany = party.kind === 'company'
  const told = {
    ...(number === ''
      ? {}
      : {
          nationalIdentification: {
            nationalIdentifier: number,
            nationalIdentifierType: party.numberKind,
          },
        }),
    ...(address === ''
      ? {}
      : {
          geographicAddress: [
            {
              addressType: isCompany ? ('BIZZ' as const) : ('HOME' as const),
              addressLine: [address],
              country: party.country.trim(),
            },
          ],
        }),
  }
  if (isCompany)
    return {
      legalPerson: {
        name: {
          nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
        },
        ...told,
      },
    }
  return {
    naturalPerson: {
      name: {
        nameIdentifier: [
          {
            primaryIdentifier: name,
            ...(given === '' ? {} : { secondaryIdentifier: given }),
            nameIdentifierType: 'LEGL',
          },
        ],
      },
      ...told,
    },
  }
}
