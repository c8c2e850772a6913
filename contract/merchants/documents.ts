import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { date, hexId, instant } from '../platform/values.ts'

/** Documents that an account uploads (docs/domain.md#papers). */
export const paperType = z.enum([
  'signatory_dni',
  'cif',
  'deeds_or_taxid',
  'bank_account_certificate',
  'audited_annual_accounts',
  'tax_agency_certificate',
])
export const paperSide = z.enum(['front', 'back', 'single'])
const fileStatus = z.enum(['uploaded', 'in_review', 'approved', 'rejected', 'expired'])

export const paperFile = z.strictObject({
  uuid: hexId,
  side: paperSide,
  fileName: z.string(),
  mimeType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  size: z.int(),
  status: fileStatus,
  rejectionReason: z.nullable(
    z.enum(['illegible', 'incomplete', 'wrong_document', 'expired', 'name_mismatch', 'iban_mismatch', 'not_signed', 'older_than_3_months']),
  ),
  /** The reviewer's note. */
  note: z.nullable(z.string()),
  uploadedAt: instant,
  uploadedBy: z.nullable(z.string()),
  reviewedAt: z.nullable(instant),
  expiresOn: z.nullable(date),
})
export type PaperFile = z.output<typeof paperFile>

export const paper = z.strictObject({
  type: paperType,
  /** Of all its sides together; `missing` until every one is there. */
  status: z.enum(['missing', 'uploaded', 'in_review', 'approved', 'rejected', 'expired']),
  files: z.array(paperFile),
  /** Approved, and expires within sixty days. */
  renewable: z.boolean(),
})
export type Paper = z.output<typeof paper>

/** Every document that this account type needs, in the order in which they are asked for. */
export const documentList = endpoint({
  name: 'documentList',
  method: 'GET',
  path: '/v2/documents',
  summary: 'Documentos de la cuenta',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  answers: { 200: z.array(paper) },
  refusals: [],
})

/** Replaces an earlier file of the same side; a file of both sides replaces both. */
export const documentUpload = endpoint({
  name: 'documentUpload',
  method: 'POST',
  path: '/v2/documents',
  summary: 'Entregar un documento',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  body: z.strictObject({ type: paperType, side: paperSide }),
  file: { name: 'file', maxBytes: 10_000_000 },
  answers: { 201: paper },
  refusals: ['FileTooLarge', 'FileNotAccepted', 'DocumentNotAllowed'],
})

export const documentFile = endpoint({
  name: 'documentFile',
  method: 'GET',
  path: '/v2/documents/{documentId}/file',
  summary: 'El archivo de un documento',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})

/** Only before it was submitted for review. */
export const documentDelete = endpoint({
  name: 'documentDelete',
  method: 'DELETE',
  path: '/v2/documents/{documentId}',
  summary: 'Quitar un documento que aún no se ha enviado',
  policy: { ...ofAccount, roles: owners, right: 'company' },
  providerApi: true,
  answers: { 204: null },
  refusals: ['DocumentNotAllowed'],
})
