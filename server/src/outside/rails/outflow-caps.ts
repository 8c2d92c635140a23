// Outflow caps of rails and signers: the most that is sent in one payout or refund, and in an hour. The statements that
// commit intents check them, and that the desk holds enough at the rail. The function judge_outflow, in the migrations,
// has the rules.
import { allRows, write } from '../../platform/db/row-functions.ts'

/** Why an intent is not committed now: it exceeds a cap, or the balance at the rail. */
export type OutflowRefusal = 'outflow_limit' | 'liquidity'

/**
 * SQL part: the rows of `asked` with `refusal`, an OutflowRefusal or null. The columns `id`, `rail`, `currency` and
 * `amount_minor` are required. Signers and rails are locked in order, so that two statements never deadlock. A rail that
 * has no caps and reports no balance locks and writes nothing.
 */
export const withRefusals = (asked: string): string => `
  select a.*,
         case when exists (select from outflow_caps where rail in (a.rail, a.signer) and currency = a.currency)
                or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)
              then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end as refusal
    from (select w.*, r.signer,
                 sum(w.amount_minor) over (partition by w.rail, w.currency order by w.amount_minor, w.id) as with_earlier
            from ${asked} w left join rails r on r.name = w.rail
           order by r.signer, w.currency, w.rail, w.amount_minor, w.id offset 0) a`

/**
 * SQL assignments of the row `r`, with its refusal in `j`: it is prepared at `rail`, or waits until `again` without a lease.
 * `prepared` and `now`: parameters, with `keyId` before.
 */
export const preparedOrRefused = (
  rail: string,
  [keyId, prepared, now]: readonly [string, string, string],
  again: string,
): string => `
          rail = case when j.refusal is null then ${rail} end,
          prepared_key_id = case when j.refusal is null then ${keyId} end,
          prepared_sealed = case when j.refusal is null then ${prepared}::bytea end,
          outflow_limited_at = case when j.refusal is not null then coalesce(r.outflow_limited_at, ${now}::timestamptz) end,
          outflow_limited_by = j.refusal,
          attempt = case when j.refusal is null then r.attempt else 0 end,
          due_at = case when j.refusal is null then r.due_at else ${again} end,
          lease_token = case when j.refusal is null then r.lease_token end,
          leased_until = case when j.refusal is null then r.leased_until end`

export type OutflowCap = {
  /** A rail, or 'signer:' and the reference of a key. */
  rail: string
  currency: string
  /** Null: no cap. */
  max_send_minor: bigint | null
  max_hour_minor: bigint | null
}

/** The name under which the caps of a key are kept. Rails store the same name. */
export const signerName = (reference: string): string => `signer:${reference}`

export const selectOutflowCaps = allRows<OutflowCap, [rail: string]>(
  'select_outflow_caps',
  ['rail'],
  `select rail, currency, max_send_minor, max_hour_minor from outflow_caps
    where rail = $1 and num_nonnulls(max_send_minor, max_hour_minor) > 0 order by currency`,
)

export const upsertOutflowCap = write(
  'upsert_outflow_cap',
  ['rail', 'currency', 'max_send_minor', 'max_hour_minor'],
  `insert into outflow_caps (rail, currency, max_send_minor, max_hour_minor) values ($1, $2, $3, $4)
   on conflict (rail, currency) do update
     set max_send_minor = excluded.max_send_minor, max_hour_minor = excluded.max_hour_minor`,
  (cap: OutflowCap) => {
    const { rail, currency, max_send_minor, max_hour_minor } = cap
    return [rail, currency, max_send_minor, max_hour_minor]
  },
)
