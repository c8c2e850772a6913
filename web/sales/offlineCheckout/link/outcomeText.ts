import { t } from '../../../platform/i18n/t.ts'
import type { StatusKind } from '../../../platform/ui/feedback/StatusGlyph.tsx'
import type { Outcome } from './progressSteps.ts'

/** Label of an outcome. */
export const outcomeText = (outcome: Outcome): string => t(`offlineCheckout.outcome.${outcome}`)

/** Status icon of an outcome; the one of an open link when null. */
export function outcomeGlyph(outcome: Outcome | null): StatusKind {
  if (outcome === null) return 'customer'
  if (outcome === 'approved') return 'accepted-filled'
  return outcome === 'refused' ? 'rejected' : 'stopped'
}
