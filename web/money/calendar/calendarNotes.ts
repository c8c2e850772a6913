import { cents, formatAmount } from '#domain/platform/money'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { MoneyDay } from './calendarDays.ts'

/** The amount of a day, which may stand below its sign where a million leaves no room beside, and how certain it is; null: no payment. */
export function amountText({ paid, onItsWay, expected }: MoneyDay): { amount: string; certainty: string } | null {
  if (paid !== null)
    return { amount: formatAmount(cents(paid)), certainty: t(onItsWay > 0 ? 'moneyCalendar.onItsWay' : 'moneyCalendar.paid') }
  return expected === null ? null : { amount: `≈ ${formatAmount(cents(expected))}`, certainty: t('moneyCalendar.expected') }
}

/** What else happens on a day; `expires`: the shop must act until then. */
export function dayNotes({ debt, released, day }: MoneyDay): { text: string; expires?: boolean }[] {
  if (!day) return []
  const { captures, refunds, debits, disputes, settlements } = day
  const returned = settlements.filter(({ status }) => status === 'returned')
  const charged = debits.filter(({ state }) => state === 'notified' || state === 'sent' || state === 'booked')
  const total = (parts: readonly { amount: number }[]) => money(parts.reduce((sum, { amount }) => sum + amount, 0))
  return [
    ...returned.map(({ netAmount }) => ({ text: t('moneyCalendar.returned', { amount: money(netAmount) }), expires: true })),
    ...(captures.count > 0
      ? [{ text: t('moneyCalendar.captures', { count: captures.count, amount: money(captures.amount) }), expires: true }]
      : []),
    ...(disputes.count > 0
      ? [{ text: t('moneyCalendar.disputes', { count: disputes.count, amount: money(disputes.amount) }), expires: true }]
      : []),
    ...(refunds.count > 0 ? [{ text: t('moneyCalendar.refunds', { count: refunds.count, amount: money(refunds.amount) }) }] : []),
    ...(charged.length > 0 ? [{ text: t('moneyCalendar.debits', { amount: total(charged) }) }] : []),
    ...(debt > 0 ? [{ text: t('moneyCalendar.debt', { amount: money(debt) }) }] : []),
    ...(released > 0 ? [{ text: t('moneyCalendar.released', { amount: money(released) }) }] : []),
  ]
}
