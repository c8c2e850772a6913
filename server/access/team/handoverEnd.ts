import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { handoverOf, handoverRefusal, openHandover, type StoredHandover } from './handoverRow.ts'
import { lockOwn, lockTeam } from './lockTeam.ts'
import { tellHandover } from './tellHandover.ts'

/** Says no to an offered ownership; one that was offered to somebody else is not found. */
export const handoverDecline: Handler<'handoverDecline'> = async ({ db, caller, params, now, audit }) => {
  await lockOwn(db, caller, now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.to_user !== caller.userId) throw notFound(params.handoverId)
  if (row.state !== 'offered') throw handoverRefusal('ended')
  await end(db, row, { state: 'declined', by: caller.userId, now })
  audit({ entity: 'user', entityId: row.to_user, before: { handover: row.state }, after: { handover: 'declined' } })
  return handoverOf(await openHandover(db, caller.accountId, params.handoverId), now)
}

/** Stops a handover, offered or accepted, by any owner until it has taken effect. */
export const handoverCancel: Handler<'handoverCancel'> = async ({ db, caller, params, now, audit }) => {
  await lockTeam(db, caller, 'handoverCancel', now)
  const row = await openHandover(db, caller.accountId, params.handoverId)
  if (row.state !== 'offered' && row.state !== 'accepted') throw handoverRefusal('ended')
  await end(db, row, { state: 'cancelled', by: caller.userId, now })
  audit({ entity: 'user', entityId: row.to_user, before: { handover: row.state }, after: { handover: 'cancelled' } })
  return handoverOf(await openHandover(db, caller.accountId, params.handoverId), now)
}

type End = { state: 'declined' | 'cancelled' | 'void'; by: string | null; now: Date }

/** Ends a handover without its effect, and tells everybody it concerns. */
export async function end(db: Connection, row: StoredHandover, { state, by, now }: End): Promise<void> {
  await db.run(sql`update ownership_handovers set state = ${state}, ended_at = ${now}, ended_by = ${by} where id = ${row.id}`)
  await tellHandover(db, row, 'handover_stopped', now)
}
