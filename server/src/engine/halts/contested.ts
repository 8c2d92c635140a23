// Orders of which a rail lists a send that the database does not know, after a restore: SQL conditions, and what may be
// decided about them. Until an operator has put it right, or the service sends under the same key again, nothing else of the
// order moves money.
import type { Instant } from '../../platform/clock.ts'
import { firstRow, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { oneRow } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { failure } from '../../platform/errors.ts'
import type { Uuid } from '../../platform/ids.ts'
import { isSaidToHaveGone } from '../marks/queries.ts'
import { keyIdOf, namesOfFamily, type NamedInKeys } from '../orders/keys.ts'
import { isReturnKey, refundKey, type OrderRefundReason } from '../refunds/key.ts'

/** SQL condition: a payout, refund or return of the database has the key and the amount of the listed send `s`, sent or not. */
export const isExplained = (s: string): string =>
  known(
    s,
    // Under the key of an unsent refund the rail would be asked for other money than it has sent, or for none.
    `(r.rail is not null
                 or r.status = 'PENDING' and coalesce(${s}.amount_minor = r.amount_minor - r.reversed_minor, true))`,
    `(d.rail is not null or d.status = 'PENDING')`,
  )

/** The same for sends that went out. Others may still be taken back, withdrawn or become smaller. */
export const isSentAs = (s: string): string => known(s, 'r.rail is not null', 'd.rail is not null')

const known = (s: string, ofRefund: string, ofReturn: string): string => `
  (exists (select from payouts p where p.rail_key = ${s}.key
              and (${s}.amount_minor is null or (p.currency, p.amount_minor) = (${s}.currency, ${s}.amount_minor)))
   -- Reversals of the deposit make a refund smaller.
   or exists (select from refunds r where r.rail_key = ${s}.key and ${ofRefund}
                 and (${s}.amount_minor is null
                      or (r.currency = ${s}.currency and ${s}.amount_minor <= r.amount_minor)))
   or exists (select from deposit_returns d where d.rail_key = ${s}.key and ${ofReturn}
                 and (${s}.amount_minor is null
                      or (d.currency, d.amount_minor) = (${s}.currency, ${s}.amount_minor))))`

/** SQL condition: the listed send `u` is the return of the deposit whose returns have keys that begin so, and the database lacks it. */
export const isListedReturn = (u: string, keys: string): string =>
  `starts_with(${u}.key, ${keys}) and ${u}.put_right_at is null and not ${isExplained(u)}`

/** SQL condition: a fill of the database at the provider has the key and the amounts of the listed fill `s`. */
export const isExplainedFill = (s: string, provider: string): string => `
  exists (select from fills f where f.provider_key = ${s}.key and f.provider_name = ${provider}
             and (${s}.sold_minor is null or (f.payin_currency = ${s}.payin_currency
               and f.payout_currency = ${s}.payout_currency and ${s}.sold_minor <= f.payin_minor)))`

/**
 * SQL condition: an order of this instant is of before the restore with the halt `h`. Both are business time: the clock of the
 * database, which `halted_at` has, may be behind. Halts of 0.2.0 have nothing else.
 */
export const isOfBefore = (createdAt: string): string =>
  `coalesce(h.orders_until, h.halted_at) >= ${createdAt}`

/** SQL condition: the return of the stray was decided before a restore. One of the first versions, without an instant, may have been. */
export const isReturnOfBefore = (stray: string): string => `
  exists (select from halts h where h.cause = 'restore' and coalesce(h.halted_at > ${stray}.returning_at, true))`

/** SQL query: rails are compared after a restore. */
const COMPARING = `select from halts h where h.resumed_at is null and h.cause = 'restore' and h.what = 'sends'`

/** SQL condition: a rail is compared after a restore. */
export const RAILS_ARE_COMPARED = `exists (${COMPARING})`

const IS_UNKNOWN = `u.put_right_at is null and not ${isExplained('u')}`

const isOpen = (order: string): string => `u.order_id = ${order} and ${IS_UNKNOWN}`

/** SQL condition: the listed send `u` of an order is a refund, or the return of a deposit that the order has now. */
const PAYS_BACK = `(u.key like '%:refund:%' or u.key like '%:return:%')`

/**
 * SQL condition: a deposit of no order may have been assigned, and paid out or refunded, in the time that a restore lost. Any
 * send that a rail lists and the database does not know can be the one, until somebody says whose it is.
 */
export const MAY_BE_PAID = `
  (${RAILS_ARE_COMPARED}
   or exists (select from unknown_sends u where ${IS_UNKNOWN}))`

/** SQL condition: the return with this key, which the database has not sent, may have gone in the time that a restore lost. */
export const mayHaveGone = (key: string): string => `
  (${RAILS_ARE_COMPARED}
   or exists (select from unknown_sends u where u.key = ${key} and u.put_right_at is null))`

/**
 * SQL condition: another send of the order `o` is listed and unknown, or one with this key and another amount, or a rail that may
 * have made one has not listed all its sends yet. Or a rail says that another send of its money went, against a record.
 */
export const isContested = (
  o: string,
  own: { key: string; currency: string; amountMinor: string },
): string => `
  (${isCompared(o)}
   or exists (select from unknown_sends u where ${isOpen(`${o}.id`)}
                and not (u.key = ${own.key} and coalesce((u.currency, u.amount_minor) = (${own.currency}, ${own.amountMinor}),
                                                         u.amount_minor is null)))
   or ${isSaidToHaveGone(o, own.key)})`

/** SQL condition: the money of the order `o` was or may have been refunded in the time that a restore lost, and must not be converted. */
export const mayBeRefunded = (o: string): string => `
  (${isCompared(o)}
   or exists (select from unknown_sends u where ${isOpen(`${o}.id`)} and ${PAYS_BACK}))`

/**
 * SQL condition: another provider may have converted the order `o` in the time that a restore lost. Its fills are not compared yet,
 * or it lists one under the order's name in keys, of which `key` is one.
 */
export const mayBeFilledElsewhere = (o: string, key: string, provider: string): string => {
  const { from, to } = namesOfFamily(`${o}.key_id`)
  return `
  (exists (select from halts h
             join trading_pairs t on t.provider_name = h.provider
                                 and (t.payin_currency, t.payout_currency) = (${o}.payin_currency, ${o}.payout_currency)
            where h.resumed_at is null and h.cause = 'restore' and h.what = 'fills' and h.provider <> ${provider}
              -- A retry may have been made before too, under the same name.
              and (${isOfBefore(`${o}.created_at`)} or ${o}.key_id is not null))
   or exists (select from unknown_fills u join halts h on h.id = u.halt_id
               where (u.order_id = ${o}.id or u.order_id between ${from} and ${to})
                 and u.put_right_at is null and h.provider <> ${provider}
                 and starts_with(u.key, split_part(${key}, ':', 1) || ':') and not ${isExplainedFill('u', 'h.provider')}))`
}

/** SQL condition: the rails of the order `o` are compared after a restore. */
const isCompared = (o: string): string => `
  exists (${COMPARING} and ${isOfBefore(`${o}.created_at`)})`

/** SQL condition: findContest answers for the order `o`, of whose refund `ownKey` is the key. */
export const isUndecided = (o: string, ownKey: string): string => `
  (${isCompared(o)}
   or exists (select from unknown_sends u where ${isOpen(`${o}.id`)} and u.key is distinct from ${ownKey}))`

const SELECT_CONTEST = statement(
  'select_contest',
  ['organization_id', 'order_id'],
  `select array(select u.key from unknown_sends u where ${isOpen('o.id')} and u.key is not null order by u.key) as keys,
          ${isCompared('o')} as is_compared
     from orders o where o.organization_id = $1 and o.id = $2`,
)

type OrderKey = NamedInKeys & { organization_id: Uuid<'org'> }

/** Keys of the order's sends that a rail lists and the database does not know, and whether its rails are still compared. */
export type Contest = { keys: readonly string[]; is_compared: boolean }

const UNCONTESTED: Contest = { keys: [], is_compared: false }

export const selectContest = async (db: Db, order: OrderKey): Promise<Contest> =>
  (await firstRow<Contest>(db, SELECT_CONTEST, [order.organization_id, order.id])) ?? UNCONTESTED

/** `key`: the listed send; null while the rails are compared. `why`: the end of a sentence about the order, for an operator. */
type Contested = { key: string | null; why: string }

/**
 * Why nothing that contradicts a send of the time that a restore lost may be decided about the order: its rails are still
 * compared, or one lists the send `key`. Undefined: it may be decided. `led`: the reason or the key of the refund that the
 * decision leads to. The listed send may be just this refund.
 */
export function judgeContest(
  { keys, is_compared: isComparedNow }: Contest,
  order: OrderKey,
  led?: OrderRefundReason | { key: string },
): Contested | undefined {
  const own = typeof led === 'string' ? refundKey(keyIdOf(order), led, undefined) : led?.key
  const key = keys.find((one) => one !== own) ?? null
  if (key !== null) {
    const option = isReturnKey(key) ? ' and `--order`' : ''
    return {
      key,
      why: `was restored to an earlier state: its rail lists ${key}. Record it with \`corridor orders sent-before\`${option}`,
    }
  }
  return isComparedNow
    ? {
        key,
        why: 'may have been paid out or refunded in the time that the restore lost: wait until its rails are compared, see `corridor halts`',
      }
    : undefined
}

/** Reads and judges. */
export const findContest = async (
  db: Db,
  order: OrderKey,
  led?: OrderRefundReason | { key: string },
): Promise<Contested | undefined> => judgeContest(await selectContest(db, order), order, led)

export const BEING_CHECKED = 'The order is being checked. Try again later.'

/**
 * A customer's decision waits until it is known what the lost time made of the order. Call it directly before the decision: a
 * send that is found later stops the order's money all the same.
 */
export async function requireUncontested(
  db: Db,
  order: OrderKey & { status: string },
  code: 'order_not_cancellable' | 'order_not_retryable' | 'order_not_refundable',
  reason?: OrderRefundReason,
): Promise<void> {
  if ((await findContest(db, order, reason)) !== undefined)
    throw failure(code, { current_status: order.status }, BEING_CHECKED)
}

const SELECT_LISTED_UNSENT = statement(
  'select_listed_unsent',
  ['organization_id', 'order_id', 'own_key'],
  `select coalesce((select u.key from unknown_sends u
                     where u.order_id = o.id and u.put_right_at is null and u.key is distinct from $3
                       and (${PAYS_BACK} and not ${isSentAs('u')}
                            or $3::text is null and u.key like '%:payout:%' and not ${isExplained('u')})
                     order by u.key limit 1),
                   case when $3::text is null and ${isCompared('o')} then '' end) as key
     from orders o where o.organization_id = $1 and o.id = $2`,
)

/**
 * A listed refund of the order that the database has not sent, other than `own`. Without `own` also a listed payout that it does
 * not know, or '' as long as its rails are compared: until then no deposit of it may be taken back.
 */
export async function listedUnsent(
  db: Db,
  { organization_id: organizationId, id }: { organization_id: Uuid<'org'>; id: Uuid<'ord'> },
  own: string | null,
): Promise<string | null> {
  const values = [organizationId, id, own]
  return (await firstRow<{ key: string | null }>(db, SELECT_LISTED_UNSENT, values))?.key ?? null
}

const SELECT_IS_AFTER_RESTORE = statement(
  'select_is_after_restore',
  ['rail', 'created_at'],
  `select exists (${COMPARING}
                     and (h.rail = $1 or $1::text is null) and not ${isOfBefore('$2::timestamptz')}) as is_after`,
)

/** Whether the order was created after a restore, and the rail, or any rail, is not compared yet. */
export const selectIsAfterRestore = async (
  db: Db,
  rail: string | null,
  { created_at: createdAt }: { created_at: Instant },
): Promise<boolean> =>
  (
    await firstRow<{ is_after: boolean }>(db, SELECT_IS_AFTER_RESTORE, [
      rail,
      sqlInstant(createdAt),
    ])
  )?.is_after ?? false

/** A send that a rail has listed after a restore, of which nobody has said whose it is. */
export const selectUnknownSend = oneRow<{
  halt_id: Uuid<'hlt'>
  rail: string
  reference: string
  key: string | null
}>(
  'select_unknown_send',
  [],
  `select u.halt_id, h.rail, u.reference, u.key from unknown_sends u join halts h on h.id = u.halt_id
    where ${IS_UNKNOWN} order by u.key limit 1`,
)
