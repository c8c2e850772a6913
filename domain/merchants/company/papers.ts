import { addDays, type LocalDate } from '../../platform/dates.ts'

/** Papers that an account hands in. */
export type PaperType =
  | 'signatory_dni'
  | 'cif'
  | 'deeds_or_taxid'
  | 'bank_account_certificate'
  | 'audited_annual_accounts'
  | 'tax_agency_certificate'
export type PaperSide = 'front' | 'back' | 'single'
/** How one file stands; `uploaded`: handed in, not yet sent for review. */
export type FileStatus = 'uploaded' | 'in_review' | 'approved' | 'rejected' | 'expired'
/** How a paper stands, all its files together. */
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

/** The papers of each kind of account, in the order in which they are asked for (docs/domain.md#papers). */
export const requiredPapers: Readonly<Record<'enterprise' | 'self_employed', readonly PaperType[]>> = {
  enterprise: ['signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts'],
  self_employed: ['deeds_or_taxid', 'bank_account_certificate', 'tax_agency_certificate', 'signatory_dni', 'audited_annual_accounts'],
}

/** Sides that a paper may be handed in as: an identity card as two pictures or as one file with both. */
export const sidesOf = (type: PaperType): readonly PaperSide[] => (type === 'signatory_dni' ? ['front', 'back', 'single'] : ['single'])

/** Pages that a file of a paper may have: a deed and audited accounts are long, the others are of a few pages. */
export const mostPagesOf = (type: PaperType): number => (type === 'deeds_or_taxid' || type === 'audited_annual_accounts' ? 300 : 30)

export type PaperFile = { side: PaperSide; status: FileStatus }

const worstFirst: readonly FileStatus[] = ['rejected', 'expired', 'uploaded', 'in_review', 'approved']

/** What a reviewer looks at in each paper, and its owner before: why it can be refused. */
export const paperChecks: Readonly<Record<PaperType, readonly PaperReason[]>> = {
  signatory_dni: ['illegible', 'incomplete', 'expired', 'name_mismatch'],
  cif: ['illegible', 'wrong_document', 'name_mismatch'],
  deeds_or_taxid: ['illegible', 'incomplete', 'wrong_document', 'name_mismatch'],
  bank_account_certificate: ['illegible', 'name_mismatch', 'iban_mismatch', 'not_signed', 'older_than_3_months'],
  audited_annual_accounts: ['illegible', 'incomplete', 'wrong_document'],
  tax_agency_certificate: ['illegible', 'name_mismatch', 'older_than_3_months'],
}

/** How a paper stands: missing until every side is there, else as its worst file. */
export function paperStatus(type: PaperType, files: readonly PaperFile[]): PaperStatus {
  const has = (side: PaperSide) => files.some((file) => file.side === side)
  const isWhole = has('single') || (type === 'signatory_dni' && has('front') && has('back'))
  const worst = worstFirst.find((status) => files.some((file) => file.status === status))
  if (worst === 'rejected' || worst === 'expired') return worst
  return isWhole && worst !== undefined ? worst : 'missing'
}

/** Whether a paper still has to be handed in, or handed in anew. */
export const isOwed = (status: PaperStatus): boolean => status === 'missing' || status === 'rejected' || status === 'expired'

/** How long before its end a paper can be renewed, in days. */
const renewDays = 60

/** Whether a paper ends soon enough to be renewed. */
export const isDueForRenewal = (expiresOn: LocalDate, today: LocalDate): boolean => addDays(expiresOn, -renewDays) <= today
