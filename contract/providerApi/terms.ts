import { z } from 'zod/mini'
import { hexId } from '../platform/values.ts'
import { consoleTerms, consoleTermsPropose } from '../provider/prices.ts'
import { providerCall } from './providerCall.ts'

/** The terms of a merchant. */
const path = '/provider/v1/merchants/{merchantId}/terms'

/** In force and coming of each product, and every version agreed with it. */
export const providerTerms = providerCall({
  name: 'providerTerms',
  method: 'GET',
  path,
  summary: 'Leer las condiciones de una tienda',
  policy: { scope: 'terms', secondPerson: 'never' },
  answers: consoleTerms.answers,
  refusals: [],
})

/** Terms from a future midnight of Madrid. A member of staff confirms them in the console: the answer is 202 with the id of what waits. */
export const providerTermsPropose = providerCall({
  name: 'providerTermsPropose',
  method: 'POST',
  path,
  summary: 'Proponer condiciones para una tienda',
  policy: { scope: 'terms', secondPerson: 'configured', confirmedBy: ['admin', 'finance'] },
  body: consoleTermsPropose.body,
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['TermsNotAllowed'],
})
