import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, ofAccount, owners, personal } from '../platform/policy.ts'
import { instant } from '../platform/values.ts'

/** The data that the provider keeps of an account's company and of one person. */

const facts = z.array(z.strictObject({ name: z.string(), value: z.string() }))
const seen = z.strictObject({ who: z.string(), at: instant })

/** All data kept about the account's company, in words: values, documents, and who opened them. */
export const companyDossier = endpoint({
  name: 'companyDossier',
  method: 'GET',
  path: '/v2/company-dossier',
  summary: 'Todo lo que se guarda de la empresa',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  answers: {
    200: z.strictObject({
      madeAt: instant,
      sections: z.array(z.strictObject({ title: z.string(), facts })),
      documents: z.array(z.strictObject({ title: z.string(), facts, seen: z.array(seen) })),
      /** Who may read it, in words. */
      readers: z.array(z.string()),
    }),
  },
  refusals: [],
})

/** A copy of all data kept about the caller (GDPR, art. 15), as JSON. */
export const personalCopy = endpoint({
  name: 'personalCopy',
  method: 'GET',
  path: '/v2/me/data',
  summary: 'Descargar una copia de los datos propios',
  policy: { ...personal, roles: everyone, right: null },
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})
