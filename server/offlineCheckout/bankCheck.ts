import { BANK_LINK_FROM_CENTS } from '#domain/decision'
import { isNie, isNif } from '#domain/identifiers'
import { newId } from '../db/newId.ts'
import { sql } from '../db/sql.ts'
import type { Call, Handler } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { hexOf } from '../http/wire.ts'
import { documentHash } from '../payments/documentHash.ts'
import { fieldProblem } from './askedCustomer.ts'

const dayMs = 86_400_000
/** How long a request waits for the customer, and what it found is good for, in milliseconds (our choice). */
const consentMs = dayMs
/** A document whose bank said no so recently is asked again whatever the amount: the risk flag of domain model §3.12 (our choice). */
const riskMs = 30 * dayMs

type Status = 'pending' | 'confirmed' | 'expired' | 'failed'
type Row = { id: string; status: Status; amount_cents: bigint; created_at: Date; expires_at: Date }

/**
 * Whether the customer's bank has to confirm what they can afford, and how far that is (specification §7 `afterbanks`). The shop learns the
 * status and nothing else; the customer links the bank on their own page, inside the checkout, so there is no address to pass on.
 */
export const bankCheck: Handler<'bankCheck'> = async (call) => {
  const { db, body, caller, mode, house, now } = call
  const documentNumber = body.documentId.replace(/[\s.-]/g, '').toUpperCase()
  if (!isNif(documentNumber) && !isNie(documentNumber))
    throw new Refusal('ApiValidationException', { fields: [fieldProblem('document_id', 'format', 'checkout.field.documentId')] })
  const hash = documentHash(house.config.sessionSecret, documentNumber)
  // One request at a time for a document: two at once would leave two consents.
  db.send(sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0)}::bigint)`)
  const recent = await db.rows<Row>(sql`select b.id, b.status, b.amount_cents, b.created_at, b.expires_at from bank_consents b
    where b.account_id = ${caller.accountId} and b.mode = ${mode} and b.document_hash = ${hash} and b.created_at > ${new Date(now.getTime() - riskMs)}
    order by b.created_at desc limit 50`)
  const risky = recent.some((row) => row.status === 'failed')
  if (body.amount < BANK_LINK_FROM_CENTS && !risky)
    return { required: false, status: 'not_required', consentId: null, consentUrl: null, expiresAt: null }
  const known = recent.find((row) => row.created_at.getTime() > now.getTime() - consentMs && Number(row.amount_cents) >= body.amount)
  return known ? told(known, now) : ask(call, hash)
}

const told = ({ id, status, expires_at: expiresAt }: Row, now: Date) => ({
  required: true,
  status: status === 'pending' && expiresAt <= now ? ('expired' as const) : status,
  consentId: hexOf(id),
  consentUrl: null,
  expiresAt: expiresAt.toISOString(),
})

/** Writes down that the bank is to be asked. */
function ask({ db, body, caller, mode, now, audit }: Call<'bankCheck'>, hash: Buffer) {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + consentMs)
  db.send(sql`insert into bank_consents (id, account_id, mode, document_hash, amount_cents, created_at, expires_at)
    values (${id}, ${caller.accountId}, ${mode}, ${hash}, ${body.amount}, ${now}, ${expiresAt})`)
  audit({ entity: 'bank_consent', entityId: id, after: { amountCents: body.amount } })
  return { required: true, status: 'pending' as const, consentId: hexOf(id), consentUrl: null, expiresAt: expiresAt.toISOString() }
}
