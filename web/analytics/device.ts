import { settings } from '../api/settings.ts'

const name = 'analytics-device'
const yearSeconds = 365 * 86_400
const pattern = new RegExp(`(?:^|; ?)${name}=([0-9a-f-]{36})(?:;|$)`)

function attributes(maxAgeSeconds: number): string {
  const { cookieDomain } = settings()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return `; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}${cookieDomain ? `; Domain=${cookieDomain}` : ''}`
}

/** A random id (version 4), also where `crypto.randomUUID` is missing (pages without HTTPS). */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The random id of this browser, in a cookie of 365 days from the last visit (specification §9). It is nobody's name and leads to no account. */
export function deviceId(): string {
  const id = pattern.exec(document.cookie)?.[1] ?? newUuid()
  document.cookie = `${name}=${id}${attributes(yearSeconds)}`
  return id
}

/** Throws the id away: what was told under it can no longer be joined with anything. */
export function forgetDevice(): void {
  document.cookie = `${name}=${attributes(0)}`
}
