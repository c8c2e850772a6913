import { createHash, randomBytes } from 'node:crypto'
import { consoleSessionHours } from '#domain/provider/staff'
import type { Config } from '../config/config.ts'
import { hostCookie } from '../calls/cookies.ts'

/** A new session's token: 32 random bytes; only its hash is stored. */
export const newStaffToken = (): string => randomBytes(32).toString('base64url')

export const staffTokenHash = (token: string): Buffer => createHash('sha256').update(`staff/${token}`).digest()

/** The cookie of a session of the console; an empty token deletes it. Strict: no other site's link or form carries it. */
export function staffCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  return `${hostCookie(config, 'staff')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${token === '' ? 0 : consoleSessionHours * 3_600}`
}
