import { DAY_MS } from '#domain/platform/dates'
import type { FieldProblem } from '#contract/platform/errors'
import { isEmail, isMobile, isNie, isNif } from '#domain/platform/identifiers'
import { documentHashes } from '../../money/payments/documentHash.ts'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockHashes } from '../../platform/database/lockHashes.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readRules } from '../decisions/rules.ts'
import { bankLink } from '../messages/customerLinks.ts'
import { countSms } from '../messages/gsm7.ts'
import { type BankMessageDone, sendBankLink } from '../messages/queueMessage.ts'
import { parseChannels, fieldProblem } from './parseOrder.ts'
import { readOwnConsent, type OwnConsent } from './ownConsent.ts'

/** The status of a bank check, nothing else. With `wait` and `seen` the answer is held until the status changes, without keeping a database connection. */
export const bankCheckState: Handler<'bankCheckState'> = async (call) => {
  const { wait = 0, seen } = call.query
  const { consentId } = call.params
  const known = await readOwnConsent(call, consentId)
  if (wait === 0 || seen === undefined || known.status !== seen) return stateAnswer(known)
  // Subscribed before the second read, so that no change between the two is missed.
  const watch = await call.services.events.watch(known.id)
  try {
    const again = await readOwnConsent(call, consentId)
    if (watch === undefined || again.status !== seen) return stateAnswer(again)
    await watch.changed(wait * 1_000)
    return stateAnswer(await readOwnConsent({ ...call, now: call.services.now() }, consentId))
  } finally {
    watch?.end()
  }
}

const stateAnswer = ({ status, expiresAt }: OwnConsent) => ({ status, expiresAt: expiresAt.toISOString() })

/** How long a request waits for the customer, and how long its result is valid, in milliseconds. */
const consentMs = DAY_MS
/** A document recently declined by its bank is checked again whatever the amount: docs/domain.md#bank-check. */
const riskMs = 30 * DAY_MS
/** Maximum checks of one document in a day. */
const maxPerDay = 5

type Status = 'pending' | 'confirmed' | 'expired' | 'failed'
type Row = { id: string; status: Status; amount_cents: bigint; merchant_id: string | null; created_at: Date; expires_at: Date }
type Check = Call<'bankCheck'>

/**
 * Whether the customer's bank must confirm that they can afford the amount, and the status of that. The shop gets the status, and the address of the
 * customer's page; nothing else. A confirmation is used by the following sale.
 */
export const bankCheck: Handler<'bankCheck'> = async (call) => {
  const { db, body, caller, mode, services, now } = call
  const documentNumber = body.documentId.replace(/[\s.-]/g, '').toUpperCase()
  if (!isNif(documentNumber) && !isNie(documentNumber))
    throw new Refusal('ApiValidationException', { fields: [fieldProblem('document_id', 'format', 'checkout.field.documentId')] })
  const merchantId = await requestingShop(call)
  const hashes = documentHashes(services.config.sessionSecrets, documentNumber)
  const [hash] = hashes
  // One request at a time per document: two concurrent ones would create two consents.
  lockHashes(db, hashes)
  const recent =
    await db.rows<Row>(sql`select b.id, b.status, b.amount_cents, b.merchant_id, b.created_at, b.expires_at from bank_consents b
    where b.account_id = ${caller.accountId} and b.mode = ${mode} and b.document_hash = any(${hashes}::bytea[]) and b.created_at > ${new Date(now.getTime() - riskMs)}
    order by b.created_at desc limit 50`)
  const risky = recent.some((row) => row.status === 'failed')
  const { thresholds } = await readRules(db, now)
  if (body.amount < thresholds.bankLinkFromCents && !risky)
    return { required: false, status: 'not_required', consentId: null, consentUrl: null, expiresAt: null }
  const today = recent.filter((row) => row.created_at.getTime() > now.getTime() - consentMs)
  // A confirmation before a sale is valid for all shops of the account; a pending one belongs to the shop named on its page.
  const known = today.find(
    ({ amount_cents: requestedCents, merchant_id: by, status }) =>
      Number(requestedCents) >= body.amount && (by === merchantId || (by !== null && status === 'confirmed')),
  )
  if (known && !(body.again && isOver(known, now))) return consentAnswer(call, known)
  const first = today.at(maxPerDay - 1)
  if (body.again && first) {
    const retryAfterSeconds = Math.ceil((first.created_at.getTime() + DAY_MS - now.getTime()) / 1_000)
    throw new Refusal('TooManyRequests', { why: 'bank', retryAfterSeconds })
  }
  return ask(call, hash, merchantId)
}

const isOver = ({ status, expires_at: expiresAt }: Row, now: Date) =>
  status === 'failed' || status === 'expired' || (status === 'pending' && expiresAt <= now)

/** The shop named on the customer's page: the one given, the caller's preferred one, or any of theirs. */
async function requestingShop({ db, body, caller }: Check): Promise<string | null> {
  if (body.shopId !== undefined) {
    const shopId = uuidOf(body.shopId)
    if (shopId === undefined || !caller.merchantIds.has(shopId)) throw notFound(body.shopId)
    return shopId
  }
  const user = await db.first<{ prefered_merchant_id: string | null }>(
    sql`select u.prefered_merchant_id from users u where u.id = ${caller.userId}`,
  )
  const preferred = user?.prefered_merchant_id ?? null
  return preferred !== null && caller.merchantIds.has(preferred) ? preferred : ([...caller.merchantIds].toSorted()[0] ?? null)
}

