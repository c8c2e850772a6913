import { DAY_MS } from '#domain/platform/dates'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../calls/call.ts'

const validDays = 180

/** `security.txt`: to whom somebody writes who found a weakness (RFC 9116). */
function securityText({ config: { brand, publicUrl }, now }: Services): string {
  const expires = new Date(Math.floor(now().getTime() / DAY_MS + validDays) * DAY_MS)
  const fields = {
    Contact: `mailto:${brand.supportEmail}`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'es, en',
    ...(publicUrl && { Canonical: `${publicUrl}/.well-known/security.txt` }),
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

/** Addresses that programs know by name: who to tell of a weakness, and where a password manager sends people to change a password. */
export function wellKnown(app: FastifyInstance, services: Services): void {
  app.get('/.well-known/security.txt', (_request, reply) => void reply.type('text/plain; charset=utf-8').send(securityText(services)))
  app.get('/.well-known/change-password', (_request, reply) => void reply.redirect('/settings/change-password', 302))
}
