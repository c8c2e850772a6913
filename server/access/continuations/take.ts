import { hash } from 'node:crypto'
import type { BodyOf } from '#contract/platform/endpoint'
import type { continuationCreate } from '#contract/access/continuations'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { sealOf } from '../../platform/calls/seal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { pageOf } from './create.ts'

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
  const kept = JSON.parse(sealOf(services.config.sessionSecret, body.token).open(row.sealed)) as NonNullable<
    BodyOf<typeof continuationCreate>
  > // sealed by continuationCreate
  audit({ entity: 'user', entityId: caller.userId, after: { continued: pageOf(kept.path) } })
  return { ...kept, userId: hexOf(caller.userId) }
}
