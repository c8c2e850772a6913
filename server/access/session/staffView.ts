import { hash, randomBytes, randomUUID } from 'node:crypto'
import { merchantViewMs } from '#domain/provider/merchantView'
import { companionHash } from '../../platform/calls/authenticate.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, Refusal } from '../../platform/calls/refusal.ts'
import { accessSeconds } from '../../platform/calls/token.ts'
import { sql } from '../../platform/database/sql.ts'
import { companionCookie } from './cookies.ts'

type View = { id: string; staff_id: string; account_id: string; user_id: string }

/**
 * Opens a merchant's panel for a member of staff, once. The session is marked as theirs: it reads only that account and writes nothing
 * (`server/platform/calls/viewing.ts`). Refuses with LinkReplaced a used, expired or unknown link alike.
 */
export const staffViewOpen: Handler<'staffViewOpen'> = async ({ services, body, now, ip, http }) => {
  const endsAt = new Date(now.getTime() + merchantViewMs)
  const [sessionId, companion] = [randomUUID(), randomBytes(32).toString('base64url')]
  const view = await services.database.write(null, async (db) => {
    const opened = await db.first<View>(sql`update staff_views v set opened_at = ${now}, ends_at = ${endsAt} from staff p
      where v.id = ${idFrom(body.id)} and v.token_hash = ${hash('sha256', body.token, 'buffer')} and v.opened_at is null and v.ends_at > ${now}
        and p.id = v.staff_id and p.joined_at is not null and p.disabled_at is null returning v.id, v.staff_id, v.account_id, v.user_id`)
    if (!opened) return undefined
    await db.run(sql`insert into sessions (id, user_id, companion_hash, generation, rotated_at, active_at, expires_at, idle_seconds, ip, user_agent, created_at, staff_view_id)
      values (${sessionId}, ${opened.user_id}, ${companionHash(companion)}, 1, ${now}, ${now}, ${endsAt}, ${merchantViewMs / 1_000}, ${ip}, ${http.userAgent}, ${now}, ${opened.id})`)
    const entry = { accountId: opened.account_id, call: 'staffViewOpen', entity: 'account', entityId: opened.account_id }
    await recordAct(db, { staffId: opened.staff_id }, entry)
    return opened
  })
  if (!view) throw new Refusal('LinkReplaced', { why: 'providerView' })
  http.setCookie(companionCookie(services.config, companion))
  return {
    accessToken: await services.tokens.signAccess({ userId: view.user_id, sessionId, now }),
    refreshToken: services.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds: merchantViewMs / 1_000,
  }
}
