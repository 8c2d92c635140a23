// Statements of quotes that batch concurrent calls. Each process opens them once.
import { batched, byOrganization } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { OwnedId } from '../../platform/ids.ts'
import { insertQuotes, selectQuotesByIds, type NewQuote, type FoundQuote } from './queries.ts'

export type QuoteStatements = {
  /** True if the quote was written. */
  readonly insertQuote: (quote: NewQuote) => Promise<boolean>
  readonly findQuote: (id: OwnedId<'qt'>) => Promise<FoundQuote | null>
}

export const openQuoteStatements = (db: Db): QuoteStatements => ({
  insertQuote: batched((quotes: readonly NewQuote[]) => insertQuotes(db, quotes), {
    tenantOf: (quote) => quote.organization_id,
  }),
  findQuote: batched((ids: readonly OwnedId<'qt'>[]) => selectQuotesByIds(db, ids), {
    tenantOf: byOrganization,
  }),
})
