import { type BankAnswer, type BankConsent, readMeans } from '../../money/payments/accountInformation.ts'
import { nextState } from '#domain/sales/operations/lifecycle'
import { documentHash } from '../../money/payments/documentHash.ts'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler, type Services } from '../../platform/calls/call.ts'
import { currentLanguage } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { decideSale } from './decide.ts'
import { fieldProblem } from './identityProblems.ts'
import { lockSale, type Sale } from './sale.ts'
import { show } from './show.ts'
import { checkStep, lockForStep } from './step.ts'

/** Validity of an unused consent. */
const consentMs = 24 * 3_600_000

/** The state with which a browser returns from a bank. */
export const bankReturnState = ({ tokens }: Pick<Services, 'tokens'>, requestId: string): string =>
  tokens.linkOf('bank_return', requestId, 1)

/** Whether this is the state of that request. */
export const isBankReturn = ({ tokens }: Pick<Services, 'tokens'>, requestId: string, state: string): boolean =>
  tokens.isLink(state, 'bank_return', requestId, 1)

/** A consent of a sale at the account-information partner; `actionUrl`: where the customer answers their bank. */
type SaleConsent = { id: string; status: string; reference: string | null; bankCode: string; actionUrl: string | null; expiresAt: Date }

const readConsents = (db: Connection, checkoutId: string): Promise<SaleConsent[]> =>
  db.rows<SaleConsent>(sql`select b.id, b.status, b.reference, b.bank_code as "bankCode", b.action_url as "actionUrl", b.expires_at as "expiresAt"
    from bank_consents b where b.checkout_id = ${checkoutId} and b.bank_code is not null order by b.created_at desc limit 50`)

type BankCall = CallBeforeTransaction<'checkoutBank'>
type PartnerAnswer = { consentId: string; answer: BankAnswer }

/**
 * Reads income and outgoings from the customer's bank (R2), once the customer has authorised it there, and decides again. One call begins at a bank, reads the result,
 * and continues after a closed tab. A declined or failed check can be repeated until the link expires. The bank's answer is not stored. A return state works once: used
 * again, it changes nothing. Refuses with StepNotAllowed a state that is not of this sale.
 */
export const checkoutBank: Handler<'checkoutBank'> = withPreparation(askBank, async (call: Call<'checkoutBank'>, bankAnswer) => {
  const { db, scope, now, audit } = call
  if (bankAnswer === null) return show(call)
  const { consentId, answer } = bankAnswer
  const { sale } = await lockForStep(call, 'bank')
  const { status, error, reference, redirectUrl } = answer
  // Answered meanwhile in another tab: that answer stands.
  const changed =
    await db.run(sql`update bank_consents b set status = ${status}, error_code = ${error}, reference = ${reference}, action_url = ${redirectUrl},
      decided_at = ${status === 'pending' ? null : now} where b.id = ${consentId} and b.status = 'pending'`)
  if (changed === 0) return show(call)
  if (status === 'confirmed') await bankLinked(call, sale)
  touchCheckout(db, scope, sale.operationId, status === 'confirmed' ? await decideSale(call, answer.means) : undefined)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { bank: status } })
  return show(call)
})

/** Called without any lock: a bank may be slow. Null: the browser came back with a state that was used already. */
async function askBank(call: BankCall): Promise<PartnerAnswer | null> {
  const { body, services, now } = call
  const { sale } = await checkStep(call, 'bank')
  const consents = await services.database.read(call.scope, (db) => readConsents(db, sale.checkoutId))
  if (body.returned !== undefined && !(await takeReturn(call, consents, body.returned))) return null
  const open = consents.find(({ status, expiresAt }) => status === 'pending' && expiresAt > now)
  if (body.bankCode === undefined && !open) throw fieldProblem('bank_code', 'required')
  // Where the bank has nothing more to ask, choosing it again is another consent.
  const goesOn =
    open && (body.bankCode === undefined || (body.bankCode === open.bankCode && (open.reference === null || open.actionUrl !== null)))
  const consent = open && goesOn ? open : await newConsent(call, sale, body.bankCode ?? '')
  return { consentId: consent.id, answer: await askAbout(call, sale, consent) }
}

/** Uses up the state of a return; false: it was used before. Refuses a state that is not of this sale. */
async function takeReturn({ services, now }: BankCall, consents: readonly SaleConsent[], state: string): Promise<boolean> {
  const consent = consents.find(({ id }) => isBankReturn(services, id, state))
  if (!consent) throw new Refusal('StepNotAllowed', { why: 'returned' })
  const taken = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set returned_at = ${now} where b.id = ${consent.id} and b.returned_at is null`),
  )
  return taken === 1
}

/** Records a consent before the partner is asked, so that a lost answer is found again; another bank replaces one that waits. */
async function newConsent({ services, scope, customer, now }: BankCall, sale: Sale, bankCode: string): Promise<SaleConsent> {
  const { name } = services.payments.banks
  const [id, expiresAt] = [newId(now), new Date(now.getTime() + consentMs)]
  const hash = documentHash(services.config.sessionSecrets[0], sale.customer.documentNumber ?? '')
  return services.database.write(scope, async (db) => {
    lockSale(db, scope, sale.checkoutId)
    // Another press was faster: the same consent.
    const [last] = await readConsents(db, sale.checkoutId)
    if (last?.status === 'pending' && last.bankCode === bankCode && last.reference === null && last.expiresAt > now) return last
    db.send(sql`update bank_consents b set status = 'expired', decided_at = ${now}
      where b.checkout_id = ${sale.checkoutId} and b.status = 'pending'`)
    await db.run(sql`insert into bank_consents (id, account_id, mode, document_hash, amount_cents, status, created_at, expires_at, checkout_id, provider, request_id,
        bank_code)
      values (${id}, ${customer.accountId}, ${scope.mode}, ${hash}, ${sale.totalCents}, 'pending', ${now}, ${expiresAt}, ${sale.checkoutId}, ${name}, ${id},
        ${bankCode})`)
    return { id, status: 'pending', reference: null, bankCode, actionUrl: null, expiresAt }
  })
}

/** The present state of a consent, begun when the partner does not know it; with the means once it is confirmed. */
async function askAbout({ services, scope }: BankCall, sale: Sale, { id, bankCode, reference }: SaleConsent): Promise<BankAnswer> {
  const { banks } = services.payments
  const { firstName, lastName, documentNumber } = sale.customer
  const consent: BankConsent = { id, bankCode, mode: scope.mode, reference, holder: `${firstName} ${lastName}` }
  const returnUrl = checkoutReturnUrl(services, sale.checkoutId, bankReturnState(services, id))
  const knownState = reference === null ? null : await banks.find(consent)
  const state =
    knownState ?? (await banks.start({ ...consent, documentNumber: documentNumber ?? '', returnUrl, language: currentLanguage() }))
  return readMeans(banks, { ...consent, reference: state.reference }, state)
}

async function bankLinked({ db, scope, now }: Call<'checkoutBank'>, sale: Sale): Promise<void> {
  const after = nextState(sale, 'bank_linked')
  if (!after) throw new Error(`operation ${sale.operationId} does not await a bank link`)
  db.send(sql`update checkouts c set bank_linked_at = ${now}
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  const by = { actor: 'customer' as const, userId: null, amountCents: null }
  changeOperation(db, scope, now, { operationId: sale.operationId, event: 'bank_linked', ...by, before: sale, after })
}
