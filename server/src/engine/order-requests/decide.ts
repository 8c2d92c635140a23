// A person prepares an order, and another one approves it with a quote of now. The approval and the order are one transaction:
// of two approvals at the same instant, one makes the order. Each step has its entry in the audit trail.
import { insertAudit } from '../../parties/audit/queries.ts'
import { updateApprovalDecided, WAITS_MS, type Decision } from '../../parties/acts/queries.ts'
import {
  insertOrderRequest,
  selectOrderRequest,
  selectOrderRequestOfQuote,
  type OrderRequestRow,
  type PreparedOrder,
} from '../../parties/acts/request-queries.ts'
import { customerActor } from '../../parties/users/kinds.ts'
import { requireTakesOrders } from '../../parties/organizations/require-active.ts'
import type { Caller, UserSession } from '../../platform/access/authenticate.ts'
import { customerMay } from '../../platform/access/customer-roles.ts'
import { later, toTimestamp, type Clock, type Instant } from '../../platform/clock.ts'
import { inTransaction, type Db, type Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import type { Created } from '../../platform/http/idempotency.ts'
import { metadataOf, metadataView } from '../../platform/http/metadata.ts'
import type { Rendered } from '../../platform/http/rendered.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import { formatAmount, formatRateText } from '../../platform/money/decimal.ts'
import { createOrder, type CreateDeps } from '../orders/create-order.ts'
import { insertOrders } from '../orders/insert-queries.ts'
import type { NewOrder } from '../orders/new-order.ts'
import { selectKeyOfOrder, type OrderRow } from '../orders/queries.ts'
import { asCreated, orderView } from '../orders/view.ts'
import type { QuoteRow } from '../quotes/queries.ts'

export type RequestDeps = Omit<CreateDeps, 'db'> & { db: Pool; clock: Clock }

/** Somebody else decided, or it expired, after the request was read. */
class TooLate extends Error {}
/** The order was not made. The decision goes back with it. */
class NothingWritten extends Error {}

type Asked = Pick<PreparedOrder, 'quote_id' | 'priced_by'> &
  Partial<Pick<PreparedOrder, 'external_reference_id' | 'note' | 'metadata'>>

/** The same quote waits once: a repeated request of its person returns it. */
export async function prepareRequest(
  deps: RequestDeps,
  caller: Caller,
  organizationId: Uuid<'org'>,
  input: Asked,
): Promise<OrderRequestRow> {
  const user = personOf(caller)
  const quote = await requireQuote(deps, organizationId, input.quote_id)
  if (quote.submission_expires_at < deps.clock.now())
    throw failure('quote_expired', {
      submission_expires_at: toTimestamp(quote.submission_expires_at),
    })
  const instruments = [quote.payin_instrument_id, quote.payout_instrument_id]
  await requireTakesOrders(deps.db, organizationId, instruments)
  const at = deps.clock.realNow()
  const id = newUuid('apr', at)
  const asked = preparedOrder(quote, input)
  const entry = {
    chain: caller.enterpriseId,
    actor: customerActor(user.id),
    subject: publicId('apr', id),
  }
  await inTransaction(deps.db, async (db) => {
    const isNew = await insertOrderRequest(db, {
      id,
      chain: caller.enterpriseId,
      asked,
      amount: { currency: quote.payin_currency, minor: String(quote.payin_total_minor) },
      proposed_by: customerActor(user.id),
      proposed_person: user.id,
      proposed_at: at,
      expires_at: later(at, WAITS_MS),
    })
    if (isNew)
      await insertAudit(db, { ...entry, at, act: 'order.prepared', reason: '', detail: asked })
  })
  const waiting = await selectOrderRequestOfQuote(deps.db, asked.quote_id, at)
  if (waiting === undefined || waiting.proposed_person !== user.id)
    throw failure('quote_already_used', {}, 'An order request has this quote.')
  return waiting
}

const preparedOrder = (quote: QuoteRow, input: Asked): PreparedOrder => ({
  organization_id: publicId('org', quote.organization_id),
  quote_id: publicId('qt', quote.id),
  offering_id: publicId('off', quote.offering_id),
  payin_instrument_id: publicId('epi', quote.payin_instrument_id),
  payout_instrument_id: publicId('epi', quote.payout_instrument_id),
  external_reference_id: input.external_reference_id ?? null,
  note: input.note ?? null,
  priced_by: input.priced_by ?? null,
  exchange_rate: formatRateText(quote.exchange_rate),
  ...totalsOf(quote),
  ...metadataView({ metadata: metadataOf(input) }),
})

/** Makes the order with the quote that the approver saw. It is between the same accounts, and has the total that the preparer entered. */
export async function approveRequest(
  deps: RequestDeps,
  caller: Caller,
  organizationId: Uuid<'org'>,
  text: string,
  quoteId: string,
): Promise<Created<Rendered>> {
  const user = personOf(caller)
  const row = await requireRequest(deps, organizationId, text)
  const made = await madeBefore(deps, organizationId, row, user)
  if (made !== undefined) return made
  await requireSecondPerson(deps, row, user)
  const quote = await requireQuote(deps, organizationId, quoteId)
  if (!isOfRequest(quote, row.asked)) throw failure('quote_differs')
  const at = deps.clock.realNow()
  const decision = decisionOf(user, 'APPROVED', at, '')
  const decide = (order: NewOrder): Promise<OrderRow | null> =>
    inTransaction(deps.db, async (db) => {
      if (!(await updateApprovalDecided(db, row.id, decision))) throw new TooLate()
      const [created = null] = await insertOrders(db, [order])
      if (created === null) throw new NothingWritten()
      await note(db, row, user, at, 'order.approved', {
        order: publicId('ord', order.id),
        quote_id: quoteId,
        ...totalsOf(quote),
        prepared_by: row.proposed_by,
      })
      return created
    }).catch((error: unknown) => {
      if (error instanceof NothingWritten) return null
      throw error
    })
  const tenant = deps.memberships.tenantOf(organizationId)
  const insertOrder = async (order: NewOrder): Promise<OrderRow | null> => {
    const created = await deps.gate.run(tenant, () => decide(order))
    // Only what was committed: an order that was rolled back would look like a lost one.
    deps.acknowledged.remember([created])
    return created
  }
  try {
    const { external_reference_id: externalReferenceId, metadata } = row.asked
    const input = { quoteId, externalReferenceId, metadata }
    const requestHash = Buffer.from(row.id.replaceAll('-', ''), 'hex')
    const idempotency = { key: keyOf(row), requestHash }
    const result = await createOrder(
      { ...deps, insertOrder, insertsAlone: true },
      organizationId,
      input,
      idempotency,
    )
    // One effect for the request, whatever quotes are tried. The order may be of another person's approval.
    if (result.replayed) throw new TooLate()
    return result
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    const now = await requireRequest(deps, organizationId, text)
    const before = await madeBefore(deps, organizationId, now, user)
    if (before === undefined) throw notPending(now)
    return before
  }
}

/** One order for each request: no client may use such a key, since it has blanks. */
const keyOf = ({ id }: Pick<OrderRequestRow, 'id'>): string => `${KEY}${publicId('apr', id)}`
const KEY = 'order request '

/** The request that an order was approved in. Undefined for an order that needed no second person. */
export async function requestOfOrder(
  { db, clock }: Pick<RequestDeps, 'db' | 'clock'>,
  organizationId: Uuid<'org'>,
  order: Uuid<'ord'>,
): Promise<OrderRequestRow | undefined> {
  const key = (await selectKeyOfOrder(db, organizationId, order))?.idempotency_key ?? ''
  const id = uuidOf('apr', key.slice(KEY.length))
  if (id === undefined || !key.startsWith(KEY)) return undefined
  return selectOrderRequest(db, publicId('org', organizationId), id, clock.realNow())
}

/** The order that this person approved before: the answer may have been lost. */
async function madeBefore(
  deps: RequestDeps,
  organizationId: Uuid<'org'>,
  row: OrderRequestRow,
  user: UserSession,
): Promise<Created<Rendered> | undefined> {
  if (row.status !== 'APPROVED' || row.decided_person !== user.id) return undefined
  const key = { organizationId, operation: 'create', key: keyOf(row) } as const
  const order = await deps.findOrderByKey(key)
  if (order === null) return undefined
  return { value: await orderView(deps.catalogue, asCreated(order)), replayed: true }
}

/** Offerings are made anew with their terms, so the accounts are compared. */
function isOfRequest(quote: QuoteRow, asked: PreparedOrder): boolean {
  const { payin_total, payout_total } = totalsOf(quote)
  const [keepsPayin, keepsPayout] = [
    payin_total === asked.payin_total,
    payout_total === asked.payout_total,
  ]
  const keeps = { payin: keepsPayin, payout: keepsPayout, either: keepsPayin || keepsPayout }
  return (
    publicId('epi', quote.payin_instrument_id) === asked.payin_instrument_id &&
    publicId('epi', quote.payout_instrument_id) === asked.payout_instrument_id &&
    keeps[asked.priced_by ?? 'either']
  )
}

const totalsOf = (quote: QuoteRow) => ({
  payin_currency: quote.payin_currency,
  payout_currency: quote.payout_currency,
  payin_total: formatAmount(quote.payin_total_minor, quote.payin_currency),
  payout_total: formatAmount(quote.payout_total_minor, quote.payout_currency),
})

/** `REJECTED`: by whoever may approve it. `WITHDRAWN`: by its preparer. */
export async function endRequest(
  deps: RequestDeps,
  caller: Caller,
  organizationId: Uuid<'org'>,
  text: string,
  status: 'REJECTED' | 'WITHDRAWN',
  reason: string,
): Promise<OrderRequestRow> {
  const user = personOf(caller)
  const row = await requireRequest(deps, organizationId, text)
  if (row.status === status && row.decided_person === user.id) return row
  if (row.status !== 'PENDING') throw notPending(row)
  const isOwn = row.proposed_person === user.id
  if (isOwn !== (status === 'WITHDRAWN')) throw failure(isOwn ? 'own_request' : 'not_own_request')
  const at = deps.clock.realNow()
  await inTransaction(deps.db, async (db) => {
    if (!(await updateApprovalDecided(db, row.id, decisionOf(user, status, at, reason)))) return
    const act = status === 'REJECTED' ? 'order.rejected' : 'order.withdrawn'
    await note(db, row, user, at, act, { prepared_by: row.proposed_by, note: reason })
  })
  const ended = await requireRequest(deps, organizationId, text)
  if (ended.status !== status) throw notPending(ended)
  return ended
}

async function requireSecondPerson(
  deps: RequestDeps,
  row: OrderRequestRow,
  user: UserSession,
): Promise<void> {
  if (row.status !== 'PENDING') throw notPending(row)
  if (row.proposed_person === user.id) throw failure('own_request')
  const { is_disabled, role } = row.proposer
  if (!is_disabled && customerMay(role, 'prepare')) return
  // Approvals of operators have the same rule: a request of somebody without the right is not carried out.
  const at = deps.clock.realNow()
  await inTransaction(deps.db, async (db) => {
    if (await updateApprovalDecided(db, row.id, decisionOf(user, 'LAPSED', at, '')))
      await note(db, row, user, at, 'order.lapsed', { prepared_by: row.proposed_by })
  })
  throw notPending({ ...row, status: 'LAPSED' })
}

const notPending = ({ status }: Pick<OrderRequestRow, 'status'>) =>
  failure('order_request_not_pending', { current_status: status })

export async function requireRequest(
  { db, clock }: Pick<RequestDeps, 'db' | 'clock'>,
  organizationId: Uuid<'org'>,
  text: string,
): Promise<OrderRequestRow> {
  const id = uuidOf('apr', text)
  const organization = publicId('org', organizationId)
  const row =
    id === undefined ? undefined : await selectOrderRequest(db, organization, id, clock.realNow())
  if (row === undefined) throw failure('not_found')
  return row
}

async function requireQuote(
  deps: RequestDeps,
  organizationId: Uuid<'org'>,
  text: string,
): Promise<QuoteRow> {
  const id = uuidOf('qt', text)
  const quote = id === undefined ? null : await deps.findQuote({ organizationId, id })
  if (quote === null) throw failure('not_found', {}, 'There is no such quote.')
  if (quote.is_used) throw failure('quote_already_used')
  return quote
}

function personOf({ user }: Caller): UserSession {
  if (user === null) throw failure('person_required')
  return user
}

const decisionOf = (
  user: UserSession,
  status: Decision['status'],
  at: Instant,
  reason: string,
): Decision => ({ status, by: customerActor(user.id), person: user.id, at, reason })

const note = (
  db: Db,
  row: OrderRequestRow,
  user: UserSession,
  at: Instant,
  act: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  insertAudit(db, {
    chain: row.chain,
    at,
    actor: customerActor(user.id),
    act,
    subject: publicId('apr', row.id),
    reason: '',
    detail,
  })
