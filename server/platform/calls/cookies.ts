import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** The name of a host-only cookie: with the `__Host-` prefix over HTTPS, so that no other host can set it. Without HTTPS browsers refuse the prefix. */
export const hostCookie = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: 'device' | 'till' | 'opener' | 'staff' | 'staff-openid',
): string => (publicUrl.startsWith('https:') ? `__Host-${name}` : name)

const patterns = new Map<string, RegExp>()

/** The token of 43 characters in the cookie of exactly this name, which is one of ours. */
export function tokenIn(cookies: string | undefined, name: string): string | undefined {
  let pattern = patterns.get(name)
  if (!pattern) patterns.set(name, (pattern = new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`)))
  return pattern.exec(cookies ?? '')?.[1]
}

/**
 * The name of the companion cookie. Over HTTPS the `__Host-` prefix keeps other hosts from overwriting it; with a shared domain, where that prefix is
 * not allowed, `__Secure-`. Without HTTPS browsers refuse both prefixes.
 */
export function companionName({
  publicUrl,
  cookieDomain,
}: Pick<Config, 'publicUrl' | 'cookieDomain'>): '__Host-sid' | '__Secure-sid' | 'sid' {
  if (!publicUrl.startsWith('https:')) return 'sid'
  return cookieDomain === null ? '__Host-sid' : '__Secure-sid'
}

/** The longest life of a checkout: three days for the link, and two more for an identity check. */
const lifeSeconds = 5 * 86_400

/** A new token for the cookie of a browser that opens checkouts. */
export const newOpenerMark = (): string => randomBytes(32).toString('base64url')

/** SameSite=Lax: it must be sent when a shop's page opens our window. */
export function openerCookie(config: Pick<Config, 'publicUrl'>, mark: string): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(config, 'opener')}=${mark}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${secure}`
}

/** The stored hash of a token. */
export const hashOfMark = (mark: string): Buffer => createHash('sha256').update(mark).digest()
