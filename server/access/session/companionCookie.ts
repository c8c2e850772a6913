import type { Config } from '../../platform/config/config.ts'
import { companionName } from '../../platform/calls/companionName.ts'

const lifeSeconds = 86_400

/**
 * The companion cookie: without it a session's tokens are worth nothing in another browser, unless the installation takes tokens alone (`SESSION=bearer`).
 * Scripts cannot read it. It stands for the same hosts as the session cookie: this one, or all of `COOKIE_DOMAIN`.
 */
export function companionCookie(config: Pick<Config, 'publicUrl' | 'cookieDomain'>, value: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = config.cookieDomain === null ? '' : ` Domain=${config.cookieDomain};`
  return `${companionName(config)}=${value}; Path=/;${domain}${secure} HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : lifeSeconds}`
}
