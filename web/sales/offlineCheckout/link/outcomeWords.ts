import { t } from '../../../platform/i18n/t.ts'
import type { StatusKind } from '../../../platform/ui/feedback/StatusGlyph.tsx'
import type { Outcome } from './ladder.ts'

/** How a link ended, in one or two words. */
export const outcomeText = (outcome: Outcome): string => t(`offlineCheckout.outcome.${outcome}`)

/** Its drawing; half a disc while the customer is at it. */
export function outcomeGlyph(outcome: Outcome | null): StatusKind {
  if (outcome === null) return 'customer'
  if (outcome === 'approved') return 'accepted-filled'
  return outcome === 'refused' ? 'rejected' : 'stopped'
}
