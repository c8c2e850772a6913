import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkoutLink, shortHash } from '../../sales/messages/customerLinks.ts'
import type { Services } from '../calls/call.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text, withLanguage } from '../calls/messages.ts'
import { sql } from '../database/sql.ts'
import { callLanguage } from './pageLanguage.ts'
import { plainPage } from './plainPage.ts'
import { pageHeaders, pagePolicy } from './securityHeaders.ts'

const codePattern = /^[0-9a-hjkmnp-tv-z]{12}$/
type Request = FastifyRequest<{ Params: { code: string } }>
type Row = { checkout_id: string; generation: number }

/** `/p/<code>`: the short address of a checkout's link, which a QR code holds. Leads to the link until that expires or is replaced. */
export function shortLinks(app: FastifyInstance, services: Services): void {
  app.get('/p/:code', async (request: Request, reply) => {
    const link = await linkOf(services, request.params.code.toLowerCase())
    void reply.header('cache-control', 'no-store')
    return link === null ? sendUnknown(services, request, reply) : reply.redirect(link, 302)
  })
}

async function linkOf(services: Services, code: string): Promise<string | null> {
  if (!codePattern.test(code)) return null
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select l.checkout_id, l.generation from checkout_links l
      where l.short_hash = ${shortHash(code)} and l.short_until > ${services.now()}`),
  )
  return row ? checkoutLink(services, row.checkout_id, row.generation) : null
}

function sendUnknown({ config }: Services, request: Request, reply: FastifyReply) {
  const html = withLanguage(callLanguage(request), () =>
    plainPage(text('consumer.short.unknown'), `<p>${escapeHtml(text('consumer.short.unknownDetail'))}</p>`, config.brand),
  )
  pageHeaders(reply, pagePolicy(html, config))
  return reply.code(404).type('text/html; charset=utf-8').send(html)
}
