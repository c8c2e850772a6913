import type { OwnLimits } from '#contract/access/ownLimits'
import { choicesOf, idleSecondsOf, undoSecondsOf } from '#domain/access/ownLimits'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { aliveSince } from '../../platform/calls/authenticate.ts'

/** What somebody chose for themselves; null: as everybody. */
type Chosen = { own_idle_seconds: number | null; own_undo_seconds: number | null }

/**
 * Keeps how long the caller's sessions wait without them and refunds wait for them, for every session that they have open; a till keeps
 * its minute, and a session that has waited too long ends rather than be given more time. Refuses with ApiValidationException what this installation does
 * not offer.
 */
export const ownLimitsUpdate: Handler<'ownLimitsUpdate'> = async ({ db, caller, body, services: { config }, now, audit }) => {
  const choices = choicesOf(config)
  assertOffered('idle_seconds', body.idleSeconds, choices.idleChoices)
  assertOffered('undo_seconds', body.undoSeconds, choices.undoChoices)
  const limitsOf = ({ own_idle_seconds: idle, own_undo_seconds: undo }: Chosen) => ({
    idleSeconds: idleSecondsOf(idle, config),
    undoSeconds: undoSecondsOf(undo, config),
  })
  const chosen = await db.first<Chosen>(sql`select own_idle_seconds, own_undo_seconds from users where id = ${caller.userId} for update`)
  if (!chosen) throw new Refusal('InvalidToken')
  const [idle, undo] = [body.idleSeconds ?? chosen.own_idle_seconds, body.undoSeconds ?? chosen.own_undo_seconds]
  const [before, after] = [limitsOf(chosen), limitsOf({ own_idle_seconds: idle, own_undo_seconds: undo })]
  await db.run(sql`update users set own_idle_seconds = ${idle}, own_undo_seconds = ${undo} where id = ${caller.userId}`)
  const unended = sql`user_id = ${caller.userId} and till_id is null and ended_at is null`
  // These ran out by themselves, so no reason is kept; the others are alive.
  await db.run(
    sql`update sessions set ended_at = ${now} where ${unended} and (expires_at <= ${now} or active_at <= ${aliveSince(now, config)})`,
  )
  await db.run(sql`update sessions set idle_seconds = ${after.idleSeconds} where ${unended}`)
  audit({ entity: 'user', entityId: caller.userId, before, after })
  return { ...after, ...choices } satisfies OwnLimits
}

function assertOffered(name: string, chosen: number | undefined, choices: readonly number[]): void {
  if (chosen !== undefined && !choices.includes(chosen))
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'option', message: text('errors.field.option') }] })
}
