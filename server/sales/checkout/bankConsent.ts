import { randomUUID } from 'node:crypto'
import type { BankConsentView } from '#contract/sales/bankConsent'
import { compactDocument, isNie, isNif } from '#domain/platform/identifiers'
import { nextState } from '#domain/sales/operations/lifecycle'
import { cents, type Cents } from '#domain/platform/money'
import { pick } from '#domain/platform/pick'
import { askMeans, type BankAnswer, type BankErrorCode } from '../../money/payments/partners.ts'
import { documentHash } from '../../money/payments/simulatedPartners.ts'
import { record } from '../../platform/audit/record.ts'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler, type Services } from '../../platform/calls/call.ts'
import { secretsMatch } from '../../platform/calls/token.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { columnsAs, inScope, sql } from '../../platform/database/sql.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { decideSale } from './decide.ts'
import { lockForStep, checkStep } from './step.ts'
import { fieldProblem, fieldProblems } from './identityProblems.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

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
] as const satisfies (keyof OpenConsent)[]

type Row = Pick<OpenConsent, (typeof consentFields)[number]> & { name: string; url: string | null; amountCents: bigint }

/** Loads the bank check that a link opens; past its time it has expired. A wrong token and an unknown check are answered alike (ObjectNotFoundException). */
async function authenticateBankLink(services: Services, consentHex: string, token: string | undefined): Promise<OpenConsent> {
  const id = uuidOf(consentHex)
  if (id === undefined || token === undefined || !secretsMatch(token, services.tokens.linkOf('bank', id, 1))) throw notFound(consentHex)
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

/** Validity of an unused consent. */
const consentMs = 24 * 3_600_000

type Answer = BankAnswer & { consentId: string }

/**
 * Asks the customer's bank for income and expenses (R2), after they authorised it there, and decides again. When declined or failed it may be retried until
 * the link expires. The bank's answer is not stored.
 */
export const checkoutBank: Handler<'checkoutBank'> = withPreparation(
  askBank,
  async (call: Call<'checkoutBank'>, { consentId, status, error, means }) => {
    const { db, scope, customer, now, services, audit } = call
    const { sale } = await lockForStep(call, 'bank')
    db.send(sql`insert into bank_consents (id, account_id, mode, document_hash, amount_cents, status, error_code, created_at, expires_at, decided_at)
    values (${consentId}, ${customer.accountId}, ${scope.mode}, ${documentHash(services.config.sessionSecret, sale.customer.documentNumber ?? '')}, ${sale.totalCents},
      ${status}, ${error}, ${now}, ${new Date(now.getTime() + consentMs)}, ${status === 'pending' ? null : now})`)
    if (status === 'confirmed') await bankLinked(call, sale)
    touchCheckout(db, scope, sale.operationId, status === 'confirmed' ? await decideSale(call, means) : undefined)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { bank: status } })
    return show(call)
  },
)

/** Called without any lock: a bank may be slow. */
async function askBank(call: CallBeforeTransaction<'checkoutBank'>): Promise<Answer> {
  const { body, scope, services } = call
  const { sale } = await checkStep(call, 'bank')
  const consentId = randomUUID()
  const consent = { id: consentId, documentNumber: sale.customer.documentNumber ?? '', bankCode: body.bankCode, mode: scope.mode }
  return { ...(await askMeans(services.payments.banks, consent, body.authorise)), consentId }
}

async function bankLinked({ db, scope, now }: Call<'checkoutBank'>, sale: Sale): Promise<void> {
  const after = nextState(sale, 'bank_linked')
  if (!after) throw new Error(`operation ${sale.operationId} does not await a bank link`)
  db.send(sql`update checkouts c set bank_linked_at = ${now}
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  const by = { actor: 'customer' as const, userId: null, amountCents: null }
  changeOperation(db, scope, now, { operationId: sale.operationId, event: 'bank_linked', ...by, before: sale, after })
}

/** A bank check as its customer sees it: who asks, for how much, and its status. */
export const bankConsentView: Handler<'bankConsentView'> = async ({ services, params, http }) =>
  consentShown(await authenticateBankLink(services, params.consentId, http.bearer))

const consentShown = ({ id, mode, shop, amountCents, status, errorCode, tries, expiresAt }: OpenConsent): BankConsentView => ({
  consentId: hexOf(id),
  sandbox: mode === 'sandbox',
  shop,
  amount: amountCents,
  status,
  error: status === 'confirmed' ? null : errorCode,
  expiresAt: expiresAt.toISOString(),
  triesLeft: Math.max(0, MAX_ATTEMPTS - tries),
})

type Answering = Call<'bankConsentAnswer'>

/**
 * The customer's answer to a bank check before the sale. The document is asked for, because only its hash is stored, and must match the one that the shop
 * typed. Of the bank's answer only the monthly surplus is stored, for a day. Refuses with StepNotAllowed when there is nothing to answer; once confirmed, it
 * repeats its answer.
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
  // Another bank means consent to another data source.
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

/** Counted before anything is compared or requested, so that concurrent attempts do not exceed the limit. */
async function countTry({ services }: Answering, { id }: OpenConsent): Promise<void> {
  const counted = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set tries = b.tries + 1 where b.id = ${id} and b.tries < ${MAX_ATTEMPTS}`),
  )
  if (counted === 0) throw new Refusal('StepNotAllowed', { why: 'tries' })
}

async function write(call: Answering, consent: OpenConsent, { status, error, means }: BankAnswer): Promise<BankConsentView> {
  const { services, now, ip, requestId, params, http } = call
  const spareCents = status === 'confirmed' && means !== null ? means.incomeCents - means.outgoingsCents : null
  await services.database.write(null, async (db) => {
    // Confirmed meanwhile in another tab: that answer stands.
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
