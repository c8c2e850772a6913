import { type Language, languageCookieName } from '#domain/platform/languages'
import { companionName, hostCookie } from '../../platform/calls/cookies.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const companionSeconds = 86_400

/**
 * The companion cookie: without it a session's tokens are worth nothing in another browser, unless the installation takes tokens alone (`SESSION=bearer`).
 * Scripts cannot read it. It stands for the same hosts as the session cookie: this one, or all of `COOKIE_DOMAIN`.
 */
export function companionCookie(config: Pick<Config, 'publicUrl' | 'cookieDomain'>, value: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = config.cookieDomain === null ? '' : ` Domain=${config.cookieDomain};`
  return `${companionName(config)}=${value}; Path=/;${domain}${secure} HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : companionSeconds}`
}

/** As long as browsers keep a cookie at most. */
const deviceSeconds = 400 * 86_400

/** The mark of a browser from which somebody has signed in. It opens nothing: it spares the question whether this device is new, and is counted apart. */
export function deviceCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  return `${hostCookie(config, 'device')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${deviceSeconds}`
}

/** As the panel itself writes it (`web/platform/api/languageCookie.ts`). */
const languageSeconds = 365 * 86_400

/** Says in which language the panel's next page is written: that of whoever came in. It names nobody and opens nothing. */
export function languageCookie({ publicUrl, cookieDomain }: Pick<Config, 'publicUrl' | 'cookieDomain'>, language: Language): string {
  const secure = publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = cookieDomain ? ` Domain=${cookieDomain};` : ''
  return `${languageCookieName}=${language}; Path=/;${secure}${domain} SameSite=Lax; Max-Age=${languageSeconds}`
}

/**
 * Ties what a browser is told on its lock screen to the session that begins there. What somebody else was told on it ends: whoever holds the device now
 * must not read their notices.
 */
export function takeOverDevice(db: Connection, device: string, { userId, sessionId }: { userId: string; sessionId: string }): void {
  db.send(sql`delete from push_subscriptions where device_hash = ${deviceHash(device)} and user_id <> ${userId}`)
  db.send(sql`update push_subscriptions set session_id = ${sessionId} where device_hash = ${deviceHash(device)}`)
}
