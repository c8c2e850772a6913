import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** Request headers of the back office's client that need CORS permission. */
const sentHeaders = 'authorization, content-type, accept-language, idempotency-key, x-background, x-view-as, x-account, range, if-range'
/** Response headers that it reads and that need CORS permission. */
const readHeaders = 'x-request-id, retry-after, idempotency-replayed, content-disposition, content-range, etag'
/** Chromium's maximum for caching a preflight. */
const rememberedSeconds = 7_200

/** Paths allowed for other origins: the calls, and readiness after maintenance. */
const isOpened = (url: string): boolean => url.startsWith('/v2/') || url === '/readyz'

function allow(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': readHeaders,
  })
}

/** CORS: lets only the pages of `PAGE_ORIGINS` make the back office's calls with their session. */
export function openToPageOrigins(app: FastifyInstance, { pageOrigins }: Pick<Config, 'pageOrigins'>): void {
  if (pageOrigins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOpened(request.url)) return done()
    // A cache must not reuse the response for another origin.
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
