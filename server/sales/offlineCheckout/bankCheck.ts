import { BANK_LINK_FROM_CENTS } from '#domain/sales/operations/decision'
import { isNie, isNif } from '#domain/platform/identifiers'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { bankLink } from '../messages/bankLink.ts'
import { documentHash } from '../../money/payments/documentHash.ts'
import { fieldProblem } from './askedCustomer.ts'

const dayMs = 86_400_000
/** How long a request waits for the customer, and what it found is good for, in milliseconds. */
const consentMs = dayMs
/** A document whose bank said no so recently is asked again whatever the amount: docs/domain.md#bank-check. */
const riskMs = 30 * dayMs
/** One document is asked about so often in a day. */
const mostInADay = 5

type Status = 'pending' | 'confirmed' | 'expired' | 'failed'
type Row = { id: string; status: Status; amount_cents: bigint; merchant_id: string | null; created_at: Date; expires_at: Date }
type Check = Call<'bankCheck'>

/**
 * Whether the customer's bank has to confirm what they can afford, and how far that is. The shop learns the
 * status, and the address of the page at which the customer answers; nothing else. What was confirmed serves the sale that follows.
 */
export const bankCheck: Handler<'bankCheck'> = async (call) => {
  const { db, body, caller, mode, services, now } = call
  const documentNumber = body.documentId.replace(/[\s.-]/g, '').toUpperCase()
  if (!isNif(documentNumber) && !isNie(documentNumber))
    throw new Refusal('ApiValidationException', { fields: [fieldProblem('document_id', 'format', 'checkout.field.documentId')] })
  const merchantId = await shopAsking(call)
  const hash = documentHash(services.config.sessionSecret, documentNumber)
  // One request at a time for a document: two at once would leave two consents.
  db.send(sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0)}::bigint)`)
  const recent =
    await db.rows<Row>(sql`select b.id, b.status, b.amount_cents, b.merchant_id, b.created_at, b.expires_at from bank_consents b
    where b.account_id = ${caller.accountId} and b.mode = ${mode} and b.document_hash = ${hash} and b.created_at > ${new Date(now.getTime() - riskMs)}
    order by b.created_at desc limit 50`)
  const risky = recent.some((row) => row.status === 'failed')
  if (body.amount < BANK_LINK_FROM_CENTS && !risky)
    return { required: false, status: 'not_required', consentId: null, consentUrl: null, expiresAt: null }
  const today = recent.filter((row) => row.created_at.getTime() > now.getTime() - consentMs)
  // What a bank confirmed before a sale holds for all shops of the account; what is still asked belongs to the shop whose name the page says.
  const known = today.find(
    ({ amount_cents: asked, merchant_id: by, status }) =>
      Number(asked) >= body.amount && (by === merchantId || (by !== null && status === 'confirmed')),
  )
  if (known && !(body.again && isOver(known, now))) return told(call, known)
  const first = today.at(mostInADay - 1)
  if (body.again && first) {
    const retryAfterSeconds = Math.ceil((first.created_at.getTime() + dayMs - now.getTime()) / 1_000)
    throw new Refusal('TooManyRequests', { why: 'bank', retryAfterSeconds })
  }
  return ask(call, hash, merchantId)
}

const isOver = ({ status, expires_at: expiresAt }: Row, now: Date) =>
  status === 'failed' || status === 'expired' || (status === 'pending' && expiresAt <= now)

/** The shop that the customer's page names: the one given, the caller's preferred one, or any of theirs. */
async function shopAsking({ db, body, caller }: Check): Promise<string | null> {
  if (body.shopId !== undefined) {
    const given = uuidOf(body.shopId)
    if (given === undefined || !caller.merchantIds.has(given)) throw notFound(body.shopId)
    return given
  }
  const user = await db.first<{ prefered_merchant_id: string | null }>(
    sql`select u.prefered_merchant_id from users u where u.id = ${caller.userId}`,
  )
  const preferred = user?.prefered_merchant_id ?? null
  return preferred !== null && caller.merchantIds.has(preferred) ? preferred : ([...caller.merchantIds].toSorted()[0] ?? null)
}

function told({ services, now }: Check, { id, status, merchant_id: merchantId, expires_at: expiresAt }: Row) {
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

/** Writes down that the bank is to be asked. */
function ask(call: Check, hash: Buffer, merchantId: string | null) {
  const { db, body, caller, mode, now, audit } = call
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + consentMs)
  db.send(sql`insert into bank_consents (id, account_id, mode, merchant_id, document_hash, amount_cents, created_at, expires_at)
    values (${id}, ${caller.accountId}, ${mode}, ${merchantId}, ${hash}, ${body.amount}, ${now}, ${expiresAt})`)
  audit({ entity: 'bank_consent', entityId: id, after: { amountCents: body.amount } })
  return told(call, {
    id,
    status: 'pending',
    amount_cents: BigInt(body.amount),
    merchant_id: merchantId,
    created_at: now,
    expires_at: expiresAt,
  })
}
