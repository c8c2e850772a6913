import type { Role } from '#domain/access/roles'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { provesSession } from '../../platform/calls/authenticate.ts'
import { companionCookie } from './companionCookie.ts'

/** Ends the session, also when its access token has run out meanwhile; without a session there is nothing to end, which is fine. */
export const sessionSignOut: Handler<'sessionSignOut'> = async ({ services, http, now, ip, requestId }) => {
  const sessionId = http.bearer === undefined ? undefined : await services.tokens.sessionOf(http.bearer)
  if (sessionId !== undefined) {
    await services.database.write(null, async (db) => {
      const row = await db.first<{ user_id: string; account_id: string; role: Role; companion_hash: string }>(sql`
        select s.user_id, u.account_id, u.role, encode(s.companion_hash, 'hex') as companion_hash from sessions s join users u on u.id = s.user_id
        where s.id = ${sessionId} and s.ended_at is null for update of s`)
      if (!row || !provesSession(services.config, http.companion, row.companion_hash)) return
      await db.run(sql`update sessions set ended_at = ${now}, end_reason = 'signed_out' where id = ${sessionId}`)
      await record(db, {
        accountId: row.account_id,
        merchantId: null,
        mode: null,
        userId: row.user_id,
        role: row.role,
        ip,
        call: 'sessionSignOut',
        entity: 'session',
        entityId: sessionId,
        requestId,
      })
    })
  }
  http.setCookie(companionCookie(services.config, ''))
  return undefined
}
