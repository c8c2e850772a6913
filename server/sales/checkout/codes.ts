import { HOUR_MS } from '#domain/platform/dates'
import type { Checkout } from '#contract/sales/checkout'
import { isMobile } from '#domain/platform/identifiers'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { CODE_MINUTES } from '../messages/composition.ts'
import { queueMessage } from '../messages/queueMessage.ts'
import type { CustomerCall } from './step.ts'
import type { Sale } from './sale.ts'

/** Channel and address of the one-time code. */
type CodeDestination = { channel: 'sms' | 'email'; to: string }

/** By SMS to a mobile; a landline gets none, so by e-mail when the shop also typed one; null when there is neither. */
export function codeDestination({ phone, email }: Pick<Sale['customer'], 'phone' | 'email'>): CodeDestination | null {
  if (phone === null) return null
  if (isMobile(phone)) return { channel: 'sms', to: phone }
  return email === '' ? null : { channel: 'email', to: email }
}

/** Maximum attempts at a code. */
export const CODE_ATTEMPTS = 5
/** Maximum codes of a checkout in an hour, and in a month: a code has a million values, and a plan runs for years. */
const maxPerHour = 5
const maxPerMonth = 15
const monthMs = 30 * 24 * HOUR_MS

export const codeExpiresAt = (sentAt: Date): Date => new Date(sentAt.getTime() + CODE_MINUTES * 60_000)

/** When another code may be sent: some seconds after the last (`CODE_REST_SECONDS`), and no more than five in an hour; null when the month's maximum is reached. */
async function nextCodeAt({ db, scope, services, now }: CustomerCall, sale: Sale): Promise<Date | null> {
  const month = await db.rows<{
    created_at: Date
  }>(sql`select d.created_at from deliveries d where ${inScope(scope, 'd')}
    and d.checkout_id = ${sale.checkoutId} and d.purpose = 'code' and d.created_at > ${new Date(now.getTime() - monthMs)} order by d.created_at desc limit ${maxPerMonth}`)
  if (month.length === maxPerMonth) return null
  const recent = month.filter((one) => one.created_at.getTime() > now.getTime() - HOUR_MS).slice(0, maxPerHour)
  const last = recent[0]?.created_at.getTime() ?? 0
  const fifth = recent.length === maxPerHour ? (recent.at(-1)?.created_at.getTime() ?? 0) + HOUR_MS : 0
  return new Date(Math.max(last === 0 ? 0 : last + services.config.codeRestSeconds * 1_000, fifth, sale.createdAt.getTime()))
}

/** The pending code and its remaining validity; `shown` in sandbox only, where no message is sent. */
export async function pendingCode(call: CustomerCall, sale: Sale): Promise<Checkout['code']> {
  if (sale.codeSentAt === null) return null
  return {
    sentAt: sale.codeSentAt.toISOString(),
    resendAt: (await nextCodeAt(call, sale))?.toISOString() ?? null,
    expiresAt: codeExpiresAt(sale.codeSentAt).toISOString(),
    attemptsLeft: Math.max(0, CODE_ATTEMPTS - sale.codeAttempts),
    shown: call.scope.mode === 'sandbox' ? call.services.tokens.codeOf(sale.checkoutId, sale.codesSent) : null,
  }
}

/**
 * Sends a new code; the previous one is revoked. Refuses with TooManyRequests and the seconds to wait, with StepNotAllowed when the maximum is reached. The
 * checkout must be locked.
 */
export async function sendCode(call: CustomerCall & { ip: string }, sale: Sale, destination: CodeDestination): Promise<void> {
  const { db, scope, now, ip } = call
  const next = await nextCodeAt(call, sale)
  if (next === null) throw new Refusal('StepNotAllowed', { why: 'codes' })
  if (next > now)
    throw new Refusal('TooManyRequests', { why: 'code', retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1000) })
  const generation = sale.codesSent + 1
  db.send(sql`update checkouts c set codes_sent = ${generation}, code_sent_at = ${now}, code_attempts = 0
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  await queueMessage(call.services, db, scope, { checkoutId: sale.checkoutId, ...destination, purpose: 'code', generation, now, ip })
}

/** How often a mistyped mobile may be corrected. */
const MAX_CORRECTIONS = 2

/**
 * How often the customer may still correct the mobile: never once a code was entered, because whoever found the link would have the next one sent to
 * themselves.
 */
export const correctionsLeft = ({ consentConfirmedAt, identifiedAt, phoneCorrections }: Sale): number =>
  consentConfirmedAt === null && identifiedAt === null ? Math.max(0, MAX_CORRECTIONS - phoneCorrections) : 0

/** Counts a correction; the shop's progress steps show it from then on. The checkout must be locked. */
export function countCorrection(db: Connection, scope: Scope, { checkoutId }: Sale): void {
  db.send(sql`update checkouts c set phone_corrections = c.phone_corrections + 1
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
}
