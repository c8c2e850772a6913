import { formatDateTime } from '#domain/platform/dates'
import { emailProblem } from '#domain/platform/emailAddress'
import { maskEmail } from '#domain/platform/identifiers'
import { nameInEmail } from '#domain/platform/properName'
import { withPreparation, type Handler, type Services } from '../../platform/calls/call.ts'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireFactorStepUp } from '../../platform/calls/factor.ts'
import { assertRevision } from '../../platform/calls/revision.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import { checkOwnPassword } from '../session/newPassword.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { billingEmailContent } from '../session/accessContents.ts'

/** A shop's billing e-mail and debit mandate: the e-mail is its own, or the owner's until one is set. */
export const merchantAccount: Handler<'merchantAccount'> = ({ db, scope }) => readAccount(db, scope)

/** The address, and the mandate in force: not cancelled, and for the account the shop is still paid to. */
async function readAccount(
  db: Connection,
  scope: Scope,
): Promise<{ billingEmail: string; sepaMandateRef: string | null; revision: number }> {
  const row = await db.first<{
    email: string | null
    revision: number
    mandate: string | null
  }>(sql`select billing_email_of(${scope.merchantId}) as email, (select m.billing_revision from merchants m where m.id = ${scope.merchantId}) as revision,
      (select d.reference from debit_mandates d join merchants m on m.id = d.merchant_id and m.bank_account_id = d.bank_account_id
        where ${inScope(scope, 'd')} and d.ended_at is null) as mandate`)
  return { billingEmail: row?.email ?? '', sepaMandateRef: row?.mandate ?? null, revision: row?.revision ?? 0 }
}

type Changed = { email: string; before: string | null; shop: string; name: string }

/**
 * Changes the address that a shop's invoices are announced to, with the caller's password, and the second factor where there is one:
 * e-mails about the shop's bank account go there too. Old and new address are notified. Refuses with StepUpRequired, SettingsStale,
 * ApiValidationException by field, or TooManyRequests after wrong passwords.
 */
export const merchantAccountUpdate = withPreparation<'merchantAccountUpdate', void>(
  async ({ services, caller, body, now }) => {
    const code = emailProblem(body.billingEmail)
    if (code !== null) {
      const fields = [{ name: 'billing_email', code, message: text(`errors.field.${code}`) }]
      throw new Refusal('ApiValidationException', { fields })
    }
    await services.database.read(null, (db) => requireFactorStepUp(db, caller, services.wallClock()))
    await checkOwnPassword(services, caller.userId, body.password, now)
  },
  async ({ db, scope, caller, body, services, now, audit }) => {
    const own = await db.first<{ email: string | null }>(
      sql`select m.billing_email as email from merchants m where m.id = ${scope.merchantId} for update`,
    )
    if (own?.email === body.billingEmail) return readAccount(db, scope)
    const present = sql`select m.billing_revision as revision, m.billing_changed_by as changed_by from merchants m where m.id = ${scope.merchantId}`
    if (body.revision !== undefined) await assertRevision(db, { seen: body.revision, changes: true, present })
    const changed = await db.first<Changed>(sql`with old as (
        select m.id, m.name, billing_email_of(m.id) as email from merchants m where m.id = ${scope.merchantId}
      )
      update merchants m set billing_email = ${body.billingEmail}, billing_revision = m.billing_revision + 1, billing_changed_by = ${caller.userId} from old, users u where m.id = old.id and u.id = ${caller.userId}
      returning m.billing_email as email, old.email as before, old.name as shop, concat_ws(' ', u.first_name, u.last_name) as name`)
    if (!changed) throw new Error(`merchant ${scope.merchantId} or user ${caller.userId} not found`)
    audit({
      entity: 'merchant',
      entityId: scope.merchantId,
      before: { billingEmail: changed.before && maskEmail(changed.before) },
      after: { billingEmail: maskEmail(changed.email) },
    })
    if (changed.before !== changed.email) notifyBoth(services, changed, now)
    return readAccount(db, scope)
  },
)

/** After the answer, notifies the previous and the new address. */
function notifyBoth(services: Services, { email, before, shop, name }: Changed, now: Date): void {
  const { brand } = services.config
  const words = {
    shop: nameInEmail(shop),
    name: nameInEmail(name),
    email,
    when: formatDateTime(now),
    brand: brand.name,
    support: brand.supportEmail,
  }
  for (const to of before === null ? [email] : [before, email]) {
    // The shop's address is no person's and has no chosen language.
    const message = withLanguage('es', () => composeEmail(billingEmailContent(words), services.config))
    runAfterResponse(services, 'billingEmail', () => services.mail({ to, ...message }))
  }
}
