import type { FastifyReply } from 'fastify'
import { Refusal } from '../calls/refusal.ts'

/** Calls of one key in a window, at each process. */
export const keyLimit = { calls: 600, windowSeconds: 60 } as const

/** Counts the calls of each key in fixed windows, and says in the answer how many are left (RateLimit header fields for HTTP, IETF draft). */
export function makeKeyLimit(now: () => Date): (keyId: string, reply: Pick<FastifyReply, 'headers'>) => void {
  const used = new Map<string, number>()
  let endsAt = 0
  return (keyId, reply) => {
    const at = now().getTime()
    if (at >= endsAt) {
      used.clear()
      endsAt = at + keyLimit.windowSeconds * 1_000
    }
    const count = (used.get(keyId) ?? 0) + 1
    used.set(keyId, count)
    const seconds = Math.ceil((endsAt - at) / 1_000)
    reply.headers({
      'ratelimit-policy': `"key";q=${keyLimit.calls};w=${keyLimit.windowSeconds}`,
      ratelimit: `"key";r=${Math.max(0, keyLimit.calls - count)};t=${seconds}`,
    })
    if (count > keyLimit.calls) throw new Refusal('TooManyRequests', { retryAfterSeconds: seconds })
  }
}
