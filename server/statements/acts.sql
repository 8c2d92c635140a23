-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- selectApprovalRules in server/src/parties/acts/queries.ts
prepare select_approval_rules as
select rules from approval_rules;

-- updateApprovalRules in server/src/parties/acts/queries.ts
prepare update_approval_rules (
  jsonb -- $1 rules
) as
update approval_rules set rules = $1::jsonb;

-- False if the same act on the same subject waits already.
-- insertApproval in server/src/parties/acts/queries.ts
prepare update_approvals_passed (
  text, -- $1 act
  text, -- $2 subject
  text, -- $3 version
  timestamp with time zone -- $4 at
) as
update approvals
  set status = case when expires_at <= $4 then 'EXPIRED' else 'LAPSED' end, decided_at = $4,
      body_key_id = null, body_sealed = null
where act = $1 and subject = $2 and subject <> '' and status = 'PENDING'
  and (expires_at <= $4 or version <> $3);

-- False if the same act on the same subject waits already.
-- insertApproval in server/src/parties/acts/queries.ts
prepare insert_approval (
  uuid, -- $1 id
  text, -- $2 act
  uuid, -- $3 chain
  text, -- $4 subject
  text, -- $5 version
  jsonb, -- $6 asked
  jsonb, -- $7 amounts
  text, -- $8 reason
  text[], -- $9 roles
  text, -- $10 proposed_by
  uuid, -- $11 proposed_person
  instant, -- $12 proposed_at
  instant, -- $13 expires_at
  text, -- $14 body_key_id
  bytea -- $15 body_sealed
) as
insert into approvals (id, act, chain, subject, version, asked, amounts, reason, roles, proposed_by, proposed_person,
       proposed_at, expires_at, body_key_id, body_sealed)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
on conflict (act, subject) where status = 'PENDING' and subject <> '' do nothing
returning id;

-- False if it was decided before, or expired.
-- updateApprovalDecided in server/src/parties/acts/queries.ts
prepare update_approval_decided (
  uuid, -- $1 id
  text, -- $2 status
  text, -- $3 by
  uuid, -- $4 person
  timestamp with time zone, -- $5 at
  text -- $6 reason
) as
update approvals
   set status = $2, decided_by = $3, decided_person = $4, decided_at = $5, decision_reason = $6,
       body_key_id = null, body_sealed = null
 where id = $1 and status = 'PENDING' and expires_at > $5
returning id;

-- selectApproval in server/src/parties/acts/queries.ts
prepare select_approval (
  uuid, -- $1 id
  timestamp with time zone -- $2 at
) as
select a.id, a.act, a.chain, a.subject, a.version, a.asked, a.amounts, a.reason, a.roles, a.proposed_by,
a.proposed_person, a.proposed_at, a.expires_at, a.decided_by, a.decided_at, a.decision_reason, a.body_key_id,
a.body_sealed, case when a.status = 'PENDING' and a.expires_at <= $2::timestamptz then 'EXPIRED' else a.status end as status, 
(select case when a.proposed_by like 'key:%'
             then json_build_object('is_disabled', u.disabled_at is not null, 'role', k.role,
                                    'enterprise_ids', k.enterprise_ids)
             else json_build_object('is_disabled', u.disabled_at is not null, 'role', u.role,
                                    'enterprise_ids', u.enterprise_ids) end
   from users u
   left join operator_keys k on a.proposed_by = 'key:' || k.label and k.created_by = u.id
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2::timestamptz)
  where u.id = a.proposed_person) as proposer
   from approvals a
  where a.id = $1;

-- Newest first.
-- selectApprovalsBefore in server/src/parties/acts/queries.ts
prepare select_approvals_before (
  uuid[], -- $1 chains
  text, -- $2 status
  uuid, -- $3 before
  bigint, -- $4 limit
  timestamp with time zone -- $5 at
) as
select a.id, a.act, a.chain, a.subject, a.version, a.asked, a.amounts, a.reason, a.roles, a.proposed_by,
a.proposed_person, a.proposed_at, a.expires_at, a.decided_by, a.decided_at, a.decision_reason, a.body_key_id,
a.body_sealed, case when a.status = 'PENDING' and a.expires_at <= $5::timestamptz then 'EXPIRED' else a.status end as status, 
(select case when a.proposed_by like 'key:%'
             then json_build_object('is_disabled', u.disabled_at is not null, 'role', k.role,
                                    'enterprise_ids', k.enterprise_ids)
             else json_build_object('is_disabled', u.disabled_at is not null, 'role', u.role,
                                    'enterprise_ids', u.enterprise_ids) end
   from users u
   left join operator_keys k on a.proposed_by = 'key:' || k.label and k.created_by = u.id
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > $5::timestamptz)
  where u.id = a.proposed_person) as proposer
   from approvals a
  where ($1::uuid[] is null or a.chain = any ($1)) and ($3::uuid is null or a.id < $3)
    and ($2::text is null or case when a.status = 'PENDING' and a.expires_at <= $5::timestamptz then 'EXPIRED' else a.status end = $2)
  order by a.id desc
  limit $4;

-- False if the actor used the key before.
-- insertActKey in server/src/parties/acts/queries.ts
prepare insert_act_key (
  text, -- $1 actor
  text, -- $2 key
  bytea, -- $3 request_hash
  text, -- $4 act
  text, -- $5 subject
  instant -- $6 done_at
) as
insert into act_keys (actor, key, request_hash, act, subject, done_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (actor, key) do nothing
returning key;

-- selectActKey in server/src/parties/acts/queries.ts
prepare select_act_key (
  text, -- $1 actor
  text -- $2 key
) as
select act, subject, done_at, request_hash from act_keys where actor = $1 and key = $2;
