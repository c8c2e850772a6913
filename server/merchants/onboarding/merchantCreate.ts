import type { Api } from '#contract/index'
import type { BodyOf } from '#contract/platform/endpoint'
import { madridDay } from '#domain/platform/dates'
import { compactIban } from '#domain/money/iban'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CompanyAccount, lockAccount } from '../company/account.ts'
import { fieldRefusal } from '../company/forms.ts'
import { tellOfApplication } from '../notices/providerEvents.ts'
import { ownAccount, shopProblems } from './shopDraft.ts'
import { onboardingView, readProgress } from './progress.ts'

/** Refuses with OnboardingNotAllowed when an earlier step is not complete. */
async function checkComplete(db: Connection, account: CompanyAccount, except: OnboardingStep | null, now: Date): Promise<void> {
  const { steps, isComplete } = await readProgress(db, account, now)
  if (steps.length === 0 || !steps.every((step) => step === except || isComplete(step)))
    throw new Refusal('OnboardingNotAllowed', { why: 'steps' })
}

/** Submits everything for review, and opens the panel again. In the caller's transaction, with the account locked. */
function sendToReview(db: Connection, accountId: string, now: Date): void {
  db.send(sql`update accounts set requires_onboarding = false where id = ${accountId}`)
  db.send(sql`insert into onboardings as o (account_id, status, started_at, submitted_at) values (${accountId}, 'submitted', ${now}, ${now})
    on conflict (account_id) do update set status = 'submitted', submitted_at = excluded.submitted_at`)
  db.send(sql`update documents set status = 'in_review' where account_id = ${accountId} and status = 'uploaded' and replaced_at is null`)
}

/** Submits requested changes for another review; refuses with OnboardingNotAllowed while one is open. */
export const onboardingSubmit: Handler<'onboardingSubmit'> = async ({ db, caller, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { status } = await readProgress(db, account, now)
  if (!account.requiresOnboarding || status !== 'changes_requested') throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  await checkComplete(db, account, null, now)
  const open = await db.first(sql`select from change_requests where account_id = ${account.id} and solved_at is null limit 1`)
  if (open) throw new Refusal('OnboardingNotAllowed', { why: 'changes' })
  sendToReview(db, account.id, now)
  tellOfApplication(db, account.id, now)
  audit({ entity: 'onboarding', entityId: account.id, before: { status }, after: { status: 'submitted' } })
  return onboardingView(db, { ...account, requiresOnboarding: false }, now)
}

/**
 * Requests a shop; the first one submits onboarding and requires every earlier step to be complete. Only one may be pending. Refuses with
 * ApiValidationException by field, or OnboardingNotAllowed.
 */
export const merchantCreate: Handler<'merchantCreate'> = async ({ db, caller, body, now, audit }) => {
  const id = await requestShop(db, await lockAccount(db, caller), body, { now, mustBeComplete: true })
  audit({ entity: 'merchant', entityId: id, after: { status: 'pending', businessActivity: body.businessActivity } })
  return { id: hexOf(id) }
}

type RequestedShop = Omit<BodyOf<Api['merchantCreate']>, 'ibanId'> & { ibanId?: string | undefined }
/** `mustBeComplete`: every earlier step of onboarding; not where the provider itself enters a shop. */
type Requesting = { now: Date; mustBeComplete: boolean }

/** Requests a shop of an account, which is locked; returns its id. Refuses as `merchantCreate`. */
export async function requestShop(
  db: Connection,
  account: CompanyAccount,
  body: RequestedShop,
  { now, mustBeComplete }: Requesting,
): Promise<string> {
  const problems = shopProblems(body, madridDay(now))
  if (body.name === '') problems.push(['name', 'required'])
  if ((body.iban === undefined) === (body.ibanId === undefined)) problems.push(['iban', 'required'])
  if (problems.length > 0) throw fieldRefusal(problems)
  const bankAccountId = body.ibanId === undefined ? null : await ownAccount(db, account.id, body.ibanId)
  if (mustBeComplete && (account.requiresOnboarding || account.type === 'unknown')) await checkComplete(db, account, 'add-merchant', now)
  const waiting = await db.first(sql`select from shop_applications where account_id = ${account.id} and outcome is null limit 1`)
  if (waiting) throw new Refusal('OnboardingNotAllowed', { why: 'waiting' })
  const id = newId(now)
  await db.run(sql`insert into merchants (id, account_id, name, url, status, payment_frequency, created_at)
    values (${id}, ${account.id}, ${body.name}, ${body.url === '' ? null : body.url}, 'pending', ${body.paymentFrequency}, ${now})`)
  db.send(sql`insert into privacy_sweeps (merchant_id, mode) values (${id}, 'live'), (${id}, 'sandbox')`)
  await db.run(sql`insert into shop_applications (merchant_id, account_id, business_activity, iban, bank_account_id, monthly_cents, average_cents, ecommerce_platform, submitted_at)
    values (${id}, ${account.id}, ${body.businessActivity}, ${body.iban === undefined ? null : compactIban(body.iban)}, ${bankAccountId},
      ${body.monthlyEarnings}, ${body.averageAmount}, ${body.ecommercePlatform ?? null}, ${now})`)
  if (account.requiresOnboarding) {
    sendToReview(db, account.id, now)
    db.send(sql`delete from shop_drafts where account_id = ${account.id}`)
  }
  tellOfApplication(db, account.id, now)
  return id
}
