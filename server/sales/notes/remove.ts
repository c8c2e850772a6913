import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { noted } from './readNotes.ts'

/** Takes a note of one's own away, and with it what waits for those it mentions. Another's looks like one that does not exist. */
export const noteDelete: Handler<'noteDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { id } = await noted(db, scope, params.operationId)
  const noteId = uuidOf(params.noteId)
  const gone =
    noteId === undefined
      ? 0
      : await db.run(sql`delete from operation_notes n where n.merchant_id = ${scope.merchantId} and n.mode = ${scope.mode} and n.operation_id = ${id}
          and n.id = ${noteId} and n.created_by = ${caller.userId}`)
  if (gone === 0) throw notFound(params.noteId)
  audit({ entity: 'operation', entityId: id, before: { note: params.noteId } })
  return undefined
}
