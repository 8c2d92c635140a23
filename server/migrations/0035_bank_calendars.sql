-- Holidays of banks, which close offerings over their rails.
-- Up Migration

create table bank_calendars (
  name text primary key,
  timezone text not null,
  -- Days of the time zone, YYYY-MM-DD, in order.
  holidays text[] not null
);
alter table rails add column bank_calendar text references bank_calendars;

grant select, insert, update (timezone, holidays) on bank_calendars to corridor_service;
grant update (bank_calendar) on rails to corridor_service;
