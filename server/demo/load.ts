import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { prepared, sql } from '../platform/database/sql.ts'
import { withClient } from '../platform/database/withClient.ts'
import { campaignDeadlinesOf } from '../sales/lifecycle/campaignDeadlines.ts'
import { fillFigures } from '../sales/lifecycle/figureTables.ts'
import { keysOf } from '../sales/lifecycle/operationLookups.ts'
import { deadlinesOf } from '../sales/lifecycle/operationDeadlines.ts'
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
 * Disables constraints for one transaction: triggers would check each row, foreign keys look up each parent, and
 * row-level security refuses COPY. Counters, keys and ledger are checked before the commit. A superuser disables them
 * for its session only; another owner alters the tables, which are locked meanwhile.
 */
export async function addLookupRows(client: pg.Client): Promise<{ close(): Promise<void> }> {
  const { rows } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
  if (rows[0]?.rolsuper) {
    await client.query('set local session_replication_role = replica')
    return { close: async () => void (await client.query('set local session_replication_role = origin')) }
  }
  // PostgreSQL generates the statements itself, with quoted names.
  const opening = await statementsOf(client, [
    `select format('alter table %I disable trigger user', name) as text from unnest($1::text[]) name`,
    `select format('alter table %s no force row level security', oid::regclass) as text from pg_class where relforcerowsecurity and $1::text[] is not null`,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
  ])
  const closing = await statementsOf(client, [
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    `select format('alter table %s force row level security', oid::regclass) as text from pg_class where relforcerowsecurity and $1::text[] is not null`,
    `select format('alter table %I enable trigger user', name) as text from unnest($1::text[]) name`,
  ])
  for (const statement of opening) await client.query(statement)
  return {
    close: async () => {
      for (const statement of closing) await client.query(statement)
    },
  }
}

/** The `text` column of a catalogue query, in order. */
async function statementsOf(client: pg.Client, queries: readonly string[], tables: readonly string[] = tableNames): Promise<string[]> {
  const texts: string[] = []
  for (const query of queries) {
    const { rows } = await client.query<{ text: string }>(query, [tables])
    texts.push(...rows.map(({ text }) => text))
  }
  return texts
}

/** Computes the counters of operations per day and sub-status. */
export async function countOperations(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  await client.query(
    `insert into operation_counters (merchant_id, mode, day, substatus, slot, operations)
     select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date, substatus, 0, count(*)
     from operations where merchant_id = any($1) group by 1, 2, 3, 4`,
    [merchantIds],
  )
}

/** Computes the figures by day; who signed had been decided on when they had said who they are. */
export async function countFigures(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  await client.query(
    `update checkouts c set decided_at = c.identified_at from operations o
     where o.merchant_id = any($1) and c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and o.verified_at is not null and c.decided_at is null`,
    [merchantIds],
  )
  for (const statement of fillFigures(sql`o.merchant_id = any(${merchantIds})`)) await client.query(prepared(statement))
}

/** Writes the captured card charge of every payment, including first payments. */
export async function fillCharges(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  // With its statistics: else an update of one charge reads all of them.
  const putIndexesBack = await withoutIndexes(client, ['charges'])
  await client.query(
    `insert into charges (merchant_id, mode, id, operation_id, instalment, attempt, amount_cents, state, provider_reference, created_at)
     select p.merchant_id, p.mode, md5(p.operation_id || ' ' || coalesce(p.instalment, 0))::uuid, p.operation_id, p.instalment, 1, p.amount_cents, 'captured',
       'sim_charge_' || left(md5(p.operation_id || ' ' || coalesce(p.instalment, 0)), 24), p.paid_at
     from (select merchant_id, mode, operation_id, number as instalment, amount_cents, paid_at from instalments where paid_at is not null
       union all select merchant_id, mode, id, null, downpayment_cents + opening_fee_cents, last_captured_at from operations where captured_cents > 0) p
     where p.merchant_id = any($1) and p.amount_cents > 0`,
    [merchantIds],
  )
  await putIndexesBack()
}

/** Writes the deadlines of operations and campaigns. */
export async function fillDeadlines(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  const open = sql`select * from operations o
    where o.merchant_id = any(${merchantIds}) and o.category in ('in_process', 'accepted') and o.substatus in ('pending_customer', 'pending_merchant', 'payment_process')`
  const campaigns = sql`select * from campaigns c where c.merchant_id = any(${merchantIds})`
  await client.query(
    prepared(
      sql`insert into deadlines (merchant_id, mode, object_id, kind, due_at) ${deadlinesOf(open)} union all ${campaignDeadlinesOf(campaigns)}`,
    ),
  )
}

