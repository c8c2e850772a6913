import { callNames, may } from '#contract/permissions'
import { choicesOf } from '#domain/access/ownLimits'
import { type Role } from '#domain/access/roles'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { mustHaveFactor } from '../../platform/calls/factor.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { waitSeconds } from '../../platform/calls/authenticate.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Row = {
  account_id: string
  email: string
  type: 'enterprise' | 'self_employed' | 'unknown'
  role: Role
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
}

/** The caller and their account, with the names of the calls that they may make. */
export const me: Handler<'me'> = async ({ db, caller, now, services }) => {
  const row = await db.first<Row>(sql`
    select a.id as account_id, u.email, a.type, u.role, a.disabled_at, a.requires_onboarding, u.prefered_merchant_id, u.first_name, u.last_name, u.locale, u.second_factor_since is null and not a.requires_onboarding as factorless,
      (select c.new_email from email_changes c where c.user_id = u.id and c.state = 'pending' and c.expires_at > ${now}) as pending_email,
      (select name from tills where id = ${caller.tillId ?? null}::uuid) as till,
      (select ${waitSeconds(services.config)} from sessions s where s.id = ${caller.sessionId}) as idle_seconds
    from users u join accounts a on a.id = u.account_id where u.id = ${caller.userId}`)
  if (!row) throw new Refusal('InvalidToken')
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
    disabled: row.disabled_at?.toISOString() ?? null,
    requiresOnboarding: row.requires_onboarding,
    // The preferred shop is left out when this person may no longer enter it.
    preferedMerchantUuid: preferred !== null && caller.merchantIds.has(preferred) ? hexOf(preferred) : null,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    pendingEmail: row.pending_email,
    mustAddFactor: !viewing && row.factorless && mustHaveFactor(services.config, row.role),
    limits: { idleSeconds: row.idle_seconds, undoSeconds: caller.undoSeconds, ...choicesOf(services.config) },
    permissions: callNames.filter((name) => may(role, name) && !caller.withheld.has(name)),
    ...(caller.relationEnded && { relationEnded: true }),
    ...(caller.sandboxOnly && { sandboxOnly: true }),
    ...(row.till !== null && { till: { name: row.till } }),
  }
}
