import type { Onboarding } from '#contract/merchants/onboarding'
import { madridDay } from '#domain/platform/dates'
import type { Values } from '#domain/merchants/company/fields'
import { mayEnterStep, type OnboardingStatus, type OnboardingStep, onboardingSteps, openStep } from '#domain/merchants/onboarding'
import { needsUpload } from '#domain/merchants/company/papers'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CompanyAccount, lockAccount, readAccount } from '../company/account.ts'
import { readPapers } from '../company/documents.ts'
import { readEnterprise } from '../company/enterprise.ts'
import { enterpriseForm, gapsOf, profileForm } from '../company/forms.ts'
import { problemsOfOwnership, ownersComplete, readOwnership } from '../company/owners.ts'
import { readProfile } from '../company/profile.ts'
import { readShopDraft } from './shopDraft.ts'

type Row = { status: OnboardingStatus; started_at: Date | null; docs_seen_at: Date | null; submitted_at: Date | null; shops: bigint }

/** The state of an account's onboarding: its steps, and their data. */
type Progress = Row & { steps: readonly OnboardingStep[]; isComplete: (step: OnboardingStep) => boolean }

/** Derives from the stored data which steps are complete; nothing of it is stored twice. */
export async function readProgress(db: Connection, account: CompanyAccount, now: Date): Promise<Progress> {
  const row = await db.first<Row>(sql`select coalesce(o.status, 'not_started') as status, o.started_at, o.docs_seen_at, o.submitted_at,
    (select count(*) from merchants m where m.account_id = a.id) as shops
    from accounts a left join onboardings o on o.account_id = a.id where a.id = ${account.id}`)
  if (!row) throw new Error(`account ${account.id} not found`)
  const isCompany = account.type === 'enterprise'
  const steps = account.type === 'unknown' ? [] : onboardingSteps[account.type]
  const complete = new Set<OnboardingStep>()
  const setComplete = (step: OnboardingStep, isComplete: boolean) => isComplete && complete.add(step)
  const hasNoGaps = <F extends string>(form: Parameters<typeof gapsOf<F>>[0], values: Values<F>) =>
    gapsOf(form, values, madridDay(now)).length === 0
  setComplete('profile', hasNoGaps(profileForm(account.type), (await readProfile(db, account)).values))
  if (isCompany) {
    const ownership = await readOwnership(db, account)
    const problems = problemsOfOwnership(ownership)
    setComplete('enterprise', hasNoGaps(enterpriseForm, (await readEnterprise(db, account)).values))
    setComplete('ownership', problems !== null)
    setComplete('owner', problems?.length === 0 && ownersComplete(ownership, now))
  }
  const papers = await readPapers(db, account, now)
  setComplete('docs-info', row.docs_seen_at !== null)
  setComplete(
    'docs-upload',
    papers.every(({ status }) => !needsUpload(status)),
  )
  setComplete('add-merchant', row.shops > 0n)
  return { ...row, steps, isComplete: (step) => complete.has(step) }
}

type Change = { step: OnboardingStep; field: string; message: string; created_at: Date }

/** The median review time in hours of those decided in the last thirty days; null when there were none. */
async function usualHours(db: Connection, now: Date): Promise<number | null> {
  const row = await db.first<{ hours: number | null }>(sql`select
    (percentile_cont(0.5) within group (order by extract(epoch from s.decided_at - s.submitted_at) / 3600))::double precision as hours
    from shop_applications s where s.decided_at between ${new Date(now.getTime() - 30 * 86_400_000)} and ${now}`)
  return row?.hours == null ? null : Math.max(1, Math.round(row.hours))
}

/** Onboarding in the shape of the contract. */
export async function onboardingView(db: Connection, account: CompanyAccount, now: Date): Promise<Onboarding> {
  const progress = await readProgress(db, account, now)
  const { steps, isComplete } = progress
  const changes = await db.rows<Change>(sql`select step, field, message, created_at from change_requests
    where account_id = ${account.id} and solved_at is null order by created_at, id`)
  return {
    type: account.type,
    status: progress.status,
    started: progress.started_at !== null,
    step: openStep(steps, isComplete),
    steps: steps.map((name) => ({
      name,
      state: !mayEnterStep(steps, name, isComplete) ? 'locked' : isComplete(name) ? 'done' : 'open',
    })),
    changes: changes.map(({ step, field, message, created_at }) => ({ step, field, message, created: created_at.toISOString() })),
    shop: await readShopDraft(db, account.id),
    submittedAt: progress.submitted_at?.toISOString() ?? null,
    ...(account.papersElsewhere && { papersElsewhere: true as const }),
    usualHours: await usualHours(db, now),
  }
}

/** The state of the caller's onboarding. */
export const onboardingState: Handler<'onboardingState'> = async ({ db, caller, now }) =>
  onboardingView(db, await readAccount(db, caller), now)

/** States once whether the account is a company or self-employed; refuses with OnboardingNotAllowed when known. */
export const onboardingType: Handler<'onboardingType'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  if (account.type !== 'unknown') throw new Refusal('OnboardingNotAllowed', { why: 'type' })
  await db.run(sql`update accounts set type = ${body.type}, requires_onboarding = true where id = ${account.id}`)
  audit({ entity: 'account', entityId: account.id, before: { type: 'unknown' }, after: { type: body.type } })
  return onboardingView(db, { ...account, type: body.type, requiresOnboarding: true }, now)
}

/** Marks the page about documents as read; only the first time counts. */
export const onboardingDocsSeen: Handler<'onboardingDocsSeen'> = async ({ db, caller, now, audit }) => {
  const account = await lockAccount(db, caller)
  if (!account.requiresOnboarding) throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  await db.run(sql`insert into onboardings as o (account_id, docs_seen_at) values (${account.id}, ${now})
    on conflict (account_id) do update set docs_seen_at = coalesce(o.docs_seen_at, excluded.docs_seen_at)`)
  audit({ entity: 'onboarding', entityId: account.id, after: { docsSeen: true } })
  return onboardingView(db, account, now)
}