/** Adds the operations and refunds to the search across shops. */
export async function fillLookups(client: pg.Client, merchantIds: readonly string[], secret: string): Promise<void> {
  const putIndexesBack = await withoutIndexes(client, ['operation_lookups'])
  await client.query(
    prepared(sql`insert into operation_lookups (merchant_id, mode, operation_id, created_at, substatus, total_cents, keys)
      select o.merchant_id, o.mode, o.id, o.created_at, o.substatus, o.total_cents, ${keysOf(secret)} from operations o where o.merchant_id = any(${merchantIds})`),
  )
  await putIndexesBack()
  await client.query(
    `insert into refund_lookups (merchant_id, mode, refund_id, operation_id)
     select r.merchant_id, r.mode, r.id, r.operation_id from refunds r where r.merchant_id = any($1)`,
    [merchantIds],
  )
}

/** Rows with dangling references, as sentences: what foreign keys would have refused. */
export async function orphans(client: pg.Client): Promise<string[]> {
  const searches = await statementsOf(client, [
    `select format('select %L as what, count(*) as many from %s c where (%s) and not exists (select from %s p where %s)', conrelid::regclass || ' have no ' || confrelid::regclass,
       conrelid::regclass, string_agg(format('c.%I is not null', child.attname), ' and '), confrelid::regclass,
       string_agg(format('p.%I = c.%I', parent.attname, child.attname), ' and ')) as text
     from pg_constraint, unnest(conkey, confkey) k (child_num, parent_num)
       join pg_attribute child on child.attnum = k.child_num join pg_attribute parent on parent.attnum = k.parent_num
     where contype = 'f' and conrelid::regclass::text = any($1) and child.attrelid = conrelid and parent.attrelid = confrelid
     group by oid, conname, conrelid, confrelid order by conname`,
  ])
  const problems: string[] = []
  for (const search of searches) {
    const { rows } = await client.query<{ what: string; many: string }>(search)
    const [row] = rows
    if (row && Number(row.many) > 0) problems.push(`${row.many} rows of ${row.what}`)
  }
  return problems
}

/**
 * Drops the indexes that no constraint needs; the returned function creates them again, which is much faster than filling them row by row, and runs ANALYZE:
 * without statistics PostgreSQL sometimes chooses a plan with which a check takes ten seconds.
 */
export async function withoutIndexes(client: pg.Client, tables: readonly string[] = tableNames): Promise<() => Promise<void>> {
  const free = `from pg_index where indrelid::regclass::text = any($1) and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid::regclass::text`
  const definitions = await statementsOf(client, [`select pg_get_indexdef(indexrelid) as text ${free}`], tables)
  const counts = await statementsOf(client, [`select format('analyze %I', name) as text from unnest($1::text[]) name`], tables)
  for (const statement of await statementsOf(client, [`select format('drop index %s', indexrelid::regclass) as text ${free}`], tables))
    await client.query(statement)
  return async () => {
    // The transaction needs no more than the right order of plans; statistics to keep are gathered at its end.
    await client.query("set local maintenance_work_mem = '512MB'; set local default_statistics_target = 10")
    for (const definition of definitions) await client.query(definition)
    for (const count of counts) await client.query(count)
  }
}

/**
 * Marks pages as visible to all and gathers statistics, on two connections at once: of tables with rows alone, and without waiting for the disk after each, because
 * autovacuum does again what a crash leaves out.
 */
export async function tidyTables(ownerUrl: string): Promise<void> {
  const halves = await withClient(ownerUrl, (client) =>
    statementsOf(client, [
      `select format('vacuum (analyze) %s', string_agg(name, ', ')) as text from (
         select oid::regclass::text as name, row_number() over (order by pg_relation_size(oid) desc) % 2 as half from pg_class
         where relkind in ('r', 'm') and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > 0 and $1::text[] is not null
       ) filled group by half`,
    ]),
  )
  const tidy = (half: string) =>
    withClient(ownerUrl, async (client) => {
      await client.query('set synchronous_commit = off')
      await client.query(half)
    })
  await Promise.all(halves.map(tidy))
}
