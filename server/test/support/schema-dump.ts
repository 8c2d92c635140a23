// schema.sql: the migrated database as text for reading and review, in a stable order and without details. The
// migrations remain the source.
import { rows, type Pool } from '../../src/platform/db/pool.ts'

const HEAD = `-- The schema of a migrated database, made by \`npm run generate\`. Read this; change it by a migration.\n`

export async function dumpSchema(pool: Pool): Promise<string> {
  const text = async (name: string, sql: string) =>
    (await rows<{ line: string }>(pool, { name, text: sql })).map((row) => row.line)
  const tables = await text('dump_tables', TABLES)
  const domains = await text('dump_domains', DOMAINS)
  const functions = await text('dump_functions', FUNCTIONS)
  const triggers = await text('dump_triggers', TRIGGERS)
  const partitions = await text('dump_default_partitions', DEFAULT_PARTITIONS)
  const indexes = await text('dump_indexes', INDEXES)
  const grants = await text('dump_grants', GRANTS)
  return [
    HEAD,
    ...domains,
    '',
    ...tables,
    ...partitions,
    ...indexes,
    '',
    ...functions,
    ...triggers,
    '',
    ...grants,
    '',
  ].join('\n')
}

const OURS = `n.nspname in ('public', 'simulator')`

const DOMAINS = `
  select format('create domain %s as %s%s;', t.typname, format_type(t.typbasetype, t.typtypmod),
                coalesce((select string_agg(' ' || pg_get_constraintdef(c.oid), '' order by c.conname)
                            from pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '')) as line
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where t.typtype = 'd' and ${OURS}
   order by t.typname`

const TABLES = `
  select format(E'create table %s.%s (\\n%s\\n)%s;\\n', n.nspname, c.relname, string_agg(piece, E',\\n' order by kind, position),
                ' partition by ' || lower(pg_get_partkeydef(c.oid))) as line
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join lateral (
      select 1 as kind, a.attnum::text::int as position,
             format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then ' not null' else '' end,
               case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                    when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end) as piece
        from pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 2, row_number() over (order by k.contype desc, k.conname)::int,
             format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')
    ) as pieces on true
   where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and c.relname <> 'migrations'
   group by n.nspname, c.relname, c.oid
   order by n.nspname, c.relname`

// Monthly partitions come and go, so only the default partition is dumped.
const DEFAULT_PARTITIONS = `
  select format('create table %s.%s partition of %s default;', n.nspname, c.relname, i.inhparent::regclass) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
   where ${OURS} and pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'
   order by c.relname`

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and c.relname not like 'migrations%' and not c.relispartition
     and i.indrelid not in (select oid from pg_class where relispartition and pg_get_expr(relpartbound, oid) <> 'DEFAULT')
     and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
   order by c.relname`

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) || ';' as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OURS} order by p.proname`

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) || ';' as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal and ${OURS} order by t.tgname`

const GRANTS = `
  select format('grant %s on %s.%s to corridor_service;', string_agg(what, ', ' order by what), schema, relation) as line
    from (
      select lower(privilege_type) as what, table_schema as schema, table_name as relation
        from information_schema.role_table_grants where grantee = 'corridor_service'
      union all
      select format('update (%s)', string_agg(column_name::text, ', ' order by column_name::text)), table_schema, table_name
        from information_schema.role_column_grants g
       where grantee = 'corridor_service' and privilege_type = 'UPDATE'
       group by table_schema, table_name
    ) as granted
   where schema in ('public', 'simulator')
   group by schema, relation order by schema, relation`
