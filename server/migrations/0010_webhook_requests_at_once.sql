-- Fast webhook endpoints get more requests at once. Older processes go on sending each at most eight.
-- Up Migration
alter table webhook_endpoints add column most_at_once int not null default 8 check (most_at_once between 8 and 32);
grant update (most_at_once) on webhook_endpoints to corridor_service;
