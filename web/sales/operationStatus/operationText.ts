import type { Operation, OperationRow } from '#contract/sales/operations'
import { t, type Values } from '../../platform/i18n/t.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { daysUntil, dayText, timeLeft, type TimeLeft } from './timeLeft.ts'
import type { OperationDeadline } from './deadlineOf.ts'
import { flagsOf, type OperationFlag } from './operationFlags.ts'
import type { SearchType } from '#domain/sales/operations/searchTypes'
import { shortId } from '#domain/platform/shortId'

/** The shop's order number, or the end of our id when there is none. */
export function orderText(operation: Pick<OperationRow, 'id' | 'mid'>): string {
  return operation.mid ?? shortId(operation.id)
}

/** Label of a flag. */
export function flagText(flag: OperationFlag): string {
  if (flag.name === 'missing') return t(`operations.flag.missing.${flag.action}`)
  if (flag.name === 'held' || flag.name === 'partlyRefunded' || flag.name === 'partlyCaptured') {
    return t(`operations.flag.${flag.name}`, { amount: money(flag.cents) })
  }
  return flag.name === 'settled' ? t('operations.flag.settled', { reference: flag.reference }) : t(`operations.flag.${flag.name}`)
}

const inRows = ['held', 'partlyCaptured', 'partlyRefunded', 'refunded', 'cancelled'] as const

/** The second line of a row's status: refunds, otherwise the reason, otherwise the progress of the plan. */
export function reasonText(row: OperationRow | Operation): string {
  const flag = flagsOf(row).find(({ name }) => (inRows as readonly string[]).includes(name))
  const suspended =
    row.suspensionReason !== null && row.suspensionReason !== 'merchant_cancelled' && row.suspensionReason !== 'fully_refunded'
  if (flag && !suspended) return flagText(flag)
  const reason = row.suspensionReason ?? row.statusReason
  if (reason !== null) return t(`operations.reason.${reason}` as 'operations.reason.in_process') // one of the reasons in the domain; a test checks that each has a message
  if (row.substatus === 'payment_completed') return t('operations.progress.all')
  return t('operations.progress.paid', { count: row.paidInstalments, total: row.numInstalments })
}

/** The product: "6 cuotas", "4 pagos", "Pago a 15 días". */
export function productText(row: Pick<OperationRow, 'product' | 'numInstalments'>): string {
  return t(`operations.productRow.${row.product}`, { count: row.numInstalments })
}

/** "quedan 49 min". */
export function leftText(left: TimeLeft): string {
  if (left.unit === 'over') return t('operations.left.over')
  const values: Values = left.unit === 'hoursMinutes' ? { count: left.count, minutes: left.minutes } : { count: left.count }
  return t(`operations.left.${left.unit}`, values)
}

/** "Hoy, 15:10", "Mañana, 09:12" or the date alone. */
export function whenText(at: Date, now: Date): string {
  const { day, date: text, time } = dayText(at, now)
  return t(`operations.when.${day}`, { date: text, time })
}

/** A row's deadline in two lines: the date, and the time left or what it is for. */
export function deadlineText(
  deadline: OperationDeadline,
  row: Pick<OperationRow, 'numInstalments'>,
  now: Date,
): { when: string; detail: string } {
  if (deadline.on) {
    const late = daysUntil(deadline.on, now) < 0
    const kind = late ? 'late' : row.numInstalments === 1 ? 'single' : 'instalment'
    return { when: date(deadline.on), detail: t(`operations.deadline.${kind}`) }
  }
  if (!deadline.at) return { when: '', detail: '' }
  const what = deadline.kind
  const isNamed =
    what === 'capture' || what === 'confirm' || what === 'link' || what === 'consent' || what === 'challenge' || what === 'dispute'
  const key = isNamed ? what : 'link'
  return {
    when: whenText(deadline.at, now),
    detail: deadline.tone ? leftText(timeLeft(deadline.at, now)) : t(`operations.deadline.${key}`),
  }
}

/** The line under a row's net: forecast, pending, or the settlement. */
export function netDetail(row: OperationRow): string | null {
  if (row.netAmount === null) return null
  if (row.settlementReference) return row.settlementReference
  if (row.capturedAmount > 0) return t('operations.net.pending')
  return t(row.statusReason === 'capture_required' ? 'operations.net.onCapture' : 'operations.net.forecast')
}

/** The settlement status of a row's money: the settlement that paid it, or a pending one; null when there is none. */
export function settlementText({ settlementReference, settlementStatus }: OperationRow): string | null {
  if (settlementReference) return settlementReference
  return settlementStatus === 'none' ? null : t(`operations.settlement.${settlementStatus}`)
}

/** "Pedido:": the label before the searched text. */
export function readingText(type: SearchType): string {
  return t('operations.search.chip', { reading: t(`operations.search.as.${type}`) })
}

/** The customer's name; a placeholder while it is unknown, because a link needs an accessible name. */
export const buyerText = (name: string): string => name.trim() || t('offlineCheckout.link.nobody')
