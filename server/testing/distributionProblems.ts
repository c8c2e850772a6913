import type pg from 'pg'
import type { Placement } from '../platform/database/distribution.ts'
import { productSchema } from '../platform/database/productSchema.ts'

type Key = { table: string; name: string; columns: readonly string[] }
/** `columns` and `targetColumns` correspond by position; `clears`: columns that deleting or changing the target empties. */
type ForeignKey = Key & { target: string; targetColumns: readonly string[]; clears: readonly string[]; cascades: boolean }
type Trigger = { table: string; name: string; function: string }

/** What the placement of tables depends on; `functions`: the body of each by name; `uniqueKeys`: primary keys and unique indexes. */
export type Keys = {
  tables: Readonly<Record<string, readonly string[]>>
  uniqueKeys: readonly Key[]
  foreignKeys: readonly ForeignKey[]
  triggers: readonly Trigger[]
  functions: Readonly<Record<string, string>>
}

const columnsOf = (
  numbers: string,
  table: string,
) => `array(select coalesce(a.attname::text, '') from unnest(${numbers}) with ordinality n (attnum, nth)
  left join pg_attribute a on a.attrelid = ${table} and a.attnum = n.attnum order by nth)`

const query = `select
  (select jsonb_object_agg(c.relname, array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r') as tables,
  (select jsonb_agg(jsonb_build_object('table', t.relname, 'name', c.relname, 'columns', ${columnsOf('i.indkey::smallint[]', 't.oid')}))
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = $1::regnamespace) as "uniqueKeys",
  (select jsonb_agg(jsonb_build_object('table', t.relname, 'name', k.conname, 'columns', ${columnsOf('k.conkey', 't.oid')}, 'target', f.relname,
      'targetColumns', ${columnsOf('k.confkey', 'f.oid')},
      'clears', case when k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') then ${columnsOf('coalesce(k.confdelsetcols, k.conkey)', 't.oid')} else '{}' end,
      'cascades', k.confdeltype not in ('a', 'r') or k.confupdtype not in ('a', 'r')))
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = $1::regnamespace) as "foreignKeys",
  (select jsonb_agg(jsonb_build_object('table', c.relname, 'name', t.tgname, 'function', p.proname))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and c.relnamespace = $1::regnamespace) as triggers,
  (select jsonb_object_agg(p.proname, p.prosrc) from pg_proc p where p.pronamespace = $1::regnamespace) as functions`

/** Reads the keys, triggers and functions of a migrated database. */
export async function readKeys(client: pg.Client): Promise<Keys> {
  const { rows } = await client.query<Keys>(query, [productSchema])
  const [keys] = rows
  if (!keys) throw new Error(`the catalogue of schema ${productSchema} returned no row`)
  return keys
}

/** Breaches of the placement of tables, one sentence each. See {@link Placement}. */
export function distributionProblems(keys: Keys, placements: Readonly<Record<string, Placement>>): string[] {
  const tables = Object.keys(keys.tables)
  return [
    ...tables.filter((name) => !placements[name]).map((name) => `${name} has no placement`),
    ...Object.keys(placements)
      .filter((name) => !keys.tables[name])
      .map((name) => `${name} has a placement and does not exist`),
    ...Object.entries(placements).flatMap(([name, placement]) =>
      /^local: *$/.test(placement) ? [`${name} is local without a reason`] : [],
    ),
    ...keys.uniqueKeys.flatMap((key) => uniqueKeyProblems(key, placements)),
    ...keys.foreignKeys.flatMap((key) => foreignKeyProblems(key, placements)),
    ...keys.triggers.flatMap((trigger) => triggerProblems(trigger, keys, placements)),
  ]
}

const uniqueKeyProblems = ({ table, name, columns }: Key, placements: Readonly<Record<string, Placement>>): string[] =>
  placements[table] === 'distributed' && !columns.includes('merchant_id') ? [`${table}: the unique key ${name} lacks merchant_id`] : []

function foreignKeyProblems(key: ForeignKey, placements: Readonly<Record<string, Placement>>): string[] {
  const { table, name, target } = key
  const [from, to] = [placements[table] ?? '', placements[target] ?? '']
  const problem = (what: string) => [`${table}: the foreign key ${name} to ${target} ${what}`]
  if (to === 'distributed') {
    if (from !== 'distributed') return problem('leads to a distributed table')
    const sameShop = key.columns.some((column, nth) => column === 'merchant_id' && key.targetColumns[nth] === 'merchant_id')
    return sameShop ? (key.clears.includes('merchant_id') ? problem('would clear merchant_id') : []) : problem('does not carry merchant_id')
  }
  if (to !== 'reference' && from === 'distributed') return problem('leads to a table that is not on each server')
  // The other servers do not see changes of a local table.
  if (to !== 'reference' && from === 'reference' && key.cascades)
    return problem('would change copies when a local row is deleted or changed')
  return []
}

function triggerProblems(
  { table, name, function: called }: Trigger,
  keys: Keys,
  placements: Readonly<Record<string, Placement>>,
): string[] {
  if (placements[table] !== 'distributed') return []
  const others = [...writtenBy(called, keys)].filter((written) => written !== table)
  return others.map((other) => `${table}: the trigger ${name} writes to ${other}`)
}

const writes = /\b(?:insert\s+into|delete\s+from|update|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi

/** The tables that a function writes to, itself or by the functions that it calls. */
function writtenBy(name: string, keys: Keys, seen: ReadonlySet<string> = new Set()): Set<string> {
  const body = keys.functions[name]
  if (body === undefined || seen.has(name)) return new Set()
  const own = [...body.matchAll(writes)].flatMap(([, written = '']) => (keys.tables[written] ? [written] : []))
  const called = Object.keys(keys.functions).filter((other) => new RegExp(`\\b${other}\\s*\\(`).test(body))
  return new Set([...own, ...called.flatMap((other) => [...writtenBy(other, keys, new Set([...seen, name]))])])
}
