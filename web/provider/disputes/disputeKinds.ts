import type { ListedDispute } from '#contract/provider/disputes'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

export const disputeKinds: Readonly<Record<ListedDispute['state'], StatusKind>> = {
  inquiry: 'merchant',
  needs_response: 'merchant',
  under_review: 'customer',
  won: 'accepted-filled',
  lost: 'rejected',
  dismissed: 'stopped',
}
