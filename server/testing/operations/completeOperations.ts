import type pg from 'pg'
import { concludedStates } from '#domain/merchants/retention'
import { joinSql, named, prepared, sql, type Sql } from '../../platform/database/sql.ts'
import { campaignDeadlineKinds, campaignDeadlinesOf } from '../../sales/lifecycle/campaignDeadlines.ts'
import { figureTables, forgetSums, missingFigures } from '../../sales/lifecycle/figureTables.ts'
import { keysOf } from '../../sales/lifecycle/operationLookups.ts'
import { testSecret } from '../testSecret.ts'
import { deadlineKinds, deadlinesOf } from '../../sales/lifecycle/operationDeadlines.ts'

const mine = sql`o.xmin = pg_current_xact_id()::xid`

/**
 * Writes what the server would have written with the operations that this transaction inserted or updated by SQL: their deadlines, the counters and the
 * figures of their shops, their lookups across shops, and, with `concluding`, when they concluded and the erasures that waited for it: now, or for inserted ones when they were captured or created.
 */
export async function completeOperations(client: pg.ClientBase, { concluding }: { concluding?: 'now' | 'inserted' } = {}): Promise<void> {
  if (concluding)
    await client.query(
      prepared(sql`with erasing as (
          insert into privacy_queue (merchant_id, mode, operation_id) select e.merchant_id, e.mode, e.operation_id
          from customer_erasures e join operations o on o.merchant_id = e.merchant_id and o.mode = e.mode and o.id = e.operation_id
          where ${mine} and e.done_at is null and o.substatus = any(${[...concludedStates]}::text[]) on conflict do nothing
        )
        update operations o set concluded_at = case when o.substatus = any(${[...concludedStates]}::text[])
          then coalesce(o.concluded_at, o.ended_at, case when ${concluding === 'inserted'} then coalesce(o.last_captured_at, o.created_at) end, clock_timestamp()) end where ${mine}`),
    )
  await client.query(
    prepared(sql`insert into operation_lookups as k (merchant_id, mode, operation_id, created_at, substatus, total_cents, keys)
      select o.merchant_id, o.mode, o.id, o.created_at, o.substatus, o.total_cents, ${keysOf(testSecret)} from operations o where ${mine}
      on conflict (merchant_id, mode, operation_id) do update set created_at = excluded.created_at, substatus = excluded.substatus, total_cents = excluded.total_cents, keys = excluded.keys`),
  )
  await writeDeadlines(client, sql`operations`, deadlineKinds, deadlinesOf(sql`select * from operations o where ${mine}`))
  await client.query(
    prepared(sql`with shop as materialized (select distinct o.merchant_id, o.mode from operations o where ${mine}),
      counted as (select c.merchant_id, c.mode, c.day, c.substatus, sum(c.operations) as many from operation_counters c join shop using (merchant_id, mode) group by 1, 2, 3, 4),
      there as (select o.merchant_id, o.mode, (o.created_at at time zone 'Europe/Madrid')::date as day, o.substatus, count(*) as many
        from operations o join shop using (merchant_id, mode) group by 1, 2, 3, 4)
      insert into operation_counters as c (merchant_id, mode, day, substatus, slot, operations)
      select merchant_id, mode, day, substatus, 0, coalesce(t.many, 0) - coalesce(n.many, 0)
      from there t full join counted n using (merchant_id, mode, day, substatus) where coalesce(t.many, 0) <> coalesce(n.many, 0)
      on conflict (merchant_id, mode, day, substatus, slot) do update set operations = c.operations + excluded.operations`),
  )
  await completeFigures(client, 'operations')
}

/** Whether the written operations have a history to count: most are inserted without one, and the statements that count are dear to plan. */
async function haveHistory(client: pg.ClientBase, table: 'operations' | 'checkouts'): Promise<boolean> {
  if (table === 'checkouts') return true
  const histories = ['operation_events', 'checkouts', 'settlement_lines', 'refunds'].map(
    (name) => sql`exists (select from ${named(name)} h where h.merchant_id = o.merchant_id and h.mode = o.mode and h.operation_id = o.id)`,
  )
  const { rows } = await client.query<{ found: boolean }>(
    prepared(sql`select exists (select from operations o where ${mine} and (${joinSql(histories, sql` or `)})) as found`),
  )
  return rows[0]?.found ?? false
}

/** What the history has and the figures lack, of the shops whose rows of a table this transaction wrote. */
export async function completeFigures(client: pg.ClientBase, table: 'operations' | 'checkouts'): Promise<void> {
  // Few, whatever was written: tables without statistics would otherwise be joined row by row.
  const shops = sql`(select distinct s.merchant_id, s.mode from ${named(table)} s where s.xmin = pg_current_xact_id()::xid offset 0)`
  if (!(await haveHistory(client, table))) return
  // The figures of a test's shops take twice as long to plan as to be added up.
  await client.query(`select set_config('plan_cache_mode', 'force_generic_plan', true)`)
  for (const one of figureTables) {
    const names = joinSql([...one.key, ...one.counters].map(named))
    const missing = missingFigures(one, one.counters, sql`(o.merchant_id, o.mode) in ${shops}`, sql`(d.merchant_id, d.mode) in ${shops}`)
    await client.query(
      prepared(sql`insert into ${named(one.table)} as d (${names}, slot) select ${names}, 0 from (${missing}) m
        on conflict (${joinSql(one.key.map(named))}, slot) do update set ${joinSql(
          one.counters.map((name) => sql`${named(name)} = d.${named(name)} + excluded.${named(name)}`),
        )}`),
    )
  }
  await client.query(prepared(forgetSums))
}

/** As {@link completeOperations}, for the deadlines of campaigns. */
export const completeCampaigns = (client: pg.ClientBase): Promise<void> =>
  writeDeadlines(client, sql`campaigns`, campaignDeadlineKinds, campaignDeadlinesOf(sql`select * from campaigns o where ${mine}`))

async function writeDeadlines(client: pg.ClientBase, table: Sql, kinds: readonly string[], due: Sql): Promise<void> {
  await client.query(
    prepared(sql`with due as materialized (${due}), over as (
        delete from deadlines d using ${table} o where ${mine} and d.merchant_id = o.merchant_id and d.mode = o.mode and d.object_id = o.id
          and d.kind = any(${[...kinds]}::text[])
          and not exists (select from due n where n.merchant_id = d.merchant_id and n.mode = d.mode and n.object_id = d.object_id and n.kind = d.kind)
      )
      insert into deadlines select * from due on conflict (merchant_id, mode, object_id, kind) do update set due_at = excluded.due_at`),
  )
}
