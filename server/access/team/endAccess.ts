import { formatDate, localDate } from '#domain/platform/dates'
import { notify } from '../../merchants/notices/notify.ts'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { record } from '../../platform/audit/record.ts'
import type { MemberId, Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { lastDay } from './members.ts'
import { queueTeamEmail } from './teamEmail.ts'

/**
 * Ends a person's sessions and invalidates their links after their access to an account changed; returns how many sessions were alive. Sessions and links
 * of somebody who may enter another account go on, without this one: every call reads the membership (`authenticate.ts`). Takes effect within a second.
 */
export async function endSessions(db: Connection, { accountId, userId }: MemberId, now: Date): Promise<number> {
  const elsewhere = sql`exists (select from memberships o where o.user_id = ${userId} and o.account_id <> ${accountId} and ${mayEnter(sql`o`, now)})`
  db.send(sql`update one_time_links set used_at = ${now} where user_id = ${userId} and used_at is null
    and (account_id = ${accountId} or account_id is null and not ${elsewhere})`)
  const ofAccount = sql`s.user_id = ${userId} and (s.till_id in (select t.id from tills t where t.account_id = ${accountId}) or s.till_id is null and not ${elsewhere})`
  return (await closeSessions(db, ofAccount, { reason: 'user_disabled', now })).alive
}

type Due = { user_id: string; account_id: string; name: string; access_until: Date }

/** How long before the end the person, owners and admins are notified. */
const noticeMs = 3 * 86_400_000

/**
 * Ends temporary access: a notice three days before, and the sessions at the end, each once. Access does not depend on this job: every call
 * checks the end itself. Returns how many people were notified.
 */
export async function endAccess({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  return (await notifyDue(database, now(), 'access_ending')) + (await notifyDue(database, now(), 'access_ended'))
}

async function notifyDue(database: Services['database'], now: Date, event: 'access_ending' | 'access_ended'): Promise<number> {
  for (let notified = 0; ; notified += 1) {
    const wasDue = await database.write(null, async (db) => {
      const due = await db.first<Due>(
        event === 'access_ending'
          ? sql`update memberships m set access_warned_at = ${now} from users u where u.id = m.user_id and (m.account_id, m.user_id) = (select account_id, user_id from memberships where access_until > ${now} and access_until <= ${new Date(now.getTime() + noticeMs)}
              and access_warned_at is null and access_ended_at is null and disabled_at is null and joined_at is not null limit 1 for update skip locked)
            returning m.user_id, m.account_id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) as name, m.access_until`
          : sql`update memberships m set access_ended_at = ${now} from users u where u.id = m.user_id and (m.account_id, m.user_id) = (select account_id, user_id from memberships where access_until <= ${now} and access_ended_at is null and disabled_at is null
              and joined_at is not null limit 1 for update skip locked)
            returning m.user_id, m.account_id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) as name, m.access_until`,
      )
      if (!due) return false
      const member = { accountId: due.account_id, userId: due.user_id }
      const endedSessions = event === 'access_ended' ? await endSessions(db, member, now) : 0
      queueTeamEmail(db, member, event, now)
      notify(db, {
        about: { accountId: due.account_id },
        type: event,
        level: 'info',
        values: [
          { key: 'name', value: due.name },
          { key: 'date', value: formatDate(localDate(lastDay(due.access_until) ?? '')) },
        ],
        actionUrl: '/settings/users-permissions',
        roles: ['owner', 'admin'],
        now,
      })
      if (event === 'access_ended')
        await record(db, {
          accountId: due.account_id,
          merchantId: null,
          mode: null,
          userId: null,
          role: null,
          ip: null,
          call: 'accessEnd',
          entity: 'user',
          entityId: due.user_id,
          after: { endedSessions },
          requestId: 'clock',
        })
      return true
    })
    if (!wasDue) return notified
  }
}
