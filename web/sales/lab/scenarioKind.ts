import type { Scenario } from '#domain/sales/operations/sandbox'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The status icon of each scenario's outcome. */
export const scenarioKind: Readonly<Record<Scenario, StatusKind>> = {
  link: 'customer',
  approved: 'accepted-filled',
  captureRequired: 'merchant',
  refused: 'rejected',
  challenge: 'customer',
  expired: 'stopped',
  duplicated: 'stopped',
  refunded: 'accepted-filled',
  cancelled: 'stopped',
  negativeBalance: 'accepted-paused',
  disputed: 'merchant',
  disputeWon: 'accepted-filled',
  disputeLost: 'rejected',
}
