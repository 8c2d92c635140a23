// The published form of an instrument. An order or offering shows the instrument as of its own creation. Status
// histories only grow, so the version at that time is the number of entries to show.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { toTimestamp, type Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import {
  anyText,
  choice,
  exact,
  identifier,
  pascalCase,
  statusSchemas,
  text,
  timestamp,
  variants,
  withDescription,
} from '../../platform/http/schemas.ts'
import { metadataField, metadataView, type Metadata } from '../../platform/http/metadata.ts'
import { statusView, type StatusEntry } from '../../platform/http/status.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  aboutMethod,
  allMethods,
  currenciesOf,
  exampleDetails,
  fieldsOf,
  methodNames,
  describedFieldsOf,
  type InstrumentMethod,
} from '../../outside/methods/methods.ts'
import { instrumentStatuses, type InstrumentRow, type InstrumentStatus } from './queries.ts'
import { openDetails } from './seal.ts'

export type Instrument = {
  organizationId: Uuid<'org'>
  id: Uuid<'epi'>
  alias: string
  currency: string
  method: InstrumentMethod
  details: Record<string, string>
  status: InstrumentStatus
  statusHistory: readonly StatusEntry[]
  version: number
  createdAt: Instant
  metadata: Metadata | null
}

export function instrumentOf(secrets: Secrets, row: InstrumentRow): Instrument {
  const sealed = { keyId: row.details_key_id, bytes: row.details_sealed }
  return {
    organizationId: row.organization_id,
    id: row.id,
    alias: row.alias,
    currency: row.currency,
    method: row.method,
    details: openDetails(secrets, row.id, sealed),
    status: row.status,
    statusHistory: row.status_history,
    version: row.version,
    createdAt: row.created_at,
    metadata: row.metadata,
  }
}

/** `version`: the number of history entries to show; by default all. */
export function instrumentView(
  instrument: Instrument,
  version = instrument.version,
): InstrumentJson {
  const history = instrument.statusHistory.slice(0, version)
  return {
    id: publicId('epi', instrument.id),
    alias: instrument.alias,
    currency: instrument.currency,
    method: instrument.method,
    status: statusView(history),
    details: detailsView(instrument.method, instrument.details),
    created_at: toTimestamp(instrument.createdAt),
    updated_at: history.at(-1)?.created_at ?? toTimestamp(instrument.createdAt),
    ...metadataView(instrument),
  }
}

const texts = new WeakMap<Instrument, Map<number, string>>()

/** The view as JSON text, cached: it makes up most of an order. */
export function instrumentText(instrument: Instrument, version: number): string {
  let ofInstrument = texts.get(instrument)
  if (ofInstrument === undefined) texts.set(instrument, (ofInstrument = new Map()))
  let text = ofInstrument.get(version)
  if (text === undefined) {
    text = JSON.stringify(instrumentView(instrument, version))
    ofInstrument.set(version, text)
  }
  return text
}

/** The fields of a method in their documented order. */
export const detailsView = (
  method: InstrumentMethod,
  details: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(fieldsOf(method).map((field) => [field, details[field] ?? '']))

const status = statusSchemas('Instrument', instrumentStatuses)
export const instrumentStatus = status.one
export const methodSchema = choice(
  allMethods,
  'A method, which decides the fields of the details.',
  {
    title: 'InstrumentMethod',
  },
)

/** One schema per method, by method name. */
const forMethods = <T extends TSchema>(
  schemaOf: (method: InstrumentMethod) => T,
  of: readonly InstrumentMethod[] = allMethods,
) => Object.fromEntries(of.map((method) => [method, schemaOf(method)]))

const methodOf = (method: InstrumentMethod) =>
  Type.Literal(method, { description: 'Decides the fields of the details.', examples: [method] })

// One currency needs no name: it is a constant of the method.
function currencyOf(method: InstrumentMethod, description: string) {
  const currencies = currenciesOf(method)
  if (currencies.length === 1) return choice(currencies, description)
  const about = `A currency that ${method} carries.`
  return withDescription(
    choice(currencies, about, { title: `${pascalCase(method)}Currency` }),
    description,
  )
}

const detailsOf = (method: InstrumentMethod) =>
  exact(
    Object.fromEntries(
      Object.entries(describedFieldsOf(method)).map(([field, words]) => [
        field,
        fieldSchema(method, field, words),
      ]),
    ),
    {
      title: `${pascalCase(method)}Details`,
      description: `${aboutMethod(method)} A field that was not sent is an empty string.`,
      examples: [exampleDetails(method)],
    },
  )

const fieldSchema = (
  method: InstrumentMethod,
  field: string,
  { about, example, values }: ReturnType<typeof describedFieldsOf>[string],
) =>
  values === undefined
    ? Type.String({ description: about, examples: [example] })
    : choice(values, about, { example, title: `${pascalCase(method)}${pascalCase(field)}` })

type AnyDetails = { currency: string; method: InstrumentMethod; details: Record<string, string> }

export const fundingSchema = variants<AnyDetails>(
  'FundingInstructions',
  'method',
  forMethods((method) =>
    exact(
      {
        currency: currencyOf(method, 'The currency to send.'),
        method: methodOf(method),
        details: withDescription(detailsOf(method), 'The account to send it to.'),
      },
      {
        title: `${pascalCase(method)}FundingInstructions`,
        description: `How to fund an order. ${aboutMethod(method)}`,
      },
    ),
  ),
  'The account to which the payer sends the funds of this order; `method` decides its fields. The payer quotes the reference_number with the payment. It identifies the order at an account that several orders share.',
)

export const sharedInstrumentFields = {
  id: identifier('epi', 'The instrument.'),
  alias: anyText('Your label.', 'Treasury wallet'),
  status: status.withHistory,
  created_at: timestamp('When it was created.'),
  updated_at: timestamp('When it last changed.'),
  ...metadataField,
}
export type InstrumentJson = AnyDetails & Static<TObject<typeof sharedInstrumentFields>>

export const instrumentSchema = variants<InstrumentJson>(
  'ExternalPaymentInstrument',
  'method',
  forMethods((method) => {
    const { id, alias, ...last } = sharedInstrumentFields
    return exact(
      {
        id,
        alias,
        currency: currencyOf(method, 'The currency of the instrument.'),
        method: methodOf(method),
        details: detailsOf(method),
        ...last,
      },
      { title: `${pascalCase(method)}Instrument`, description: aboutMethod(method) },
    )
  }),
  'An account or wallet that an organization pays from or to; `method` decides its fields.',
)

/** The request body that creates an instrument. methods.ts checks the details, so that messages name the fields. */
export const newInstrumentSchema = variants(
  'NewInstrument',
  'method',
  forMethods(
    (method) =>
      exact(
        {
          alias: text(200, 'Your label.', 'Treasury wallet'),
          currency: currencyOf(method, 'The currency of the instrument.'),
          method: methodOf(method),
          details: newDetailsOf(method),
          ...metadataField,
        },
        { title: `New${pascalCase(method)}Instrument`, description: aboutMethod(method) },
      ),
    methodNames,
  ),
  'An instrument to create; `method` decides its fields.',
)

function newDetailsOf(method: InstrumentMethod) {
  const fields = Object.entries(describedFieldsOf(method)).map(([field, words]) => {
    const schema = fieldSchema(method, field, words)
    return [field, words.needed === true ? schema : Type.Optional(schema)] as const
  })
  return exact(Object.fromEntries(fields), {
    title: `New${pascalCase(method)}Details`,
    description: `${aboutMethod(method)} Fields that may be empty can be omitted.`,
    examples: [exampleDetails(method)],
  })
}
