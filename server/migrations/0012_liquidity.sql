-- Several liquidity providers for a route, the identity of their firm quotes, and partial fills.
-- Up Migration

-- Settings of a provider's adapter. Secrets are references, never values.
alter table liquidity_providers add column settings jsonb not null default '{}';
grant update (settings) on liquidity_providers to corridor_service;

-- The provider's identity of the firm quote, given back with every request of the fill. The expiry is by real time.
-- Fills of earlier versions have neither.
alter table fills
  add column quote_token text not null default '' check (length(quote_token) <= 4000),
  add column quote_expires_at instant;

-- A fill may sell less than asked. Processes of the version before record neither amount: the fill then sold all.
alter table fills
  add column sold_minor minor_units,
  add column delivered_minor minor_units,
  -- Charged by the provider in addition.
  add column fee_currency currency_code,
  add column fee_minor minor_units,
  add column decline_code text,
  add check (sold_minor between 1 and payin_minor),
  add check ((sold_minor is null) = (delivered_minor is null) and (sold_minor is null or filled_at is not null)),
  add check ((fee_currency is null) = (fee_minor is null) and (fee_minor is null or filled_at is not null)),
  add check (decline_code is null or declined_at is not null);
grant update (sold_minor, delivered_minor, fee_currency, fee_minor, decline_code) on fills to corridor_service;

-- One fill of an order is in flight at a time. Several may be filled, each with a part.
create unique index fills_one_in_flight on fills (order_id, organization_id)
  where filled_at is null and declined_at is null;
drop index fills_filled_once;

-- A part that was sold is unwound when the rest is declined for good.
alter table ledger_transfers
  drop constraint ledger_transfers_posting_check,
  add constraint ledger_transfers_posting_check check (posting in ('deposit', 'deposit_reversed', 'fill', 'fx_result',
    'fill_unwound', 'payout', 'payout_rejected', 'payout_ended', 'payout_returned', 'refund', 'refund_returned',
    'send_fee', 'carry_over')) not valid;

-- Providers of a route after the first, ranked. A quote and its order name the provider that priced them.
alter table configured_routes add column further_providers text[] not null default '{}';
grant update (further_providers) on configured_routes to corridor_service;
alter table quotes add column priced_provider text;
alter table orders add column priced_provider text;
alter table fills
  -- Why this provider was asked, for operators.
  add column choice text not null default '',
  add column decline_is_final boolean;
grant update (decline_is_final) on fills to corridor_service;
