import type { InvoiceRow } from '#contract/money/invoices'

type InvoicedMonth = { from: string; to: string; total: number; vat: number }

const monthsShown = 12

/** The last months of a list of invoices, oldest first, each with the sum of its invoices; the last month of a whole page may go on behind it. */
export function invoicedMonths(rows: readonly InvoiceRow[]): InvoicedMonth[] {
  const months = new Map<string, InvoicedMonth>()
  for (const { periodFrom: from, periodTo: to, totalAmount, vatAmount } of rows) {
    const month = months.get(from) ?? { from, to, total: 0, vat: 0 }
    months.set(from, { ...month, total: month.total + totalAmount, vat: month.vat + vatAmount })
  }
  return [...months.values()].toSorted((one, other) => one.from.localeCompare(other.from)).slice(-monthsShown)
}
