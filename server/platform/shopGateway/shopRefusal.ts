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

/** What shops' programs can be told a no in (by their `Accept-Language`); Spanish unless they ask for another. */
type ShopLanguage = 'es' | 'pt' | 'en'

const read = (language: ShopLanguage): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../messages/${language}/platform/shopErrors.json`), 'utf8')) as Record<
    string,
    string
  > // our own file
export const shopErrors = { pt: read('pt'), en: read('en') }

const ours = ['es', 'pt', 'en'] as const

/** The first of our languages by weight, regions left out; Spanish when there is none. */
export const readLanguage = (header: string | undefined): ShopLanguage => firstAccepted(header, ours) ?? 'es'

/** A refusal in one of the languages; what that file does not tell apart is said as its kind. */
export function sentenceIn(language: ShopLanguage, refusal: Refusal): string {
  if (language === 'es') return sentence(refusal)
  const known = shopErrors[language]
  const found = known[`errors.${refusal.type}.${refusal.why}`] ?? known[`errors.${refusal.type}`]
  return found === undefined
    ? sentence(refusal)
    : fillSentence(found, { seconds: String(refusal.retryAfterSeconds ?? 1), ...refusal.values })
}

/** For programmers, whatever language the shop speaks; some clients look for «not allowed» in the first. */
const forProgrammers: Partial<Record<RefusalType, string>> = {
  MethodNotAllowed: 'Method not allowed.',
  NotAcceptable: 'Not acceptable: this API answers application/vnd.<vendor>[.sandbox].v1+json to v4+json.',
  UnsupportedMediaType: 'Unsupported media type: send application/json.',
}

/** The clients know one word for each kind of no. */
const asToldToShops: Partial<Record<RefusalType, RefusalType>> = { UnknownField: 'ApiValidationException' }

const fieldsOf = ({ fields }: Refusal): Record<string, string | string[]> | undefined => {
  if (!Array.isArray(fields)) return fields
  // Without a prototype: names are what somebody sent.
  const messages = Object.create(null) as Record<string, string[]>
  for (const { name, message } of fields) (messages[name] ??= []).push(message)
  return messages
}

/** The error envelope of the shops' API, in the language asked for: `fields` is an object, each field with its sentences (in Spanish), or the key that was looked for. */
export function shopEnvelope(refusal: Refusal, { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): Stored {
  const type = asToldToShops[refusal.type] ?? refusal.type
  const fields = fieldsOf(refusal)
  const error = {
    type,
    message: forProgrammers[type] ?? sentenceIn(readLanguage(headers['accept-language']), refusal),
    ...(fields === undefined ? {} : { fields }),
    request_id: id,
  }
  return { status: refusalStatus[type], body: JSON.stringify({ error }) }
}

const apartMs = 60_000
const mostKnown = 10_000

/** Whether this one leaves a line. */
export type LeavesLine = (key: OpenKey, call: { name: string; method: string }, type: RefusalType) => boolean

/**
 * Which refusals of keys leave a line of the trail: of each key, call and reason one a minute, for a line takes its turn in the account's chain, as
 * refunds do, and a public key stands in every page of its shop. What such a key is refused to read leaves none.
 */
export function makeRefusalLines(now: () => Date): LeavesLine {
  const writtenAt = new Map<string, number>()
  return ({ keyId, kind }, { name, method }, type) => {
    if (kind === 'public' && method === 'GET') return false
    const one = `${keyId}/${name}/${type}`
    const at = now().getTime()
    if (at - (writtenAt.get(one) ?? -Infinity) < apartMs) return false
    if (writtenAt.size >= mostKnown) writtenAt.clear()
    writtenAt.set(one, at)
    return true
  }
}
