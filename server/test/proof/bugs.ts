// Bugs of the kinds that services like this one have shipped, as edits of its source. The suite is worth what
// it finds of them. `find` occurs exactly once in its file; `sql` takes away what the database itself would
// have refused.

type Edit = { file: string; find: string; replace: string }
export type Bug = { name: string; why: string; edits: readonly Edit[]; sql?: string }

const one = (name: string, file: string, find: string, replace: string, why: string): Bug => ({
  name,
  why,
  edits: [{ file, find, replace }],
})

export const bugs: readonly Bug[] = [
  {
    name: 'quote_used_twice',
    why: 'single use was checked before the insert and not by it',
    edits: [
      {
        file: 'orders/create-order.ts',
        find: `if (rivals.uses_quote) return failure('quote_already_used')`,
        replace: '',
      },
    ],
    sql: 'alter table orders drop constraint orders_quote_id_organization_id_key',
  },
  one(
    'quote_expiry_not_rechecked',
    'orders/queries.ts',
    ' and i.created_at <= submission_expires_at',
    '',
    'the expiry was checked when the quote was read, and not when the order was written',
  ),
  one(
    'key_body_not_compared',
    'http/idempotency.ts',
    '!row.request_hash.equals(sent.requestHash)',
    'false',
    'a key answered another request than the one it was first used for',
  ),
  one(
    'late_funding_accepted',
    'orders/outcomes.ts',
    'const isInTime = at <= order.funding_expires_at',
    'const isInTime = true',
    'the sweep decided what was late, so money before the sweep still funded',
  ),
  one(
    'funding_expiry_off_by_one',
    'orders/outcomes.ts',
    'const isInTime = at <= order.funding_expires_at',
    'const isInTime = at < order.funding_expires_at',
    'money at the very instant of the expiry was refused',
  ),
  one(
    'duplicate_deposit_counted',
    'orders/changes.ts',
    'and (i.deposit_id is null or i.deposit_id in (select id from recorded union all select id from assigned))',
    '',
    'a rail reported a deposit again, and it was counted again',
  ),
  one(
    'wrong_currency_counted',
    'orders/outcomes.ts',
    'const isPayinAsset = deposit.currency === order.payin_currency',
    'const isPayinAsset = true',
    'another token at the same address was counted one to one',
  ),
  one(
    'acknowledged_before_recorded',
    'deposits/watch-rails.ts',
    `await recordDeposit(deps, rail, deposit)
    await rail.acknowledge([deposit])`,
    `await rail.acknowledge([deposit])
    await recordDeposit(deps, rail, deposit)`,
    'a crash between the two lost the deposit',
  ),
  one(
    'excess_kept',
    'orders/outcomes.ts',
    'excessMinor > 0n',
    'excessMinor > 10n ** 18n',
    'what was paid too much stayed with the desk',
  ),
  one(
    'part_kept_at_expiry',
    'orders/outcomes.ts',
    'if (order.received_minor === 0n) return { events: [event] }',
    'return { events: [event] }',
    'what had come in part stayed with the desk when the order expired',
  ),
  one(
    'fee_rounded_down',
    'quotes/pricing.ts',
    'const feeMinor = divideRoundHalfUp(amountMinor * tier.bps, ALL_BPS)',
    'const feeMinor = divideRoundDown(amountMinor * tier.bps, ALL_BPS)',
    'integer division where the tariff says half up',
  ),
  one(
    'fee_in_floating_point',
    'quotes/pricing.ts',
    'const feeMinor = divideRoundHalfUp(amountMinor * tier.bps, ALL_BPS)',
    'const feeMinor = BigInt(Math.round(Math.fround((Number(amountMinor) * Number(tier.bps)) / 10_000)))',
    'a fee in single precision: off by units for large amounts',
  ),
  one(
    'payout_rounded_up',
    'quotes/pricing.ts',
    'divideRoundDown(charge.netMinor * rate, netScale(terms))',
    'divideRoundUp(charge.netMinor * rate, netScale(terms))',
    'a minor unit given away with every order',
  ),
  one(
    'slippage_ignored',
    'fills/fill-orders.ts',
    'if (missingMinor * ALL_BPS > promisedGrossMinor(order) * BigInt(route.max_slippage_bps))',
    'if (missingMinor < -1000000000n)',
    'filled at whatever the provider offered',
  ),
  one(
    'fill_sent_again_under_new_key',
    'fills/fill-orders.ts',
    'if (latest !== undefined && latest.declined_at === null)',
    'if (latest !== undefined && latest.filled_at !== null)',
    'after a timeout the conversion was asked for again under a new key',
  ),
  one(
    'fill_timeout_is_decline',
    'fills/fill-orders.ts',
    `known === undefined || known.state === 'unknown' ? await execute() : known`,
    `known === undefined || known.state === 'unknown' ? await execute().catch(() => ({ state: 'declined', isFinal: true })) : known`,
    'a timeout of the provider counted as its refusal',
  ),
  one(
    'send_timeout_is_rejection',
    'rails/send-once.ts',
    'rail.send(request) : known',
    `rail.send(request).catch(() => ({ state: 'rejected' })) : known`,
    'a timeout of the rail counted as its refusal, and the payer was paid back as well',
  ),
  one(
    'payout_retried_under_new_key',
    'payouts/pay-out-orders.ts',
    'key: payout.rail_key,',
    'key: payout.rail_key + (order.attempt > 1 ? `.${order.attempt}` : ``),',
    'each try had a key of its own, and the beneficiary was paid twice',
  ),
  {
    name: 'payout_before_fill',
    why: 'the payout was sent while the conversion was still uncertain',
    edits: [
      {
        file: 'orders/advance-orders.ts',
        find: `payOutOrders(deps, inState('STEP_3_SETTLING_PAYOUT'))`,
        replace: `payOutOrders(deps, claimed.filter(({ status }) => status !== 'STEP_1_AWAITING_FUNDING'))`,
      },
      { file: 'payouts/queries.ts', find: `and status = 'STEP_3_SETTLING_PAYOUT'`, replace: '' },
      { file: 'payouts/queries.ts', find: ' and filled_at is not null', replace: '' },
    ],
  },
  one(
    'hold_not_rechecked_before_payout',
    'payouts/queries.ts',
    "${whereActive('o')}",
    "${whereActive('o').replaceAll(` and status = 'ACTIVE'`, '')}",
    'the organization was checked at the order and never again',
  ),
  one(
    'refund_sent_again_under_new_key',
    'refunds/send-refunds.ts',
    'key: refund.rail_key,',
    'key: refund.rail_key + (refund.attempt > 1 ? `.${refund.attempt}` : ``),',
    'after a lost answer the refund was sent once more',
  ),
  one(
    'refund_without_fee',
    'orders/outcomes.ts',
    `owedPayin(order, order.payin_total_minor, 'payout_rejected')`,
    `owedPayin(order, order.payin_total_minor - order.payin_fee_minor, 'payout_rejected')`,
    'the fee was kept although nothing was paid out',
  ),
  one(
    'refund_after_retry',
    'orders/refund-order.ts',
    `present.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER' && present.retry_order_id === null`,
    `present.status === 'FAILED_DECLINED_BY_LIQ_PROVIDER'`,
    'the money went to the follow-up order and back to the payer',
  ),
  one(
    'retry_leftover_kept',
    'orders/retry-order.ts',
    'leftMinor > 0n',
    'leftMinor < 0n',
    'what the follow-up order did not need stayed with the desk',
  ),
  one(
    'stale_lease_moves_refund',
    'orders/changes.ts',
    'where r.lease_token is not distinct from i.refund_lease',
    'where r.id = i.refund_id',
    'a worker that had lost its lease posted the refund a second time',
  ),
  one(
    'lost_update',
    'orders/changes.ts',
    'where o.version = i.version and',
    'where',
    'two deposits at once: both decided on what neither had written yet',
  ),
  one(
    'posting_missing',
    'orders/outcomes.ts',
    'postings: [payoutPosting(order, rail)],',
    'postings: [],',
    'the payout happened and the ledger did not hear of it',
  ),
  one(
    'posting_twice',
    'orders/outcomes.ts',
    'postings: [payoutPosting(order, rail)],',
    'postings: [payoutPosting(order, rail), payoutPosting(order, rail)],',
    'the payout was posted by two listeners',
  ),
  one(
    'posting_one_sided',
    'ledger/postings.ts',
    `{ debit: 'fx', credit: provider, currency: payin, amountMinor: netMinor },`,
    '',
    'the conversion was posted on one side, and money piled up in between',
  ),
  one(
    'rejected_payout_keeps_fee',
    'ledger/postings.ts',
    `{ debit: 'fee', credit: customer, currency: payin, amountMinor: order.payin_fee_minor },`,
    '',
    'the refund gave back a fee that the books still had as earned',
  ),
  one(
    'event_missing',
    'orders/transition.ts',
    `...refunds.map((refund) => refundEvent(order, refund, 'PENDING', at)),`,
    '',
    'a change that no customer heard of',
  ),
  one(
    'event_sequence_gap',
    'orders/changes.ts',
    'last_event = o.last_event + i.events,',
    'last_event = o.last_event + greatest(i.events, 1),',
    'readers waited for an event that never came',
  ),
  {
    name: 'cross_tenant_read',
    why: 'an order was looked up by its id alone',
    edits: [
      {
        file: 'orders/queries.ts',
        find: 'where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        replace: 'where cardinality($1::uuid[]) > 0 and id = any ($2::uuid[])',
      },
      {
        file: 'db/pool.ts',
        find: 'return row?.organization_id === organizationId ? row : null',
        replace: 'return row ?? null',
      },
    ],
  },
  one(
    'cross_tenant_answer',
    'orders/show-order.ts',
    'const key = `${order.organizationId}/${order.id}`',
    'const key = order.id',
    'an answer was kept by the id of its order alone',
  ),
  one(
    'stale_answer',
    'orders/queries.ts',
    'and version <> known.version',
    'and known.version = 0',
    'an answer that was kept outlived the changes of its order',
  ),
  {
    name: 'cross_tenant_quote',
    why: 'a quote was looked up by its id alone',
    edits: [
      {
        file: 'quotes/queries.ts',
        find: 'where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        replace: 'where cardinality($1::uuid[]) > 0 and id = any ($2::uuid[])',
      },
      {
        file: 'db/pool.ts',
        find: 'return row?.organization_id === organizationId ? row : null',
        replace: 'return row ?? null',
      },
    ],
  },
  one(
    'cross_tenant_offering',
    'catalogue.ts',
    'const keyOf = (organizationId: Uuid, id: Uuid): string => `${organizationId}/${id}`',
    'const keyOf = (_organizationId: Uuid, id: Uuid): string => id',
    'a cache that was keyed by the id alone answered another tenant',
  ),
]
