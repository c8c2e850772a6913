import type { Operation, OperationRow } from '#contract/sales/operations'
import { t, type Values } from '../../platform/i18n/t.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { daysUntil, dayWords, timeLeft, type TimeLeft } from './timeLeft.ts'
import type { OperationDeadline } from './deadlineOf.ts'
import { flagsOf, type OperationFlag } from './operationFlags.ts'
import type { SearchType } from '#domain/sales/operations/searchTypes'

/** The shop's own number, or the start of ours where there is none. */
export function orderText(operation: Pick<OperationRow, 'id' | 'mid'>): string {
  return operation.mid ?? operation.id.slice(0, 8)
}

/** A flag in words. */
export function flagText(flag: OperationFlag): string {
  if (flag.name === 'missing') return t(`operations.flag.missing.${flag.verb}`)
  if (flag.name === 'held' || flag.name === 'partlyRefunded' || flag.name === 'partlyCaptured') {
    return t(`operations.flag.${flag.name}`, { amount: money(flag.cents) })
  }
  return flag.name === 'settled' ? t('operations.flag.settled', { reference: flag.reference }) : t(`operations.flag.${flag.name}`)
}

const inRows = ['held', 'partlyCaptured', 'partlyRefunded', 'refunded', 'cancelled'] as const

/** The second line of a row's status: what was given back first, else the reason, else how far the plan is. */
export function reasonText(row: OperationRow | Operation): string {
  const flag = flagsOf(row).find(({ name }) => (inRows as readonly string[]).includes(name))
  const suspended =
    row.suspensionReason !== null && row.suspensionReason !== 'merchant_cancelled' && row.suspensionReason !== 'fully_refunded'
  if (flag && !suspended) return flagText(flag)
  const reason = row.suspensionReason ?? row.statusReason
  if (reason !== null) return t(`operations.reason.${reason}` as 'operations.reason.in_process') // a reason of domain/states; a test holds their words complete
  if (row.substatus === 'payment_completed') return t('operations.progress.all')
  return t('operations.progress.paid', { count: row.paidInstalments, total: row.numInstalments })
}

/** What is sold: "6 cuotas", "4 pagos", "15 días". */
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
  const { day, date: text, time } = dayWords(at, now)
  return t(`operations.when.${day}`, { date: text, time })
}

/** A row's deadline in two lines: until when, and how long or what for. */
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
  const said = what === 'capture' || what === 'confirm' || what === 'link' || what === 'consent' || what === 'challenge' ? what : 'link'
  return {
    when: whenText(deadline.at, now),
    detail: deadline.tone ? leftText(timeLeft(deadline.at, now)) : t(`operations.deadline.${said}`),
  }
}

/** What stands under a row's net: forecast, waiting, or the settlement. */
export function netDetail(row: OperationRow): string | null {
  if (row.netAmount === null) return null
  if (row.settlementReference) return row.settlementReference
  if (row.capturedAmount > 0) return t('operations.net.pending')
  return t(row.statusReason === 'capture_required' ? 'operations.net.onCapture' : 'operations.net.forecast')
}

/** Where a row's money is on its way to the shop: the settlement that paid it, or that one will; null while there is none. */
export function settlementText({ settlementReference, settlementStatus }: OperationRow): string | null {
  if (settlementReference) return settlementReference
  return settlementStatus === 'none' ? null : t(`operations.settlement.${settlementStatus}`)
}

/** "Pedido:" before the words that were searched. */
export function readingText(type: SearchType): string {
  return t('operations.search.chip', { reading: t(`operations.search.as.${type}`) })
}

/** Who buys, also while a sale at the till has not asked yet: a link without a word would be nothing to those who hear the page. */
export const buyerText = (name: string): string => name.trim() || t('offlineCheckout.link.nobody')
