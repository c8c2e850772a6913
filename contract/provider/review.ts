import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'
import { paperFile, paperSide, paperType } from '../merchants/documents.ts'
import { onboardingStatus } from '../merchants/onboarding.ts'
import { consoleCall } from './consoleCall.ts'

/** The review of applications, documents, changes of bank account and claims. */
const readers = { roles: staffRoles, secondPerson: 'never' } as const
const deciders = { roles: ['reviewer'], secondPerson: 'never' } as const

/** Why somebody whose role sees personal data masked opens it. */
const openedFor = z.strictObject({ reason: z.optional(typedText(300).check(z.minLength(3))) })
/** Words that the merchant reads unchanged. */
const words = typedText(300).check(z.minLength(1))
const reasonCode = z.enum([
  'illegible',
  'incomplete',
  'wrong_document',
  'expired',
  'name_mismatch',
  'iban_mismatch',
  'not_signed',
  'older_than_3_months',
])
const step = z.enum(['profile', 'enterprise', 'ownership', 'owner', 'docs-upload'])

/** A check that needed nobody, in words. */
const check = z.strictObject({ result: z.enum(['right', 'doubtful', 'wrong']), text: z.string() })
/** What was typed, with label and value in words. `step` and `field`: how a change of it is asked for; null where it cannot be. */
const fact = z.strictObject({
  step: z.nullable(step),
  field: z.string(),
  label: z.string(),
  value: z.string(),
  checks: z.array(check),
})
const section = z.strictObject({ title: z.string(), facts: z.array(fact) })
export type ReviewSection = z.output<typeof section>

const reviewedFile = z.strictObject({
  id: hexId,
  side: paperSide,
  mediaType: paperFile.shape.mimeType,
  size: z.int(),
  status: paperFile.shape.status,
  rejectionReason: z.nullable(reasonCode),
  note: z.nullable(z.string()),
  uploadedAt: instant,
  expiresOn: z.nullable(date),
})
const reviewedDocument = z.strictObject({
  type: paperType,
  label: z.string(),
  status: z.enum(['missing', 'uploaded', 'in_review', 'approved', 'rejected', 'expired']),
  files: z.array(reviewedFile),
  checks: z.array(check),
  reasons: z.array(reasonCode),
})
export type ReviewDocument = z.output<typeof reviewedDocument>

/** Everything that a reviewer compares of an account: what was typed with its checks, its documents, and the shops that wait for a decision. */
export const consoleReview = consoleCall({
  name: 'consoleReview',
  method: 'GET',
  path: '/console/v1/review/accounts/{accountId}',
  summary: 'El proveedor abre los datos de la empresa para revisarlos',
  policy: readers,
  query: openedFor,
  answers: {
    200: z.strictObject({
      accountId: hexId,
      name: z.string(),
      type: z.enum(['enterprise', 'self_employed', 'unknown']),
      status: onboardingStatus,
      submittedAt: z.nullable(instant),
      /** Names of people, numbers of documents and accounts are masked until a reason is given. */
      isMasked: z.boolean(),
      sections: z.array(section),
      documents: z.array(reviewedDocument),
      changes: z.array(z.strictObject({ step, field: z.string(), label: z.string(), message: z.string(), createdAt: instant })),
      shops: z.array(z.strictObject({ merchantId: hexId, name: z.string(), submittedAt: instant, deadline: instant })),
    }),
  },
  refusals: [],
})

/** A document's file. Those whose role sees personal data masked give a reason. */
export const consoleReviewFile = consoleCall({
  name: 'consoleReviewFile',
  method: 'GET',
  path: '/console/v1/review/accounts/{accountId}/documents/{documentId}/file',
  summary: 'El proveedor abre un documento',
  policy: readers,
  query: openedFor,
  answers: { 200: 'file' },
  refusals: [],
})

/** The verdict on all sides of one document. A rejected one is requested again at once. */
const documentVerdict = z.strictObject({
  files: z.array(hexId).check(z.minLength(1), z.maxLength(3)),
  approved: z.boolean(),
  expiresOn: z.optional(z.nullable(date)),
  reason: z.optional(reasonCode),
  note: z.optional(z.nullable(words)),
})
export const consoleReviewDocument = consoleCall({
  name: 'consoleReviewDocument',
  method: 'POST',
  path: '/console/v1/review/accounts/{accountId}/documents',
  summary: 'El proveedor decide sobre un documento',
  policy: deciders,
  body: documentVerdict,
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})

