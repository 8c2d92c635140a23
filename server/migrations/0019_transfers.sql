-- Transfers: a route may pass on the currency that it takes (docs/decisions/0288-transfers-have-a-provider-at-par.md). Its
-- provider must trade that pair, and only a provider of kind par does.
alter table configured_routes drop constraint configured_routes_check2;
