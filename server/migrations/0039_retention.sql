-- Erasing what is encrypted, after the time that the policy keeps it.
-- Up Migration

alter table external_payment_instruments add column details_erased_at instant;
create index instruments_to_erase on external_payment_instruments (updated_at)
  where status = 'ARCHIVED' and details_erased_at is null;
alter table travel_rule_records add column erased_at instant;
alter table information_requests add column erased_at instant;
create index information_requests_to_erase on information_requests (closed_at)
  where status = 'CLOSED' and erased_at is null;

-- The service may erase details once, of archived instruments. What stays is short: only kinds, such as the chain of a
-- wallet. Also the hash of the request that created the instrument goes, since it covers the details. Returns whether the
-- instrument was erased.
create function erase_instrument(of_organization uuid, of_instrument uuid, before timestamptz, at timestamptz,
                                 key_id text, kinds bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if length(kinds) > 160 then
    raise exception 'details that are erased must be short' using errcode = 'invalid_parameter_value';
  end if;
  update external_payment_instruments
     set details_key_id = key_id, details_sealed = kinds, details_erased_at = at,
         request_hash = case when request_hash is not null then '\x'::bytea end
   where organization_id = of_organization and id = of_instrument and status = 'ARCHIVED'
     and details_erased_at is null and updated_at < before;
  if not found then
    return false;
  end if;
  update travel_rule_records
     set record_key_id = '', record_sealed = '\x', request_hash = '\x', erased_at = at
   where organization_id = of_organization and instrument_id = of_instrument and erased_at is null;
  return true;
end $$;
revoke execute on function erase_instrument from public;
grant execute on function erase_instrument to corridor_service;

-- The same for the answer and the documents of a closed information request.
create function erase_information_request(of_organization uuid, of_request uuid, before timestamptz, at timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update information_requests
     set answer_key_id = case when answer_key_id is not null then '' end,
         answer_sealed = case when answer_sealed is not null then '\x'::bytea end,
         request_hash = case when request_hash is not null then '\x'::bytea end, erased_at = at
   where organization_id = of_organization and id = of_request and status = 'CLOSED' and erased_at is null
     and closed_at < before;
  if not found then
    return false;
  end if;
  update information_documents set content_key_id = '', content_sealed = '\x', request_hash = '\x'
   where organization_id = of_organization and request_id = of_request;
  return true;
end $$;
revoke execute on function erase_information_request from public;
grant execute on function erase_information_request to corridor_service;
