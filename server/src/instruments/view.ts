// An instrument as it is published. An order, quote or offering shows the instrument as of its own
// creation: since histories only grow, the version then is the number of entries to show.
import Type, { type Static } from 'typebox'
import { toTimestamp, type Instant } from '../clock.ts'
import type { Secrets } from '../config.ts'
import { currency, exact, identifier, ref, status, timestamp } from '../http/schemas.ts'
import { statusView, type StatusEntry } from '../http/status.ts'
import { publicId, type Uuid } from '../ids.ts'
import {
  aboutMethod,
  exampleDetails,
  fieldsOf,
  methodNames,
  wordsOf,
  type InstrumentMethod,
} from './methods.ts'
import type { InstrumentRow, InstrumentStatus } from './queries.ts'
import { openDetails } from './seal.ts'

export type Instrument = {
  organizationId: Uuid
  id: Uuid
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

const detailsOf = (method: InstrumentMethod) =>
  exact(
    Object.fromEntries(
      Object.entries(wordsOf(method)).map(([field, { about, example, values }]) => [
        field,
        Type.String({
          description: about,
          examples: [example],
          ...(values === undefined ? {} : { enum: [...values] }),
        }),
      ]),
    ),
    { title: method, description: aboutMethod(method), examples: [exampleDetails(method)] },
  )

export const detailsSchema = Type.Unsafe<Record<string, string>>({
  $id: 'InstrumentDetails',
  description:
    'Shaped by the method, which is the title of each form. A field that was not sent is the empty string.',
  oneOf: methodNames.map(detailsOf),
})

export const instrumentSchema = exact(
  {
    id: identifier('epi', 'The instrument.'),
    alias: Type.String({ description: 'Your label.', examples: ['Treasury wallet'] }),
    currency: currency('What the instrument holds.', 'USDC'),
    method: Type.String({
      enum: [...methodNames],
      description: 'Shapes the details.',
      examples: ['SOLANA_ADDRESS'],
    }),
    status: ref(status),
    details: ref(detailsSchema),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.'),
  },
  { $id: 'ExternalPaymentInstrument' },
)
export type InstrumentJson = Static<typeof instrumentSchema>
