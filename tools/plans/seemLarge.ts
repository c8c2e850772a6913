import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../../server/platform/database/withClient.ts'
import { largeDatabase, unknownSpread, type Spread } from './manyMerchants.ts'
import { shareOfTestMode } from './planReading.ts'

/** The shop with the largest share of all rows. */
export const largestShop = '01900000-0000-7000-8000-00000000a000'
const shops = 1_000
const pageBytes = 8_192
/** PostgreSQL's segment size in pages. */
const maxPages = 131_071
/** The overhead of an index entry, the assumed length of a text, and the fill factor of pages. */
const [entryBytes, textBytes, fullness] = [12, 12, 0.9]

/**
 * Makes an empty database plan like the one of {@link largeDatabase}: statistics of tables and columns are written with PostgreSQL's restore functions,
 * and the files are extended to their expected length as sparse files, because the planner reads their size. Nothing may be read there.
 */
export async function seemLarge(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await spreadColumns(client)
    const { rows: places } = await client.query<{ folder: string }>(
      `select setting as folder from pg_settings where name = 'data_directory'`,
    )
    const files = await filesOf(client)
    await client.query(
      `select pg_restore_relation_stats('schemaname', 'trastienda', 'relname', f.name, 'relpages', f.pages, 'reltuples', f.rows)
       from jsonb_to_recordset($1) f (name text, pages integer, rows real)`,
      [JSON.stringify(files)],
    )
    for (const { file, pages } of files) await truncate(join(places[0]?.folder ?? '', file), pages * pageBytes)
  })
}

type Sized = { name: string; file: string; rows: number; pages: number }

/** The files of large tables and of their indexes, each with its assumed rows and pages. */
async function filesOf(client: pg.Client): Promise<Sized[]> {
  const { rows: files } = await client.query<{ owner: string; name: string; file: string; entry: number | null }>(
    `select t.relname as owner, c.relname as name, pg_relation_filepath(c.oid) as file, case when c.oid <> t.oid then (select sum(case when y.typlen > 0 then y.typlen else $2 end)
       from pg_attribute a join pg_type y on y.oid = a.atttypid where a.attrelid = c.oid)::integer end as entry
     from pg_class t join pg_class c on c.oid = t.oid or c.oid in (select indexrelid from pg_index where indrelid = t.oid)
     where t.relnamespace = 'trastienda'::regnamespace and t.relname = any($1) and t.relkind = 'r'`,
    [Object.keys(largeDatabase), textBytes],
  )
  return files.flatMap(({ owner, name, file, entry }) => {
    const table = largeDatabase[owner]
    if (!table) return []
    const rows = entry === null ? table.rows : (table.partial[name] ?? table.rows)
    const bytes = entry === null ? table.bytes : (entry + entryBytes) / fullness
    return [{ name, file, rows, pages: Math.min(maxPages, Math.max(2, Math.ceil((rows * bytes) / pageBytes))) }]
  })
}

async function spreadColumns(client: pg.Client): Promise<void> {
  const { rows: columns } = await client.query<{ table: string; column: string; type: string; configured: number | null }>(
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type,
       (select option_value::real from pg_options_to_table(a.attoptions) where option_name = 'n_distinct') as configured
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'trastienda'::regnamespace and c.relname = any($1) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    [Object.keys(largeDatabase)],
  )
  const spreads = columns.map(({ table, column, type, configured }) => {
    const { distinct, none, common } = spreadOf(table, column)
    const values = Object.keys(common)
    return {
      relation: table,
      attribute: column,
      none,
      // An option that a migration set on a column takes precedence over its statistics.
      many: configured ?? distinct,
      correlation: /^(timestamp|date|bigint)/.test(type) ? 0.95 : 0.1,
      common: values.length > 0 ? `{${values.join(',')}}` : null,
      shares: values.length > 0 ? `{${Object.values(common).join(',')}}` : null,
    }
  })
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'trastienda', 'relname', s.relation, 'attname', s.attribute, 'inherited', false, 'null_frac', s.none,
       'avg_width', 16, 'n_distinct', s.many, 'correlation', s.correlation, 'most_common_vals', s.common, 'most_common_freqs', s.shares::real[])
     from jsonb_to_recordset($1) s (relation text, attribute text, none real, many real, correlation real, common text, shares text)`,
    [JSON.stringify(spreads)],
  )
}

/** Rows are distributed over the merchants, one of which has the largest share. */
function spreadOf(table: string, column: string): Spread {
  const { columns = {}, ofLargest = 0 } = largeDatabase[table] ?? {}
  if (column === 'merchant_id') return { distinct: shops, none: 0, common: { [largestShop]: ofLargest } }
  if (column === 'mode') return { distinct: 2, none: 0, common: { live: 1 - shareOfTestMode, sandbox: shareOfTestMode } }
  return columns[column] ?? unknownSpread
}
