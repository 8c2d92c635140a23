// Refuses an order that the enterprise lets nobody make alone. The rule is part of the caller, so that callers without one cost
// nothing.
import type { Caller } from '../../platform/access/authenticate.ts'
import { boundOf } from '../../platform/access/bounds.ts'
import { failure } from '../../platform/errors.ts'
import { uuidOf, type Uuid } from '../../platform/ids.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { QuoteStatements } from '../quotes/shared-statements.ts'

/** Throws `approval_required`. A used quote makes no other order: its repetition is answered as before. */
export async function requireAlone(
  { findQuote }: Pick<QuoteStatements, 'findQuote'>,
  { bounds }: Pick<Caller, 'bounds'>,
  organizationId: Uuid<'org'>,
  quoteId: string,
): Promise<void> {
  if (bounds.length === 0) return
  const id = uuidOf('qt', quoteId)
  const quote = id === undefined ? null : await findQuote({ organizationId, id })
  if (quote === null || quote.is_used) return
  const bound = boundOf(bounds, quote.payin_currency, quote.payin_total_minor)
  if (bound === undefined) return
  const from = formatAmount(BigInt(bound.minor), bound.currency)
  throw failure('approval_required', { currency: bound.currency, second_person_from: from })
}
