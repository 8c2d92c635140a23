// Retries a declined order. It creates a new order from a fresh quote of the same offering. The new order takes over the
// money and is funded at once. One transaction changes both orders, so an order is either retried or refunded, never both.
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { requireUncontested } from '../halts/contested.ts'
import {
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import type { Rendered } from '../../platform/http/rendered.ts'
import { publicId, uuidOf, type OwnedId } from '../../platform/ids.ts'
import { carryOverPostings } from '../ledger/postings.ts'
import { liquidityFailure } from '../liquidity/left.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { updateAccountKept } from '../funding-accounts/pool-queries.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { QuoteRow } from '../quotes/queries.ts'
import type { QuoteStatements } from '../quotes/shared-statements.ts'
import type { Acknowledged } from './acknowledged.ts'
import { changeOrders } from './changes.ts'
import {
  prepareOrder,
  reasonForRefusal,
  type OrderInput,
  type PrepareDeps,
} from './create-order.ts'
import { closedToCustomer } from './customer-acts.ts'
import { insertOrders } from './insert-queries.ts'
import { selectFundingRail } from './funding-queries.ts'
import type { Decision, Owed } from './outcomes.ts'
import { keyIdOfRetry } from './keys.ts'
import { updateKeyId, type OrderRow } from './queries.ts'
import { requireOrder } from './require-order.ts'
import type { OrderStatements } from './shared-statements.ts'
import type { SmallAmounts } from '../small-amounts/present.ts'
import { heldMinorOf } from './short.ts'
import { withSmallAmounts } from './small-refunds.ts'
import { changeOf } from './transition.ts'
import { asCreated, orderView } from './view.ts'

export type RetryDeps = PrepareDeps &
  Pick<OrderStatements, 'findOrder' | 'findOrderByKey'> &
  Pick<QuoteStatements, 'findQuote'> & {
    db: Pool
    clock: Clock
    metrics: Metrics
    smallAmounts: SmallAmounts
    acknowledged: Acknowledged
    wakeWorker: () => void
  }

/** The new order begins with two statuses: awaiting funding, then funded. */
const STATUSES_AT_CREATION = 2
// A try fails only if the declined order changed concurrently or the new order was not inserted.
const TRIES = 5

class ChangedConcurrently extends Error {}

export async function retryOrder(
  deps: RetryDeps,
  ownedId: OwnedId<'ord'>,
  input: OrderInput,
  idempotency: Idempotency,
): Promise<Created<Rendered>> {
  const quoteId = uuidOf('qt', input.quoteId)
  const key = {
    organizationId: ownedId.organizationId,
    operation: 'retry',
    key: idempotency.key,
  } as const
  for (let tries = 0; tries < TRIES; tries++) {
    const earlier = await deps.findOrderByKey(key)
    if (earlier !== null) {
      const original = asCreated(requireSameRequest(earlier, idempotency), STATUSES_AT_CREATION)
      return { value: await orderView(deps.catalogue, original), replayed: true }
    }
    const declined = await requireOrder(deps, ownedId)
    await requireUncontested(deps.db, declined, 'order_not_retryable')
    const quote =
      quoteId === undefined
        ? null
        : await deps.findQuote({ organizationId: ownedId.organizationId, id: quoteId })
    if (quote === null) throw failure('not_found', {}, 'There is no such quote.')
    requireRetryable(declined, quote)
    try {
      const followUp = await writeRetry(deps, declined, quote, input, idempotency)
      deps.metrics.transitions.inc({ event: 'funded', to: followUp.status })
      deps.wakeWorker()
      return { value: await orderView(deps.catalogue, followUp), replayed: false }
    } catch (error) {
      if (!(error instanceof ChangedConcurrently)) throw error
      const refusal =
        (await reasonForRefusal(deps, quote, input, deps.clock.now())) ??
        (await liquidityFailure(deps.db, quote))
      if (refusal !== undefined && (await deps.findOrderByKey(key)) === null) throw refusal
    }
  }
  throw new Error(
    `retry of ${publicId('ord', ownedId.id)} not inserted and no reason found (${input.quoteId})`,
  )
}

function requireRetryable(declined: OrderRow, quote: QuoteRow): void {
  const current_status = declined.status
  const why = closedToCustomer(declined, 'retry')
  if (why !== null) throw failure('order_not_retryable', { current_status }, why)
  if (quote.offering_id !== declined.offering_id) {
    throw failure('order_not_retryable', { current_status }, 'The quote is of another offering.')
  }
  if (quote.payin_total_minor > heldMinorOf(declined)) {
    throw failure('retry_not_covered', {
      held: formatAmount(heldMinorOf(declined), declined.payin_currency),
      needed: formatAmount(quote.payin_total_minor, quote.payin_currency),
    })
  }
}

async function writeRetry(
  deps: RetryDeps,
  declined: OrderRow,
  quote: QuoteRow,
  input: OrderInput,
  idempotency: Idempotency,
): Promise<OrderRow> {
  const at = deps.clock.now()
  const keyId = keyIdOfRetry(declined)
  const made = { ...input, metadata: input.metadata ?? declined.metadata ?? undefined }
  const proposed = await prepareOrder(deps, quote, made, 'retry', idempotency, at, declined)
  const heldMinor = heldMinorOf(declined)
  const leftoverMinor = heldMinor - quote.payin_total_minor
  const currency = declined.payin_currency
  const carryOver = carryOverPostings(declined.organization_id, {
    currency,
    amountMinor: heldMinor,
  })
  const releaseChange = await changeOf(
    deps,
    declined,
    { events: [], retryOrderId: proposed.id, postings: [carryOver.from] },
    { at },
  )
  const rail = await selectFundingRail(deps.db, {
    organizationId: declined.organization_id,
    id: declined.id,
  })
  const written = await inTransaction(deps.db, async (db) => {
    const [inserted] = await insertOrders(db, [proposed])
    if (inserted == null) throw new ChangedConcurrently()
    const created = { ...inserted, key_id: keyId }
    if (proposed.fundingDetails === declined.funding_details)
      await updateAccountKept(
        db,
        { organizationId: declined.organization_id, id: declined.id },
        created.id,
      )
    const leftover: Owed = {
      depositId: null,
      currency,
      amountMinor: leftoverMinor,
      reason: 'retry_leftover',
      ...(rail === undefined ? {} : { rail }),
    }
    const takeOver: Decision = {
      events: ['funded'],
      receivedMinor: heldMinor,
      owed: [leftover],
      postings: [carryOver.to],
    }
    const judged = await withSmallAmounts({ ...deps, db }, created, takeOver, at)
    const takeOverChange = await changeOf(deps, created, judged, { at })
    if (releaseChange === null || takeOverChange === null) {
      const [from, to] = [publicId('ord', declined.id), publicId('ord', created.id)]
      throw new Error(`order ${to}, the retry of ${from}, cannot be funded from ${created.status}`)
    }
    // Change the declined order before the name is given: of two retries at once, this one waits and finds it changed.
    const [followUp] = await changeOrders(db, [takeOverChange])
    const [retried] = await changeOrders(db, [releaseChange])
    if (followUp == null || retried == null) throw new ChangedConcurrently()
    await updateKeyId(db, created, keyId)
    return { followUp: { ...followUp, key_id: keyId }, retried }
  })
  deps.acknowledged.remember([written.followUp, written.retried])
  return written.followUp
}
