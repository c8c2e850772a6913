import type { Paper } from '#contract/merchants/documents'
import type { StatusKind } from '../../../platform/ui/feedback/StatusGlyph.tsx'

/** The glyph of each state of a document: only an approved one is filled green. */
export const paperKinds: Record<Paper['status'], StatusKind> = {
  missing: 'merchant',
  uploaded: 'accepted-outlined',
  in_review: 'upcoming',
  approved: 'accepted-filled',
  rejected: 'rejected',
  expired: 'rejected',
}
