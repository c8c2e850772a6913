import type { customerLanguageCookieName, languageCookieName } from '#domain/platform/languages'
import { settings } from './settings.ts'

const lifeSeconds = 365 * 86_400

/**
 * Keeps the language that was chosen on this device and writes the page in it, by `reload`: the server picks the words by this cookie, which names
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
