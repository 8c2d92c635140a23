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
