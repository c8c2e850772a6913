import type { Operation, Refund } from '#contract/operations'
import type { Effect } from '#contract/operationVerbs'
import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** What a refund did for the customer, to be told: lower instalments, money on the card, or both. */
export function refundSentence(refund: Refund, operation: Operation, shop: string): string {
  const { amount, creditToCustomer: credit } = refund
  const values = {
    shop,
    amount: money(amount),
    credit: money(credit),
    lowered: money(Math.max(amount - credit, 0)),
    date: date(refund.completedAt ?? refund.created),
    order: operation.mid ?? '',
  }
  if (refund.kind === 'cancel' || operation.suspensionReason === 'fully_refunded') {
    return t(credit > 0 ? 'operations.refundSaid.cancelled' : 'operations.refundSaid.cancelledNothing', values)
  }
  if (credit === 0) return t('operations.refundSaid.lowered', values)
  return t(credit >= amount ? 'operations.refundSaid.card' : 'operations.refundSaid.both', values)
}

/** The message that the customer will get, from the server's own dry run. */
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
  const credit = customer.creditToCustomer > 0
  if (customer.instalmentsAfter === 0) return t(credit ? 'operations.message.endCard' : 'operations.message.end', values)
  if (customer.nextDueOn === null) return t('operations.message.plain', values)
  return t(credit ? 'operations.message.loweredCard' : 'operations.message.lowered', values)
}
