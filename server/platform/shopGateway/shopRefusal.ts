import type { FastifyRequest } from 'fastify'
import type { RefusalType } from '#contract/platform/errors'
import type { Stored } from '../calls/idempotency.ts'
import type { Refusal } from '../calls/refusal.ts'
import { problemBody } from '../gateway/problemBody.ts'
import type { OpenKey } from '../keys/keyring.ts'

/** Error types that existing clients do not know, with the type sent instead. */
const shopErrorTypes: Partial<Record<RefusalType, RefusalType>> = { UnknownField: 'ApiValidationException' }

/** The error response of the shops' API. */
export const shopEnvelope = (refusal: Refusal, request: Pick<FastifyRequest, 'id' | 'headers'>): Stored =>
  problemBody(refusal, request, shopErrorTypes[refusal.type])

const intervalMs = 60_000
const maxRemembered = 10_000

/** Whether a refusal is audited. */
export type AuditFilter = (key: OpenKey, call: { name: string; method: string }, type: RefusalType) => boolean

/**
 * Limits the audit entries of refused keys to one a minute per key, call and reason: an entry locks the end of the account's audit chain, like refunds, and
 * public keys are in every page of a shop. Refused reads of public keys are not audited.
 */
export function makeRefusalLines(now: () => Date): AuditFilter {
  const writtenAt = new Map<string, number>()
  return ({ keyId, kind }, { name, method }, type) => {
    if (kind === 'public' && method === 'GET') return false
    const refusalKey = `${keyId}/${name}/${type}`
    const at = now().getTime()
    if (at - (writtenAt.get(refusalKey) ?? -Infinity) < intervalMs) return false
    if (writtenAt.size >= maxRemembered) writtenAt.clear()
    writtenAt.set(refusalKey, at)
    return true
  }
}
