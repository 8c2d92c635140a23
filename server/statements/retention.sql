-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Returns the policy of the operator file.
-- selectRetentionPolicy in server/src/rules/retention/policy.ts
prepare select_retention_policy as
select kept_days from retention_policy;

-- updateRetentionPolicy in server/src/rules/retention/policy.ts
prepare update_retention_policy (
  jsonb -- $1 kept_days
) as
update retention_policy set kept_days = $1::jsonb;

-- Instruments archived before the instant, longest first, except of organizations with an open information request.
-- selectInstrumentsToErase in server/src/rules/retention/queries.ts
prepare select_instruments_to_erase (
  timestamp with time zone, -- $1 before
  bigint -- $2 limit
) as
select e.organization_id, e.id, e.alias, e.currency, e.method, e.details_key_id, e.details_sealed, e.status, e.status_history, e.version, e.created_at, e.updated_at, e.first_version, e.request_hash, o.enterprise_id
 from external_payment_instruments e join organizations o on o.id = e.organization_id
where e.status = 'ARCHIVED' and e.details_erased_at is null and e.updated_at < $1
  and not exists (select from information_requests i where i.organization_id = e.organization_id and i.status <> 'CLOSED')
order by e.updated_at limit $2;

-- Erases the details but for `kinds`, and the travel rule records.
-- eraseInstrument in server/src/rules/retention/queries.ts
prepare erase_instrument (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone, -- $3 before
  timestamp with time zone, -- $4 at
  text, -- $5 key_id
  bytea -- $6 kinds
) as
select erase_instrument($1, $2, $3, $4, $5, $6) as is_erased;

-- Closed before the instant, longest first.
-- selectInformationRequestsToErase in server/src/rules/retention/queries.ts
prepare select_information_requests_to_erase (
  timestamp with time zone, -- $1 before
  bigint -- $2 limit
) as
select r.organization_id, r.id, o.enterprise_id
 from information_requests r join organizations o on o.id = r.organization_id
where r.status = 'CLOSED' and r.erased_at is null and r.closed_at < $1
order by r.closed_at limit $2;

-- Erases the answer and the documents.
-- eraseInformationRequest in server/src/rules/retention/queries.ts
prepare erase_information_request (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone, -- $3 before
  timestamp with time zone -- $4 at
) as
select erase_information_request($1, $2, $3, $4) as is_erased;

-- eraseSenders in server/src/rules/retention/queries.ts
prepare erase_senders (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_senders($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;

-- Payers and payment references in the entries that rails reported.
-- erasePayers in server/src/rules/retention/queries.ts
prepare erase_payers (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_payers($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;

-- erasePayoutPreparations in server/src/rules/retention/queries.ts
prepare erase_payout_preparations (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_payout_preparations($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;

-- eraseDepositReturns in server/src/rules/retention/queries.ts
prepare erase_deposit_returns (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_deposit_returns($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;

-- eraseStrayReturns in server/src/rules/retention/queries.ts
prepare erase_stray_returns (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_stray_returns($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;

-- eraseRefundPreparations in server/src/rules/retention/queries.ts
prepare erase_refund_preparations (
  timestamp with time zone, -- $1 before
  timestamp with time zone, -- $2 at
  timestamp with time zone, -- $3 after_at
  uuid, -- $4 after_id
  integer -- $5 most
) as
select v.id, v.made_at, o.enterprise_id, v.is_erased
 from erase_refund_preparations($1, $2, coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'::uuid), $5) v
 left join organizations o on o.id = v.organization_id
order by v.made_at, v.id;
