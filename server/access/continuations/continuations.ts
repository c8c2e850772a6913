import { hash, randomBytes } from 'node:crypto'
import type { continuationCreate as declaredCreate } from '#contract/access/continuations'
import type { BodyOf } from '#contract/platform/endpoint'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { sealOf } from '../../platform/calls/seal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'

/** Long enough to unlock a phone and sign in there, too short to be found later. */
const lifeMs = 5 * 60_000

/**
 * Stores the caller's page and drafts for themselves on another device. The token opens no session: whoever reads it over a shoulder would
 * have to be signed in as the same person. The audit entry names the page without its query, which may contain a customer's name.
 */
export const continuationCreate: Handler<'continuationCreate'> = async ({ db, caller, body, services, now, audit }) => {
  const id = newId(now)
  const token = randomBytes(32).toString('base64url')
  const sealed = sealOf(services.config.sessionSecrets, token).close(JSON.stringify(body))
  const expiresAt = new Date(now.getTime() + lifeMs)
  await db.run(sql`insert into continuations (user_id, id, session_id, token_hash, sealed, expires_at)
    values (${caller.userId}, ${id}, ${caller.sessionId}, ${hash('sha256', token, 'buffer')}, ${sealed}, ${expiresAt})
    on conflict (user_id) do update set id = excluded.id, session_id = excluded.session_id, token_hash = excluded.token_hash, sealed = excluded.sealed,
      expires_at = excluded.expires_at`)
  audit({ entity: 'user', entityId: caller.userId, after: { continues: pageOf(body.path) } })
  return { id: hexOf(id), token, expiresAt: expiresAt.toISOString() }
}

/** The path without its query. */
export const pageOf = (path: string): string => path.split('?')[0] ?? '/'

/**
 * Returns page and drafts to the person who stored them, once. Refuses with LinkReplaced alike for somebody else's token, a used, an
 * expired and an unknown one.
 */
export const continuationTake: Handler<'continuationTake'> = async ({ db, caller, body, services, now, audit }) => {
  const row = await db.first<{ sealed: string }>(sql`
    delete from continuations c using sessions s
    where c.user_id = ${caller.userId} and c.id = ${uuidOf(body.id) ?? null}::uuid and c.token_hash = ${hash('sha256', body.token, 'buffer')}
      and c.expires_at > ${now} and s.id = c.session_id and s.ended_at is null
    returning c.sealed`)
  if (!row) throw new Refusal('LinkReplaced', { why: 'continuation' })
  const continuation = JSON.parse(sealOf(services.config.sessionSecrets, body.token).open(row.sealed)) as NonNullable<
    BodyOf<typeof declaredCreate>
  > // sealed by continuationCreate
  audit({ entity: 'user', entityId: caller.userId, after: { continued: pageOf(continuation.path) } })
  return { ...continuation, userId: hexOf(caller.userId) }
}
