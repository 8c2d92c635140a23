// All SQL that writes quotes. A quote is never updated.
import type { Instant } from '../../platform/clock.ts'
import {
  inOrder,
  joinByIndex,
  rows,
  sqlInstants,
  sqlNumbers,
  sqlUuids,
  type Db,
} from '../../platform/db/pool.ts'
import { listing } from '../../platform/db/listing.ts'
import { metadataFilters, metadataValues } from '../../platform/db/metadata-pairs.ts'
import type { Sorted } from '../../platform/db/sorts.ts'
import { statement } from '../../platform/db/statement.ts'
import { periodFilters, periodValues, type Period } from '../../platform/http/filters.ts'
import { metadataJson, type Metadata } from '../../platform/http/metadata.ts'
import { quotesAreHalted } from '../halts/queries.ts'
import type { OwnedId, Uuid } from '../../platform/ids.ts'
import { whereActive } from '../../parties/organizations/require-active.ts'

export type QuoteRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'qt'>
  offering_id: Uuid<'off'>
  route_id: Uuid<'rt'>
  payin_instrument_id: Uuid<'epi'>
  payout_instrument_id: Uuid<'epi'>
  payin_currency: string
  payout_currency: string
  /** The provider whose rate the quote promises. Null in quotes of earlier versions. */
  priced_provider: string | null
  /** Decimal text. */
  exchange_rate: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
  submission_expires_at: Instant
  funding_expires_at: Instant
  created_at: Instant
  metadata: Metadata | null
}

/** Versions of the route and the provider that a quote was computed from. */
export type QuoteBasis = {
  route_version: number
  provider_version: number
}

/** The rails of its instruments; null where no rail serves one. */
export type QuoteRails = { payin_rail: string | null; payout_rail: string | null }

export type NewQuote = QuoteRow &
  QuoteBasis &
  QuoteRails & { idempotency_key: string; request_hash: Buffer }

const COLUMNS = `organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
  payin_currency, payout_currency, exchange_rate, payin_total_minor, payin_fee_minor, payin_tax_minor,
  payout_total_minor, submission_expires_at, funding_expires_at, created_at, priced_provider, metadata`

const INSERT_QUOTES = statement(
  'insert_quotes',
  [
    'organization_ids',
    'ids',
    'offering_ids',
    'route_ids',
    'payin_instrument_ids',
    'payout_instrument_ids',
    'payin_currencies',
    'payout_currencies',
    'exchange_rates',
    'payin_total_minor',
    'payin_fee_minor',
    'payin_tax_minor',
    'payout_total_minor',
    'submission_expires_at',
    'funding_expires_at',
    'created_at',
    'idempotency_keys',
    'request_hashes',
    'route_versions',
    'provider_names',
    'provider_versions',
    'payin_rails',
    'payout_rails',
    'metadata',
  ],
  `insert into quotes (${COLUMNS}, idempotency_key, request_hash)
   select i.organization_id, i.id, i.offering_id, i.route_id, i.payin_instrument_id, i.payout_instrument_id,
          i.payin_currency, i.payout_currency, i.exchange_rate, i.payin_total, i.payin_fee, i.payin_tax,
          i.payout_total, i.submission_expires_at, i.funding_expires_at, i.created_at, i.provider_name, i.metadata, i.key, i.hash
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
            $9::numeric[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::timestamptz[],
            $15::timestamptz[], $16::timestamptz[], $17::text[], $18::bytea[], $19::int[], $20::text[], $21::int[],
            $22::text[], $23::text[], $24::jsonb[])
          as i (organization_id, id, offering_id, route_id, payin_instrument_id, payout_instrument_id,
            payin_currency, payout_currency, exchange_rate, payin_total, payin_fee, payin_tax, payout_total,
            submission_expires_at, funding_expires_at, created_at, key, hash,
            route_version, provider_name, provider_version, payin_rail, payout_rail, metadata)
     ${joinByIndex('configured_routes', 'organization_id = i.organization_id and id = i.route_id and version = i.route_version and not is_disabled', 'r')}
     ${joinByIndex('liquidity_providers', 'name = i.provider_name and version = i.provider_version', 'p')}
     ${whereActive('i')}
    where not ${quotesAreHalted('i.provider_name', ['i.payin_rail', 'i.payout_rail'])}
   on conflict do nothing
   returning id`,
)

