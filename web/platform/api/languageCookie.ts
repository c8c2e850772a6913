import type { customerLanguageCookieName, languageCookieName } from '#domain/platform/languages'
import { settings } from './settings.ts'

const lifeSeconds = 365 * 86_400

/**
 * Saves the language chosen on this device and reloads the page in it with `reload`: the server chooses the messages by this cookie, which identifies
 * nobody.
 */
export function chooseLanguage(
  name: typeof languageCookieName | typeof customerLanguageCookieName,
  language: string,
  reload = () => location.reload(),
): void {
  const { cookieDomain } = settings()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const domain = cookieDomain ? `; Domain=${cookieDomain}` : ''
  document.cookie = `${name}=${language}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax${secure}${domain}`
  reload()
}
