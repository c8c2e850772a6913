import { languageCookieName, type Language } from '#domain/platform/languages'
import type { Config } from '../../platform/config/config.ts'

/** As the panel itself writes it (`web/platform/api/languageCookie.ts`). */
const lifeSeconds = 365 * 86_400

/** Says in which language the panel's next page is written: that of whoever came in. It names nobody and opens nothing. */
export function languageCookie({ publicUrl, cookieDomain }: Pick<Config, 'publicUrl' | 'cookieDomain'>, language: Language): string {
  const secure = publicUrl.startsWith('https:') ? ' Secure;' : ''
  const domain = cookieDomain ? ` Domain=${cookieDomain};` : ''
  return `${languageCookieName}=${language}; Path=/;${secure}${domain} SameSite=Lax; Max-Age=${lifeSeconds}`
}
