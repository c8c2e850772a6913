import type { FieldProblem } from '#contract/platform/errors'
import { isEmail, isMobile } from '#domain/platform/identifiers'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { bankLink } from '../messages/bankLink.ts'
import { sendBankLink, type BankMessageDone } from '../messages/sendBankLink.ts'
import { countSms } from '../messages/smsLimits.ts'
import { askedChannels } from './askedChannels.ts'
import { fieldProblem } from './askedCustomer.ts'
import { ownConsent } from './ownConsent.ts'

/** How often, and how soon again, the page of one check is sent (as links are). */
const MOST_SENDS = 5
const REST_MS = 60_000

type Sent = { consentId: string; sent: BankMessageDone[] }

/**
 * Sends the customer the page at which they answer. The address is used and forgotten: nothing waits in a queue with it. Refuses with
 * ResendNotAllowed once there is nothing to answer, and with TooManyRequests after five times or within a minute.
 */
export const bankCheckSend: Handler<'bankCheckSend'> = asking(send, async ({ audit }: Call<'bankCheckSend'>, { consentId, sent }) => {
  audit({ entity: 'bank_consent', entityId: consentId, after: { sent: sent.map(({ channel, state }) => `${channel} ${state}`) } })
  return { sent }
})

async function send(call: Asking<'bankCheckSend'>): Promise<Sent> {
  const { services, params, body, mode, now, ip } = call
  const problems: FieldProblem[] = []
  const phone = body.phone || null
  const email = body.email ?? ''
  if (phone !== null && !isMobile(phone)) problems.push(fieldProblem('phone', 'format', 'checkout.field.phone'))
  if (email !== '' && !isEmail(email)) problems.push(fieldProblem('email', 'format', 'checkout.field.email'))
  const channels = askedChannels(body.channels, { phone, email }, { phone: 'phone', email: 'email' }, problems)
  if (problems.length > 0) throw new Refusal('ApiValidationException', { fields: problems })
  const consent = await ownConsent(call, params.consentId)
  if (consent.status === 'confirmed') throw new Refusal('ResendNotAllowed', { why: 'ended' })
  if (consent.status === 'expired' || consent.expiresAt <= now) throw new Refusal('ResendNotAllowed', { why: 'expired' })
  await takeTurn(call, consent.id)
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

/** The language in which whoever has this address last bought in the shop; null: they have not, or chose none. */
async function languageOf(
  database: Database,
  { merchantId, mode }: Scope,
  { phone, email }: { phone?: string; email?: string },
): Promise<string | null> {
  const theirs = phone === undefined ? sql`o.email = ${email ?? ''}` : sql`o.phone = ${phone}`
  const last = await database.read(mintScope(merchantId, mode), (db) =>
    db.first<{ language: string }>(sql`select c.language from operations o
      join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${theirs} and c.language is not null order by o.created_at desc limit 1`),
  )
  return last?.language ?? null
}

/** Counted before it is sent: two at once are one. */
async function takeTurn({ services, now }: Asking<'bankCheckSend'>, consentId: string): Promise<void> {
  const rest = new Date(now.getTime() - REST_MS)
  const taken = await services.database.write(null, (db) =>
    db.run(sql`update bank_consents b set sends = b.sends + 1, sent_at = ${now}
      where b.id = ${consentId} and b.sends < ${MOST_SENDS} and (b.sent_at is null or b.sent_at <= ${rest})`),
  )
  if (taken > 0) return
  const row = await services.database.read(null, (db) =>
    db.first<{ sends: number; sent_at: Date }>(sql`select b.sends, b.sent_at from bank_consents b where b.id = ${consentId}`),
  )
  const spent = (row?.sends ?? 0) >= MOST_SENDS
  const endsAt = (row?.sent_at.getTime() ?? now.getTime()) + REST_MS
  throw new Refusal('TooManyRequests', {
    why: spent ? 'resends' : 'resend',
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000)),
  })
}
