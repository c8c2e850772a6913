import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { refusalStatus, type RefusalType } from '#contract/platform/errors'
import { firstAccepted } from '#domain/platform/languages'
import { fillSentence } from '#domain/platform/sentence'
import { sentence } from '../calls/answer.ts'
import type { Stored } from '../calls/idempotency.ts'
import type { Refusal } from '../calls/refusal.ts'

/** Languages of the error messages of the APIs for programs, by `Accept-Language`; Spanish by default. */
type ApiLanguage = 'es' | 'pt' | 'en'

const read = (language: ApiLanguage): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../messages/${language}/platform/shopErrors.json`), 'utf8')) as Record<
    string,
    string
  > // our own file
export const apiErrors = { pt: read('pt'), en: read('en') }

const errorLanguages = ['es', 'pt', 'en'] as const

/** The preferred supported language, ignoring regions; Spanish by default. */
export const readLanguage = (header: string | undefined): ApiLanguage => firstAccepted(header, errorLanguages) ?? 'es'

/** The message of a refusal; falls back to the message of its type where the language has no specific one. */
export function sentenceIn(language: ApiLanguage, refusal: Refusal): string {
  if (language === 'es') return sentence(refusal)
  const known = apiErrors[language]
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

const fieldsOf = ({ fields }: Refusal): Record<string, string | string[]> | undefined => {
  if (!Array.isArray(fields)) return fields
  // Without a prototype: the names come from the request.
  const messages = Object.create(null) as Record<string, string[]>
  for (const { name, message } of fields) (messages[name] ??= []).push(message)
  return messages
}

/**
 * The error response of the APIs for programs: `fields` is an object with the messages of each field (in Spanish), or the id that was not found. `type`: sent
 * instead of the refusal's own.
 */
export function problemBody(
  refusal: Refusal,
  { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>,
  type: RefusalType = refusal.type,
): Stored {
  const fields = fieldsOf(refusal)
  const error = {
    type,
    message: forProgrammers[type] ?? sentenceIn(readLanguage(headers['accept-language']), refusal),
    ...(fields === undefined ? {} : { fields }),
    request_id: id,
  }
  return { status: refusalStatus[type], body: JSON.stringify({ error }) }
}
