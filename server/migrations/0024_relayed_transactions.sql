-- Transactions that rails send in the desk's name: they cost a fee even if they are reverted or cancelled.
-- Up Migration

create table relayed_transactions (
  rail text not null,
  -- The name on the network. Committed before the transaction is sent.
  transaction text not null,
  -- The account that pays the fee, and its count of transactions. One transaction of those with the same count is mined.
  sender text not null,
  nonce bigint not null,
  noted_at instant not null,
  -- When the rail was asked last.
  looked_at instant not null,
  ended_at instant,
  -- In the smallest unit of the network's coin. Null if it was never mined.
  fee_units numeric(30) check (fee_units >= 0),
  -- The fee is posted with the payout, refund or sweep that the transaction settled.
  is_reported boolean,
  -- The transfer of what was not posted with a send. Null if there was nothing to post.
  posting_id uuid,
  primary key (rail, transaction),
  check ((is_reported is null) = (fee_units is null)),
  check (fee_units is null or ended_at is not null),
  check (posting_id is null or ended_at is not null)
);
create index relayed_transactions_open on relayed_transactions (rail, looked_at) where ended_at is null;
create index relayed_transactions_posted on relayed_transactions (posting_id) where posting_id is not null;

-- Transfers count whole minor units. What is posted too much is less than one and is taken into account the next time.
create table relayer_gas (
  rail text not null,
  sender text not null,
  units_per_minor bigint not null check (units_per_minor > 0),
  overpaid_units bigint not null check (overpaid_units >= 0 and overpaid_units < units_per_minor),
  primary key (rail, sender)
);

grant select, insert on relayed_transactions, relayer_gas to corridor_service;
grant update (looked_at, ended_at, fee_units, is_reported, posting_id) on relayed_transactions to corridor_service;
grant update (overpaid_units) on relayer_gas to corridor_service;
