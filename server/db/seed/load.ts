import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { tableNames, tables, type TableName } from './tables.ts'

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Sends rows of one table; an empty value is null. */
export function copyInto(client: pg.Client, table: TableName, rows: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(`copy "${table}" (${quoted(tables[table])}) from stdin (null '')`))
    stream.on('error', reject)
    stream.on('finish', () => resolve())
    stream.end(rows)
  })
}

/**
 * Lets rows in as they are for one transaction: triggers would count and check each row, foreign keys look up each parent, and
 * the wall of row-level security refuses COPY. Counters, keys and books are proved before the doors close. A superuser does it
 * for its session alone; another owner changes the tables, which are locked meanwhile.
 */
export async function openDoors(client: pg.Client): Promise<{ close(): Promise<void> }> {
  const { rows } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
  if (rows[0]?.rolsuper) {
    await client.query('set local session_replication_role = replica')
    return { close: async () => void (await client.query('set local session_replication_role = origin')) }
  }
  const forced = await client.query<{ name: string }>('select oid::regclass::text as name from pg_class where relforcerowsecurity')
  const keys = await client.query<{ child: string; name: string; definition: string }>(
    `select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1) order by conname`,
    [tableNames],
  )
  const walls = async (wall: 'force' | 'no force', triggers: 'enable' | 'disable') => {
    for (const name of tableNames) await client.query(`alter table "${name}" ${triggers} trigger user`)
    for (const { name } of forced.rows) await client.query(`alter table ${name} ${wall} row level security`)
  }
  await walls('no force', 'disable')
  for (const { child, name } of keys.rows) await client.query(`alter table ${child} drop constraint "${name}"`)
  return {
    close: async () => {
      for (const { child, name, definition } of keys.rows) await client.query(`alter table ${child} add constraint "${name}" ${definition}`)
      await walls('force', 'enable')
    },
  }
}

/** Counts the operations per day and sub-status as the trigger would have. */
export async function countOperations(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  await client.query(
    `insert into operation_counters (merchant_id, mode, day, substatus, slot, operations)
     select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date, substatus, 0, count(*)
     from operations where merchant_id = any($1) group by 1, 2, 3, 4`,
    [merchantIds],
  )
}

type ForeignKey = { name: string; child: string; parent: string; childColumns: string[]; parentColumns: string[] }

/** Rows that point at nothing, in words: what foreign keys would have refused. */
export async function orphans(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
       array(select attname::text from unnest(conkey) with ordinality k (num, place) join pg_attribute on attrelid = conrelid and attnum = num order by place) as "childColumns",
       array(select attname::text from unnest(confkey) with ordinality k (num, place) join pg_attribute on attrelid = confrelid and attnum = num order by place) as "parentColumns"
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1) order by conname`,
    [tableNames],
  )
  const found: string[] = []
  for (const { name, child, parent, childColumns, parentColumns } of rows) {
    const joined = childColumns.map((column, index) => `p."${parentColumns[index]}" = c."${column}"`).join(' and ')
    const given = childColumns.map((column) => `c."${column}" is not null`).join(' and ')
    const answer = await client.query<{ many: string }>(
      `select count(*) as many from ${child} c where ${given} and not exists (select from ${parent} p where ${joined})`,
    )
    const many = Number(answer.rows[0]?.many ?? 0)
    if (many > 0) found.push(`${many} rows of ${child} have no ${parent} (${name})`)
  }
  return found
}

/** Takes the indexes away that no constraint needs; the answer puts them back, which is much faster than filling them row by row. */
export async function withoutIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any($1) and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
    [tableNames],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    await client.query("set local maintenance_work_mem = '512MB'")
    for (const { definition } of rows) await client.query(definition)
  }
}
