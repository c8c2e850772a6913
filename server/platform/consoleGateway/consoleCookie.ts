import { createHash, randomBytes } from 'node:crypto'
import { consoleSessionHours } from '#domain/provider/staff'
import type { Config } from '../config/config.ts'
import { consoleUrl } from '../config/consoleConfig.ts'
import { hostCookie } from '../calls/cookies.ts'

/** A new session's token: 32 random bytes; only its hash is stored. */
export const newStaffToken = (): string => randomBytes(32).toString('base64url')

export const staffTokenHash = (token: string): Buffer => createHash('sha256').update(`staff/${token}`).digest()

type Hosts = Pick<Config, 'console' | 'publicUrl'>

export const staffCookieName = (config: Hosts): string => hostCookie({ publicUrl: consoleUrl(config) }, 'staff')

/** The cookie of a session of the console; an empty token deletes it. Strict: no other site's link or form carries it. */
export function staffCookie(config: Hosts, token: string): string {
  const secure = consoleUrl(config).startsWith('https:') ? ' Secure;' : ''
  return `${staffCookieName(config)}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${token === '' ? 0 : consoleSessionHours * 3_600}`
}

export const openidCookieName = (config: Hosts): string => hostCookie({ publicUrl: consoleUrl(config) }, 'staff-openid')

/** The cookie of a sign-in with the identity provider that is under way; an empty token deletes it. */
export function openidCookie(config: Hosts, token: string): string {
  const secure = consoleUrl(config).startsWith('https:') ? ' Secure;' : ''
  return `${openidCookieName(config)}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${token === '' ? 0 : 600}`
}
