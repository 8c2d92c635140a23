// An operator chooses another destination for a refund that the rail rejected for good, that has none, or that was never
// prepared. Only such a refund can safely be sent elsewhere.
import { publicId, type Uuid } from '../../platform/ids.ts'
import { instrumentCarries } from '../../outside/methods/methods.ts'
import { decideOrder, type OrderActDeps, type Refused } from '../orders/decide-order.ts'
import { noteOf } from '../orders/notes.ts'
import { openRefund } from '../orders/open-exits.ts'
import type { OrderRow } from '../orders/queries.ts'
import { onRefundRedirected } from '../orders/refund-outcomes.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { debtOf } from '../reversals/settle.ts'

const exit = 'order.redirect-refund'

/** Redirects the refund as an act on its order, with a reason. */
export const redirectRefundOf = (
  deps: OrderActDeps & { rails: Rails },
  seen: OrderRow,
  refundId: Uuid<'rf'> | undefined,
  destination: Uuid<'epi'> | undefined,
  reason: string,
): Promise<OrderRow | Refused> =>
  decideOrder(deps, seen, { exit, action: 'refund_redirected', reason }, async (facts, at) => {
    const { order } = facts
    const refund = openRefund(exit, facts, refundId)
    if ('detail' in refund) return refund
    // A deposit that was taken back while its refund was on its way left a debt, and the refund is owed again.
    const debt = await debtOf(deps.db, order, refund.currency)
    if (debt !== undefined) return debt
    const { organization_id: organizationId } = order
    const instrument =
      destination === undefined
        ? undefined
        : await deps.catalogue.instrument({ organizationId, id: destination })
    if (instrument === undefined || !instrumentCarries(instrument, refund.currency))
      return `cannot be refunded there: the organization has no such instrument for ${refund.currency}`
    if (await isDeskAccount(deps, instrument))
      return `cannot be refunded to ${publicId('epi', instrument.id)}: its account belongs to the desk`
    return {
      ...onRefundRedirected(refund, instrument.id, at),
      note: noteOf(
        'refund_redirected',
        `${publicId('rf', refund.id)} to ${publicId('epi', instrument.id)}: ${reason}`,
      ),
    }
  })
