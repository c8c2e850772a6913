import { lockAccount, readAccount } from '../company/account.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { onboardingView } from './standing.ts'

/** How far the caller's account has come. */
export const onboardingState: Handler<'onboardingState'> = async ({ db, caller, now }) =>
  onboardingView(db, await readAccount(db, caller), now)

/** Says once whether it is a company or somebody self-employed; refuses with OnboardingNotAllowed when that is known. */
export const onboardingType: Handler<'onboardingType'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  if (account.type !== 'unknown') throw new Refusal('OnboardingNotAllowed', { why: 'type' })
  await db.run(sql`update accounts set type = ${body.type}, requires_onboarding = true where id = ${account.id}`)
  audit({ entity: 'account', entityId: account.id, before: { type: 'unknown' }, after: { type: body.type } })
  return onboardingView(db, { ...account, type: body.type, requiresOnboarding: true }, now)
}

/** The page about the papers was read; it counts from the first time. */
export const onboardingDocsSeen: Handler<'onboardingDocsSeen'> = async ({ db, caller, now, audit }) => {
  const account = await lockAccount(db, caller)
  if (!account.requiresOnboarding) throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  await db.run(sql`insert into onboardings as o (account_id, docs_seen_at) values (${account.id}, ${now})
    on conflict (account_id) do update set docs_seen_at = coalesce(o.docs_seen_at, excluded.docs_seen_at)`)
  audit({ entity: 'onboarding', entityId: account.id, after: { docsSeen: true } })
  return onboardingView(db, account, now)
}
