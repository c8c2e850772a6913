import type { Debit, DebitMandate, Debt } from '#contract/money/debits'
import { debitReason } from '#domain/money/directDebit'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** Icon of each debit status. */
export const debitKind: Record<Debit['state'], StatusKind> = {
  notified: 'upcoming',
  sent: 'customer',
  booked: 'accepted-filled',
  rejected: 'rejected',
  returned: 'rejected',
  cancelled: 'stopped',
}

export const mandateKind: Record<DebitMandate['state'], StatusKind> = {
  standing: 'accepted-filled',
  revoked: 'stopped',
  void: 'stopped',
  refused: 'rejected',
  lapsed: 'stopped',
}

/** The amount of a debit paid by the shop's bank, in cents, even if returned later; null when none was paid. */
export const chargedCents = ({ state, chargedAmount }: Pick<Debit, 'state' | 'chargedAmount'>): number | null =>
  state === 'booked' || state === 'returned' ? chargedAmount : null

/** When and why a debit ended, shown below its status; null while it is in progress or when it was charged. */
export function debitDetail({ state, endedAt, reason }: Debit): string | null {
  if (endedAt === null) return null
  return state === 'cancelled' ? date(endedAt) : `${date(endedAt)} · ${t(`debits.reason.${debitReason(reason) ?? 'other'}`)}`
}

/** The next step of the debt, as a sentence; empty when nothing is owed. */
export function nextText({ next: { step, on }, mandate, noOffer, spent, debits }: Debt, sandbox: boolean): string {
  if (step === 'none') return ''
  if (sandbox) return t('debits.next.sandbox')
  const underWay = debits.find(({ state }) => state === 'notified' || state === 'sent')
  const values = { date: on === null ? '' : date(on), amount: money(underWay?.chargedAmount ?? underWay?.announcedAmount ?? 0) }
  const noDebits = noOffer === 'provider'
  if (step === 'sales' && mandate?.state !== 'standing')
    return t(noDebits ? 'debits.next.sales.transfer' : 'debits.next.sales.none', values)
  if (step === 'sales') return t('debits.next.sales.mandate', values)
  if (step === 'claim' && spent) return t('debits.next.claimFailed')
  if (step === 'claim' && noDebits) return t('debits.next.claimTransfer')
  return t(`debits.next.${step}`, values)
}
