import { formatDate, localDate } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import { settlementOf, type StoredSettlement } from './settlementRow.ts'

/** A line of the equation: words, amount with sign, and whether it is what all comes to. */
export type PdfTerm = { words: string; amount: string; isTotal: boolean }

/** The equation as it is printed: nothing that is nothing, but what is paid. */
export function pdfTerms(stored: StoredSettlement): PdfTerm[] {
  const settlement = settlementOf(stored)
  const { counts } = settlement
  const term = (name: keyof typeof settlement, amount: number, count = 0): [string, number] => [
    text(`settlements.file.pdf.term.${name}`, { count }),
    amount,
  ]
  const terms = [
    term('openingBalance', settlement.openingBalance),
    term('repayments', settlement.repayments, counts.repayment),
    term('sales', settlement.sales, counts.order),
    term('refunds', settlement.refunds, counts.refund),
    term('cancellations', settlement.cancellations, counts.cancel),
    term('fees', settlement.fees),
    term('feeRefunds', settlement.feeRefunds),
    term('minimumFees', settlement.minimumFees, counts.feeMinimum),
    term('vat', settlement.vat),
    term('vatRefunds', settlement.vatRefunds),
    term('subsidies', settlement.subsidies),
    term('subsidyRefunds', settlement.subsidyRefunds),
    term('reserveHeld', settlement.reserveHeld),
    term('reserveReleased', settlement.reserveReleased),
    term('closingBalance', -settlement.closingBalance),
  ].filter(([, amount]) => amount !== 0)
  const printed = (words: string, amount: number, isTotal: boolean) => ({ words, amount: formatEuros(cents(amount)), isTotal })
  return [
    ...terms.map(([words, amount]) => printed(words, amount, false)),
    printed(text('settlements.file.pdf.term.netAmount'), settlement.netAmount, true),
  ]
}

/** Facts above the equation, word and value. */
export function pdfFacts(stored: StoredSettlement, shopName: string): [string, string][] {
  const day = (value: string) => formatDate(localDate(value))
  const fact = (name: string, value: string): [string, string] => [text(`settlements.file.pdf.${name}`), value]
  return [
    fact('shop', shopName),
    fact('period', text('settlements.file.pdf.periodDays', { from: day(stored.period_from), to: day(stored.period_to) })),
    fact('valueOn', day(stored.value_on)),
    ...(stored.iban_last4 === null ? [] : [fact('account', `•••• ${stored.iban_last4}`)]),
    fact('status', text(`settlements.file.pdf.status.${stored.status}`, { date: stored.paid_at ? formatDate(stored.paid_at) : '' })),
  ]
}
