import type { Account } from '#contract/access/account'
import { callNames, may } from '#contract/permissions'
import { choicesOf } from '#domain/access/ownLimits'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { mustHaveFactor } from '../../platform/calls/factor.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { announcementOf, nextAnnouncementAt, type ShownAnnouncement, shownAnnouncements } from '../../platform/calls/announcements.ts'
import { idleLimitSeconds } from '../../platform/calls/authenticate.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type AccessRow, presetIn } from '../../platform/calls/presetIn.ts'

type Row = AccessRow & {
  account_id: string
  email: string
  type: 'enterprise' | 'self_employed' | 'unknown'
  disabled_at: Date | null
  requires_onboarding: boolean
  prefered_merchant_id: string | null
  first_name: string
  last_name: string
  locale: string | null
  pending_email: string | null
  factorless: boolean
  till: string | null
  idle_seconds: number
  announcements: ShownAnnouncement[]
  next_announcement_at: Date | null
}

/** The caller and their account, with the names of the calls that they may make. */
export const me: Handler<'me'> = async ({ db, caller, now, services }) => {
  const row = await db.first<Row>(sql`
    select a.id as account_id, u.email, a.type, ${accessColumns}, a.disabled_at, a.requires_onboarding, u.prefered_merchant_id, u.first_name, u.last_name, u.locale, u.second_factor_since is null and not a.requires_onboarding as factorless,
      (select c.new_email from email_changes c where c.user_id = u.id and c.state = 'pending' and c.expires_at > ${now}) as pending_email,
      (select name from tills where id = ${caller.tillId ?? null}::uuid) as till,
      (select ${idleLimitSeconds(services.config)} from sessions s where s.id = ${caller.sessionId}) as idle_seconds,
      ${shownAnnouncements(sql`a.id`, now)} as announcements, ${nextAnnouncementAt(sql`a.id`, now)} as next_announcement_at
    from users u join memberships m on m.user_id = u.id join accounts a on a.id = m.account_id where u.id = ${caller.userId} and m.account_id = ${caller.accountId}`)
  if (!row) throw new Refusal('InvalidToken')
  const accounts = await readAccounts(db, caller)
  const preferred = row.prefered_merchant_id
  // While viewing as somebody else: that person's permissions.
  const viewing = caller.ownRole !== undefined
  const role = viewing ? caller.role : row.role
  return {
    id: hexOf(row.account_id),
    userId: hexOf(caller.userId),
    email: row.email,
    type: row.type,
    userType: role,
    ...(!viewing && presetIn(row)),
    disabled: row.disabled_at?.toISOString() ?? null,
    requiresOnboarding: row.requires_onboarding,
    // The preferred shop is left out when this person may no longer enter it.
    preferedMerchantUuid: preferred !== null && caller.merchantIds.has(preferred) ? hexOf(preferred) : null,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    pendingEmail: row.pending_email,
    mustAddFactor: !viewing && !caller.staffView && row.factorless && mustHaveFactor(services.config, row.role),
    limits: { idleSeconds: row.idle_seconds, undoSeconds: caller.undoSeconds, ...choicesOf(services.config) },
    permissions: callNames.filter((name) => may(role, name) && !caller.withheld.has(name)),
    accounts,
    ...(row.announcements.length > 0 && { announcements: row.announcements.map(announcementOf) }),
    ...(row.next_announcement_at && { nextAnnouncementAt: row.next_announcement_at.toISOString() }),
    ...(caller.relationEnded && { relationEnded: true }),
    ...(caller.sandboxOnly && { sandboxOnly: true }),
    ...(caller.staffView && { providerViewUntil: caller.staffView.endsAt.toISOString() }),
    ...(row.till !== null && { till: { name: row.till } }),
  }
}

const accessColumns = sql`m.role, m.withheld, m.refund_limit_cents, m.refund_day_limit_cents`

type Shop = { id: string; name: string }

/** The accounts that the caller may enter, by name, with the shops that they may enter there. */
async function readAccounts(db: Connection, { userId, memberships }: Caller): Promise<Account['accounts']> {
  const rows = await db.rows<
    AccessRow & { id: string; name: string; shops: Shop[] }
  >(sql`select a.id, ${accessColumns}, ${accountName(sql`a.id`)} as name,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at, s.id) from merchants s
        where s.account_id = a.id and s.id = any(${memberships.flatMap(({ merchantIds }) => [...merchantIds])}::uuid[])), '[]') as shops
    from accounts a join memberships m on m.account_id = a.id and m.user_id = ${userId} where a.id = any(${memberships.map(({ accountId }) => accountId)}::uuid[]) order by name, a.id`)
  return rows.flatMap(({ id, name, shops, ...access }) => {
    const role = memberships.find(({ accountId }) => accountId === id)?.role
    return role === undefined
      ? []
      : [{ id: hexOf(id), name, role, ...presetIn(access), merchants: shops.map((shop) => ({ ...shop, id: hexOf(shop.id) })) }]
  })
}
