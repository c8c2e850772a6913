import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { hostCookie } from './hostCookie.ts'

/** As long as a checkout can live: a link three days, and an identity check two more. */
const lifeSeconds = 5 * 86_400

/** A mark for a browser that opens checkouts. */
export const newOpenerMark = (): string => randomBytes(32).toString('base64url')

/** Lax: it must come along when a shop's page opens our window. */
export function openerCookie(config: Pick<Config, 'publicUrl'>, mark: string): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(config, 'opener')}=${mark}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${secure}`
}

/** What is kept of a mark. */
export const hashOfMark = (mark: string): Buffer => createHash('sha256').update(mark).digest()
