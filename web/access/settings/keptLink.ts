import { deviceMs } from '../../platform/api/serverClock.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

// Written by the page's inline script, which has taken it out of the address; signing out wipes what begins like this.
const key = 'tab:link'
/** Long enough to sign in, with a code from the mailbox too. */
const lifeMs = 60 * 60_000

/** What the mailed link that was opened in this tab carries, also before somebody signed in; null without one, or when it was opened long ago. */
export function keptLink(now = deviceMs()): OneTimeLink | null {
  try {
    const { uuid, token, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<OneTimeLink & { at: number }> // looked at on the next line
    const isWhole = typeof uuid === 'string' && typeof token === 'string' && typeof at === 'number'
    return isWhole && now - at < lifeMs ? { uuid, token } : null
  } catch {
    return null
  }
}

/** It has been used, or is good for nothing. */
export const forgetKeptLink = (): void => sessionStorage.removeItem(key)
