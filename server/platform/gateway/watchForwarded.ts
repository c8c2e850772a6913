import type { FastifyRequest } from 'fastify'
import type { Services } from '../calls/call.ts'

const intervalMs = 3_600_000

/**
 * Warns, at most once an hour, of requests with a forwarding header from a peer that is not a trusted proxy: either TRUST_PROXY is not set and
 * everybody behind the proxy counts as one network, or somebody claims another address than their own.
 */
export function watchForwarded(services: Pick<Services, 'log' | 'now'>): (request: FastifyRequest) => void {
  let warnedAt = -Infinity
  return (request) => {
    const { headers, socket } = request
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    if (!isForwarded || request.ip !== socket.remoteAddress || services.now().getTime() - warnedAt < intervalMs) return
    warnedAt = services.now().getTime()
    services.log('warn', 'forwarded_by_untrusted', { peer: socket.remoteAddress, setting: 'TRUST_PROXY' })
  }
}
