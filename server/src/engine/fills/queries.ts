// All SQL that writes fills: conversions at a liquidity provider. The intent is committed before the request is sent.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { mayBeFilledElsewhere, mayBeRefunded } from '../halts/contested.ts'
import { HALTED } from '../halts/halted.ts'
import { fillsAreHaltedAt } from '../halts/queries.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import {
  addReserved,
  askedBy,
  coveredOrders,
  movedReservations,
  movingOrders,
} from '../liquidity/reservation-queries.ts'
import { inLockOrder, leasedOrder, reserveElsewhere } from '../orders/job-queries.ts'
import { openTotalSlots } from '../orders/open-total-queries.ts'
import { LIQUIDITY } from '../orders/queries.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import { whereActive } from '../../parties/organizations/require-active.ts'
import type { Money } from '../../outside/rails/port.ts'

export type FillIntent = {
  organizationId: Uuid<'org'>
  orderId: Uuid<'ord'>
  /** The worker's lease on the order. Nothing is written if it was lost. */
  leaseToken: Uuid<'lease'>
  sequence: number
  providerKey: string
  providerName: string
  payinMinor: bigint
  /** Decimal text. */
  firmRate: string
  providerPayoutMinor: bigint
  /** The provider's identity of the firm quote. */
  quoteToken: string
  /** By real time; null if the quote does not expire. */
  quoteExpiresAt: Instant | null
  /** The reason for this provider, for operators. */
  choice: string
  /** All fills together fall short of the promise by no more than the route allows. */
  keepsPromise: boolean
  /** The desk's loss with all fills together, in the payout currency; negative for a gain. */
  lossMinor: bigint
  createdAt: Instant
}

// Processes of the version before record a fill without its amounts: it sold what was asked.
const COLUMNS = `organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
  payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, created_at,
  choice, provider_reference, filled_at, declined_at, decline_code, decline_is_final, fee_currency, fee_minor,
  coalesce(sold_minor, case when filled_at is not null then payin_minor end)::bigint as sold_minor,
  coalesce(delivered_minor, case when filled_at is not null then provider_payout_minor end)::bigint as delivered_minor`

// A worse rate than the route allows needs an operator who accepts the loss. A provider that an operator chose replaces
// those of the route.
const MAY_FILL = `status = 'STEP_2_FILLING_FX' and received_minor >= payin_total_minor and short_minor = 0
       and frozen_at is null and (i.keeps_promise or i.loss_minor <= accepted_loss_minor)
       and (chosen_provider is null or chosen_provider = i.provider_name)`

const INSERT_FILL_INTENTS = statement(
  'insert_fill_intents',
  ['intents', 'slot'],
  `with asked as materialized (
   select o.organization_id, o.id as order_id, i.sequence, i.provider_name, i.provider_key, o.payin_currency,
          i.payin_minor, o.payout_currency, o.payout_total_minor, i.firm_rate, i.provider_payout_minor,
          i.quote_token, i.quote_expires_at, i.choice, i.created_at, o.reserved_provider, o.payin_total_minor,
          o.payin_fee_minor, o.payin_tax_minor, (${fillsAreHaltedAt('i.provider_name')} or ${mayBeRefunded('o')}
            or ${mayBeFilledElsewhere('o', 'i.provider_key', 'i.provider_name')}) as is_halted
     from json_to_recordset($1::json) as i (organization_id uuid, order_id uuid, lease_token uuid, sequence int,
            provider_key text, provider_name text, payin_minor bigint, firm_rate numeric,
            provider_payout_minor bigint, quote_token text, quote_expires_at timestamptz, choice text,
            keeps_promise boolean, loss_minor bigint, created_at timestamptz)
     ${leasedOrder(MAY_FILL)}
     ${whereActive('o')}
   ), fit as materialized (select * from asked where not is_halted
   ), moving as materialized (${movingOrders('fit')}
   ), covered as materialized (${coveredOrders(askedBy('moving'))}
   ), inserted as (
   insert into fills (organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
     payout_currency, payout_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at, choice,
     created_at)
   select organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
          payout_currency, payout_total_minor, firm_rate, provider_payout_minor, quote_token, quote_expires_at,
          choice, created_at
     from fit
    where order_id not in (select order_id from moving where is_limited)
       or order_id in (select id from covered)
   on conflict do nothing
   returning ${COLUMNS}
   ), moved as (
   select m.* from moving m join inserted using (organization_id, order_id)
   ), reserved_elsewhere as (${reserveElsewhere('moved')}
   ), totals_moved as (${addReserved(movedReservations('moved'), '$2')}
   )
   select asked.order_id as intent_of, asked.is_halted, inserted.*
     from asked left join inserted using (organization_id, order_id)
    where inserted.order_id is not null or asked.is_halted
       or (asked.order_id in (select order_id from moving where is_limited)
           and asked.order_id not in (select id from covered))`,
)

