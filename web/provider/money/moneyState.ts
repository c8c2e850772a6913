import type { MoneyDebit } from '#contract/provider/moneyDebts'
import type { MoneySettlement, PayoutState } from '#contract/provider/moneySettlements'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The glyphs of payments, settlements and debits. */
export const payoutKinds: Record<PayoutState, StatusKind> = {
  waiting: 'upcoming',
  in_file: 'merchant',
  sent: 'customer',
  paid: 'accepted-filled',
  returned: 'rejected',
}
export const settlementKinds: Record<MoneySettlement['status'], StatusKind> = {
  closed: 'merchant',
  paid: 'accepted-filled',
  compensated: 'stopped',
  returned: 'rejected',
}
export const debitKinds: Record<MoneyDebit['state'], StatusKind> = {
  notified: 'upcoming',
  sent: 'customer',
  booked: 'accepted-filled',
  rejected: 'rejected',
  returned: 'rejected',
  cancelled: 'stopped',
}

export const settlementHref = (merchantId: string, id: string): string => `/console/money/shops/${merchantId}/settlements/${id}`
export const debtHref = (merchantId: string): string => `/console/money/shops/${merchantId}/debt`
export const ledgerDayHref = (day: string): string => `/console/money/ledger/${day}`
