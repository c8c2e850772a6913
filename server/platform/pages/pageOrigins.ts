import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** What the panel's client sends beyond what every page may send. */
const sentHeaders = 'authorization, content-type, accept-language, idempotency-key, x-background, x-view-as, range, if-range'
/** What it reads beyond what every page may read. */
const readHeaders = 'x-request-id, retry-after, idempotency-replayed, content-disposition, content-range, etag'
/** As long as Chromium remembers a preflight at most. */
const rememberedSeconds = 7_200

/** What pages elsewhere need of us: the calls, and whether we are open again after maintenance. */
const isOpened = (url: string): boolean => url.startsWith('/v2/') || url === '/readyz'

function allow(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': readHeaders,
  })
}

/** Lets the pages of `PAGE_ORIGINS`, and no others, make the panel's calls with their session (Fetch standard, CORS protocol). */
export function openToPageOrigins(app: FastifyInstance, { pageOrigins }: Pick<Config, 'pageOrigins'>): void {
  if (pageOrigins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOpened(request.url)) return done()
    // A cache must not give one page the answer that names another.
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !pageOrigins.includes(origin)) return done()
    allow(reply, origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done()
    reply.code(204).headers({
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': String(rememberedSeconds),
    })
    return void reply.send()
  })
}
