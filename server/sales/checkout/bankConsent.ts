import { randomUUID } from 'node:crypto'
import type { BankConsentView } from '#contract/sales/bankConsent'
import { compactDocument, isNie, isNif } from '#domain/platform/identifiers'
import { cents, type Cents } from '#domain/platform/money'
import { pick } from '#domain/platform/pick'
import { type BankAnswer, type BankErrorCode, readMeans } from '../../money/payments/accountInformation.ts'
import { documentHashes } from '../../money/payments/documentHash.ts'
import { record } from '../../platform/audit/record.ts'
import type { Call, Handler, Services } from '../../platform/calls/call.ts'
import { currentLanguage, text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { columnsAs, sql } from '../../platform/database/sql.ts'
import { bankReturnUrl } from '../messages/customerLinks.ts'
import { bankReturnState, isBankReturn } from './bank.ts'
import { fieldProblem, fieldProblems } from './identityProblems.ts'

/** How often the page of one bank check accepts an answer, right or wrong. */
const MAX_ATTEMPTS = 10

/** A bank check as far as the holder of its link may know it. Amount in cents. */
type OpenConsent = {
  id: string
  accountId: string
  merchantId: string
  mode: Mode
  shop: { name: string; url: string | null }
  amountCents: Cents
  documentHash: Buffer
  status: 'pending' | 'confirmed' | 'expired' | 'failed'
  errorCode: BankErrorCode | null
  tries: number
  expiresAt: Date
  /** The request at the partner, and the bank that it is for; null: none was begun. */
  requestId: string | null
  bankCode: string | null
  reference: string | null
  actionUrl: string | null
}

const consentFields = [
  'accountId',
  'merchantId',
  'mode',
  'documentHash',
  'status',
  'errorCode',
  'tries',
  'expiresAt',
  'requestId',
  'bankCode',
  'reference',
  'actionUrl',
] as const satisfies (keyof OpenConsent)[]

type Row = Pick<OpenConsent, (typeof consentFields)[number]> & { name: string; url: string | null; amountCents: bigint }

/** Loads the bank check that a link opens; past its time it has expired. A wrong token and an unknown check are answered alike (ObjectNotFoundException). */
async function authenticateBankLink(services: Services, consentHex: string, token: string | undefined): Promise<OpenConsent> {
  const id = uuidOf(consentHex)
  if (id === undefined || token === undefined || !services.tokens.isLink(token, 'bank', id, 1)) throw notFound(consentHex)
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select ${columnsAs('b', [...consentFields, 'amountCents'])}, m.name, m.url
      from bank_consents b join merchants m on m.id = b.merchant_id where b.id = ${id}`),
  )
  if (!row) throw notFound(consentHex)
  return {
    ...pick(row, consentFields),
    id,
    shop: { name: row.name, url: row.url },
    amountCents: cents(row.amountCents),
    ...(row.status !== 'confirmed' && row.expiresAt <= services.now() && { status: 'expired' }),
  }
}

/** A bank check as its customer sees it: who asks, for how much, and its status. */
export const bankConsentView: Handler<'bankConsentView'> = async ({ services, params, http }) =>
  consentShown(await authenticateBankLink(services, params.consentId, http.bearer))

const consentShown = ({ id, mode, shop, amountCents, status, errorCode, tries, expiresAt, actionUrl }: OpenConsent): BankConsentView => ({
  consentId: hexOf(id),
  sandbox: mode === 'sandbox',
  shop,
  amount: amountCents,
  status,
  error: status === 'confirmed' ? null : errorCode,
  url: status === 'pending' ? actionUrl : null,
  expiresAt: expiresAt.toISOString(),
  triesLeft: Math.max(0, MAX_ATTEMPTS - tries),
})

type Answering = Call<'bankConsentAnswer'>
/** What is asked of the partner: about the request that waits, or a new one at a bank. */
type Request = { requestId: string; bankCode: string; reference: string | null; documentNumber: string }

/**
 * The customer's answer to a bank check before the sale. The document is asked for, because only its hash is stored, and must match the one that the shop
 * typed; then they go to their bank, and come back with a state that is used once. Of the bank's answer only the monthly surplus is stored, for a day. Refuses with
 * StepNotAllowed when there is nothing to answer, and a state that is not of this check; once confirmed, it repeats its answer.
 */
export const bankConsentAnswer: Handler<'bankConsentAnswer'> = async (call) => {
  const { services, params, http, body } = call
  const consent = await authenticateBankLink(services, params.consentId, http.bearer)
  if (body.returned !== undefined && !(await takeReturn(call, consent, body.returned))) return consentShown(consent)
  if (consent.status === 'confirmed') return consentShown(consent)
  if (consent.status === 'expired') throw new Refusal('StepNotAllowed', { why: 'expired' })
  if (
    body.returned !== undefined ||
    (body.authorise && body.documentId === undefined && consent.status === 'pending' && consent.requestId !== null)
  )
    return write(call, consent, await askPartner(call, consent, waitingRequest(consent)))
  const request = body.authorise ? consentRequest(call) : null
  await countTry(call, consent)
  if (request === null) return write(call, consent, { status: 'failed', error: null, means: null, reference: null, redirectUrl: null })
  const { documentNumber, bankCode } = request
  if (!documentHashes(services.config.sessionSecrets, documentNumber).some((hash) => hash.equals(consent.documentHash)))
    throw fieldProblems([{ name: 'document_id', code: 'other', message: text('consumer.field.documentOther') }])
  return write(call, consent, await askPartner(call, consent, { ...(await newRequest(call, consent, bankCode)), documentNumber }))
}

function consentRequest({ body }: Answering): { documentNumber: string; bankCode: string } {
  const documentNumber = compactDocument(body.documentId ?? '')
  if (documentNumber === '') throw fieldProblem('document_id', 'required')
  if (!isNif(documentNumber) && !isNie(documentNumber)) throw fieldProblem('document_id', 'format')
  if (body.bankCode === undefined) throw fieldProblem('bank_code', 'required')
  return { documentNumber, bankCode: body.bankCode }
}

/** Counted before anything is compared or requested, so that concurrent attempts do not exceed the limit. */
async function countTry({ services }: Answering, { id }: OpenConsent): Promise<void> {
  const counted = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set tries = b.tries + 1 where b.id = ${id} and b.tries < ${MAX_ATTEMPTS}`),
  )
  if (counted === 0) throw new Refusal('StepNotAllowed', { why: 'tries' })
}

