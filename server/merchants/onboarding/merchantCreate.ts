import { madridDay } from '#domain/platform/dates'
import { compactIban } from '#domain/money/iban'
import { lockAccount } from '../company/account.ts'
import { fieldRefusal } from '../company/checkFields.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ownAccount, shopProblems } from './shopDraft.ts'
import { checkWhole, sendToReview } from './submit.ts'

/**
 * Asks for a shop; the first one submits onboarding and needs every step before it whole. One at a time waits for the provider. Refuses with
 * ApiValidationException by field, or OnboardingNotAllowed.
 */
export const merchantCreate: Handler<'merchantCreate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const problems = shopProblems(body, madridDay(now))
  if (body.name === '') problems.push(['name', 'required'])
  if ((body.iban === undefined) === (body.ibanId === undefined)) problems.push(['iban', 'required'])
  if (problems.length > 0) throw fieldRefusal(problems)
  const bankAccountId = body.ibanId === undefined ? null : await ownAccount(db, account.id, body.ibanId)
  if (account.requiresOnboarding || account.type === 'unknown') await checkWhole(db, account, 'add-merchant', now)
  const waiting = await db.first(sql`select from shop_applications where account_id = ${account.id} and outcome is null limit 1`)
  if (waiting) throw new Refusal('OnboardingNotAllowed', { why: 'waiting' })
  const id = newId(now)
  await db.run(sql`insert into merchants (id, account_id, name, url, status, payment_frequency, created_at)
    values (${id}, ${account.id}, ${body.name}, ${body.url === '' ? null : body.url}, 'pending', ${body.paymentFrequency}, ${now})`)
  await db.run(sql`insert into shop_applications (merchant_id, account_id, business_activity, iban, bank_account_id, monthly_cents, average_cents, ecommerce_platform, submitted_at)
    values (${id}, ${account.id}, ${body.businessActivity}, ${body.iban === undefined ? null : compactIban(body.iban)}, ${bankAccountId},
      ${body.monthlyEarnings}, ${body.averageAmount}, ${body.ecommercePlatform ?? null}, ${now})`)
  if (account.requiresOnboarding) {
    sendToReview(db, account.id, now)
    db.send(sql`delete from shop_drafts where account_id = ${account.id}`)
  }
  audit({ entity: 'merchant', entityId: id, after: { status: 'pending', businessActivity: body.businessActivity } })
  return { id: hexOf(id) }
}