/** No intent was written: the limits of the provider do not cover the order now. */
export const NO_LIQUIDITY = LIQUIDITY

/**
 * Inserts intents to fill. Returns one row per intent, in order; NO_LIQUIDITY where the provider's limits do not cover the
 * order, HALTED where fills at the provider are halted or another provider may have filled the order before a restore. Null where the lease was lost, where the order is frozen, where the organization or an instrument is on hold, where
 * a reversal took money of the order, or where the offer is worse than allowed and accepted. An order that is filled at another provider than it reserved at reserves there from now on.
 */
export async function insertFillIntents(
  db: Db,
  intents: readonly FillIntent[],
): Promise<(FillRow | FillRefusal | null)[]> {
  const input = inLockOrder(intents).map((intent) => ({
    organization_id: intent.organizationId,
    order_id: intent.orderId,
    lease_token: intent.leaseToken,
    sequence: intent.sequence,
    provider_key: intent.providerKey,
    provider_name: intent.providerName,
    payin_minor: String(intent.payinMinor),
    firm_rate: intent.firmRate,
    provider_payout_minor: String(intent.providerPayoutMinor),
    quote_token: intent.quoteToken,
    quote_expires_at: intent.quoteExpiresAt === null ? null : sqlInstant(intent.quoteExpiresAt),
    choice: intent.choice,
    keeps_promise: intent.keepsPromise,
    loss_minor: String(intent.lossMinor),
    created_at: sqlInstant(intent.createdAt),
  }))
  const judged = await rows<JudgedIntent>(db, INSERT_FILL_INTENTS, [
    JSON.stringify(input),
    openTotalSlots.closed,
  ])
  const byOrder = new Map(
    judged.map((one) => [one.intent_of, one.order_id === null ? refusalOf(one) : one]),
  )
  return intents.map((intent) => byOrder.get(intent.orderId) ?? null)
}

/** Why no intent was written for an order that could be filled. */
export type FillRefusal = typeof NO_LIQUIDITY | typeof HALTED

type JudgedIntent = { intent_of: Uuid<'ord'>; is_halted: boolean } & (FillRow | { order_id: null })

const refusalOf = (judged: { is_halted: boolean }): FillRefusal =>
  judged.is_halted ? HALTED : NO_LIQUIDITY

export type FillRow = {
  organization_id: Uuid<'org'>
  order_id: Uuid<'ord'>
  sequence: number
  provider_name: string
  provider_key: string
  payin_currency: string
  payin_minor: bigint
  payout_currency: string
  payout_minor: bigint
  /** Decimal text. */
  firm_rate: string
  provider_payout_minor: bigint
  quote_token: string
  quote_expires_at: Instant | null
  created_at: Instant
  provider_reference: string | null
  filled_at: Instant | null
  /** The amounts sold and delivered; less than asked for a partial fill. Null until it is filled. */
  sold_minor: bigint | null
  delivered_minor: bigint | null
  /** Charged by the provider in addition. */
  fee_currency: string | null
  fee_minor: bigint | null
  declined_at: Instant | null
  /** The provider's reason, or QUOTE_EXPIRED. */
  decline_code: string | null
  /** The provider declined for good. Null in fills of earlier versions. */
  decline_is_final: boolean | null
  choice: string
}

