// The operator API that reads instruments. Everybody sees how an account ends; read-details.ts shows sealed details.
import Type, { type Static } from 'typebox'
import { toTimestampOrNull, type Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  currency,
  exact,
  nullable,
  timestamp,
  withDescription,
} from '../../platform/http/schemas.ts'
import { metadataFilter } from '../../platform/http/metadata.ts'
import {
  enterpriseOf,
  operatorReads,
  ownerFields,
  ownerView,
  type Owner,
  type ReadDeps,
} from '../operators/operator-reads.ts'
import { fundingAddressOf } from '../../outside/methods/methods.ts'
import { seenInstruments } from './operator-queries.ts'
import type { InstrumentRow } from './queries.ts'
import {
  instrumentOf,
  instrumentStatus,
  instrumentView,
  methodSchema,
  sharedInstrumentFields,
} from './view.ts'

const { id, alias, ...last } = sharedInstrumentFields

const schema = exact(
  {
    id,
    ...ownerFields,
    alias,
    currency: currency('The currency of the instrument.', 'COP'),
    method: withDescription(methodSchema, 'The kind of account.'),
    account_ending: anyText('The last characters of the account or address, at most four.', '9719'),
    ...last,
    details_erased_at: nullable(
      timestamp('An instant.'),
      'When its details were erased by the policy. Null: they are kept.',
    ),
  },
  {
    title: 'DeskInstrument',
    description: 'An account or wallet of a customer, without its details.',
  },
)

export type SeenInstrument = InstrumentRow & Owner & { details_erased_at: Instant | null }
type InstrumentReadDeps = ReadDeps & { config: { secrets: Secrets } }

export const operatorInstrumentReads = (api: Api, deps: InstrumentReadDeps): void =>
  operatorReads<'epi', SeenInstrument>(api, deps, {
    name: 'instruments',
    prefix: 'epi',
    tag: 'Instruments',
    schema,
    about: 'External payment instruments of all organizations, without their details.',
    filters: {
      status: Type.Optional(withDescription(instrumentStatus, 'Instruments with this status.')),
      currency: Type.Optional(currency('Instruments in this currency.', 'COP')),
      method: Type.Optional(withDescription(methodSchema, 'Instruments of this method.')),
      ...metadataFilter('Instruments'),
    },
    made: 'Instruments created',
    ...seenInstruments,
    enterpriseOf,
    view: (row) => view(deps.config.secrets, row),
  })

function view(secrets: Secrets, row: SeenInstrument): Static<typeof schema> {
  const { details, ...shown } = instrumentView(instrumentOf(secrets, row))
  return {
    ...shown,
    ...ownerView(row),
    account_ending: endingOf(fundingAddressOf(row.method, details)),
    details_erased_at: toTimestampOrNull(row.details_erased_at),
  }
}

/** A short account shows half of it at most. */
const endingOf = (account: string): string =>
  account.slice(account.length - Math.min(4, Math.floor(account.length / 2)))
