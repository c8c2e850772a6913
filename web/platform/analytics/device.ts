import { newUuid } from '../api/newUuid.ts'
import { settings } from '../api/settings.ts'

const name = 'analytics-device'
const yearSeconds = 365 * 86_400
const pattern = new RegExp(`(?:^|; ?)${name}=([0-9a-f-]{36})(?:;|$)`)

function attributes(maxAgeSeconds: number): string {
  const { cookieDomain } = settings()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return `; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}${cookieDomain ? `; Domain=${cookieDomain}` : ''}`
}

/** The random id of this browser, in a cookie of 365 days from the last visit. It is linked to no user or account. */
export function deviceId(): string {
  const id = pattern.exec(document.cookie)?.[1] ?? newUuid()
  document.cookie = `${name}=${id}${attributes(yearSeconds)}`
  return id
}

/** Deletes the id: earlier events can no longer be linked to later ones. */
export function forgetDevice(): void {
  document.cookie = `${name}=${attributes(0)}`
}