export const consoleReviewChange = consoleCall({
  name: 'consoleReviewChange',
  method: 'POST',
  path: '/console/v1/review/accounts/{accountId}/changes',
  summary: 'El proveedor pide corregir un dato',
  policy: deciders,
  body: z.strictObject({ step, field: z.string().check(z.regex(/^[a-z_.]{1,60}$/)), message: words }),
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})

const yesOrWhy = z.strictObject({ approved: z.boolean(), reason: z.optional(words) })

export const consoleReviewShop = consoleCall({
  name: 'consoleReviewShop',
  method: 'POST',
  path: '/console/v1/review/accounts/{accountId}/shops/{merchantId}',
  summary: 'El proveedor decide sobre una tienda',
  policy: deciders,
  body: yesOrWhy,
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})

/** The message that the owners would get, in their language, without sending it. */
export const consoleReviewLetter = consoleCall({
  name: 'consoleReviewLetter',
  method: 'GET',
  path: '/console/v1/review/accounts/{accountId}/letter',
  summary: 'Ver el mensaje que recibirá el comercio',
  policy: deciders,
  query: z.strictObject({
    about: z.enum(['document', 'change', 'shop', 'bank_account']),
    /** The document's type, or the id of the shop or of the bank account. */
    of: z.optional(z.string().check(z.maxLength(60))),
    approved: z.enum(['yes', 'no']),
    reason: z.optional(reasonCode),
    words: z.optional(typedText(300)),
  }),
  answers: { 200: z.strictObject({ subject: z.string(), text: z.string() }) },
  refusals: [],
})

/** A change of a shop's bank account, with what it is compared with. */
export const consoleBankChange = consoleCall({
  name: 'consoleBankChange',
  method: 'GET',
  path: '/console/v1/review/bank-accounts/{ibanId}',
  summary: 'El proveedor abre un cambio de cuenta bancaria',
  policy: readers,
  query: openedFor,
  answers: {
    200: z.strictObject({
      id: hexId,
      accountId: hexId,
      name: z.string(),
      shop: z.string(),
      state: z.enum(['unconfirmed', 'pending_review', 'cooling', 'active', 'replaced', 'rejected', 'cancelled', 'frozen']),
      isReviewed: z.boolean(),
      needsSecondOwner: z.boolean(),
      confirmedAt: z.nullable(instant),
      deadline: z.nullable(instant),
      isMasked: z.boolean(),
      sections: z.array(section),
      mediaType: paperFile.shape.mimeType,
      reasons: z.array(reasonCode),
    }),
  },
  refusals: [],
})

export const consoleBankCertificate = consoleCall({
  name: 'consoleBankCertificate',
  method: 'GET',
  path: '/console/v1/review/bank-accounts/{ibanId}/certificate',
  summary: 'El proveedor abre un certificado bancario',
  policy: readers,
  query: openedFor,
  answers: { 200: 'file' },
  refusals: [],
})

export const consoleBankDecide = consoleCall({
  name: 'consoleBankDecide',
  method: 'POST',
  path: '/console/v1/review/bank-accounts/{ibanId}',
  summary: 'El proveedor decide sobre un cambio de cuenta bancaria',
  policy: deciders,
  body: yesOrWhy,
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})

/** A claim about a settlement: what the shop misses, and the settlement as it was when it was claimed. Amounts in cents. */
export const consoleClaim = consoleCall({
  name: 'consoleClaim',
  method: 'GET',
  path: '/console/v1/review/claims/{claimId}',
  summary: 'El proveedor abre una reclamación',
  policy: readers,
  answers: {
    200: z.strictObject({
      id: hexId,
      reference: z.string(),
      shop: z.string(),
      about: z.enum(['lines', 'bank']),
      difference: amount,
      bankAmount: z.nullable(amount),
      bankOn: z.nullable(date),
      note: z.nullable(z.string()),
      openedAt: instant,
      deadline: instant,
      evidence: z.strictObject({ lineCount: z.int(), linesNet: amount, openingBalance: amount, netAmount: amount, closingBalance: amount }),
    }),
  },
  refusals: [],
})

export const consoleClaimAnswer = consoleCall({
  name: 'consoleClaimAnswer',
  method: 'POST',
  path: '/console/v1/review/claims/{claimId}',
  summary: 'El proveedor responde a una reclamación',
  policy: { roles: ['reviewer', 'finance'], secondPerson: 'never' },
  body: z.strictObject({ answer: typedText(1000).check(z.minLength(1)) }),
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})
