-- Made by `npm run generate`. Run this file in psql on a migrated database, then for example
-- `explain execute NAME(...)`. A change belongs into the TypeScript that is named above each statement.

-- networksOf in server/src/customers/api-keys/networks.ts
prepare select_networks (
  inet[] -- $1 addresses
) as
select network(a.address)::text as network, host(a.address) = host(network(a.address)) as is_whole
 from unnest($1::inet[]) with ordinality as a (address, position)
order by a.position;
