-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Appends an entry.
-- insertAudit in server/src/parties/audit/queries.ts
prepare insert_audit (
  uuid, -- $1 chain
  timestamp with time zone, -- $2 at
  text, -- $3 actor
  text, -- $4 act
  text, -- $5 subject
  text, -- $6 reason
  text -- $7 detail
) as
select append_audit($1, $2, $3, $4, $5, $6, $7);

-- Notes the heads of other chains in a chain.
-- insertAuditHeads in server/src/parties/audit/queries.ts
prepare insert_audit_heads (
  uuid, -- $1 chain
  timestamp with time zone, -- $2 at
  text, -- $3 actor
  text -- $4 detail
) as
select append_audit($1, $2, $3, 'audit.heads', '', '', $4);

-- Oldest first.
-- selectAuditAfter in server/src/parties/audit/queries.ts
prepare select_audit_after (
  uuid, -- $1 chain
  bigint, -- $2 number
  bigint -- $3 limit
) as
select chain, number, at, actor, act, subject, reason, detail, previous_hash, hash from audit_entries where chain = $1 and number > $2 order by number limit $3;

-- One for each chain.
-- selectAuditHeads in server/src/parties/audit/queries.ts
prepare select_audit_heads as
select chain, number, hash from audit_heads
 union
select distinct chain, 0, '\x'::bytea from audit_entries e
 where not exists (select from audit_heads h where h.chain = e.chain)
 order by chain;

-- selectAuditHead in server/src/parties/audit/queries.ts
prepare select_audit_head (
  uuid -- $1 chain
) as
select chain, number, hash from audit_heads where chain = $1;

-- Newest first.
-- selectAuditBefore in server/src/parties/audit/queries.ts
prepare select_audit_before (
  uuid[], -- $1 chains
  text, -- $2 actor
  text, -- $3 act
  text, -- $4 subject
  timestamp with time zone, -- $5 before_at
  uuid, -- $6 before_chain
  bigint, -- $7 before_number
  bigint -- $8 limit
) as
select chain, number, at, actor, act, subject, reason, detail, previous_hash, hash from audit_entries
where ($1::uuid[] is null or chain = any ($1)) and ($2::text is null or actor = $2)
  and ($3::text is null or act = $3) and ($4::text is null or subject = $4)
  and ($5::timestamptz is null or (at, chain, number) < ($5, $6::uuid, $7))
order by at desc, chain desc, number desc
limit $8;
