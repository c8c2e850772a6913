import { insightSales } from '#contract/sales/insights'
import { may, withheldCalls } from '#contract/permissions'
import type { Role } from '#domain/access/roles'
import { dueMonday } from '#domain/merchants/weeklyEmail'
import { addDays, type LocalDate, localDate, madridDay, weekday } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { insertIntoOutbox, withSubject } from '../../platform/outbox/enqueue.ts'
import { weeklyContent, type WeeklyFacts } from './weeklyContent.ts'
import { isQuiet, readWeeks } from './weeklyFigures.ts'

type Reader = { email: string; locale: string | null; name: string; shop: string; role: Role; withheld: string[] }

/** Queues the week's e-mail for each shop of each person who chose it, once; returns how many were queued. */
export async function queueWeeklyEmails({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const at = now()
  const monday = dueMonday(at)
  if (monday === null) return 0
  return database.write(null, (db) =>
    db.run(
      insertIntoOutbox('weekly_email', {
        subject: sql`about.subject`,
        payload: { monday },
        about: { merchantId: sql`m.id`, mode: 'live' },
        userId: sql`u.id`,
        at,
        from: sql`from members u ${whoChoseIt} ${withSubject(sql`concat_ws('/', ${monday}::text, u.id, m.id)`)} where ${reads(at)}
          and not exists (select from outbox d where d.kind = 'weekly_email' and d.subject = about.subject)`,
      }),
    ),
  )
}

const whoChoseIt: Sql = sql`join notification_settings s on s.user_id = u.id and s.weekly join merchants m on m.account_id = u.account_id`

/** SQL condition: member `u` sees the figures of shop `m`, in live mode. */
const reads = (now: Date): Sql =>
  sql`u.role = any(${[...insightSales.policy.roles]}::text[]) and not u.sandbox_only and ${mayEnter(sql`u`, now)} and m.status = 'active'
    and ${entersShop(sql`m.id`)}`

/** How a shop's week was beside the one before. Not sent in a later week, after its reader changed their mind, and when nothing happened in both weeks. */
export const weeklyEmail = emailKind<'weekly_email', WeeklyFacts & { email: string; locale: string | null }>({
  async load({ database, now: clock }, { userId, merchantId, payload }) {
    const now = clock()
    const monday = localDate(payload.monday)
    if (merchantId === null || mondayOf(now) !== monday) return undefined
    const reader = await database.read(null, (db) =>
      db.first<Reader>(sql`select p.email, p.locale, p.first_name as name, m.name as shop, u.role, u.withheld from members u join users p on p.id = u.id ${whoChoseIt}
        where u.id = ${userId} and m.id = ${merchantId} and ${reads(now)}`),
    )
    if (!reader) return undefined
    const { email, locale, name, shop, role, withheld } = reader
    const seesPayouts = may(role, 'settlementList') && !withheldCalls(withheld).has('settlementList')
    const scope = mintScope(merchantId, 'live')
    const figures = await database.read(scope, (db) => readWeeks(db, scope, monday, seesPayouts))
    return figures.weeks.slice(-2).every(isQuiet) ? undefined : { email, locale, name, shop, merchantId, ...figures }
  },
  render: weeklyContent,
})

function mondayOf(now: Date): LocalDate {
  const day = madridDay(now)
  return addDays(day, 1 - weekday(day))
}
