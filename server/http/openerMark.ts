import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

type Public = Pick<Config, 'publicUrl'>

/** As long as a checkout can live: a link three days, and an identity check two more. */
const lifeSeconds = 5 * 86_400
const isSecure = ({ publicUrl }: Public) => publicUrl.startsWith('https:')
const nameOf = (config: Public) => (isSecure(config) ? '__Host-opener' : 'opener')

/** The mark of the browser that opens checkouts. Over HTTPS its name keeps sibling hosts from setting it. */
export function openerMark({ headers: { cookie = '' } }: FastifyRequest, config: Public): string | undefined {
  const [, mark] = new RegExp(`(?:^|; ?)${nameOf(config)}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookie) ?? []
  return mark
}

export const newOpenerMark = (): string => randomBytes(32).toString('base64url')

/** Lax: it must come along when a shop's page opens our window. */
export function openerCookie(config: Public, mark: string): string {
  return `${nameOf(config)}=${mark}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${isSecure(config) ? '; Secure' : ''}`
}

/** What is kept of a mark. */
export const hashOfMark = (mark: string): Buffer => createHash('sha256').update(mark).digest()
