-- Requests for information: what an operator asks an organization, and what it answers.
-- Up Migration

create table information_requests (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Null: about the organization itself.
  order_id uuid,
  message text not null,
  -- [{name, about, type, required}] and [{name, about, required, largest_bytes}].
  fields jsonb not null,
  documents jsonb not null,
  deadline instant not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'ANSWERED', 'CLOSED')),
  created_at instant not null,
  updated_at instant not null,
  answered_at instant,
  closed_at instant,
  -- The values of the fields, encrypted.
  answer_key_id text,
  answer_sealed bytea,
  answer_document_ids uuid[],
  -- Of the request that answered.
  idempotency_key text,
  request_hash bytea,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check (num_nonnulls(answered_at, answer_key_id, answer_sealed, answer_document_ids, idempotency_key, request_hash) in (0, 6)),
  check (status <> 'ANSWERED' or answered_at is not null),
  check ((status = 'CLOSED') = (closed_at is not null))
);
create unique index information_requests_idempotency on information_requests (organization_id, idempotency_key)
  where idempotency_key is not null;
-- Operators find a request by its id alone, and list them newest first.
create unique index information_requests_id on information_requests (id);
create index information_requests_of_order on information_requests (organization_id, order_id) where order_id is not null;
-- What the queue reads: answered ones, and open ones by their deadline.
create index information_requests_waiting on information_requests ((coalesce(answered_at, deadline)))
  where status <> 'CLOSED';
grant select, insert,
  update (status, updated_at, answered_at, closed_at, answer_key_id, answer_sealed, answer_document_ids, idempotency_key,
    request_hash)
  on information_requests to corridor_service;

-- Documents that a customer uploaded for a request.
create table information_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  request_id uuid not null,
  -- The name of the wanted document.
  name text not null,
  type text not null,
  size_bytes int not null,
  content_key_id text not null,
  content_sealed bytea not null,
  created_at instant not null,
  idempotency_key text not null,
  request_hash bytea not null,
  primary key (organization_id, id),
  foreign key (organization_id, request_id) references information_requests
);
-- The content does not get smaller when it is compressed: it is encrypted.
alter table information_documents alter column content_sealed set storage external;
create unique index information_documents_idempotency on information_documents (organization_id, idempotency_key);
create index information_documents_of_request on information_documents (organization_id, request_id, id);
grant select, insert on information_documents to corridor_service;
