import { type Language, languageCookieName } from '#domain/platform/languages'
import { companionName, hostCookie } from '../../platform/calls/cookies.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const companionSeconds = 86_400

/**
 * The companion cookie: without it a session's tokens are refused in another browser, unless the installation accepts tokens alone
 * (`SESSION=bearer`). HttpOnly. It is set for the same hosts as the session cookie: this one, or all of `COOKIE_DOMAIN`.
 */
export function companionCookie(config: Pick<Config, 'publicUrl' | 'cookieDomain'>, value: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = config.cookieDomain === null ? '' : ` Domain=${config.cookieDomain};`
  return `${companionName(config)}=${value}; Path=/;${domain}${secure} HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : companionSeconds}`
}

/** The longest lifetime that browsers allow. */
const deviceSeconds = 400 * 86_400

/** The cookie of a known device. It grants no access: it skips the new-device code, and attempts from it are counted apart. */
export function deviceCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  return `${hostCookie(config, 'device')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${deviceSeconds}`
}

/** As long as the panel's own (`web/platform/api/languageCookie.ts`). */
const languageSeconds = 365 * 86_400

/** The language of the panel's next page: that of the person who signed in. It identifies nobody and grants no access. */
export function languageCookie({ publicUrl, cookieDomain }: Pick<Config, 'publicUrl' | 'cookieDomain'>, language: Language): string {
  const secure = publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = cookieDomain ? ` Domain=${cookieDomain};` : ''
  return `${languageCookieName}=${language}; Path=/;${secure}${domain} SameSite=Lax; Max-Age=${languageSeconds}`
}

/**
 * Ties the browser's push subscription to the new session. Somebody else's subscription on this browser is deleted: the device's present
 * user must not read their notices.
 */
export function claimDevice(db: Connection, device: string, { userId, sessionId }: { userId: string; sessionId: string }): void {
  db.send(sql`delete from push_subscriptions where device_hash = ${deviceHash(device)} and user_id <> ${userId}`)
  db.send(sql`update push_subscriptions set session_id = ${sessionId} where device_hash = ${deviceHash(device)}`)
}
