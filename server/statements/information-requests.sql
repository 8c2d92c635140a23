-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- Call it with the enterprise locked, after a look-up of the key.
-- insertInformationDocument in server/src/customers/information-requests/document-queries.ts
prepare insert_information_document (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 request_id
  text, -- $4 name
  text, -- $5 type
  integer, -- $6 size_bytes
  text, -- $7 content_key_id
  bytea, -- $8 content_sealed
  instant, -- $9 created_at
  text, -- $10 idempotency_key
  bytea -- $11 request_hash
) as
insert into information_documents (organization_id, id, request_id, name, type, size_bytes, content_key_id,
  content_sealed, created_at, idempotency_key, request_hash)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning organization_id, id, request_id, name, type, size_bytes, created_at, request_hash;

-- All documents that were uploaded for a request, oldest first.
-- selectInformationDocuments in server/src/customers/information-requests/document-queries.ts
prepare select_information_documents (
  uuid, -- $1 organization_id
  uuid -- $2 request_id
) as
select organization_id, id, request_id, name, type, size_bytes, created_at, request_hash from information_documents where organization_id = $1 and request_id = $2 order by id;

-- selectInformationDocumentByKey in server/src/customers/information-requests/document-queries.ts
prepare select_information_document_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select organization_id, id, request_id, name, type, size_bytes, created_at, request_hash from information_documents where organization_id = $1 and idempotency_key = $2;

-- Newest first.
-- selectInformationRequestsBefore in server/src/customers/information-requests/operator-queries.ts
prepare select_information_requests_before (
  uuid[], -- $1 enterprise_ids
  uuid, -- $2 organization_id
  uuid, -- $3 order_id
  text, -- $4 status
  uuid, -- $5 before
  bigint -- $6 limit
) as
select r.organization_id, r.id, r.order_id, r.message, r.fields, r.documents, r.deadline, r.status, r.created_at,
     r.updated_at, r.answered_at, r.closed_at, r.answer_document_ids, r.request_hash, o.enterprise_id,
     o.name as organization_name
from information_requests r join organizations o on o.id = r.organization_id
where  ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::uuid is null or r.organization_id = $2)
  and ($3::uuid is null or r.order_id = $3) and ($4::text is null or r.status = $4)
  and ($5::uuid is null or r.id < $5)
order by r.id desc
limit $6;

-- Newest first.
-- selectInformationRequestsBefore in server/src/customers/information-requests/operator-queries.ts
prepare select_unclosed_information_requests_before (
  uuid[], -- $1 enterprise_ids
  uuid, -- $2 organization_id
  uuid, -- $3 order_id
  text, -- $4 status
  uuid, -- $5 before
  bigint -- $6 limit
) as
select r.organization_id, r.id, r.order_id, r.message, r.fields, r.documents, r.deadline, r.status, r.created_at,
     r.updated_at, r.answered_at, r.closed_at, r.answer_document_ids, r.request_hash, o.enterprise_id,
     o.name as organization_name
from information_requests r join organizations o on o.id = r.organization_id
where r.status <> 'CLOSED' and ($1::uuid[] is null or o.enterprise_id = any ($1)) and ($2::uuid is null or r.organization_id = $2)
  and ($3::uuid is null or r.order_id = $3) and ($4::text is null or r.status = $4)
  and ($5::uuid is null or r.id < $5)
order by r.id desc
limit $6;

-- A request of any organization.
-- selectInformationRequestById in server/src/customers/information-requests/operator-queries.ts
prepare select_information_request_by_id (
  uuid -- $1 id
) as
select r.organization_id, r.id, r.order_id, r.message, r.fields, r.documents, r.deadline, r.status, r.created_at,
     r.updated_at, r.answered_at, r.closed_at, r.answer_document_ids, r.request_hash, o.enterprise_id,
     o.name as organization_name
from information_requests r join organizations o on o.id = r.organization_id where r.id = $1;