/**
 * Inserts quotes. Returns one boolean per quote, in order. False means that the idempotency key was used before or that
 * a condition failed:
 * - the organization and the instruments are active;
 * - the route is enabled and has the same version;
 * - the provider has the same version;
 * - quotes are not halted.
 */
export async function insertQuotes(db: Db, quotes: readonly NewQuote[]): Promise<boolean[]> {
  const column = <Key extends keyof NewQuote>(key: Key) => quotes.map((quote) => quote[key])
  const inserted = await rows<{ id: Uuid<'qt'> }>(db, INSERT_QUOTES, [
    sqlUuids(column('organization_id')),
    sqlUuids(column('id')),
    sqlUuids(column('offering_id')),
    sqlUuids(column('route_id')),
    sqlUuids(column('payin_instrument_id')),
    sqlUuids(column('payout_instrument_id')),
    column('payin_currency'),
    column('payout_currency'),
    column('exchange_rate'),
    sqlNumbers(column('payin_total_minor')),
    sqlNumbers(column('payin_fee_minor')),
    sqlNumbers(column('payin_tax_minor')),
    sqlNumbers(column('payout_total_minor')),
    sqlInstants(column('submission_expires_at')),
    sqlInstants(column('funding_expires_at')),
    sqlInstants(column('created_at')),
    column('idempotency_key'),
    column('request_hash'),
    sqlNumbers(column('route_version')),
    column('priced_provider'),
    sqlNumbers(column('provider_version')),
    column('payin_rail'),
    column('payout_rail'),
    column('metadata').map(metadataJson),
  ])
  const ids = new Set(inserted.map((row) => row.id))
  return quotes.map((quote) => ids.has(quote.id))
}

/** `is_used`: the quote has an order. The insert of an order checks again, since false may be outdated. */
export type FoundQuote = QuoteRow & { is_used: boolean }

// Look the order up by the quote alone. With `exists` and the organization, the planner scans the whole table when it
// has no statistics.
const SELECT_QUOTES_BY_IDS = statement(
  'select_quotes_by_ids',
  ['organization_ids', 'ids'],
  `select ${COLUMNS}, (select true from orders where quote_id = quotes.id limit 1) is not null as is_used
     from quotes
    where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

/** Returns one row per key, in order; null where the organization has no such quote. */
export async function selectQuotesByIds(
  db: Db,
  keys: readonly OwnedId<'qt'>[],
): Promise<(FoundQuote | null)[]> {
  const found = await rows<FoundQuote>(db, SELECT_QUOTES_BY_IDS, [
    sqlUuids(keys.map((key) => key.organizationId)),
    sqlUuids(keys.map((key) => key.id)),
  ])
  return inOrder(found, keys)
}

/** A quote with the hash of its request, to compare with a repeated request. */
type KeyedQuote = QuoteRow & { request_hash: Buffer }

const SELECT_QUOTE_BY_KEY = statement(
  'select_quote_by_key',
  ['organization_id', 'idempotency_key'],
  `select ${COLUMNS}, request_hash from quotes where organization_id = $1 and idempotency_key = $2`,
)

export async function selectQuoteByKey(
  db: Db,
  organizationId: Uuid<'org'>,
  idempotencyKey: string,
): Promise<KeyedQuote | undefined> {
  const [row] = await rows<KeyedQuote>(db, SELECT_QUOTE_BY_KEY, [organizationId, idempotencyKey])
  return row
}

const SELECT_QUOTES = listing('select_quotes', {
  table: 'quotes',
  columns: COLUMNS,
  filters: { offering: 'offering_id =', ...periodFilters('created_at'), ...metadataFilters },
  isSorted: true,
})

/** With `after`, only the quotes that follow it in the list. */
export const selectQuotes = (
  db: Db,
  organizationId: Uuid<'org'>,
  filter: Period & Sorted & { offeringId: Uuid<'off'> | undefined; metadata: Metadata | null },
  after: Uuid<'qt'> | null,
  limit: number,
): Promise<QuoteRow[]> =>
  SELECT_QUOTES<QuoteRow>(
    db,
    organizationId,
    limit,
    {
      page: after ?? undefined,
      offering: filter.offeringId,
      ...periodValues('qt', filter),
      ...metadataValues(filter.metadata),
    },
    filter.sort,
  )
