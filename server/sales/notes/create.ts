import { roles } from '#domain/access/roles'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { readPeople } from '../../merchants/tasks/readPeople.ts'
import { noted, readNotes } from './readNotes.ts'

/** Writes a note; whom it mentions is told, and has it waiting until they have looked. Its words are in no trail and no notice. */
export const noteCreate: Handler<'noteCreate'> = async ({ db, scope, caller, params, body, services, now, audit }) => {
  const operation = await noted(db, scope, params.operationId)
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
