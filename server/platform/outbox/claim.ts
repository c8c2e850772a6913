import { randomUUID } from 'node:crypto'
import type { Services } from '../calls/call.ts'
import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { leaseMs } from './lease.ts'
import { type Channel, channels, channelSettings, type Entry, type OutboxKind } from './outboxKinds.ts'

/** An entry that this process sends. `lease`: proves it when the outcome is stored. */
export type AnyEntry = Entry<OutboxKind> & { channel: Channel; subject: string; lease: string }

/** What a process may start: messages of kinds that it knows, and how many more by channel. */
type Capacity = { kinds: readonly string[]; free: Readonly<Record<Channel, number>> }

type Row = {
  id: string
  kind: OutboxKind
  channel: Channel
  subject: string
  account_id: string | null
  merchant_id: string | null
  mode: Entry<OutboxKind>['mode']
  user_id: string | null
  group_id: string | null
  payload: Entry<OutboxKind>['payload']
  attempts: number
  resent: boolean
  created_at: Date
  number: bigint
}

type Claiming = Pick<Services, 'database' | 'now'>

/** Leases what is due and has no group, the longest due first, and counts the attempt. */
export async function claim({ database, now }: Claiming, capacity: Capacity): Promise<AnyEntry[]> {
  const parts = await database.write(null, (db) => {
    const at = now()
    return Promise.all([lease(db, oldest(capacity, at), at), capacity.free.callback > 0 ? lease(db, fairlyByShop(capacity, at), at) : []])
  })
  return parts.flat()
}

/** As `claim`, a batch of a group, oldest first. */
export function claimBatch(
  { database, now }: Claiming,
  { kinds, groupId, maxEntries }: { kinds: readonly string[]; groupId: string; maxEntries: number },
): Promise<AnyEntry[]> {
  return database.write(null, (db) => {
    const at = now()
    const due = sql`with due as materialized (
      select ctid as tid from outbox where state = 'pending' and group_id = ${groupId} and due_at <= ${at} and kind = any(${[...kinds]}::text[])
      order by due_at, number limit ${maxEntries} for update skip locked
    )`
    return lease(db, due, at)
  })
}

/** `due`: named queries, of which `due` gives the `tid` of each row to lease, which it has locked. */
async function lease(db: Connection, due: Sql, at: Date): Promise<AnyEntry[]> {
  const id = randomUUID()
  const rows = await db.rows<Row>(sql`${due}
    update outbox o set attempts = o.attempts + 1, due_at = ${new Date(at.getTime() + leaseMs)}, lease = ${id} where o.ctid = any(array(select tid from due))
    returning o.id, o.kind, o.channel, o.subject, o.account_id, o.merchant_id, o.mode, o.user_id, o.group_id, o.payload, o.attempts, o.resent, o.created_at, o.number`)
  return rows.toSorted((one, other) => Number(one.number - other.number)).map((row) => entryOf(row, id))
}

const entryOf = (row: Row, id: string): AnyEntry => ({
  ...row,
  accountId: row.account_id,
  merchantId: row.merchant_id,
  userId: row.user_id,
  groupId: row.group_id,
  createdAt: row.created_at,
  lease: id,
})

/** Those of channels whose receivers are ours. */
function oldest({ free, kinds }: Capacity, at: Date): Sql {
  const simple = channels.filter((channel) => !('perShop' in channelSettings[channel]))
  return sql`with due as materialized (
      select o.tid from unnest(${simple}::text[], ${simple.map((channel) => free[channel])}::integer[]) slots (channel, free) cross join lateral (
        select ctid as tid from outbox where channel = slots.channel and state = 'pending' and due_at <= ${at} and kind = any(${[...kinds]}::text[])
        order by due_at, number limit slots.free for update skip locked) o
    )`
}

/** Live mode before sandbox, then round-robin over shops, longest waiting first; a limited number for each shop. */
function fairlyByShop({ free, kinds }: Capacity, at: Date): Sql {
  const isDue = sql`d.channel = 'callback' and d.state = 'pending' and d.due_at <= ${at} and d.kind = any(${[...kinds]}::text[])`
  return sql`with busy as (
      select b.merchant_id, b.mode, count(*) as calls from outbox b where b.channel = 'callback' and b.lease is not null and b.due_at > ${at} group by b.merchant_id, b.mode
    ), queued as (
      select d.id, d.mode, d.due_at,
        coalesce(b.calls, 0) + row_number() over (partition by d.merchant_id, d.mode order by d.due_at, d.number) as turn
      from outbox d left join busy b on b.merchant_id = d.merchant_id and b.mode = d.mode where ${isDue}
    ), due as materialized (
      select d.ctid as tid from queued q join outbox d on d.id = q.id
      where q.turn <= ${channelSettings.callback.perShop} and ${isDue} order by q.mode, q.turn, q.due_at limit ${free.callback} for update of d skip locked
    )`
}

type Groups = {
  /** Those that this process is sending to: they are not returned again. */
  busy: readonly string[]
  /** The one that was served last; null: none yet. */
  last: string | null
}

/**
 * The next groups with something due, in round-robin order by key, so that a long queue of some does not delay the others. Skips from group to group along
 * the index: the length of a queue does not matter. A group that another process is sending to counts against its shop, and may be sent to as well.
 */
export async function dueGroups({ database, now }: Claiming, { free }: Pick<Capacity, 'free'>, { busy, last }: Groups): Promise<string[]> {
  if (free.webhook === 0) return []
  const at = now()
  const pending = sql`t.channel = 'webhook' and t.state = 'pending'`
  const oldestOfGroup = sql`order by t.group_id, t.due_at limit 1`
  const roundRobin = sql`coalesce(f.group_id <= ${last}::uuid, false), f.group_id`
  const rows = await database.read(null, (db) =>
    db.rows<{ group_id: string }>(sql`with recursive found as (
      (select t.merchant_id, t.mode, t.group_id, t.due_at from outbox t where ${pending} and t.group_id is not null ${oldestOfGroup})
      union all
      select next.* from found f cross join lateral
        (select t.merchant_id, t.mode, t.group_id, t.due_at from outbox t where ${pending} and t.group_id > f.group_id ${oldestOfGroup}) next
    ), busy as materialized (
      select distinct l.group_id from outbox l where l.channel = 'webhook' and l.lease is not null and l.due_at > ${at}
      union select unnest(${[...busy]}::uuid[])
    ), placed as (
      select f.group_id, row_number() over (partition by f.merchant_id, f.mode order by b.group_id is null, ${roundRobin}) as place
      from found f left join busy b on b.group_id = f.group_id where f.due_at <= ${at} or b.group_id is not null
    )
    select f.group_id from placed f where f.place <= ${channelSettings.webhook.perShop} and not f.group_id = any(${[...busy]}::uuid[])
    order by ${roundRobin} limit ${free.webhook}`),
  )
  return rows.map(({ group_id: groupId }) => groupId)
}
