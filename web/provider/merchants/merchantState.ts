import type { ConsoleAccountDetail, ConsoleAccountRow } from '#contract/provider/merchants'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

type ShopStatus = ConsoleAccountRow['shops'][number]['status']

/** The glyphs of an account's state, of its onboarding and of a shop's status. */
export const stateKinds: Record<ConsoleAccountRow['state'], StatusKind> = {
  enabled: 'accepted-filled',
  opening: 'upcoming',
  disabled: 'rejected',
  ended: 'stopped',
}
export const onboardingKinds: Record<ConsoleAccountRow['onboarding'], StatusKind> = {
  not_started: 'upcoming',
  in_progress: 'customer',
  submitted: 'merchant',
  in_review: 'merchant',
  approved: 'accepted-outlined',
  changes_requested: 'customer',
  rejected: 'rejected',
}
export const shopKinds: Record<ShopStatus, StatusKind> = {
  pending: 'merchant',
  active: 'accepted-filled',
  rejected: 'rejected',
  suspended: 'accepted-paused',
  closed: 'stopped',
}
export const paperKinds: Record<ConsoleAccountDetail['documents'][number]['status'], StatusKind> = {
  missing: 'upcoming',
  uploaded: 'customer',
  in_review: 'merchant',
  approved: 'accepted-outlined',
  rejected: 'rejected',
  expired: 'customer',
}

/** The address of one merchant's page. */
export const merchantHref = (accountId: string): string => `/console/merchants/${accountId}`
