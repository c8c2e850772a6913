import { hash, randomBytes } from 'node:crypto'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { sealOf } from '../../platform/calls/seal.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** Long enough to unlock a phone and sign in there, too short to be found later. */
const lifeMs = 5 * 60_000

/**
 * Stores the caller's page and drafts for themselves on another device. The token opens no session: whoever reads it over a shoulder would
 * have to be signed in as the same person. The audit entry names the page without its query, which may contain a customer's name.
 */
export const continuationCreate: Handler<'continuationCreate'> = async ({ db, caller, body, services, now, audit }) => {
  const id = newId(now)
  const token = randomBytes(32).toString('base64url')
  const sealed = sealOf(services.config.sessionSecret, token).close(JSON.stringify(body))
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
