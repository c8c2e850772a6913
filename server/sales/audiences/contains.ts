import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { keying, memberKey } from '../operation/audienceMembers.ts'
import { assertAnswers, readAudience } from './audienceRow.ts'

/** Whether one person is a member, and since when. On record is that somebody asked, not about whom. */
export const audienceContains: Handler<'audienceContains'> = async ({ db, scope, params, body, now, services, audit }) => {
  const secret = services.config.sessionSecret
  const audience = await readAudience(db, scope, params.uuid, { now, secret })
  assertAnswers(audience)
  const hash = keying(memberKey(secret, scope))(Buffer.from(body.member, 'hex'))
  const found = await db.first<{ added_at: Date }>(sql`select m.added_at from audience_members m
    where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.audience_id = ${audience.id} and m.hash = ${hash}`)
  audit({ entity: 'audience', entityId: audience.id })
  return { inside: found !== undefined, since: found?.added_at.toISOString() ?? null }
}