function consentAnswer({ services, now }: Check, { id, status, merchant_id: merchantId, expires_at: expiresAt }: Row) {
  const over = status === 'pending' && expiresAt <= now
  const open = (status === 'pending' || status === 'failed') && expiresAt > now && merchantId !== null
  return {
    required: true,
    status: over ? ('expired' as const) : status,
    consentId: hexOf(id),
    consentUrl: open ? bankLink(services, id) : null,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Creates the bank check. */
function ask(call: Check, hash: Buffer, merchantId: string | null) {
  const { db, body, caller, mode, now, audit } = call
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + consentMs)
  db.send(sql`insert into bank_consents (id, account_id, mode, merchant_id, document_hash, amount_cents, created_at, expires_at)
    values (${id}, ${caller.accountId}, ${mode}, ${merchantId}, ${hash}, ${body.amount}, ${now}, ${expiresAt})`)
  audit({ entity: 'bank_consent', entityId: id, after: { amountCents: body.amount } })
  return consentAnswer(call, {
    id,
    status: 'pending',
    amount_cents: BigInt(body.amount),
    merchant_id: merchantId,
    created_at: now,
    expires_at: expiresAt,
  })
}

/** How often the link of one check may be sent, and the minimum interval (as for checkout links). */
const MAX_SENDS = 5
const REST_MS = 60_000

type SentBankCheck = { consentId: string; sent: BankMessageDone[] }

/**
 * Sends the customer the link of a bank check. The address is used and not stored: no queue contains it. Refuses with ResendNotAllowed when there is nothing
 * to answer, and with TooManyRequests after five times or within a minute.
 */
export const bankCheckSend: Handler<'bankCheckSend'> = withPreparation(
  send,
  async ({ audit }: Call<'bankCheckSend'>, { consentId, sent }) => {
    audit({ entity: 'bank_consent', entityId: consentId, after: { sent: sent.map(({ channel, state }) => `${channel} ${state}`) } })
    return { sent }
  },
)

async function send(call: CallBeforeTransaction<'bankCheckSend'>): Promise<SentBankCheck> {
  const { services, params, body, mode, now, ip } = call
  const problems: FieldProblem[] = []
  const phone = body.phone || null
  const email = body.email ?? ''
  if (phone !== null && !isMobile(phone)) problems.push(fieldProblem('phone', 'format', 'checkout.field.phone'))
  if (email !== '' && !isEmail(email)) problems.push(fieldProblem('email', 'format', 'checkout.field.email'))
  const channels = parseChannels(body.channels, { phone, email }, { phone: 'phone', email: 'email' }, problems)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  const consent = await readOwnConsent(call, params.consentId)
  if (consent.status === 'confirmed') throw new Refusal('ResendNotAllowed', { why: 'ended' })
  if (consent.status === 'expired' || consent.expiresAt <= now) throw new Refusal('ResendNotAllowed', { why: 'expired' })
  await countSend(call, consent.id)
  if (channels.includes('sms')) {
    const scope = mintScope(consent.merchantId, mode)
    await services.database.write(scope, (db) => countSms(services, db, scope, { to: phone ?? '', ip, now }))
  }
  const { id, shopName, amountCents, expiresAt } = consent
  const sent: BankMessageDone[] = []
  for (const channel of channels) {
    const to = channel === 'sms' ? (phone ?? '') : email
    const language = await languageOf(services.database, mintScope(consent.merchantId, mode), {
      [channel === 'sms' ? 'phone' : 'email']: to,
    })
    const message = { id: newId(now), channel, to, language, link: bankLink(services, id), shopName, amountCents, expiresAt }
    sent.push(await sendBankLink(services, mode, message))
  }
  return { consentId: id, sent }
}

/** The language in which the owner of this address last bought in the shop; null: they have not, or chose none. */
async function languageOf(database: Database, scope: Scope, { phone, email }: { phone?: string; email?: string }): Promise<string | null> {
  const ofCustomer = phone === undefined ? sql`o.email = ${email ?? ''}` : sql`o.phone = ${phone}`
  const last = await database.read(mintScope(scope.merchantId, scope.mode), (db) =>
    db.first<{ language: string }>(sql`select c.language from operations o
      join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      where ${inScope(scope, 'o')} and ${ofCustomer} and c.language is not null order by o.created_at desc limit 1`),
  )
  return last?.language ?? null
}

/** Counted before it is sent: of two concurrent requests one is sent. */
async function countSend({ services, now }: CallBeforeTransaction<'bankCheckSend'>, consentId: string): Promise<void> {
  const rest = new Date(now.getTime() - REST_MS)
  const taken = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set sends = b.sends + 1, sent_at = ${now}
      where b.id = ${consentId} and b.sends < ${MAX_SENDS} and (b.sent_at is null or b.sent_at <= ${rest})`),
  )
  if (taken > 0) return
  const row = await services.database.read(null, (db) =>
    db.first<{ sends: number; sent_at: Date | null }>(sql`select b.sends, b.sent_at from bank_consents b where b.id = ${consentId}`),
  )
  const spent = (row?.sends ?? 0) >= MAX_SENDS
  const endsAt = (row?.sent_at?.getTime() ?? now.getTime()) + REST_MS
  throw new Refusal('TooManyRequests', {
    why: spent ? 'resends' : 'resend',
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000)),
  })
}