/** Uses up the state of a return; false: it was used before. Refuses a state that is not of the request that waits. */
async function takeReturn({ services, now }: Answering, { id, requestId }: OpenConsent, state: string): Promise<boolean> {
  if (requestId === null || !isBankReturn(services, requestId, state)) throw new Refusal('StepNotAllowed', { why: 'returned' })
  const taken = await services.database.write(null, (db) =>
    db.run(
      sql`update bank_consents b set returned_at = ${now} where b.id = ${id} and b.request_id = ${requestId} and b.returned_at is null`,
    ),
  )
  return taken === 1
}

function waitingRequest({ requestId, bankCode, reference }: OpenConsent): Request {
  if (requestId === null || bankCode === null) throw new Refusal('StepNotAllowed')
  return { requestId, bankCode, reference, documentNumber: '' }
}

/** Recorded before the partner is asked. Another bank means consent to another data source; the same one goes on. */
async function newRequest({ services }: Answering, consent: OpenConsent, bankCode: string): Promise<Omit<Request, 'documentNumber'>> {
  const { requestId, reference, status, actionUrl } = consent
  const isOpen = status === 'pending' && (reference === null || actionUrl !== null)
  if (requestId !== null && isOpen && bankCode === consent.bankCode) return { requestId, bankCode, reference }
  const begun = { requestId: randomUUID(), bankCode, reference: null }
  await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set provider = ${services.payments.banks.name}, request_id = ${begun.requestId}, bank_code = ${bankCode}, reference = null,
        action_url = null, returned_at = null where b.id = ${consent.id} and b.status in ('pending', 'failed')`),
  )
  return begun
}

async function askPartner({ services }: Answering, { id, mode }: OpenConsent, request: Request): Promise<BankAnswer> {
  const { banks } = services.payments
  const { requestId, bankCode, reference, documentNumber } = request
  const consent = { id: requestId, bankCode, mode, reference, holder: null }
  const returnUrl = bankReturnUrl(services, id, bankReturnState(services, requestId))
  const knownState = reference === null ? null : await banks.find(consent)
  const state = knownState ?? (await banks.start({ ...consent, documentNumber, returnUrl, language: currentLanguage() }))
  return readMeans(banks, { ...consent, reference: state.reference }, state)
}

type Written = Omit<BankAnswer, 'reference'> & { reference: string | null }

async function write(
  call: Answering,
  consent: OpenConsent,
  { status, error, means, reference, redirectUrl }: Written,
): Promise<BankConsentView> {
  const { services, now, ip, requestId, params, http } = call
  const spareCents = status === 'confirmed' && means !== null ? means.incomeCents - means.outgoingsCents : null
  await services.database.write(null, async (db) => {
    // Confirmed meanwhile in another tab: that answer stands.
    const changed = await db.run(sql`update bank_consents b set status = ${status}, error_code = ${error}, spare_cents = ${spareCents},
        reference = coalesce(${reference}, b.reference), action_url = ${redirectUrl}, decided_at = ${status === 'pending' ? null : now}
      where b.id = ${consent.id} and b.status in ('pending', 'failed') and b.expires_at > ${now}`)
    if (changed === 0) return
    if (status !== consent.status) db.send(sql`select pg_notify('checkout', ${consent.id}::text)`)
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
