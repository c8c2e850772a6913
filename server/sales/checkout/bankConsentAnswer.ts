import { randomUUID } from 'node:crypto'
import type { BankConsentView } from '#contract/sales/checkout'
import { compactDocument, isNie, isNif } from '#domain/platform/identifiers'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { askMeans, type BankAnswer } from '../../money/payments/askMeans.ts'
import { documentHash } from '../../money/payments/documentHash.ts'
import { consentShown } from './bankConsentView.ts'
import { authenticateBankLink, MOST_TRIES, type OpenConsent } from './authenticateBankLink.ts'
import { fieldProblem, fieldProblems } from './fieldProblem.ts'

type Answering = Call<'bankConsentAnswer'>

/**
 * The customer's answer to a bank check before the sale. The document is asked for, since only its hash is known here, and has to be the one
 * that the shop typed. Of the bank's answer the month's rest alone is kept, for a day. Refuses with StepNotAllowed once there is nothing to
 * answer; confirmed, it answers the same again.
 */
export const bankConsentAnswer: Handler<'bankConsentAnswer'> = async (call) => {
  const { services, params, http, body } = call
  const consent = await authenticateBankLink(services, params.consentId, http.bearer)
  if (consent.status === 'confirmed') return consentShown(consent)
  if (consent.status === 'expired') throw new Refusal('StepNotAllowed', { why: 'expired' })
  const asked = body.authorise ? whatIsAsked(call) : null
  await countTry(call, consent)
  if (asked === null) return write(call, consent, { status: 'failed', error: null, means: null })
  const { documentNumber, bankCode } = asked
  if (!documentHash(services.config.sessionSecret, documentNumber).equals(consent.documentHash))
    throw fieldProblems([{ name: 'document_id', code: 'other', message: text('consumer.field.documentOther') }])
  // Another bank is another consent to whoever asks it.
  const answer = await askMeans(services.payments.banks, { id: randomUUID(), documentNumber, bankCode, mode: consent.mode }, true)
  return write(call, consent, answer)
}

function whatIsAsked({ body }: Answering): { documentNumber: string; bankCode: string } {
  const documentNumber = compactDocument(body.documentId ?? '')
  if (documentNumber === '') throw fieldProblem('document_id', 'required')
  if (!isNif(documentNumber) && !isNie(documentNumber)) throw fieldProblem('document_id', 'format')
  if (body.bankCode === undefined) throw fieldProblem('bank_code', 'required')
  return { documentNumber, bankCode: body.bankCode }
}

/** Counted before anything is compared or asked, so that many at once are not more. */
async function countTry({ services }: Answering, { id }: OpenConsent): Promise<void> {
  const counted = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set tries = b.tries + 1 where b.id = ${id} and b.tries < ${MOST_TRIES}`),
  )
  if (counted === 0) throw new Refusal('StepNotAllowed', { why: 'tries' })
}

async function write(call: Answering, consent: OpenConsent, { status, error, means }: BankAnswer): Promise<BankConsentView> {
  const { services, now, ip, requestId, params, http } = call
  const spareCents = status === 'confirmed' && means !== null ? means.incomeCents - means.outgoingsCents : null
  await services.database.write(null, async (db) => {
    // Confirmed meanwhile, in another tab: that stands.
    const changed = await db.run(sql`update bank_consents b set status = ${status}, error_code = ${error}, spare_cents = ${spareCents},
        decided_at = ${status === 'pending' ? null : now}
      where b.id = ${consent.id} and b.status in ('pending', 'failed') and b.expires_at > ${now}`)
    if (changed === 0) return
    db.send(sql`select pg_notify('checkout', ${consent.id}::text)`)
    await record(db, {
      accountId: consent.accountId,
      merchantId: consent.merchantId,
      mode: consent.mode,
      userId: null,
      role: 'consumer',
      ip,
      call: 'bankConsentAnswer',
      entity: 'bank_consent',
      entityId: consent.id,
      after: { bank: status },
      requestId,
    })
  })
  return consentShown(await authenticateBankLink(services, params.consentId, http.bearer))
}
