import type { Substatus } from '#domain/sales/operations/lifecycle'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The icon of each sub-status: the shape is the category, the glyph inside is the sub-status. */
export const statusKind: Readonly<Record<Substatus, StatusKind>> = {
  payment_process: 'accepted-filled',
  payment_completed: 'accepted-outlined',
  payment_suspended: 'accepted-paused',
  pending_merchant: 'merchant',
  pending_customer: 'customer',
  stopped_merchant: 'stopped',
  stopped_customer: 'stopped',
  stopped_duplicated: 'stopped',
  rejected: 'rejected',
}
