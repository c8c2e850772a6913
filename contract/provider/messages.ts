import { z } from 'zod/mini'
import { languages } from '#domain/platform/languages'
import { staffRoles } from '#domain/provider/staff'
import { consoleCall } from './consoleCall.ts'

// Every e-mail that goes out, written for invented people.
const policy = { roles: staffRoles, secondPerson: 'never' } as const
const language = z.enum(languages)

/** Whom an e-mail is for. */
export const emailGroups = ['customer', 'shop', 'access', 'notices', 'staff'] as const

/** The e-mails with their subjects in a language, by whom they are for. */
export const emailSampleList = consoleCall({
  name: 'emailSampleList',
  method: 'GET',
  path: '/console/v1/messages',
  summary: 'Ver la lista de correos que se envían',
  policy,
  query: z.strictObject({ language }),
  answers: {
    200: z.strictObject({ emails: z.array(z.strictObject({ name: z.string(), group: z.enum(emailGroups), subject: z.string() })) }),
  },
  refusals: [],
})

/** One of them as a page to show in a frame, or its text alternative. */
export const emailSampleView = consoleCall({
  name: 'emailSampleView',
  method: 'GET',
  path: '/console/v1/messages/{sample}',
  summary: 'Ver cómo queda un correo',
  policy,
  query: z.strictObject({ language, as: z.enum(['light', 'dark', 'text']) }),
  answers: { 200: 'file' },
  refusals: [],
})
