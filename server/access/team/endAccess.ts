import { formatDate, localDate } from '#domain/platform/dates'
import { notify } from '../../merchants/notices/notify.ts'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { record } from '../../platform/audit/record.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { lastDay } from './members.ts'
import { queueTeamEmail } from './teamEmail.ts'

/**
 * Ends all sessions of a person and invalidates their links; returns how many sessions were alive. Takes effect within a second
 * (`authenticate.ts`).
 */
export async function endSessions(db: Connection, userId: string, now: Date): Promise<number> {
  db.send(sql`update one_time_links set used_at = ${now} where user_id = ${userId} and used_at is null`)
  return (await closeSessions(db, sql`s.user_id = ${userId}`, { reason: 'user_disabled', now })).alive
}

type Due = { id: string; account_id: string; name: string; access_until: Date }

/** How long before the end the person, owners and admins are notified. */
const noticeMs = 3 * 86_400_000

/**
 * Ends temporary access: a notice three days before, and the sessions at the end, each once. Access does not depend on this job: every call
 * checks the end itself. Returns how many people were notified.
 */
export async function endAccess({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  return (await notifyDue(database, now(), 'access_ending')) + (await notifyDue(database, now(), 'access_ended'))
}

async function notifyDue(database: Services['database'], now: Date, what: 'access_ending' | 'access_ended'): Promise<number> {
  for (let notified = 0; ; notified += 1) {
    const found = await database.write(null, async (db) => {
      const due = await db.first<Due>(
        what === 'access_ending'
          ? sql`update users set access_warned_at = ${now} where id = (select id from users where access_until > ${now} and access_until <= ${new Date(now.getTime() + noticeMs)}
              and access_warned_at is null and access_ended_at is null and disabled_at is null and password_hash is not null limit 1 for update skip locked)
            returning id, account_id, coalesce(nullif(concat_ws(' ', first_name, last_name), ' '), email) as name, access_until`
          : sql`update users set access_ended_at = ${now} where id = (select id from users where access_until <= ${now} and access_ended_at is null and disabled_at is null
              and password_hash is not null limit 1 for update skip locked)
            returning id, account_id, coalesce(nullif(concat_ws(' ', first_name, last_name), ' '), email) as name, access_until`,
      )
      if (!due) return false
      const endedSessions = what === 'access_ended' ? await endSessions(db, due.id, now) : 0
      queueTeamEmail(db, due.id, what, now)
      notify(db, {
        about: { accountId: due.account_id },
        type: what,
        level: 'info',
        values: [
          { key: 'name', value: due.name },
          { key: 'date', value: formatDate(localDate(lastDay(due.access_until) ?? '')) },
        ],
        actionUrl: '/settings/users-permissions',
        roles: ['owner', 'admin'],
        now,
      })
      if (what === 'access_ended')
        await record(db, {
          accountId: due.account_id,
          merchantId: null,
          mode: null,
          userId: null,
          role: null,
          ip: null,
          call: 'accessEnd',
          entity: 'user',
          entityId: due.id,
          after: { endedSessions },
          requestId: 'clock',
        })
      return true
    })
    if (!found) return notified
  }
}
