import { z } from 'zod/mini'
import { paper } from '../merchants/documents.ts'
import { onboardingStatus } from '../merchants/onboarding.ts'
import { hexId, instant } from '../platform/values.ts'
import { consoleReviewChange, consoleReviewDocument } from '../provider/review.ts'
import { providerCall } from './providerCall.ts'

/** Applications of shops and the documents of their accounts. */
const path = '/provider/v1/applications'
const documents = '/provider/v1/accounts/{accountId}/documents'
const policy = { scope: 'documents', secondPerson: 'never' } as const

const application = z.strictObject({
  accountId: hexId,
  merchantId: hexId,
  /** Of the shop. */
  name: z.string(),
  company: z.string(),
  status: onboardingStatus,
  submittedAt: instant,
})

/** Shops that wait for a decision, the oldest first, at most 200. They are decided by `providerMerchantApprove` and `providerMerchantReject`. */
export const providerApplicationList = providerCall({
  name: 'providerApplicationList',
  method: 'GET',
  path,
  summary: 'Listar las solicitudes que esperan',
  policy,
  answers: { 200: z.strictObject({ results: z.array(application) }) },
  refusals: [],
})

const documentFile = z.strictObject({
  id: hexId,
  side: z.enum(['front', 'back', 'single']),
  mediaType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  size: z.int(),
  status: z.enum(['uploaded', 'in_review', 'approved', 'rejected', 'expired']),
  rejectionReason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  uploadedAt: instant,
  reviewedAt: z.nullable(instant),
  expiresOn: z.nullable(z.iso.date()),
})

/** Every document that an account needs, with its files. */
export const providerDocumentList = providerCall({
  name: 'providerDocumentList',
  method: 'GET',
  path: documents,
  summary: 'Leer los documentos de un comercio',
  policy,
  answers: {
    200: z.strictObject({
      results: z.array(z.strictObject({ type: paper.shape.type, status: paper.shape.status, files: z.array(documentFile) })),
    }),
  },
  refusals: [],
})

/** A document's file. Opening it leaves an entry in the account's audit log. */
export const providerDocumentFile = providerCall({
  name: 'providerDocumentFile',
  method: 'GET',
  path: `${documents}/{documentId}/file`,
  summary: 'Descargar un documento de un comercio',
  policy,
  answers: { 200: 'file' },
  refusals: [],
})

/** The verdict on all sides of one document; a rejected one is requested again at once. */
export const providerDocumentDecide = providerCall({
  name: 'providerDocumentDecide',
  method: 'POST',
  path: documents,
  summary: 'Decidir sobre un documento de un comercio',
  policy,
  body: consoleReviewDocument.body,
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})

/** Asks the owners to correct a field; the message is what they read. */
export const providerChangeRequest = providerCall({
  name: 'providerChangeRequest',
  method: 'POST',
  path: '/provider/v1/accounts/{accountId}/change-requests',
  summary: 'Pedir a un comercio que corrija un dato',
  policy,
  body: consoleReviewChange.body,
  answers: { 204: null },
  refusals: ['ReviewNotAllowed'],
})
