import type pg from 'pg'

/** One line for each object that the schema defines: what differs between two databases shows as the lines of one that the other lacks. */
const query = `
  select 'table ' || c.relname || ' rls=' || c.relrowsecurity || c.relforcerowsecurity || ' ' || coalesce(c.reloptions::text, '') as line
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r'
  union all select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' not null=' || a.attnotnull
      || ' default=' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' generated=' || a.attgenerated::text || ' identity=' || a.attidentity::text
      || ' collation=' || a.attcollation || ' options=' || coalesce(a.attoptions::text, '')
      || ' position=' || row_number() over (partition by a.attrelid order by a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = $1::regnamespace and contype in ('p', 'u', 'c', 'f', 'x')
  union all select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = $1::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = $1::regnamespace and not t.tgisinternal
  union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
  union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' || polcmd::text || ' ' || pg_get_expr(polqual, polrelid) || ' '
      || pg_get_expr(polwithcheck, polrelid)
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = $1::regnamespace
  union all select 'enum ' || t.typname || ' ' || row_number() over (partition by t.oid order by e.enumsortorder) || ' ' || e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typnamespace = $1::regnamespace
  union all select 'view ' || relname || ' ' || coalesce(reloptions::text, '') || ' ' || pg_get_viewdef(oid) from pg_class
    where relnamespace = $1::regnamespace and relkind in ('v', 'm')
  union all select 'sequence ' || relname from pg_class where relnamespace = $1::regnamespace and relkind = 'S'
  union all select 'comment ' || pg_describe_object(d.classoid, d.objoid, d.objsubid) || ' ' || d.description from pg_description d
    where d.classoid = 'pg_class'::regclass and d.objoid in (select oid from pg_class where relnamespace = $1::regnamespace)
  order by 1`

/** The tables, columns, constraints, indexes, triggers, functions, policies, views and comments of a schema, one line each. */
export const catalogueOf = async (client: pg.Client, schema: string): Promise<string[]> =>
  (await client.query<{ line: string }>(query, [schema])).rows.map(({ line }) => line)
