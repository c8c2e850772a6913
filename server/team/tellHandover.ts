import { formatDateTime } from '#domain/dates'
import { roles } from '#domain/roles'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { notify } from '../notices/notify.ts'
import type { StoredHandover } from './handoverRow.ts'
import { writeLetter } from './writeLetter.ts'

export type HandoverNews = 'handover_offered' | 'handover_accepted' | 'handover_done' | 'handover_stopped'

const levels = { handover_offered: 'warning', handover_accepted: 'warning', handover_done: 'success', handover_stopped: 'info' } as const

/** Tells every owner and both sides, by mail and in the panel, whatever they chose to be told of: ownership is a matter of security. */
export async function tellHandover(db: Connection, row: StoredHandover, type: HandoverNews, now: Date): Promise<void> {
  const people = await db.rows<{ id: string }>(sql`select u.id from users u where u.account_id = ${row.account_id} and u.disabled_at is null
    and u.password_hash is not null and (u.role = 'owner' or u.id in (${row.from_user}, ${row.to_user}))`)
  for (const { id } of people) {
    writeLetter(db, id, type, now)
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
