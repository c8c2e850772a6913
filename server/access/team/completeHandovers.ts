import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { pauseEnd } from '../../platform/calls/factor.ts'
import { endSessions } from './endAccess.ts'
import { endHandover, handoverById, problemOf, type StoredHandover, notifyHandover } from './handovers.ts'
import { lockAccount } from './lockTeam.ts'
import { writeAccess } from './applyChange.ts'

type Due = { id: string; account_id: string }
type Work = Pick<Services, 'database' | 'now' | 'log'>

/**
 * Completes due handovers, each once in its own transaction, however many processes run; one that is no longer possible is ended instead,
 * and one due while the account's credentials are paused waits for the end of the pause. Returns how many were completed.
 */
export async function completeHandovers({ database, now, log }: Work): Promise<number> {
  const at = now()
  const due = await database.read(null, (db) =>
    db.rows<Due>(
      sql`select h.id, h.account_id from ownership_handovers h where h.state = 'accepted' and h.effective_at <= ${at}
        and ${pauseEnd(sql`h.account_id`, at)} is null order by h.effective_at limit 100`,
    ),
  )
  let done = 0
  for (const handover of due) {
    try {
      if (await database.write(null, (db) => complete(db, handover, at))) done += 1
    } catch (error) {
      log('error', 'handover_failed', { handover: handover.id }, error)
    }
  }
  return done
}

async function complete(db: Connection, due: Due, now: Date): Promise<boolean> {
  await lockAccount(db, { accountId: due.account_id })
  const row = await handoverById(db, due.account_id, due.id)
  if (!row || row.state !== 'accepted' || row.effective_at === null || row.effective_at > now) return false
  const fits = problemOf(row) === null
  const replacedAccess = await previousAccess(db, row)
  const endedSessions = fits ? await transferOwnership(db, row, now) : 0
  if (!fits) await endHandover(db, row, { state: 'void', by: null, now })
  const facts = {
    accountId: row.account_id,
    merchantId: null,
    mode: null,
    userId: null,
    role: null,
    ip: null,
    call: 'handoverComplete',
    outcome: 'done',
  }
  const lines = fits
    ? [
        {
          entityId: row.to_user,
          before: replacedAccess,
          after: { handover: 'done', role: 'owner', withheld: [], shops: null, sandboxOnly: false },
        },
        { entityId: row.from_user, before: { role: 'owner' }, after: { handover: 'done', role: 'admin', endedSessions } },
      ]
    : [{ entityId: row.to_user, before: { handover: 'accepted' }, after: { handover: 'void' } }]
  for (const line of lines) await record(db, { ...facts, entity: 'user', ...line, requestId: 'clock' })
  return fits
}

/** The new owner first, so that the account always has one. The previous owner stays as an admin of every shop; their sessions end. */
async function transferOwnership(db: Connection, row: StoredHandover, now: Date): Promise<number> {
  const fullAccess = { shops: null, withheld: [], sandboxOnly: false, refundLimitCents: null, refundDayLimitCents: null }
  const common = { accessUntil: null, disabled: false, by: row.from_user, now }
  await writeAccess(db, { accountId: row.account_id, userId: row.to_user }, { ...common, asked: { ...fullAccess, role: 'owner' } })
  await writeAccess(
    db,
    { accountId: row.account_id, userId: row.from_user },
    { ...common, by: row.to_user, asked: { ...fullAccess, role: 'admin' } },
  )
  await db.run(sql`update ownership_handovers set state = 'done', ended_at = ${now} where id = ${row.id}`)
  await notifyHandover(db, row, 'handover_done', now)
  return endSessions(db, { accountId: row.account_id, userId: row.from_user }, now)
}

/** The new owner's previous access, for the audit log. */
async function previousAccess(db: Connection, { account_id: accountId, to_user: userId }: StoredHandover): Promise<object> {
  const held = await db.first<{ role: string; withheld: string[]; shops: string[] }>(sql`select u.role, u.withheld,
    u.limited_to::text[] as shops from members u where u.id = ${userId} and u.account_id = ${accountId}`)
  return { handover: 'accepted', ...held, shops: held && held.shops.length > 0 ? held.shops : null }
}
