import type { Operation, Refund } from '#contract/sales/operations'
import type { Effect } from '#contract/sales/operationVerbs'
import { joinTexts } from '#domain/platform/direction'
import { madridDay } from '#domain/platform/dates'
import { cardCreditSeenOn } from '#domain/platform/targetCalendar'
import { refundMessage } from '#domain/sales/operations/refundMessage'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** A sentence for the customer about a refund: lower instalments, a credit, or both. A credit's date is named only once it was sent to a card. */
export function refundSentence(refund: Refund, operation: Operation, shop: string): string {
  const { amount, creditToCustomer: creditCents, credit } = refund
  const sentAt = credit?.state === 'paid' && credit.onCards === creditCents ? credit.paidAt : null
  const values = {
    shop,
    amount: money(amount),
    credit: money(creditCents),
    lowered: money(Math.max(amount - creditCents, 0)),
    date: date(refund.completedAt ?? refund.created),
    expected: sentAt === null ? '' : date(cardCreditSeenOn(madridDay(new Date(sentAt)))),
    order: operation.mid ?? '',
  }
  const isCancelled = refund.kind === 'cancel' || operation.suspensionReason === 'fully_refunded'
  if (creditCents === 0) return t(isCancelled ? 'operations.refundSaid.cancelledNothing' : 'operations.refundSaid.lowered', values)
  if (sentAt === null)
    return t(`operations.refundSaid.${isCancelled ? 'cancelled' : 'credit'}.${credit?.state === 'paid' ? 'sent' : 'coming'}`, values)
  if (isCancelled) return t('operations.refundSaid.cancelled', values)
  return t(creditCents >= amount ? 'operations.refundSaid.card' : 'operations.refundSaid.both', values)
}

/** Where what a refund gives back beyond the debt is, in the shop's words; null when it gives nothing back. */
export function creditLine({ credit, creditToCustomer }: Refund): string | null {
  if (credit === null) return null
  const { state, onCards, byTransfer, byHand, waiting, paidAt } = credit
  if (state !== 'paid') {
    const left = creditToCustomer - onCards - byTransfer - byHand
    return t(`operations.credit.${state}`, { amount: money(state === 'needs_account' ? waiting : left), credit: money(creditToCustomer) })
  }
  const parts = [
    onCards > 0 && t('operations.credit.onCards', { amount: money(onCards) }),
    byTransfer > 0 && t('operations.credit.byTransfer', { amount: money(byTransfer) }),
    byHand > 0 && t('operations.credit.byHand', { amount: money(byHand) }),
  ]
  return t('operations.credit.paid', { date: date(paidAt ?? ''), parts: joinTexts(parts.filter((part) => part !== false)) })
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
