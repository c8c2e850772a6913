import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** The name of a cookie of this very host: over HTTPS one that no other host can set. Without HTTPS browsers refuse that prefix. */
export const hostCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>, name: 'device' | 'till' | 'opener'): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

/** The token of 43 characters that a cookie of exactly this name carries. */
export const tokenIn = (cookies: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]

/**
 * The name of the companion cookie. Over HTTPS it ties the cookie to this very host, which no other host can overwrite; with a shared domain, where that is
 * not possible, to HTTPS alone. Without HTTPS browsers refuse both prefixes.
 */
export function companionName({
  publicUrl,
  cookieDomain,
}: Pick<Config, 'publicUrl' | 'cookieDomain'>): '__Host-sid' | '__Secure-sid' | 'sid' {
  if (!publicUrl.startsWith('https:')) return 'sid'
  return cookieDomain === null ? '__Host-sid' : '__Secure-sid'
}

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
