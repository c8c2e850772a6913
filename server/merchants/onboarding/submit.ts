import type { OnboardingStep } from '#domain/merchants/onboarding'
import { type CompanyAccount, lockAccount } from '../company/account.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { onboardingView, readStanding } from './standing.ts'

/** Refuses with OnboardingNotAllowed as long as a step before the end is not whole. */
export async function checkWhole(db: Connection, account: CompanyAccount, except: OnboardingStep | null, now: Date): Promise<void> {
  const { steps, isWhole } = await readStanding(db, account, now)
  if (steps.length === 0 || !steps.every((step) => step === except || isWhole(step)))
    throw new Refusal('OnboardingNotAllowed', { why: 'steps' })
}

/** Everything that was told goes to review, and the panel is open again. In the caller's transaction, the account locked. */
export function sendToReview(db: Connection, accountId: string, now: Date): void {
  db.send(sql`update accounts set requires_onboarding = false where id = ${accountId}`)
  db.send(sql`insert into onboardings as o (account_id, status, started_at, submitted_at) values (${accountId}, 'submitted', ${now}, ${now})
    on conflict (account_id) do update set status = 'submitted', submitted_at = excluded.submitted_at`)
  db.send(sql`update documents set status = 'in_review' where account_id = ${accountId} and status = 'uploaded' and replaced_at is null`)
}

/** Sends what was asked to be put right for another review; refuses with OnboardingNotAllowed while something of it is open. */
export const onboardingSubmit: Handler<'onboardingSubmit'> = async ({ db, caller, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { status } = await readStanding(db, account, now)
  if (!account.requiresOnboarding || status !== 'changes_requested') throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  await checkWhole(db, account, null, now)
  const open = await db.first(sql`select from change_requests where account_id = ${account.id} and solved_at is null limit 1`)
  if (open) throw new Refusal('OnboardingNotAllowed', { why: 'changes' })
  sendToReview(db, account.id, now)
  audit({ entity: 'onboarding', entityId: account.id, before: { status }, after: { status: 'submitted' } })
  return onboardingView(db, { ...account, requiresOnboarding: false }, now)
}
