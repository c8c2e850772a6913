import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { refusalStatus, type RefusalType } from '#contract/platform/errors'
import { firstAccepted } from '#domain/platform/languages'
import { fillSentence } from '#domain/platform/sentence'
import { sentence } from '../calls/answer.ts'
import type { Stored } from '../calls/idempotency.ts'
import type { Refusal } from '../calls/refusal.ts'
import type { OpenKey } from '../keys/keyring.ts'

/** Languages of the shops' API's error messages, by `Accept-Language`; Spanish by default. */
type ShopLanguage = 'es' | 'pt' | 'en'

const read = (language: ShopLanguage): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../messages/${language}/platform/shopErrors.json`), 'utf8')) as Record<
    string,
    string
  > // our own file
export const shopErrors = { pt: read('pt'), en: read('en') }

const ours = ['es', 'pt', 'en'] as const

/** The preferred supported language, ignoring regions; Spanish by default. */
export const readLanguage = (header: string | undefined): ShopLanguage => firstAccepted(header, ours) ?? 'es'

/** The message of a refusal; falls back to the message of its type where the language has no specific one. */
export function sentenceIn(language: ShopLanguage, refusal: Refusal): string {
  if (language === 'es') return sentence(refusal)
  const known = shopErrors[language]
  const found = known[`errors.${refusal.type}.${refusal.why}`] ?? known[`errors.${refusal.type}`]
  return found === undefined
    ? sentence(refusal)
    : fillSentence(found, { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values })
}

/** Messages for developers, always in English; some clients search the first one for "not allowed". */
const forProgrammers: Partial<Record<RefusalType, string>> = {
  MethodNotAllowed: 'Method not allowed.',
  NotAcceptable: 'Not acceptable: this API answers application/vnd.<vendor>[.sandbox].v1+json to v4+json.',
  UnsupportedMediaType: 'Unsupported media type: send application/json.',
}

/** Error types that existing clients do not know, with the type sent instead. */
const shopErrorTypes: Partial<Record<RefusalType, RefusalType>> = { UnknownField: 'ApiValidationException' }

const fieldsOf = ({ fields }: Refusal): Record<string, string | string[]> | undefined => {
  if (!Array.isArray(fields)) return fields
  // Without a prototype: the names come from the request.
  const messages = Object.create(null) as Record<string, string[]>
  for (const { name, message } of fields) (messages[name] ??= []).push(message)
  return messages
}

/** The error response of the shops' API: `fields` is an object with the messages of each field (in Spanish), or the id that was not found. */
export function shopEnvelope(refusal: Refusal, { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): Stored {
  const type = shopErrorTypes[refusal.type] ?? refusal.type
  const fields = fieldsOf(refusal)
  const error = {
    type,
    message: forProgrammers[type] ?? sentenceIn(readLanguage(headers['accept-language']), refusal),
    ...(fields === undefined ? {} : { fields }),
    request_id: id,
  }
  return { status: refusalStatus[type], body: JSON.stringify({ error }) }
}

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
    const one = `${keyId}/${name}/${type}`
    const at = now().getTime()
    if (at - (writtenAt.get(one) ?? -Infinity) < intervalMs) return false
    if (writtenAt.size >= maxRemembered) writtenAt.clear()
    writtenAt.set(one, at)
    return true
  }
}
