import type { Paper } from '#contract/merchants/documents'
import type { StatusKind } from '../../../platform/ui/feedback/StatusGlyph.tsx'

/** The drawing of each state of a paper: only one that is approved is filled green. */
export const paperKinds: Record<Paper['status'], StatusKind> = {
  missing: 'merchant',
  uploaded: 'accepted-outlined',
  in_review: 'upcoming',
  approved: 'accepted-filled',
  rejected: 'rejected',
  expired: 'rejected',
}
