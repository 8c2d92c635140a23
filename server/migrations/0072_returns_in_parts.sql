-- Payouts and refunds that come back in several parts.
-- Up Migration

alter table returns
  drop constraint returns_key_key,
  -- 'part': more is missing than a fee on the way. 'whole': with it, the whole less a fee came back. 'rest': a return after
  -- 'whole', which gives back of that fee. A row of an earlier version is the only one of its key.
  add column stage text not null default 'whole' check (stage in ('part', 'whole', 'rest'));
create index returns_of_key on returns (key);
-- A key comes back as a whole at most once.
create unique index returns_whole on returns (key) where stage = 'whole';