/** The decline code of a fill whose quote expired before the provider received it. */
export const QUOTE_EXPIRED = 'quote_expired'

/** The result of an attempt at a fill. */
export type FillOutcome = { sequence: number } & (
  | { reference: string; soldMinor: bigint; deliveredMinor: bigint; fee: Money | null }
  | { reference: null; code: string; isFinal: boolean }
)

const SELECT_FILLS = ofOrders('fills', COLUMNS, 'sequence')

/** All fills of the orders, oldest first. */
export const selectFills = (db: Db, orders: readonly OrderId[]): Promise<FillRow[]> =>
  selectOfOrders(db, SELECT_FILLS, orders)

/**
 * SQL part that records the results of fills in `json`, joined to `changed` by position. "offset 0" stops the planner
 * from flattening the subquery. It would then use only a part of the key of fills, and read most of an index.
 */
export const updateFills = (json: string, changed: string): string => `
  update fills f
     set provider_reference = c.reference,
         filled_at = case when c.reference is not null then c.at end,
         sold_minor = c.sold_minor, delivered_minor = c.delivered_minor,
         fee_currency = c.fee_currency, fee_minor = c.fee_minor,
         declined_at = case when c.reference is null then c.at end,
         decline_code = c.code, decline_is_final = c.is_final
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset(${json}::json) as i (position int, sequence int, reference text, code text, is_final boolean,
                   sold_minor bigint, delivered_minor bigint, fee_currency text, fee_minor bigint)
            join ${changed} c using (position) offset 0) c
   where (f.organization_id, f.order_id, f.sequence) = (c.organization_id, c.id, c.sequence)`

export const fillOutcomeJson = (position: number, outcome: FillOutcome) =>
  outcome.reference === null
    ? {
        position,
        sequence: outcome.sequence,
        reference: null,
        code: outcome.code,
        is_final: outcome.isFinal,
      }
    : {
        position,
        sequence: outcome.sequence,
        reference: outcome.reference,
        sold_minor: String(outcome.soldMinor),
        delivered_minor: String(outcome.deliveredMinor),
        fee_currency: outcome.fee?.currency ?? null,
        fee_minor: outcome.fee === null ? null : String(outcome.fee.amountMinor),
      }

const INSERT_SENT_FILL = statement(
  'insert_sent_fill',
  [
    'organization_id',
    'order_id',
    'sequence',
    'provider_key',
    'provider_name',
    'asked_minor',
    'sold_minor',
    'delivered_minor',
    'firm_rate',
    'reference',
    'choice',
    'at',
  ],
  `insert into fills (organization_id, order_id, sequence, provider_key, provider_name, payin_currency, payin_minor,
     payout_currency, payout_minor, firm_rate, provider_payout_minor, created_at, provider_reference, filled_at,
     sold_minor, delivered_minor, choice)
   select o.organization_id, o.id, $3, $4, $5, o.payin_currency, $6::bigint, o.payout_currency, o.payout_total_minor,
          $9::numeric, $8::bigint, $12::timestamptz, $10, $12::timestamptz, $7::bigint, $8::bigint, $11
     from orders o where o.organization_id = $1 and o.id = $2`,
)

/** A fill that the provider carried out in the time that a restore lost. `askedMinor`: what was not sold before it. */
export async function insertSentFill(
  db: Db,
  order: { organization_id: Uuid<'org'>; id: Uuid<'ord'> },
  sent: {
    sequence: number
    key: string
    provider: string
    reference: string
    askedMinor: bigint
    soldMinor: bigint
    deliveredMinor: bigint
    /** Decimal text. */
    rate: string
    choice: string
    at: Instant
  },
): Promise<void> {
  await rows(db, INSERT_SENT_FILL, [
    order.organization_id,
    order.id,
    sent.sequence,
    sent.key,
    sent.provider,
    sent.askedMinor,
    sent.soldMinor,
    sent.deliveredMinor,
    sent.rate,
    sent.reference,
    sent.choice,
    sqlInstant(sent.at),
  ])
}
