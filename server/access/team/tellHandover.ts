import { formatDateTime } from '#domain/platform/dates'
import { roles } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isRecentFormerOwner } from '../../platform/calls/ownerStanding.ts'
import { notify } from '../../merchants/notices/notify.ts'
import type { StoredHandover } from './handoverRow.ts'
import { writeTeamEmail } from './writeTeamEmail.ts'

export type HandoverNews = 'handover_offered' | 'handover_accepted' | 'handover_done' | 'handover_stopped'

const levels = { handover_offered: 'warning', handover_accepted: 'warning', handover_done: 'success', handover_stopped: 'info' } as const

/**
 * Tells every owner and both sides, by mail and in the panel, whatever they chose to be told of: ownership is a matter of security. Whoever was an owner
 * until a few days ago gets the letter.
 */
export async function tellHandover(db: Connection, row: StoredHandover, type: HandoverNews, now: Date): Promise<void> {
  const people = await db.rows<{
    id: string
    here: boolean
  }>(sql`select u.id, u.disabled_at is null as here from users u where u.account_id = ${row.account_id}
    and u.password_hash is not null and (${isRecentFormerOwner(now)} or u.disabled_at is null and (u.role = 'owner' or u.id in (${row.from_user}, ${row.to_user})))`)
  for (const { id, here } of people) {
    writeTeamEmail(db, id, type, now)
    if (!here) continue
    notify(db, {
      about: { accountId: row.account_id },
      type,
      level: levels[type],
      values: [
        { key: 'from', value: row.from_name },
        { key: 'to', value: row.to_name },
        { key: 'date', value: row.effective_at ? formatDateTime(row.effective_at) : '' },
      ],
      actionUrl: '/settings/ownership-handover',
      roles,
      userId: id,
      now,
    })
  }
}
