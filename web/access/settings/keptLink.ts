import { deviceMs } from '../../platform/api/serverClock.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

// Written by the page's inline script, which has removed it from the address; signing out removes keys with this prefix.
const key = 'tab:link'
/** Long enough to sign in, including a code from the mailbox. */
const lifeMs = 60 * 60_000

/** The values of the e-mailed link opened in this tab, also before signing in; null without one, or when it has expired. */
export function keptLink(now = deviceMs()): OneTimeLink | null {
  try {
    const { uuid, token, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<OneTimeLink & { at: number }> // looked at on the next line
    const isWhole = typeof uuid === 'string' && typeof token === 'string' && typeof at === 'number'
    return isWhole && now - at < lifeMs ? { uuid, token } : null
  } catch {
    return null
  }
}

/** Removes a link that was used or is invalid. */
export const forgetKeptLink = (): void => sessionStorage.removeItem(key)
