-- The name and look of the desk: in the console, on receipts, in the documents.
create table brand (
  is_only boolean primary key default true check (is_only),
  -- As the section `brand` of the operator file. A key that is missing has no value.
  content jsonb not null default '{}'::jsonb check (jsonb_typeof(content) = 'object')
);
grant select, update (content) on brand to corridor_service;
insert into brand default values;
