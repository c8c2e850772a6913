import type { OwnLimits } from '#contract/access/ownLimits'
import { languageNames } from '#domain/platform/languages'
import { choicesOf, idleSecondsOf, undoSecondsOf } from '#domain/access/ownLimits'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { offered, text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { activeSince } from '../../platform/calls/authenticate.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'

/** Stores the caller's language. Refuses with ApiValidationException a language that is not fully translated. */
export const languageChoose: Handler<'languageChoose'> = async ({ db, caller, body: { language }, audit }) => {
  if (!offered.includes(language))
    throw new Refusal('ApiValidationException', { fields: [{ name: 'language', code: 'option', message: text('errors.field.option') }] })
  await db.run(sql`update users set locale = ${language} where id = ${caller.userId}`)
  audit({ entity: 'user', entityId: caller.userId, after: { language: languageNames[language] } })
  return undefined
}

/** Stores the caller's preferred shop, of any of their accounts: sign-in begins in that account. Answers not found for a shop that is not theirs. */
export const mePreferredMerchant: Handler<'mePreferredMerchant'> = async ({ db, caller, body, audit }) => {
  const merchantId = uuidOf(body.preferedMerchantUuid)
  if (merchantId === undefined || !caller.memberships.some(({ merchantIds }) => merchantIds.has(merchantId)))
    throw notFound(body.preferedMerchantUuid)
  await db.run(sql`update users set prefered_merchant_id = ${merchantId} where id = ${caller.userId}`)
  audit({ entity: 'user', entityId: caller.userId, after: { preferedMerchantId: merchantId } })
  return undefined
}

/** A person's own choices; null: the default. */
type PreferenceRow = { own_idle_seconds: number | null; own_undo_seconds: number | null }

/**
 * Stores how long the caller's sessions may idle and how long their refunds can be undone, also for all their open sessions; a till session
 * keeps its minute, and a session that has already idled too long ends instead of being extended. Refuses with ApiValidationException what
 * this installation does not offer.
 */
export const ownLimitsUpdate: Handler<'ownLimitsUpdate'> = async ({ db, caller, body, services: { config }, now, audit }) => {
  const choices = choicesOf(config)
  assertOffered('idle_seconds', body.idleSeconds, choices.idleChoices)
  assertOffered('undo_seconds', body.undoSeconds, choices.undoChoices)
  const limitsOf = ({ own_idle_seconds: idle, own_undo_seconds: undo }: PreferenceRow) => ({
    idleSeconds: idleSecondsOf(idle, config),
    undoSeconds: undoSecondsOf(undo, config),
  })
  const chosen = await db.first<PreferenceRow>(
    sql`select own_idle_seconds, own_undo_seconds from users where id = ${caller.userId} for update`,
  )
  if (!chosen) throw new Refusal('InvalidToken')
  const [idle, undo] = [body.idleSeconds ?? chosen.own_idle_seconds, body.undoSeconds ?? chosen.own_undo_seconds]
  const [before, after] = [limitsOf(chosen), limitsOf({ own_idle_seconds: idle, own_undo_seconds: undo })]
  await db.run(sql`update users set own_idle_seconds = ${idle}, own_undo_seconds = ${undo} where id = ${caller.userId}`)
  const own = sql`s.user_id = ${caller.userId} and s.till_id is null`
  // These expired by themselves and keep no reason; the others are alive.
  const expired = sql`(s.expires_at <= ${now} or s.active_at <= ${activeSince(now, config)})`
  await closeSessions(db, sql`${own} and ${expired}`, { reason: null, now })
  await db.run(sql`update sessions s set idle_seconds = ${after.idleSeconds} where ${own} and s.ended_at is null`)
  audit({ entity: 'user', entityId: caller.userId, before, after })
  return { ...after, ...choices } satisfies OwnLimits
}

function assertOffered(name: string, chosen: number | undefined, choices: readonly number[]): void {
  if (chosen !== undefined && !choices.includes(chosen))
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'option', message: text('errors.field.option') }] })
}
