import type { FastifyRequest } from 'fastify'
import type { RefusalType } from '#contract/platform/errors'
import { refusalStatus } from '#contract/platform/errors'
import type { Stored } from '../calls/idempotency.ts'
import type { Refusal } from '../calls/refusal.ts'
import { readLanguage, sentenceIn } from './shopLanguage.ts'

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
