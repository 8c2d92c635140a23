// All SQL that writes payouts: attempts to pay out over a rail. The intent is committed before the payout is sent.
import type { Instant } from '../../platform/clock.ts'
import { columnsOf, joinByIndex, rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import type { Sealed } from '../../platform/db/seal.ts'
import { write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { isContested } from '../halts/contested.ts'
import { HALTED } from '../halts/halted.ts'
import { sendsAreHaltedOver } from '../halts/queries.ts'
import type { Uuid, OrderId } from '../../platform/ids.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import { inLockOrder, leasedOrder } from '../orders/job-queries.ts'
import { withRefusals, type OutflowRefusal } from '../../outside/rails/outflow-caps.ts'
import { isCleared } from '../../rules/screening/queries.ts'
import type { Money } from '../../outside/rails/port.ts'
import { ofOrders, selectOfOrders } from '../orders/of-orders.ts'
import { whereActive } from '../../parties/organizations/require-active.ts'

export type PayoutIntent = {
  organizationId: Uuid<'org'>
  id: Uuid<'po'>
  orderId: Uuid<'ord'>
  /** The worker's lease on the order. Nothing is written if it was lost. */
  leaseToken: Uuid<'lease'>
  railKey: string
  rail: string
  /** Made by the rail for this payout. */
  prepared: Sealed
  createdAt: Instant
}

/** The columns of a PayoutRow. */
export const COLUMNS = `organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at,
  rail, instrument_id, prepared_key_id, prepared_sealed, rail_reference, settled_at, rejected_at, returned_at, fee_currency,
  fee_minor, rejection_code`

/** The beneficiary must be screened first: no answer of the present screeners clears it. */
export const NOT_CLEARED = 'not_cleared' as const
export type Refusal = OutflowRefusal | typeof NOT_CLEARED | typeof HALTED

// Payouts that are halted or not cleared count for no cap.
const SENDABLE = `(select * from fit where is_cleared and not is_halted)`
const REFUSAL = `case when fit.is_halted then '${HALTED}' when fit.is_cleared then judged.refusal
                   else '${NOT_CLEARED}' end as refusal`

const contested = (order: string, key: string, currency: string, amountMinor: string) =>
  isContested(order, { key, currency, amountMinor })

const INSERT_PAYOUT_INTENTS = statement(
  'insert_payout_intents',
  [
    'organization_ids',
    'ids',
    'order_ids',
    'lease_tokens',
    'rail_keys',
    'created_at',
    'rails',
    'prepared_key_ids',
    'prepared',
  ],
  `with fit as materialized (
   select o.organization_id, i.id, o.id as order_id, 1 as sequence, i.rail_key, payout.method,
          o.payout_currency as currency, o.payout_total_minor as amount_minor, i.created_at, i.rail,
          payout.id as instrument_id, i.prepared_key_id, i.prepared, ${isCleared('i.rail_key')} as is_cleared,
          (${sendsAreHaltedOver('i.rail')} or ${contested('o', 'i.rail_key', 'o.payout_currency', 'o.payout_total_minor')})
            as is_halted
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::text[],
            $9::bytea[])
          as i (organization_id, id, order_id, lease_token, rail_key, created_at, rail, prepared_key_id, prepared)
     ${leasedOrder(`status = 'STEP_3_SETTLING_PAYOUT' and short_minor = 0 and frozen_at is null`)}
     ${joinByIndex('fills', 'organization_id = o.organization_id and order_id = o.id and filled_at is not null limit 1', 'f')}
     ${whereActive('o')}
   ), judged as materialized (${withRefusals(SENDABLE)}
   ), inserted as (
   insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
     created_at, rail, instrument_id, prepared_key_id, prepared_sealed)
   select organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at, rail,
          instrument_id, prepared_key_id, prepared
     from judged where refusal is null
    -- Sort, so that all rows are judged before the first is inserted: a later one would count it twice.
    order by id
   on conflict do nothing
   returning ${COLUMNS})
   select fit.order_id as intent_of, ${REFUSAL}, ${columnsOf(COLUMNS, 'inserted')}
     from fit left join judged using (organization_id, id) left join inserted using (organization_id, id)
    where inserted.id is not null or fit.is_halted or not fit.is_cleared or judged.refusal is not null`,
)

/**
 * Inserts intents to pay out. Returns one row per intent, in order; null or the refusal where nothing was written.
 * Conditions:
 * - the worker holds its lease;
 * - the order is filled and not frozen, and no reversal took its money;
 * - the organization and the instruments are not on hold;
 * - the amount is within the caps of the rail;
 * - screening has cleared the beneficiary, if it is configured;
 * - sends over the rail are not halted, and none of the order is unknown after a restore.
 */
export async function insertPayoutIntents(
  db: Db,
  intents: readonly PayoutIntent[],
): Promise<(PayoutRow | Refusal | null)[]> {
  const input = inLockOrder(intents)
  const judged = await rows<JudgedIntent>(db, INSERT_PAYOUT_INTENTS, [
    input.map((intent) => intent.organizationId),
    input.map((intent) => intent.id),
    input.map((intent) => intent.orderId),
    input.map((intent) => intent.leaseToken),
    input.map((intent) => intent.railKey),
    input.map((intent) => sqlInstant(intent.createdAt)),
    input.map((intent) => intent.rail),
    input.map((intent) => intent.prepared.keyId),
    input.map((intent) => intent.prepared.bytes),
  ])
  const byOrder = new Map(judged.map((one) => [one.intent_of, intentOf(one)]))
  return intents.map((intent) => byOrder.get(intent.orderId) ?? null)
}

type JudgedIntent = { intent_of: Uuid<'ord'> } & (
  | (PayoutRow & { refusal: null })
  | { refusal: Refusal }
)

const intentOf = (judged: JudgedIntent): PayoutRow | Refusal =>
  judged.refusal === null ? judged : judged.refusal

export type PayoutRow = {
  organization_id: Uuid<'org'>
  id: Uuid<'po'>
  order_id: Uuid<'ord'>
  sequence: number
  rail_key: string
  method: InstrumentMethod
  currency: string
  amount_minor: bigint
  created_at: Instant
  /** Null until the payout is prepared. */
  rail: string | null
  /** Null in rows of earlier versions: the payout instrument of the order. */
  instrument_id: Uuid<'epi'> | null
  prepared_key_id: string | null
  prepared_sealed: Buffer | null
  rail_reference: string | null
  settled_at: Instant | null
  rejected_at: Instant | null
  /** Null unless it was settled and came back. */
  returned_at: Instant | null
  fee_currency: string | null
  fee_minor: bigint | null
  rejection_code: string | null
}

/**
 * An operator asked for the payout and nothing was prepared, so that nothing was sent. While the order is parked no worker
 * can prepare it. Rows of earlier versions always have a rail.
 */
export const isUnprepared = (row: PayoutRow): boolean =>
  row.rail === null && row.settled_at === null && row.rejected_at === null

/** Ends an unprepared payout that is replaced or not wanted any more. */
export const withdrawalOf = (latest: PayoutRow | null | undefined): { payout?: PayoutOutcome } =>
  latest == null || !isUnprepared(latest)
    ? {}
    : { payout: { sequence: latest.sequence, reference: null, code: 'withdrawn', fee: null } }

const SELECT_PAYOUTS = ofOrders('payouts', COLUMNS, 'sequence')

/** All payouts of the orders, oldest first. */
export const selectPayouts = (db: Db, orders: readonly OrderId[]): Promise<PayoutRow[]> =>
  selectOfOrders(db, SELECT_PAYOUTS, orders)

/** SQL part that marks payouts that came back as a whole, in the returns of `json`, joined to `changed` by position. */
export const markReturnedPayouts = (json: string, changed: string): string => `
  update payouts p set returned_at = c.at
    from (select c.organization_id, c.at, i.payout_id
            from json_to_recordset(${json}::json) as i (position int, payout_id uuid, stage text)
            join ${changed} c using (position)
           where i.stage = 'whole' offset 0) c
   where (p.organization_id, p.id) = (c.organization_id, c.payout_id)`

/** A payout that an operator asked for. The worker prepares it before it is sent. */
export type NewPayout = {
  id: Uuid<'po'>
  sequence: number
  railKey: string
  method: InstrumentMethod
  instrumentId: Uuid<'epi'>
  currency: string
  amountMinor: bigint
}

/** SQL part that inserts the payouts in `json`, joined to `changed` by position. */
export const insertPayouts = (json: string, changed: string): string => `
  insert into payouts (organization_id, id, order_id, sequence, rail_key, method, instrument_id, currency,
    amount_minor, created_at, rail)
  select c.organization_id, p.id, c.id, p.sequence, p.rail_key, p.method, p.instrument_id, p.currency, p.amount_minor,
         c.at, null
    from json_to_recordset(${json}::json) as p (position int, id uuid, sequence int, rail_key text, method text,
           instrument_id uuid, currency text, amount_minor bigint)
    join ${changed} c using (position)`

export const newPayoutJson = (position: number, payout: NewPayout) => ({
  position,
  id: payout.id,
  sequence: payout.sequence,
  rail_key: payout.railKey,
  method: payout.method,
  instrument_id: payout.instrumentId,
  currency: payout.currency,
  amount_minor: String(payout.amountMinor),
})

const UPDATE_PAYOUT_PREPARED = statement(
  'update_payout_prepared',
  ['organization_id', 'id', 'order_id', 'lease_token', 'rail', 'prepared_key_id', 'prepared'],
  `with fit as materialized (
   select p.organization_id, p.id, p.order_id, p.rail_key, $5 as rail, p.currency, p.amount_minor,
          ${isCleared('p.rail_key')} as is_cleared,
          (${sendsAreHaltedOver('$5')} or ${contested('o', 'p.rail_key', 'p.currency', 'p.amount_minor')}) as is_halted
     from payouts p, orders o, organizations g, external_payment_instruments e, external_payment_instruments s
    where p.organization_id = $1 and p.id = $2 and p.prepared_sealed is null and p.rejected_at is null
      and o.organization_id = $1 and o.id = $3 and o.lease_token = $4 and o.short_minor = 0 and o.frozen_at is null
      and g.id = $1 and g.status = 'ACTIVE'
      and e.organization_id = $1 and e.id = p.instrument_id and e.status = 'ACTIVE'
      and s.organization_id = $1 and s.id = o.payin_instrument_id and s.status <> 'COMPLIANCE_HOLD'
      for update of p for share of o
   ), judged as materialized (${withRefusals(SENDABLE)}
   ), prepared as (
   update payouts p
      set rail = $5, prepared_key_id = $6, prepared_sealed = $7
     from judged j
    where (p.organization_id, p.id) = (j.organization_id, j.id) and j.refusal is null
   returning ${columnsOf(COLUMNS, 'p')})
   select fit.order_id as intent_of, ${REFUSAL}, ${columnsOf(COLUMNS, 'prepared')}
     from fit left join judged using (organization_id, id) left join prepared using (organization_id, id)`,
)

/**
 * Commits what the rail prepared for a payout that is paid again. Nothing is sent after a hold or a lost lease (null), or after
 * a refusal.
 */
export async function updatePayoutPrepared(
  db: Db,
  order: { organization_id: Uuid<'org'>; id: Uuid<'ord'>; lease_token: Uuid<'lease'> },
  id: Uuid<'po'>,
  rail: string,
  prepared: Sealed,
): Promise<PayoutRow | Refusal | null> {
  const [judged] = await rows<JudgedIntent>(db, UPDATE_PAYOUT_PREPARED, [
    order.organization_id,
    id,
    order.id,
    order.lease_token,
    rail,
    prepared.keyId,
    prepared.bytes,
  ])
  return judged === undefined ? null : intentOf(judged)
}

/** The result of a payout. A null reference means that the rail rejected it, for the reason `code`. */
export type PayoutOutcome = {
  sequence: number
  reference: string | null
  code: string | null
  fee: Money | null
}

export const payoutJson = (position: number, { fee, ...outcome }: PayoutOutcome) => ({
  position,
  ...outcome,
  fee_currency: fee?.currency ?? null,
  fee_minor: fee === null ? null : String(fee.amountMinor),
})

/** SQL part that records the results of payouts in `json`, joined to `changed` by position. */
export const updatePayouts = (json: string, changed: string): string => `
  update payouts p
     set rail_reference = c.reference,
         settled_at = case when c.reference is not null then c.at end,
         rejected_at = case when c.reference is null then c.at end,
         rejection_code = c.code, fee_currency = c.fee_currency, fee_minor = c.fee_minor
    from (select c.organization_id, c.id, c.at, i.*
            from json_to_recordset(${json}::json) as i (position int, sequence int, reference text, code text,
                   fee_currency text, fee_minor bigint)
            join ${changed} c using (position) offset 0) c
   where (p.organization_id, p.order_id, p.sequence) = (c.organization_id, c.id, c.sequence)`

/** A payout that the rail carried out in the time that a restore lost. */
export const insertSentPayout = write(
  'insert_sent_payout',
  [
    'organization_id',
    'id',
    'order_id',
    'sequence',
    'rail_key',
    'rail',
    'reference',
    'instrument_id',
    'at',
  ],
  `insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor, created_at, rail,
     instrument_id, rail_reference, settled_at)
   select o.organization_id, $2, o.id, $4, $5, e.method, o.payout_currency, o.payout_total_minor, $9::timestamptz, $6, e.id, $7,
          $9::timestamptz
     from orders o
     join external_payment_instruments e on e.organization_id = o.organization_id and e.id = $8
    where o.organization_id = $1 and o.id = $3`,
  (
    order: { organization_id: Uuid<'org'>; id: Uuid<'ord'> },
    sent: {
      id: Uuid<'po'>
      sequence: number
      key: string
      rail: string
      reference: string
      instrumentId: Uuid<'epi'>
      at: Instant
    },
  ) => [
    order.organization_id,
    sent.id,
    order.id,
    sent.sequence,
    sent.key,
    sent.rail,
    sent.reference,
    sent.instrumentId,
    sqlInstant(sent.at),
  ],
)
