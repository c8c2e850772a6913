import { z } from 'zod/mini'
import { statusFormats } from '#domain/money/bankStatus/statusLine'
import { hexId, instant } from '../platform/values.ts'
import { bankFileInput, lineCounts, maxBankFileBody } from '../provider/bankFiles.ts'
import { providerCall } from './providerCall.ts'

const path = '/provider/v1/bank-files'

export const providerBankFileView = z.strictObject({
  id: hexId,
  name: z.string(),
  /** Null: it could not be read. */
  format: z.nullable(z.enum(statusFormats)),
  readAt: instant,
  /** What came of its lines; `waiting` ones are applied within seconds. */
  counts: lineCounts,
})
export type ProviderBankFileView = z.output<typeof providerBankFileView>

/**
 * Reads in a file of the bank: pain.002, camt.052, camt.053 or camt.054. Each file is read once, by its bytes: the same one again gets the same answer. Refuses
 * with ProviderActionNotAllowed a file that cannot be read, of which nothing is applied.
 */
export const providerBankFileRead = providerCall({
  name: 'providerBankFileRead',
  method: 'POST',
  path,
  summary: 'Leer un fichero del banco',
  policy: { scope: 'money:write', secondPerson: 'never' },
  body: bankFileInput,
  answers: { 200: providerBankFileView },
  refusals: ['ProviderActionNotAllowed'],
  maxBytes: maxBankFileBody,
})

/** What came of a file. */
export const providerBankFile = providerCall({
  name: 'providerBankFile',
  method: 'GET',
  path: `${path}/{fileId}`,
  summary: 'Leer qué hizo un fichero del banco',
  policy: { scope: 'money:read', secondPerson: 'never' },
  answers: { 200: providerBankFileView },
  refusals: [],
})
