// An instrument as it is published. An order, quote or offering shows the instrument as of its own
// creation: since histories only grow, the version then is the number of entries to show.
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { toTimestamp, type Instant } from '../clock.ts'
import type { Secrets } from '../config.ts'
import {
  choice,
  exact,
  here,
  identifier,
  pascalCase,
  statusSchemas,
  text,
  timestamp,
  variants,
} from '../http/schemas.ts'
import { statusView, type StatusEntry } from '../http/status.ts'
import { publicId, type Uuid } from '../ids.ts'
import {
  aboutMethod,
  currenciesOf,
  exampleDetails,
  fieldsOf,
  methodNames,
  wordsOf,
  type InstrumentMethod,
} from './methods.ts'
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
  }
}

/** `version`: how much of the history had happened; all of it when absent. */
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
  }
}

const texts = new WeakMap<Instrument, Map<number, string>>()

/** The same as JSON text, made once: orders show little else. */
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
export const methodSchema = choice(methodNames, 'A method, which shapes the details.', {
  title: 'InstrumentMethod',
})

/** One schema for each method, by the name of the method. */
const forMethods = <T extends TSchema>(schemaOf: (method: InstrumentMethod) => T) =>
  Object.fromEntries(methodNames.map((method) => [method, schemaOf(method)]))

const methodOf = (method: InstrumentMethod) =>
  Type.Literal(method, { description: 'Shapes the details.', examples: [method] })

const currencyOf = (method: InstrumentMethod, description: string) =>
  choice(currenciesOf(method), description)

const detailsOf = (method: InstrumentMethod) =>
  exact(
    Object.fromEntries(
      Object.entries(wordsOf(method)).map(([field, words]) => [field, fieldSchema(words)]),
    ),
    {
      title: `${pascalCase(method)}Details`,
      description: `${aboutMethod(method)} A field that was not sent is the empty string.`,
      examples: [exampleDetails(method)],
    },
  )

const fieldSchema = ({ about, example, values }: ReturnType<typeof wordsOf>[string]) =>
  values === undefined
    ? Type.String({ description: about, examples: [example] })
    : choice(values, about, { example })

type AnyDetails = { currency: string; method: InstrumentMethod; details: Record<string, string> }

export const fundingSchema = variants<AnyDetails>(
  'FundingInstructions',
  'method',
  forMethods((method) =>
    exact(
      {
        currency: currencyOf(method, 'What to send.'),
        method: methodOf(method),
        details: here(detailsOf(method), 'Where to send it.'),
      },
      {
        title: `${pascalCase(method)}FundingInstructions`,
        description: `How to fund an order. ${aboutMethod(method)}`,
      },
    ),
  ),
  'Where the payer sends the funds of this order, shaped by `method`. The payer quotes the reference_number with the payment: at an account that several orders share, it tells whose the money is.',
)

const sharedFields = {
  id: identifier('epi', 'The instrument.'),
  alias: Type.String({ description: 'Your label.', examples: ['Treasury wallet'] }),
  status: status.withHistory,
  created_at: timestamp('When it was made.'),
  updated_at: timestamp('When it last changed.'),
}
export type InstrumentJson = AnyDetails & Static<TObject<typeof sharedFields>>

export const instrumentSchema = variants<InstrumentJson>(
  'ExternalPaymentInstrument',
  'method',
  forMethods((method) => {
    const { id, alias, ...last } = sharedFields
    return exact(
      {
        id,
        alias,
        currency: currencyOf(method, 'What the instrument holds.'),
        method: methodOf(method),
        details: detailsOf(method),
        ...last,
      },
      { title: `${pascalCase(method)}Instrument`, description: aboutMethod(method) },
    )
  }),
  'An account or wallet that an organization pays from or to, shaped by `method`.',
)

/** What is sent to create one. methods.ts judges the details, so that its messages can name the fields. */
export const newInstrumentSchema = variants(
  'NewInstrument',
  'method',
  forMethods((method) =>
    exact(
      {
        alias: text(200, 'Your label.', 'Treasury wallet'),
        currency: currencyOf(method, 'What the instrument holds.'),
        method: methodOf(method),
        details: newDetailsOf(method),
      },
      { title: `New${pascalCase(method)}Instrument`, description: aboutMethod(method) },
    ),
  ),
  'An instrument to create, shaped by `method`.',
)

function newDetailsOf(method: InstrumentMethod) {
  const fields = Object.entries(wordsOf(method)).map(([field, words]) => {
    const schema = fieldSchema(words)
    return [field, words.needed === true ? schema : Type.Optional(schema)] as const
  })
  return exact(Object.fromEntries(fields), {
    title: `New${pascalCase(method)}Details`,
    description: `${aboutMethod(method)} Fields that may be empty can be left out.`,
    examples: [exampleDetails(method)],
  })
}
