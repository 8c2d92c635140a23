// Planted bugs: edits of the source, of kinds that services like this one have shipped. The suite is as good as the bugs
// it finds. Each `find` must occur exactly once in its file. `sql` removes a database rule that would prevent the bug.

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
    why: 'single use was checked before the insert, not by the insert',
    edits: [
      {
        file: 'engine/orders/create-order.ts',
        find: `if (conflicts.uses_quote) return failure('quote_already_used')`,
        replace: '',
      },
      {
        file: 'engine/orders/create-order.ts',
        find: 'quote === null || quote.is_used',
        replace: 'quote === null',
      },
    ],
    sql: 'alter table orders drop constraint orders_quote_id_organization_id_key',
  },
  one(
    'quote_expiry_not_rechecked',
    'engine/orders/insert-queries.ts',
    ' and i.created_at <= submission_expires_at',
    '',
    'the expiry was checked when the quote was read, not when the order was written',
  ),
  one(
    'key_body_not_compared',
    'platform/http/idempotency.ts',
    '!row.request_hash.equals(sent.requestHash)',
    'false',
    'a key replayed the answer of a different request',
  ),
  one(
    'late_funding_accepted',
    'engine/orders/outcomes.ts',
    'const isInTime = deposit.receivedAt <= order.funding_expires_at',
    'const isInTime = true',
    'the sweep decided what was late, so money before the sweep still funded',
  ),
  one(
    'funding_expiry_off_by_one',
    'engine/orders/outcomes.ts',
    'const isInTime = deposit.receivedAt <= order.funding_expires_at',
    'const isInTime = deposit.receivedAt < order.funding_expires_at',
    'a deposit at the exact instant of the expiry was refused',
  ),
  one(
    'judged_by_the_recording',
    'engine/deposits/record-deposit.ts',
    'receivedAt: earlierOf(seen.receivedAt ?? at, at),',
    'receivedAt: at,',
    'money that came in time was late because its rail was read late',
  ),
  one(
    'expired_before_the_rail_was_read',
    'engine/orders/funding-reads.ts',
    'if (isRead) return true',
    'return true',
    'an order expired while its rail was down, and its money was refunded as late',
  ),
  one(
    'read_up_to_while_down',
    'engine/entries/watch-rails.ts',
    'return readUpTo === null ? null : earlierOf(readUpTo, began)',
    'return began',
    'a rail that could not tell counted as read up to the present',
  ),
  one(
    'duplicate_deposit_counted',
    'engine/orders/changes.ts',
    "and (i.deposit_id is null or i.deposit_id in (select id from recorded${rare(' union all select id from assigned')}))",
    '',
    'a deposit reported twice was counted twice',
  ),
  one(
    'wrong_currency_counted',
    'engine/orders/outcomes.ts',
    'const isPayinAsset = deposit.currency === order.payin_currency',
    'const isPayinAsset = true',
    'another token at the same address was counted one to one',
  ),
  one(
    'cursor_ahead_of_its_rows',
    'engine/entries/watch-rails.ts',
    `const stored = await insertRailEntries(
    deps.db,
    rail.name,
    { from, to: polled.cursor, at, readUpTo },`,
    `await insertRailEntries(deps.db, rail.name, { from, to: polled.cursor, at, readUpTo }, [])
  const stored = await insertRailEntries(
    deps.db,
    rail.name,
    { from: polled.cursor, to: polled.cursor, at, readUpTo },`,
    'a crash between moving the cursor and storing the entries lost a deposit',
  ),
  one(
    'excess_kept',
    'engine/orders/outcomes.ts',
    'excessMinor > 0n',
    'excessMinor > 10n ** 18n',
    'the desk kept the excess of a deposit',
  ),
  one(
    'part_kept_at_expiry',
    'engine/orders/outcomes.ts',
    'if (order.received_minor === 0n) return { events: [event] }',
    'return { events: [event] }',
    'the desk kept a partial deposit when the order expired',
  ),
  one(
    'fee_rounded_down',
    'engine/quotes/pricing.ts',
    'const feeMinor = divideRoundHalfUp(amountMinor * tier.bps, ALL_BPS)',
    'const feeMinor = divideRoundDown(amountMinor * tier.bps, ALL_BPS)',
    'the fee was rounded down instead of half up',
  ),
  one(
    'fee_in_floating_point',
    'engine/quotes/pricing.ts',
    'const feeMinor = divideRoundHalfUp(amountMinor * tier.bps, ALL_BPS)',
    'const feeMinor = BigInt(Math.round(Math.fround((Number(amountMinor) * Number(tier.bps)) / 10_000)))',
    'the fee was computed in single precision, wrong for large amounts',
  ),
  one(
    'payout_rounded_up',
    'engine/quotes/pricing.ts',
    'divideRoundDown(charge.netMinor * rate, netScale(terms))',
    'divideRoundUp(charge.netMinor * rate, netScale(terms))',
    'every payout was one minor unit too large',
  ),
  one(
    'slippage_ignored',
    'engine/fills/propose-fill.ts',
    'const isAllowed = missingMinor * ALL_BPS <= promisedMinor * BigInt(route.max_slippage_bps)',
    'const isAllowed = true',
    'orders were filled at any rate the provider offered',
  ),
  {
    name: 'fill_sent_again_under_new_key',
    why: 'after a timeout the conversion was requested again under a new key',
    edits: [
      {
        file: 'engine/fills/fill-order.ts',
        find: 'latest.filled_at === null && latest.declined_at === null',
        replace: 'latest.filled_at !== null && latest.declined_at !== null',
      },
    ],
    sql: 'drop index fills_one_in_flight',
  },
  {
    name: 'second_provider_while_first_is_unknown',
    why: 'after a timeout of one provider the conversion was requested at the next',
    edits: [
      {
        file: 'engine/fills/fill-order.ts',
        find: 'return convert(deps, order, fills, latest, false)',
        replace: `return convert(deps, order, fills, latest, false).catch(async () => {
          const failed = { ...latest, declined_at: deps.clock.now(), decline_is_final: true }
          const next = await proposeFill(deps, order, [...fills.slice(0, -1), failed], [])
          if (next === NO_LIQUIDITY || 'tooLow' in next) return
          const second = await deps.insertFillIntent(next.intent)
          if (second !== null && second !== NO_LIQUIDITY) await convert(deps, order, fills, second, true)
        })`,
      },
    ],
    sql: 'drop index fills_one_in_flight',
  },
  one(
    'partial_fill_counted_whole',
    'engine/fills/fill-order.ts',
    'return { provider: fill.provider_name, soldMinor, deliveredMinor, fee }',
    'return { provider: fill.provider_name, soldMinor: fill.payin_minor, deliveredMinor: fill.provider_payout_minor, fee }',
    'a partial fill counted as a fill of all that was asked',
  ),
  one(
    'partial_fill_forgotten',
    'engine/fills/propose-fill.ts',
    'const payinMinor = netOf(order) - soldBy(fills).soldMinor',
    'const payinMinor = netOf(order)',
    'after a partial fill all of the net was sold again',
  ),
  one(
    'partial_fill_not_unwound',
    'engine/orders/outcomes.ts',
    'sold.soldMinor === 0n ? [] : [fillUnwoundPosting(order, sold)]',
    '[]',
    'what was sold before the decline stayed in the clearing account',
  ),
  one(
    'quote_token_not_committed',
    'engine/fills/queries.ts',
    'quote_token: intent.quoteToken,',
    `quote_token: '',`,
    'the request did not name the firm quote that it accepted',
  ),
  one(
    'look_up_timeout_is_unknown',
    'engine/fills/fill-order.ts',
    'await provider.lookUp(fill.provider_key, fill.quote_token)',
    `await provider.lookUp(fill.provider_key, fill.quote_token).catch(() => ({ state: 'unknown' as const }))`,
    'a lost look-up counted as unknown, and an expired quote was replaced although it had been executed',
  ),
  one(
    'fill_timeout_is_decline',
    'engine/fills/fill-order.ts',
    `    fill.quote_token,
  )
}`,
    `    fill.quote_token,
  ).catch(() => ({ state: 'declined', isFinal: true, code: 'timeout' }))
}`,
    'a timeout of the provider counted as its refusal',
  ),
  one(
    'send_timeout_is_rejection',
    'engine/sends/send-once.ts',
    '() => rail.send(request, prepared)',
    `() => rail.send(request, prepared).catch(() => ({ state: 'rejected', code: 'timeout' }))`,
    'a timeout of the rail counted as a rejection, and the payer was refunded as well',
  ),
  one(
    'payout_retried_under_new_key',
    'engine/payouts/pay-out-order.ts',
    '...requestOf(order, payout.rail_key, instrument),',
    '...requestOf(order, payout.rail_key + (order.attempt > 1 ? `.${order.attempt}` : ``), instrument),',
    'each attempt had its own key, and the beneficiary was paid twice',
  ),
  {
    name: 'payout_before_fill',
    why: 'the payout was sent while the outcome of the conversion was unknown',
    edits: [
      {
        file: 'engine/orders/advance-orders.ts',
        find: 'const filled = await runStep(deps, order, fillOrder)',
        replace:
          'const [filled] = await Promise.all([runStep(deps, order, fillOrder), runStep(deps, order, payOutOrder)])',
      },
      {
        file: 'engine/payouts/queries.ts',
        find: `\`status = 'STEP_3_SETTLING_PAYOUT' and short_minor = 0 and frozen_at is null\``,
        replace: `'true'`,
      },
      { file: 'engine/payouts/queries.ts', find: ' and filled_at is not null', replace: '' },
    ],
  },
  one(
    'hold_not_rechecked_before_payout',
    'engine/payouts/queries.ts',
    "${whereActive('o')}",
    "${whereActive('o').replaceAll(` and status = 'ACTIVE'`, '')}",
    'holds were checked when the order was created and never again',
  ),
  one(
    'prepared_not_committed',
    'engine/payouts/pay-out-order.ts',
    'const prepared = fresh ?? openPrepared(deps.config.secrets, payout)',
    'const prepared = await rail.prepare(request)',
    'each attempt was prepared anew, so that a retry paid from another wallet',
  ),
  one(
    'refund_prepared_not_committed',
    'engine/refunds/send-refunds.ts',
    'prepared: openPrepared(secrets, refund),',
    'prepared: await (await railNamed(deps.rails, refund.rail)).prepare(request),',
    'each attempt of a refund was prepared anew',
  ),
  one(
    'address_without_rail',
    'engine/orders/funding-queries.ts',
    'where funding_address = $2 and funding_rail = $1 limit 2',
    `where funding_address = $2 and $1 <> '' limit 2`,
    'the same address on another chain funded the order',
  ),
  one(
    'return_counted_as_deposit',
    'engine/entries/take-entries.ts',
    'return recordReturn(deps, row.rail, entry)',
    `await recordDeposit(deps, { name: row.rail }, { ...entry, kind: 'deposit', account: '', reference: null, sender: null })
      return`,
    'money that came back counted as a new deposit',
  ),
  one(
    'return_of_one_unit_counts_whole',
    'engine/returns/record-return.ts',
    "isBack ? 'rest' : isPart ? 'part' : 'whole'",
    "isBack ? 'rest' : 'whole'",
    'one unit that came back made the desk owe the whole payout again',
  ),
  one(
    'second_partial_return_dropped',
    'engine/returns/record-return.ts',
    'if (earlier.some((one) => isSameReturn(one, rail, entry))) return null',
    'if (earlier.length > 0) return null',
    'of a payout that came back in parts only the first part counted',
  ),
  one(
    'reversal_ignored_after_payout',
    'engine/reversals/record-reversal.ts',
    'if (isPassedOn(present, deposit) && !isRetryLost(present)) return null',
    `if (isPassedOn(present, deposit) && !isRetryLost(present)) return null
      if (present.status === 'STEP_4_COMPLETED')
        return { events: [], reversal: { depositId: deposit.id, code, heldMinor: 0n, lossMinor: 0n, refunds: [] } }`,
    'the rail took back the deposit of a completed order, and the books did not show it',
  ),
  {
    name: 'reversal_posted_twice',
    why: 'a reversal that was reported in two forms was posted twice',
    edits: [
      {
        file: 'engine/reversals/record-reversal.ts',
        find: 'if (deposit.reversed_at !== null) return',
        replace: '',
      },
      {
        file: 'engine/deposits/queries.ts',
        find: 'where d.id = i.id and d.reversed_at is null and d.organization_id',
        replace: 'where d.id = i.id and d.organization_id',
      },
    ],
  },
  one(
    'reversal_does_not_stop',
    'engine/orders/reversal-outcomes.ts',
    'const shortMinor = isCounted ? moreShort(order, heldMinor, lossMinor) : 0n',
    'const shortMinor = 0n',
    'an order went on after its deposit was taken back',
  ),
  ...(['held', 'rejected'] as const).map((what): Bug => {
    const state = what === 'held' ? 'hold' : 'reject'
    const other = what === 'held' ? 'reject' : 'hold'
    return {
      name: `${what}_deposit_credited`,
      why: `a ${what} deposit went on as if it was cleared`,
      edits: [
        {
          file: 'engine/screening/screen-deposits.ts',
          find: `if (state !== 'clear' && state !== 'released') return false`,
          replace: `if (state === 'asking' || state === '${other}') return false`,
        },
        {
          file: 'rules/screening/queries.ts',
          find: "where s.deposit_id = ${depositId} and s.state in ('clear', 'released')",
          replace: `where s.deposit_id = \${depositId} and s.state in ('clear', 'released', '${state}')`,
        },
        {
          file: 'rules/screening/queries.ts',
          find: `and s.state in ('asking', 'hold', 'reject')) end`,
          replace: `and s.state in ('asking', '${other}')) end`,
        },
      ],
    }
  }),
  one(
    'screened_simulation_refused',
    'engine/deposits/record-deposit.ts',
    'deps.wakeWorker()\n    return of ?? null',
    'deps.wakeWorker()\n    return null',
    'a simulated deposit that was screened at once was answered as refused',
  ),
  one(
    'held_deposit_keeps_no_order_open',
    'rules/screening/queries.ts',
    `and s.state <> 'reject' and coalesce(d.received_at`,
    `and s.state = 'asking' and coalesce(d.received_at`,
    'an order expired while an operator looked at its deposit',
  ),
  {
    name: 'listed_beneficiary_paid',
    why: 'beneficiaries were screened when their instrument was made and never again',
    edits: [
      {
        file: 'engine/payouts/queries.ts',
        find: "${isCleared('i.rail_key')} as is_cleared",
        replace: 'true as is_cleared',
      },
      {
        file: 'engine/payouts/pay-out-order.ts',
        find: 'if (!(await maySend(deps, order, request))) return',
        replace: '',
      },
    ],
  },
  {
    name: 'cap_checked_before_the_intent',
    why: 'the cap was read before the intent, so that payouts at the same moment exceeded it together',
    edits: [
      {
        file: 'engine/payouts/pay-out-order.ts',
        find: 'const { rail, text, sealed } = await prepare(deps, id, request)',
        replace: `const { rail, text, sealed } = await prepare(deps, id, request)
    const { rowCount } = await deps.db.query(
      \`select from outflow_caps c left join rails r on r.name = $1
        where c.rail in ($1, r.signer) and c.currency = $2 and c.max_hour_minor < $3
              + (select coalesce(sum(amount_minor), 0) from outflows o
                  where o.rail = c.rail and o.currency = $2 and minute > now() - interval '61 minutes')\`,
      [rail, request.currency, String(request.amountMinor)],
    )
    if ((rowCount ?? 0) > 0) return park(deps, order, 'outflow_limit')`,
      },
      {
        file: 'outside/rails/outflow-caps.ts',
        find: 'then judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier) end',
        replace: `then nullif(judge_outflow(a.rail, a.signer, a.currency, a.amount_minor, a.with_earlier), 'outflow_limit') end`,
      },
    ],
  },
  {
    name: 'cap_counts_twice',
    why: 'an amount was counted when it was committed and again when it was sent',
    edits: [],
    sql: `create function twice() returns trigger language plpgsql as
            'begin new.amount_minor := 2 * new.amount_minor; return new; end';
          create trigger twice before insert on outflows for each row execute function twice()`,
  },
  {
    name: 'cap_given_back_after_rejection',
    why: 'somebody who caused rejections could send without a bound',
    edits: [],
    sql: `create function give_back() returns trigger language plpgsql as
            'begin update outflows set amount_minor = greatest(amount_minor - new.amount_minor, 1)
                    where rail = new.rail and currency = new.currency; return new; end';
          create trigger give_back after update on payouts for each row
            when (new.rejected_at is not null and old.rejected_at is null) execute function give_back()`,
  },
  one(
    'payout_beyond_balance',
    'outside/rails/outflow-caps.ts',
    `
                or exists (select from observed_balances where account = 'rail:' || a.rail and currency = a.currency)`,
    '',
    'a payout was sent although the balance at the rail did not cover it',
  ),
  one(
    'refund_sent_again_under_new_key',
    'engine/refunds/send-refunds.ts',
    'key: refund.rail_key,',
    'key: refund.rail_key + (refund.attempt > 1 ? `.${refund.attempt}` : ``),',
    'after a lost answer the refund was sent again under a new key',
  ),
  one(
    'refund_without_fee',
    'engine/orders/outcomes.ts',
    'const owedMinor = unreversedMinorOf(order)',
    'const owedMinor = unreversedMinorOf(order) - order.payin_fee_minor',
    'the desk kept the fee although nothing was paid out',
  ),
  one(
    'refund_after_retry',
    'engine/orders/customer-acts.ts',
    'if (retry !== null) return',
    "if (retry !== null && act === 'retry') return",
    'the money funded the follow-up order and was refunded too',
  ),
  one(
    'retry_leftover_kept',
    'engine/orders/retry-order.ts',
    'owed: [leftover],',
    'owed: [],',
    'the desk kept the money that the follow-up order did not need',
  ),
  one(
    'stale_lease_moves_refund',
    'engine/orders/changes.ts',
    'where r.lease_token is not distinct from i.refund_lease',
    'where r.id = i.refund_id',
    'a worker that had lost its lease posted the refund a second time',
  ),
  one(
    'lost_update',
    'engine/orders/changes.ts',
    'where o.version = i.version and',
    'where',
    'two concurrent deposits were decided on the same old state',
  ),
  one(
    'posting_missing',
    'engine/orders/outcomes.ts',
    'postings: [payoutPosting(order, rail), ...feePostings(',
    'postings: [...feePostings(',
    'the payout was not posted to the ledger',
  ),
  one(
    'posting_twice',
    'engine/orders/outcomes.ts',
    'postings: [payoutPosting(order, rail), ...feePostings(',
    'postings: [payoutPosting(order, rail), payoutPosting(order, rail), ...feePostings(',
    'the payout was posted by two listeners',
  ),
  one(
    'posting_one_sided',
    'engine/ledger/postings.ts',
    `{ debit: 'fx', credit: provider, currency: payin, amountMinor: part.soldMinor },`,
    '',
    'only one side of the conversion was posted, and the clearing account grew',
  ),
  one(
    'rejected_payout_keeps_fee',
    'engine/ledger/postings.ts',
    `{ debit: 'fee', credit: customer, currency: payin, amountMinor: order.payin_fee_minor },`,
    '',
    'a refund included a fee that the ledger still counted as earned',
  ),
  one(
    'event_missing',
    'engine/orders/transition.ts',
    `...refunds.map((refund) => refundEvent(order, refund, refund.status, at)),`,
    '',
    'a change of an order had no event',
  ),
  one(
    'event_sequence_gap',
    'engine/orders/changes.ts',
    'last_event = o.last_event + i.events,',
    'last_event = o.last_event + greatest(i.events, 1),',
    'readers waited for an event that never came',
  ),
  one(
    'open_total_kept_at_expiry',
    'engine/orders/changes.ts',
    "o.status = 'STEP_1_AWAITING_FUNDING' and",
    "o.status = 'STEP_1_AWAITING_FUNDING' and i.status <> 'FAILED_FUNDING_EXPIRED' and",
    'expired orders still counted against the bound',
  ),
  one(
    'open_total_not_raised',
    'engine/orders/insert-queries.ts',
    "`operation = 'create'${special(` and status = 'STEP_1_AWAITING_FUNDING'`)}`",
    '`false`',
    'new orders did not count against the bound',
  ),
  one(
    'open_total_overwritten',
    'engine/orders/open-total-queries.ts',
    `do update set open_minor = open_totals.open_minor + excluded.open_minor\``,
    `do update set open_minor = excluded.open_minor\``,
    'the update of a concurrent batch was lost',
  ),
  one(
    'open_total_counts_follow_ups',
    'engine/orders/changes.ts',
    "and o.operation = 'create' ",
    '',
    'a follow-up order, which never awaited funding, was subtracted',
  ),
  one(
    'reservation_kept_at_expiry',
    'engine/orders/changes.ts',
    "and not ${isReserving('o', 'i.status')} as releases",
    "and not ${isReserving('o', 'i.status')} and i.status <> 'FAILED_FUNDING_EXPIRED' as releases",
    'expired orders still reserved liquidity',
  ),
  one(
    'reservation_kept_at_failover',
    'engine/fills/queries.ts',
    "addReserved(movedReservations('moved'), '$2')",
    "addReserved(movedReservations('(select * from moved where false)'), '$2')",
    'an order that another provider filled still reserved at the first one',
  ),
  one(
    'parking_untold',
    'engine/orders/transition.ts',
    `...(decision.parking === undefined
    ? []`,
    `...(decision !== undefined
    ? []`,
    'a parked order had no event',
  ),
  one(
    'hold_named_to_customer',
    'engine/orders/announce.ts',
    `const reason = internal === null ? 'processing' : publicReason[internal]`,
    `const reason = internal`,
    'the event named the compliance hold as the reason',
  ),
  {
    name: 'delay_told_by_two',
    why: 'two workers found the same delay, and each told the customer',
    edits: [
      {
        file: 'engine/orders/delay-queries.ts',
        find: `     on conflict do nothing
     returning organization_id, order_id`,
        replace: '     returning organization_id, order_id',
      },
    ],
    sql: 'alter table order_delays drop constraint order_delays_pkey',
  },
  one(
    'delay_told_again',
    'engine/orders/delay-queries.ts',
    `insert into order_delays (organization_id, order_id, cause, since, code, told_at, expected_at)
     select organization_id, id, cause, since, code, at, expected_at from locked`,
    `insert into order_delays (organization_id, order_id, cause, since, code, told_at, expected_at)
     select organization_id, id, cause, at, code, at, expected_at from locked`,
    'the record of a delay did not say which delay it was',
  ),
  one(
    'retry_untold',
    'engine/orders/transition.ts',
    '...(decision.retryOrderId === undefined ? [] : [retriedEvent(order, decision.retryOrderId, at)]),',
    '',
    'a retry had no event',
  ),
  {
    name: 'refund_told_too_late',
    why: 'the event of the order preceded the event of the refund',
    edits: [
      {
        file: 'engine/orders/transition.ts',
        find: `...refunds.map((refund) => refundEvent(order, refund, refund.status, at)),`,
        replace: '',
      },
      {
        file: 'engine/orders/transition.ts',
        find: '...(decision.retryOrderId === undefined ?',
        replace: `...refunds.map((refund) => refundEvent(order, refund, refund.status, at)),
          ...(decision.retryOrderId === undefined ?`,
      },
    ],
  },
  one(
    'ended_while_in_flight',
    'engine/orders/open-exits.ts',
    'return unknown(facts) ?? contested(facts, led)',
    'return contested(facts, led)',
    'an operator refunded an order while the outcome of its conversion was unknown',
  ),
  one(
    'ended_without_posting',
    'engine/orders/outcomes.ts',
    `payoutUnwoundPosting(order, 'payout_ended'),`,
    `{ kind: 'payout_ended', transfers: [] },`,
    'the payer was refunded, and the ledger still owed the payout',
  ),
  {
    name: 'cross_tenant_read',
    why: 'an order was looked up by its id alone',
    edits: [
      {
        file: 'engine/orders/queries.ts',
        find: 'where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        replace: 'where cardinality($1::uuid[]) > 0 and id = any ($2::uuid[])',
      },
      {
        file: 'platform/db/pool.ts',
        find: 'return row?.organization_id === organizationId ? row : null',
        replace: 'return row ?? null',
      },
    ],
  },
  one(
    'cross_tenant_answer',
    'engine/orders/show-order.ts',
    'const key = `${order.organizationId}/${order.id}`',
    'const key = order.id',
    'an answer was cached under the order id without the organization',
  ),
  one(
    'stale_answer',
    'engine/orders/queries.ts',
    'and version <> known.version',
    'and known.version = 0',
    'a cached answer was served after its order had changed',
  ),
  {
    name: 'cross_tenant_quote',
    why: 'a quote was looked up by its id alone',
    edits: [
      {
        file: 'engine/quotes/queries.ts',
        find: 'where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        replace: 'where cardinality($1::uuid[]) > 0 and id = any ($2::uuid[])',
      },
      {
        file: 'platform/db/pool.ts',
        find: 'return row?.organization_id === organizationId ? row : null',
        replace: 'return row ?? null',
      },
    ],
  },
  one(
    'cross_tenant_offering',
    'engine/catalogue.ts',
    'const keyOf = ({ organizationId, id }: OwnedId): string => `${organizationId}/${id}`',
    'const keyOf = ({ id }: OwnedId): string => id',
    'a cache keyed by the id alone answered another tenant',
  ),
  {
    name: 'frozen_order_filled',
    why: 'a freeze was noted and shown, and the worker went on',
    edits: [
      {
        file: 'engine/orders/job-queries.ts',
        find: "(frozen_at is null or status = 'STEP_1_AWAITING_FUNDING'",
        replace: "(true or status = 'STEP_1_AWAITING_FUNDING'",
      },
      { file: 'engine/fills/queries.ts', find: 'and frozen_at is null and (i', replace: 'and (i' },
    ],
  },
  one(
    'frozen_payout_sent_again',
    'engine/sends/may-send.ts',
    ' and o.frozen_at is null',
    '',
    'a payout whose request was lost was sent again while its order was frozen',
  ),
  {
    name: 'frozen_order_refunded',
    why: 'a freeze stopped payouts, and refunds were forgotten',
    edits: [
      {
        file: 'engine/refunds/queries.ts',
        find: ' or o.frozen_at is not null as is_held',
        replace: ' as is_held',
      },
      {
        file: 'engine/refunds/queries.ts',
        find: "and e.status = 'ACTIVE' and o.frozen_at is null))",
        replace: "and e.status = 'ACTIVE'))",
      },
      {
        file: 'engine/refunds/queries.ts',
        find: 'and exists (select from unfrozen)',
        replace: '',
      },
    ],
  },
  {
    name: 'any_loss_accepted',
    why: 'an operator who accepted a loss accepted every loss',
    edits: [
      {
        file: 'engine/fills/propose-fill.ts',
        find: 'intent.lossMinor <= (order.accepted_loss_minor ?? 0n)',
        replace: 'order.accepted_loss_minor !== null',
      },
      {
        file: 'engine/fills/queries.ts',
        find: '(i.keeps_promise or i.loss_minor <= accepted_loss_minor)',
        replace: '(i.keeps_promise or accepted_loss_minor > 0)',
      },
    ],
  },
  one(
    'paid_elsewhere_while_unknown',
    'engine/orders/open-exits.ts',
    'return order.parked_reason === null ? NOT_PARKED : unknown(facts)',
    'return order.parked_reason === null ? NOT_PARKED : null',
    'an operator paid to another account while the first payout was on its way',
  ),
  {
    name: 'marked_without_posting',
    why: 'an outcome that an operator recorded completed the order and left the ledger as it was',
    edits: [
      {
        file: 'engine/marks/mark-send.ts',
        find: "...(isParkedOn ? { parking: 'released' } : {}),",
        replace: "...(isParkedOn ? { parking: 'released' } : {}), postings: [],",
      },
    ],
  },
  one(
    'small_refund_sent',
    'engine/orders/small-refunds.ts',
    'if (one.amountMinor >= rule.smallest_refund_minor) return lessFee(one, rule)',
    'return lessFee(one, rule)',
    'each unit that came was sent back, at the cost of the desk',
  ),
  one(
    'small_deposit_credited',
    'engine/deposits/record-deposit.ts',
    'amountMinor < rule.smallest_deposit_minor &&',
    'amountMinor < 0n &&',
    'one unit was screened, credited, told and owed',
  ),
  one(
    'small_deposit_not_posted',
    'engine/deposits/small-queries.ts',
    `postings.flatMap((posting) => transfersJson(0, newUuid('posting', at), posting)),`,
    '[],',
    'a small deposit was at the rail and not in the ledger',
  ),
  one(
    'small_refund_keeps_order_open',
    'engine/orders/small-refunds.ts',
    'return events.slice(0, -1)',
    'return events',
    'an order waited for ever for a refund that was too small to be sent',
  ),
  one(
    'refund_key_random',
    'engine/refunds/key.ts',
    "return `${publicId('ord', name)}:refund:${of}:1`",
    "return `${publicId('ord', name)}:refund:${of}${Math.floor(performance.now() * 1000)}:1`",
    'a service on a restored database sent a refund of the lost time again under another key',
  ),
  one(
    'retry_key_random',
    'engine/orders/retry-order.ts',
    'const keyId = keyIdOfRetry(declined)',
    'const keyId = keyIdOfRetry({ id: crypto.randomUUID() as typeof declined.id, key_id: null })',
    'the keys of a lost retry named no order of the backup',
  ),
  one(
    'lost_retry_of_nobody',
    'engine/halts/restore-queries.ts',
    'and o.id between ${from} and ${to}',
    'and false',
    'an order was refunded although its lost retry had paid out',
  ),
  one(
    'listed_sends_ignored',
    'engine/halts/contested.ts',
    'exists (select from unknown_sends u where ${isOpen(`${o}.id`)}\n                and not (u.key',
    'exists (select from unknown_sends u where false and ${isOpen(`${o}.id`)}\n                and not (u.key',
    'the service sent something else of an order whose send of the lost time was listed',
  ),
  one(
    'decided_before_the_compare',
    'engine/halts/contested.ts',
    'exists (${COMPARING} and ${isOfBefore(`${o}.created_at`)})',
    'exists (${COMPARING} and false and ${isOfBefore(`${o}.created_at`)})',
    'orders expired and were refunded before their rails were compared after a restore',
  ),
  one(
    'paid_before_every_list',
    'engine/halts/contested.ts',
    '(${isCompared(o)}\n   or exists (select from unknown_sends u where ${isOpen(`${o}.id`)}\n                and not',
    '(exists (select from unknown_sends u where ${isOpen(`${o}.id`)}\n                and not',
    'a payout went out while the rail that had refunded the order was still to be compared',
  ),
  one(
    'filled_elsewhere',
    'engine/fills/queries.ts',
    "\n            or ${mayBeFilledElsewhere('o', 'i.provider_key', 'i.provider_name')}",
    '',
    'an order that one provider had converted before a restore was converted at the next',
  ),
  one(
    'paid_again_and_still_held',
    'engine/orders/held-payout.ts',
    "if (change.mark?.kind === 'payout' && change.mark.outcome === 'settled') return 'decided'",
    '',
    'a returned payout that was paid again before a restore waited for a decision',
  ),
  one(
    'later_payout_recorded_first',
    'engine/marks/payout-sent-before.ts',
    'numberIn(earlier) < sequence',
    'false',
    'the return of a payout of before a restore found no payout',
  ),
  one(
    'incomplete_list_believed',
    'engine/halts/end-restore-halts.ts',
    'return isComplete == null ? false : isComplete ? true : null',
    'return isComplete == null ? false : true',
    'a halt ended although a send of before was still on its way',
  ),
  one(
    'list_begins_at_the_last_change',
    'engine/halts/end-restore-halts.ts',
    'const last = changed ?? (await',
    'const last = (await',
    'a list began an hour before the restore, because the service had changed an order meanwhile',
  ),
  one(
    'halt_ended_without_the_list',
    'engine/halts/end-restore-halts.ts',
    'if (lists === true && unknown === 0) {',
    'if (unknown === 0) {',
    'fills went on after a restore before the provider had listed its own',
  ),
  one(
    'sent_before_posted_twice',
    'engine/marks/payout-sent-before.ts',
    'postings: [...kept.postings, ...filled.postings, payoutPosting(order, sent.rail)],',
    'postings: [...kept.postings, ...filled.postings, payoutPosting(order, sent.rail), payoutPosting(order, sent.rail)],',
    'a payout of before a restore was posted twice',
  ),
  one(
    'sent_before_without_fill',
    'engine/marks/fill-sent-before.ts',
    'postings.push(...fillPostings(order, before, { provider, fee: null, ...part }))',
    '',
    'a payout of before a restore was recorded without its conversion',
  ),
  one(
    'unsent_refund_explains_a_send',
    'engine/halts/contested.ts',
    "known(s, 'r.rail is not null', ",
    "known(s, 'true', ",
    'a refund that the lost time had sent was taken back by a reversal',
  ),
  {
    name: 'returned_and_paid',
    why: 'the return of a deposit that the lost time had given up, and paid an order with, was sent too',
    edits: [
      {
        file: 'engine/sends/may-send.ts',
        find: ' and not ${MAY_BE_PAID}',
        replace: '',
      },
      {
        file: 'engine/deposits/return-queries.ts',
        find: 'and not ${MAY_BE_PAID}',
        replace: '',
      },
      {
        file: 'engine/deposits/return-deposit.ts',
        find: 'await requireNotPaid(deps.db, id)',
        replace: '',
      },
    ],
  },
  one(
    'keys_of_deposits_unlisted',
    'engine/halts/key-queries.ts',
    'yield* keysOfDeposits(db, since)',
    '',
    'a rail with digests listed a refund whose deposit was read again, and nobody knew its key',
  ),
  one(
    'resumed_with_nameless_sends',
    'engine/halts/queries.ts',
    "      and not exists (${nameless('halts.id')})\n",
    '',
    'a halt ended while the rail listed sends without a key',
  ),
  one(
    'too_late_is_cancelled',
    'engine/cancellations/carry-out.ts',
    "return answer.state === 'cancelled' ? { state: 'rejected', code: answer.code } : known",
    "return answer.state === 'cancelled' || answer.state === 'too_late' ? { state: 'rejected', code: 'x' } : known",
    'a payout that could not be stopped any more was refunded',
  ),
  one(
    'refused_cancellation_is_cancelled',
    'engine/cancellations/carry-out.ts',
    "return answer.state === 'cancelled' ? { state: 'rejected', code: answer.code } : known",
    "return answer.state === 'cancelled' || answer.state === 'impossible' ? { state: 'rejected', code: 'x' } : known",
    'a payout that the rail refused to cancel was refunded',
  ),
  one(
    'cancellation_not_carried_out',
    'engine/cancellations/cancel-send.ts',
    'cancellation: asked,',
    '',
    'a cancellation was noted and never carried out',
  ),
  one(
    'part_counted_as_whole',
    'engine/returns/record-return.ts',
    'const isPart = lackMinor > mostFeeOf(sentMinor)',
    'const isPart = false',
    'a part of a returned payout counted as the whole',
  ),
  {
    name: 'listed_return_asked_before',
    why: 'a list that came between the question and the credit let an order have a deposit that had gone back',
    edits: [
      {
        file: 'engine/deposits/queries.ts',
        find: "     and not exists (select from unknown_sends u where ${isListedReturn('u', 'd.return_keys')})\n",
        replace: '',
      },
      {
        file: 'engine/deposits/record-deposit.ts',
        find: 'if (order === undefined) return suspend()',
        replace: 'if (order === undefined || (await isReturnListed())) return suspend()',
      },
    ],
  },
  one(
    'booked_and_returned',
    'engine/deposits/exit-queries.ts',
    "${HAS_NO_ORDER}\n  and not exists (${contradictedReturnsOf('d.id')})`",
    "d.order_id is null and d.reversed_at is null\n  and not exists (${contradictedReturnsOf('d.id')})`",
    'a deposit that the desk had booked as its own went back to its sender',
  ),
  one(
    'booked_before_the_list',
    'engine/deposits/leave-suspense.ts',
    "await requireNotReturned(deps, row, 'end')",
    '',
    'a deposit that the lost time had returned was booked',
  ),
  {
    name: 'withdrawn_after_it_went',
    why: 'a return that the lost time had sent was withdrawn, and its deposit left suspense again',
    edits: [
      {
        file: 'engine/deposits/return-queries.ts',
        find: " and not ${mayHaveGone('deposit_returns.rail_key')}",
        replace: '',
      },
      {
        file: 'engine/deposits/end-return.ts',
        find: 'rail === undefined && (await selectMayHaveGone(deps.db, back.rail_key))',
        replace: 'false',
      },
      {
        file: 'engine/halts/contested.ts',
        find: "`(d.rail is not null or d.status = 'PENDING')`",
        replace: "'true'",
      },
      {
        file: 'engine/halts/contested.ts',
        find: "'r.rail is not null', 'd.rail is not null'",
        replace: "'r.rail is not null', 'true'",
      },
    ],
  },
  {
    name: 'came_back_twice',
    why: 'a return that came back was told under two names, and was in suspense twice',
    edits: [
      {
        file: 'engine/returns/record-return.ts',
        find: 'sent.currency !== currency || sent.amount_minor < beforeMinor + amountMinor',
        replace: 'sent.currency !== currency',
      },
    ],
    sql: 'drop trigger deposit_came_back on deposits',
  },
  {
    name: 'contradicted_letter_believed',
    why: 'a deposit went back again although its rail said that the first return had arrived',
    edits: [
      {
        file: 'engine/deposits/exit-queries.ts',
        find: "\n  and not exists (${contradictedReturnsOf('d.id')})`",
        replace: '`',
      },
      {
        file: 'engine/deposits/return-queries.ts',
        find: "not ${MAY_BE_PAID} and not exists (${contradictedReturnsOf('r.deposit_id')})",
        replace: 'not ${MAY_BE_PAID}',
      },
      {
        file: 'engine/sends/may-send.ts',
        find: " and not exists (${contradictedReturnsOf('d.deposit_id')})",
        replace: '',
      },
    ],
  },
  one(
    'stray_of_before_sent',
    'engine/sends/may-send.ts',
    "                     and not ${isReturnOfBefore('r')}\n",
    '',
    'a return of a stray that the lost time had ended took what another payer had sent since',
  ),
  one(
    'stray_returned_before_its_rail_is_final',
    'engine/strays/return-stray.ts',
    '  await requireNoneOfBefore(deps, id, rail)\n',
    '',
    'a return of the time that a restore lost took what another payer had sent after a new return',
  ),
  one(
    'stray_sent_after_its_stop',
    'engine/sends/may-send.ts',
    "r.status = 'RETURNING' and r.stopped_at is null",
    "r.status = 'RETURNING'",
    'a return of a stray that an operator had stopped was sent',
  ),
  one(
    'stray_to_a_held_account',
    'engine/sends/may-send.ts',
    "and ${orderMayGoOn('r')} and ${accountMayGet('r')}",
    "and ${orderMayGoOn('r')}",
    'a stray went to an account that the desk had put on hold after the decision',
  ),
]
