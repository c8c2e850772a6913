import { addDays, type LocalDate } from '../../platform/dates.ts'

/** Documents that an account uploads. */
export type PaperType =
  | 'signatory_dni'
  | 'cif'
  | 'deeds_or_taxid'
  | 'bank_account_certificate'
  | 'audited_annual_accounts'
  | 'tax_agency_certificate'
export type PaperSide = 'front' | 'back' | 'single'
/** The status of one file; `uploaded`: not yet submitted for review. */
export type FileStatus = 'uploaded' | 'in_review' | 'approved' | 'rejected' | 'expired'
/** The status of a document with all its files. */
type PaperStatus = 'missing' | FileStatus

export type PaperReason =
  | 'illegible'
  | 'incomplete'
  | 'wrong_document'
  | 'expired'
  | 'name_mismatch'
  | 'iban_mismatch'
  | 'not_signed'
  | 'older_than_3_months'
export const paperReasons: readonly PaperReason[] = [
  'illegible',
  'incomplete',
  'wrong_document',
  'expired',
  'name_mismatch',
  'iban_mismatch',
  'not_signed',
  'older_than_3_months',
]
export const isPaperReason = (text: string): text is PaperReason => (paperReasons as readonly string[]).includes(text)

/** The documents of each account type, in the order in which they are asked for (docs/domain.md#papers). */
export const requiredPapers: Readonly<Record<'enterprise' | 'self_employed', readonly PaperType[]>> = {
  enterprise: ['signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts'],
  self_employed: ['deeds_or_taxid', 'bank_account_certificate', 'tax_agency_certificate', 'signatory_dni', 'audited_annual_accounts'],
}

/** The sides of a document: an identity card as two images or as one file with both. */
export const sidesOf = (type: PaperType): readonly PaperSide[] => (type === 'signatory_dni' ? ['front', 'back', 'single'] : ['single'])

/** The most pages of a document's file: a deed and audited accounts are long, the others have a few pages. */
export const maxPagesOf = (type: PaperType): number => (type === 'deeds_or_taxid' || type === 'audited_annual_accounts' ? 300 : 30)

/** Whether a text names a document. */
export const isPaperType = (text: string): text is PaperType => Object.hasOwn(paperChecks, text)

export type PaperFile = { side: PaperSide; status: FileStatus }

const worstFirst: readonly FileStatus[] = ['rejected', 'expired', 'uploaded', 'in_review', 'approved']

/** What a reviewer checks in each document: the possible reasons of a rejection. */
export const paperChecks: Readonly<Record<PaperType, readonly PaperReason[]>> = {
  signatory_dni: ['illegible', 'incomplete', 'expired', 'name_mismatch'],
  cif: ['illegible', 'wrong_document', 'name_mismatch'],
  deeds_or_taxid: ['illegible', 'incomplete', 'wrong_document', 'name_mismatch'],
  bank_account_certificate: ['illegible', 'name_mismatch', 'iban_mismatch', 'not_signed', 'older_than_3_months'],
  audited_annual_accounts: ['illegible', 'incomplete', 'wrong_document'],
  tax_agency_certificate: ['illegible', 'name_mismatch', 'older_than_3_months'],
}

/** The status of a document: missing until every side is there, else that of its worst file. */
export function paperStatus(type: PaperType, files: readonly PaperFile[]): PaperStatus {
  const has = (side: PaperSide) => files.some((file) => file.side === side)
  const isWhole = has('single') || (type === 'signatory_dni' && has('front') && has('back'))
  const worst = worstFirst.find((status) => files.some((file) => file.status === status))
  if (worst === 'rejected' || worst === 'expired') return worst
  return isWhole && worst !== undefined ? worst : 'missing'
}

/** Whether a document has to be uploaded, or uploaded again. */
export const needsUpload = (status: PaperStatus): boolean => status === 'missing' || status === 'rejected' || status === 'expired'

/** How long before its expiry a document can be renewed, in days. */
const renewDays = 60

/** Whether a document expires soon enough to be renewed. */
export const isDueForRenewal = (expiresOn: LocalDate, today: LocalDate): boolean => addDays(expiresOn, -renewDays) <= today
