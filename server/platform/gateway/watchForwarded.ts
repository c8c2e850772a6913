import type { FastifyRequest } from 'fastify'
import type { Services } from '../calls/call.ts'

const restMs = 3_600_000

/**
 * Warns, once an hour, of requests that say for whom they were forwarded although whoever sent them is no trusted proxy: either TRUST_PROXY is not set and
 * all people behind the proxy count as one network, or somebody claims another address than their own.
 */
export function watchForwarded(services: Pick<Services, 'log' | 'now'>): (request: FastifyRequest) => void {
  let toldAt = -Infinity
  return ({ headers, ip, socket }) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    if (!isForwarded || ip !== socket.remoteAddress || services.now().getTime() - toldAt < restMs) return
    toldAt = services.now().getTime()
    services.log('warn', 'forwarded_by_untrusted', { peer: socket.remoteAddress, setting: 'TRUST_PROXY' })
  }
}
