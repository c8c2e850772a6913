import { permissions } from '#contract/permissions'
import { inOrder, readWorkKey, SOLVED_SHOWN_HOURS, workKey, type WorkKind, workKinds } from '#domain/merchants/inbox'
import { centsOrNull } from '#domain/platform/money'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type EndedRow, type InboxReader, maxOpen, type OpenRow } from './source.ts'
import { sources } from './sources.ts'

/** People who may be assigned items of the shop: they see its inbox and may enter it. By name. */
export async function readPeople(
  db: Connection,
  { scope, accountId, present }: Pick<InboxReader, 'scope' | 'accountId' | 'present'>,
): Promise<{ userId: string; name: string }[]> {
  const rows = await db.rows<{
    id: string
    first_name: string
    last_name: string
  }>(sql`select u.id, u.first_name, u.last_name from members u
    where u.account_id = ${accountId} and u.disabled_at is null and u.joined_at is not null and (u.access_until is null or u.access_until > ${present}) and u.role = any(${[...permissions.inboxList]}::text[])
      and (not u.sandbox_only or ${scope.mode} = 'sandbox')
      and ${entersShop(sql`${scope.merchantId}::uuid`)}
    order by u.first_name, u.last_name, u.id`)
  return rows.map((row) => ({ userId: hexOf(row.id), name: `${row.first_name} ${row.last_name}`.trim() }))
}

/** Fields of every item. Ids are 32 hexadecimal characters, amounts cents, times ISO 8601. */
type Fact = { key: string; kind: WorkKind; objectId: string; subject: string; reference: string | null; amount: number | null }
export type OpenWork = Fact & { deadline: string | null; since: string }
type EndedWork = Fact & { at: string; way: EndedRow['way']; by: string | null }
type Work = { open: OpenWork[]; ended: EndedWork[]; more: boolean }

/**
 * A person's open items in a shop and mode, and those solved within a day, in one round trip: every source reads current state. Kinds that
 * the person may not solve are not read.
 */
export async function derive(db: Connection, reader: InboxReader): Promise<Work> {
  const after = new Date(reader.now.getTime() - SOLVED_SHOWN_HOURS * 3_600_000)
  const solvable = workKinds.filter((kind) => reader.may(sources[kind].right))
  const tasks = await Promise.all(
    solvable.map(async (kind) => {
      const [open, ended] = await Promise.all([sources[kind].open(db, reader), sources[kind].ended(db, reader, after)])
      return { kind, open, ended }
    }),
  )
  const open = tasks.flatMap(({ kind, open: rows }) => rows.slice(0, maxOpen).map((row) => openWork(kind, row)))
  const ended = tasks.flatMap(({ kind, ended: rows }) => rows.map((row) => endedWork(kind, row)))
  return {
    open: inOrder(open),
    ended: latestEnds(ended, new Set(open.map(({ key }) => key))),
    more: tasks.some((one) => one.open.length > maxOpen),
  }
}

/** A person's open items in a shop and mode that they have not snoozed, and whether there are more than are listed. */
export async function deriveOpen(db: Connection, reader: InboxReader): Promise<Pick<Work, 'open' | 'more'>> {
  const { scope, userId, now } = reader
  const [work, snoozes] = await Promise.all([
    derive(db, reader),
    db.rows<{ item_key: string }>(sql`select w.item_key from task_snoozes w
      where ${inScope(scope, 'w')} and w.user_id = ${userId} and w.until > ${now}`),
  ])
  const snoozed = new Set(snoozes.map((one) => one.item_key))
  return { open: work.open.filter(({ key }) => !snoozed.has(key)), more: work.more }
}

/** One open item by its key; undefined when it is closed, or not for this person. */
export async function findWork(db: Connection, reader: InboxReader, key: string): Promise<OpenWork | undefined> {
  const read = readWorkKey(key)
  if (read === null || !reader.may(sources[read.kind].right)) return undefined
  const rows = await sources[read.kind].open(db, reader)
  return rows.map((row) => openWork(read.kind, row)).find((one) => one.key === key)
}

/** Each item once, at its last end, unless it is open again; latest first. */
function latestEnds(ended: readonly EndedWork[], open: ReadonlySet<string>): EndedWork[] {
  const byKey = new Map<string, EndedWork>()
  for (const one of ended) {
    const known = byKey.get(one.key)
    if (!open.has(one.key) && (known === undefined || known.at < one.at)) byKey.set(one.key, one)
  }
  return [...byKey.values()].toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1))
}

const factOf = (kind: WorkKind, row: Omit<OpenRow, 'deadline' | 'since'>): Fact => ({
  key: workKey(kind, hexOf(row.fact_id)),
  kind,
  objectId: hexOf(row.object_id),
  subject: row.subject,
  reference: row.reference,
  amount: centsOrNull(row.amount_cents),
})

const openWork = (kind: WorkKind, row: OpenRow): OpenWork => ({
  ...factOf(kind, row),
  deadline: row.deadline?.toISOString() ?? null,
  since: row.since.toISOString(),
})

const endedWork = (kind: WorkKind, row: EndedRow): EndedWork => ({
  ...factOf(kind, row),
  at: row.at.toISOString(),
  way: row.way,
  by: row.by,
})
