import type { Debit, DebitMandate, Debt } from '#contract/money/debits'
import { debitReason } from '#domain/money/directDebit'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The drawing of each state. */
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

/** What the shop's bank paid of a debit, in cents, also when it went back afterwards; null: nothing, or not yet. */
export const chargedCents = ({ state, chargedAmount }: Pick<Debit, 'state' | 'chargedAmount'>): number | null =>
  state === 'booked' || state === 'returned' ? chargedAmount : null

/** When and why a debit ended, below its state; null while it goes on and once it was charged. */
export function debitDetail({ state, endedAt, reason }: Debit): string | null {
  if (endedAt === null) return null
  return state === 'cancelled' ? date(endedAt) : `${date(endedAt)} · ${t(`debits.reason.${debitReason(reason) ?? 'other'}`)}`
}

/** What happens next to the debt, in a sentence; empty when nothing is owed. */
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