-- Undefined before the answer.
-- selectSealedAnswer in server/src/customers/information-requests/operator-queries.ts
prepare select_sealed_answer (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select answer_key_id as key_id, answer_sealed as bytes from information_requests
where organization_id = $1 and id = $2 and answer_sealed is not null and erased_at is null;

-- Undefined if it was erased.
-- selectSealedDocument in server/src/customers/information-requests/operator-queries.ts
prepare select_sealed_document (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select content_key_id as key_id, content_sealed as bytes from information_documents
where organization_id = $1 and id = $2 and content_sealed <> '\x';

-- insertInformationRequest in server/src/customers/information-requests/queries.ts
prepare insert_information_request (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  uuid, -- $3 order_id
  text, -- $4 message
  jsonb, -- $5 fields
  jsonb, -- $6 documents
  instant, -- $7 deadline
  instant, -- $8 at
  json -- $9 events
) as
with written as (insert into information_requests (organization_id, id, order_id, message, fields, documents, deadline, created_at,
     updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash
 ), changed as (
select 0::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($9::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from written;

-- Undefined if the request is not open any more.
-- updateInformationRequestAnswered in server/src/customers/information-requests/queries.ts
prepare update_information_request_answered (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone, -- $3 at
  text, -- $4 key_id
  bytea, -- $5 sealed
  uuid[], -- $6 document_ids
  text, -- $7 idempotency_key
  bytea, -- $8 request_hash
  json -- $9 events
) as
with written as (update information_requests
      set status = 'ANSWERED', updated_at = greatest($3, updated_at), answered_at = greatest($3, updated_at),
          answer_key_id = $4, answer_sealed = $5, answer_document_ids = $6, idempotency_key = $7, request_hash = $8
    where organization_id = $1 and id = $2 and status = 'OPEN' returning organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash
 ), changed as (
select 0::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($9::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from written;

-- Undefined if the request has another status than the one that was seen.
-- updateInformationRequestClosed in server/src/customers/information-requests/queries.ts
prepare update_information_request_closed (
  uuid, -- $1 organization_id
  uuid, -- $2 id
  timestamp with time zone, -- $3 at
  text, -- $4 from_status
  json -- $5 events
) as
with written as (update information_requests
      set status = 'CLOSED', updated_at = greatest($3, updated_at), closed_at = greatest($3, updated_at)
    where organization_id = $1 and id = $2 and status = $4 and status <> 'CLOSED' returning organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash
 ), changed as (
select 0::int as position, organization_id as organization_id, null::uuid as id,
       null::int as first_event, updated_at as at
  from written
 ), announced as (
insert into events (organization_id, id, order_id, sequence, type, data, created_at)
select c.organization_id, e.id, c.id, c.first_event + e.step, e.type, e.data, c.at
  from json_to_recordset($5::json) as e (position int, id uuid, type text, data jsonb, step int)
  join changed c using (position)
returning organization_id, id, type, created_at), delivered as (
insert into webhook_deliveries (organization_id, endpoint_id, event_id, event_organization_id, status, created_at,
  updated_at, due_at)
select w.organization_id, w.id, a.id, case when w.enterprise_id is not null then a.organization_id end, 'PENDING',
       a.created_at, a.created_at, a.created_at
  from announced a
  cross join lateral (select * from webhook_endpoints where organization_id in (a.organization_id, (select enterprise_id from organizations where id = a.organization_id))
       and status = 'ENABLED' and (event_types = '{}' or a.type = any(event_types)) offset 0) w)
 select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from written;

-- Newest first.
-- selectInformationRequests in server/src/customers/information-requests/queries.ts
prepare select_info_requests (
  uuid, -- $1 organization_id
  bigint -- $2 limit
) as
select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from information_requests
where organization_id = $1
order by organization_id desc, id desc limit $2;

-- Newest first.
-- selectInformationRequests in server/src/customers/information-requests/queries.ts
prepare "select_info_requests page order status after from before to" (
  uuid, -- $1 organization_id
  bigint, -- $2 limit
  uuid, -- $3 page
  uuid, -- $4 order
  text, -- $5 status
  timestamp with time zone, -- $6 after
  uuid, -- $7 from
  timestamp with time zone, -- $8 before
  uuid -- $9 to
) as
select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from (select * from information_requests where order_id = $4 and organization_id = $1 offset 0) information_requests
where organization_id = $1 and id < $3 and status = $5 and created_at > $6 and id >= $7 and created_at < $8 and id < $9
order by organization_id desc, id desc limit $2;

-- selectInformationRequest in server/src/customers/information-requests/queries.ts
prepare select_information_request (
  uuid, -- $1 organization_id
  uuid -- $2 id
) as
select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from information_requests where organization_id = $1 and id = $2;

-- The request that an earlier request to the API answered under this key.
-- selectInformationRequestByKey in server/src/customers/information-requests/queries.ts
prepare select_information_request_by_key (
  uuid, -- $1 organization_id
  text -- $2 idempotency_key
) as
select organization_id, id, order_id, message, fields, documents, deadline, status, created_at, updated_at,
answered_at, closed_at, answer_document_ids, request_hash from information_requests where organization_id = $1 and idempotency_key = $2;
