import type { Operation, Refund } from '#contract/sales/operations'
import type { Effect } from '#contract/sales/operationVerbs'
import { madridDay } from '#domain/platform/dates'
import { cardCreditSeenOn } from '#domain/platform/targetCalendar'
import { refundMessage } from '#domain/sales/operations/refundMessage'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** A sentence for the customer about a refund: lower instalments, a credit on the card and its date, or both. */
export function refundSentence(refund: Refund, operation: Operation, shop: string): string {
  const { amount, creditToCustomer: credit } = refund
  const values = {
    shop,
    amount: money(amount),
    credit: money(credit),
    lowered: money(Math.max(amount - credit, 0)),
    date: date(refund.completedAt ?? refund.created),
    expected: date(cardCreditSeenOn(madridDay(new Date(refund.completedAt ?? refund.created)))),
    order: operation.mid ?? '',
  }
  if (refund.kind === 'cancel' || operation.suspensionReason === 'fully_refunded') {
    return t(credit > 0 ? 'operations.refundSaid.cancelled' : 'operations.refundSaid.cancelledNothing', values)
  }
  if (credit === 0) return t('operations.refundSaid.lowered', values)
  return t(credit >= amount ? 'operations.refundSaid.card' : 'operations.refundSaid.both', values)
}

/** The e-mail that the customer will get, from the server's dry run. */
export function messageOf(effect: Effect, shop: string): string {
  const { customer, amount } = effect
  const values = {
    shop,
    amount: money(amount),
    credit: money(customer.creditToCustomer),
    count: customer.instalmentsAfter,
    after: money(customer.instalmentAmountAfter),
    date: customer.nextDueOn === null ? '' : date(customer.nextDueOn),
  }
  return t(`operations.message.${refundMessage(customer)}`, values)
}
