import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { withoutSession } from '../platform/policy.ts'
import { amount, documentText, hexId, instant } from '../platform/values.ts'

/** The state with which a browser comes back from a partner's page. */
export const returnedText = z.string().check(z.regex(/^[\w-]{16,128}$/))

/** Errors that a bank may answer with (docs/domain.md#bank-check). */
export const bankError = z.enum(['C001', 'C002', 'C004', 'C005', 'T001', 'P000'])

const consentPath = '/v2/bank-consents/{consentId}'

/** A bank check requested by a shop before the sale, as its customer sees it. Authorised by the token of that link. */
export const bankConsent = z.strictObject({
  consentId: hexId,
  sandbox: z.boolean(),
  shop: z.strictObject({ name: z.string(), url: z.nullable(z.string()) }),
  /** The amount of the intended purchase. */
  amount,
  status: z.enum(['pending', 'confirmed', 'expired', 'failed']),
  /** Why the last answer failed; null when the customer declined. */
  error: z.nullable(bankError),
  /** The customer's bank, while they have not answered it. */
  url: z.nullable(z.string()),
  expiresAt: instant,
  triesLeft: z.int(),
})
export type BankConsentView = z.output<typeof bankConsent>

export const bankConsentView = endpoint({
  name: 'bankConsentView',
  method: 'GET',
  path: consentPath,
  summary: 'La comprobación con mi banco que pide una tienda',
  policy: { ...withoutSession, bearer: 'link' },
  answers: { 200: bankConsent },
  refusals: [],
})

/** Yes, with document and bank, then with the state of the return or with nothing to ask what came of it; or no. Once confirmed, it cannot be changed. */
export const bankConsentAnswer = endpoint({
  name: 'bankConsentAnswer',
  method: 'POST',
  path: `${consentPath}/answer`,
  summary: 'Autorizar o no la comprobación con mi banco',
  policy: { ...withoutSession, bearer: 'link' },
  body: z.strictObject({
    authorise: z.boolean(),
    documentId: z.optional(documentText),
    bankCode: z.optional(z.string().check(z.regex(/^\d{4}$/))),
    returned: z.optional(returnedText),
  }),
  answers: { 200: bankConsent },
  refusals: ['StepNotAllowed'],
})
