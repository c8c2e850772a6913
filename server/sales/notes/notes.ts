import type { Note } from '#contract/sales/notes'
import { roles } from '#domain/access/roles'
import { shortId } from '#domain/platform/shortId'
import { notify } from '../../merchants/notices/notify.ts'
import { readPeople } from '../../merchants/tasks/derive.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

type Person = { id: string; name: string }
type Row = { id: string; text: string; created_at: Date; author: Person | null; mentions: Person[] }

const personOf = ({ id, name }: Person) => ({ userId: hexOf(id), name })

/** The notes of an operation that match a condition on `n`, oldest first. */
async function readNotes(db: Connection, scope: Scope, operationId: string, condition: Sql = sql`true`): Promise<Note[]> {
  const rows = await db.rows<Row>(sql`select n.id, n.text, n.created_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) end as author,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', btrim(c.first_name || ' ' || c.last_name)) order by c.first_name, c.id)
        from note_mentions m join users c on c.id = m.user_id where m.merchant_id = n.merchant_id and m.mode = n.mode and m.note_id = n.id), '[]') as mentions
    from operation_notes n left join users u on u.id = n.created_by
    where ${inScope(scope, 'n')} and n.operation_id = ${operationId} and ${condition} order by n.created_at, n.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    author: row.author && personOf(row.author),
    mentions: row.mentions.map(personOf),
  }))
}

/** The operation's id and the order number that people use for it; refuses with ObjectNotFoundException one of another shop or mode. */
async function readOperation(db: Connection, scope: Scope, operationHex: string): Promise<{ id: string; order: string }> {
  const id = uuidOf(operationHex)
  const row =
    id === undefined
      ? undefined
      : await db.first<{ mid: string | null }>(sql`select o.mid from operations o where ${inScope(scope, 'o')} and o.id = ${id}`)
  if (id === undefined || row === undefined) throw notFound(operationHex)
  return { id, order: row.mid ?? shortId(operationHex) }
}

/** Creates a note; mentioned users are notified and it stays in their inbox until they have looked. Its text is in no audit entry and no notification. */
export const noteCreate: Handler<'noteCreate'> = async ({ db, scope, caller, params, body, services, now, audit }) => {
  const operation = await readOperation(db, scope, params.operationId)
  const people = await readPeople(db, { scope, accountId: caller.accountId, present: services.wallClock() })
  const mentioned = [...new Set(body.mentions)].filter((userId) => userId !== hexOf(caller.userId))
  for (const userId of mentioned) if (!people.some((person) => person.userId === userId)) throw notFound(userId)
  const id = newId(now)
  const { merchantId, mode } = scope
  db.send(sql`insert into operation_notes (merchant_id, mode, id, operation_id, text, created_at, created_by)
    values (${merchantId}, ${mode}, ${id}, ${operation.id}, ${body.text}, ${now}, ${caller.userId})`)
  for (const userId of mentioned) {
    db.send(sql`insert into note_mentions (merchant_id, mode, id, note_id, operation_id, user_id, created_at)
      values (${merchantId}, ${mode}, ${newId(now)}, ${id}, ${operation.id}, ${uuidOf(userId) ?? ''}, ${now})`)
  }
  const [note] = await readNotes(db, scope, operation.id, sql`n.id = ${id}`)
  if (!note) throw new Error('the note just written is missing')
  for (const userId of mentioned) {
    notify(db, {
      about: { merchantId },
      type: 'note_mention',
      level: 'info',
      values: [
        { key: 'name', value: note.author?.name ?? '' },
        { key: 'order', value: operation.order },
      ],
      actionUrl: `/merchants/${hexOf(merchantId)}/operations/${hexOf(operation.id)}`,
      roles,
      userId: uuidOf(userId) ?? '',
      now,
    })
  }
  audit({ entity: 'operation', entityId: operation.id, after: { note: hexOf(id), mentions: mentioned.length } })
  return note
}

/** The notes on an operation, and the colleagues who can be mentioned. */
export const noteList: Handler<'noteList'> = async ({ db, scope, caller, params, services }) => {
  const { id } = await readOperation(db, scope, params.operationId)
  const [results, people] = await Promise.all([
    readNotes(db, scope, id),
    readPeople(db, { scope, accountId: caller.accountId, present: services.wallClock() }),
  ])
  return { results, people }
}

/** Deletes one's own note, and the inbox entries of those it mentions. Another person's note is answered as not found. */
export const noteDelete: Handler<'noteDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { id } = await readOperation(db, scope, params.operationId)
  const noteId = uuidOf(params.noteId)
  const gone =
    noteId === undefined
      ? 0
      : await db.run(sql`delete from operation_notes n where ${inScope(scope, 'n')} and n.operation_id = ${id}
          and n.id = ${noteId} and n.created_by = ${caller.userId}`)
  if (gone === 0) throw notFound(params.noteId)
  audit({ entity: 'operation', entityId: id, before: { note: params.noteId } })
  return undefined
}
