import { z } from 'zod/mini'
import { languages } from '#domain/platform/languages'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'

/** Chooses the language of the caller's panel and e-mails. */
export const languageChoose = endpoint({
  name: 'languageChoose',
  method: 'PATCH',
  path: '/v2/me/language',
  summary: 'Elegir el idioma',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  body: z.strictObject({ language: z.enum(languages) }),
  answers: { 204: null },
  refusals: ['ApiValidationException'],
})
