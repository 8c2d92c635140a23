-- What a receiver wrote in its last answer to a webhook that it did not accept. Its owner sees why it failed.
-- Up Migration

alter table webhook_deliveries add column last_answer text check (length(last_answer) <= 1000);

grant update (last_answer) on webhook_deliveries to corridor_service;
