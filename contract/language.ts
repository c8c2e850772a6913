import { z } from 'zod/mini'
import { languages } from '#domain/languages'
import { endpoint } from './endpoint.ts'

/** The caller chooses the language of their panel and of our letters to them. */
export const languageChoose = endpoint({
  name: 'languageChoose',
  method: 'PATCH',
  path: '/v2/me/language',
  summary: 'Elegir el idioma',
  body: z.strictObject({ language: z.enum(languages) }),
  answers: { 204: null },
  refusals: ['ApiValidationException'],
})
