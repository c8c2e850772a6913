import type { Invoice } from '#contract/money/invoices'

type Amounts = Pick<Invoice, 'baseAmount' | 'vatAmount' | 'exemptAmount' | 'totalAmount' | 'lines'>

const sumOf = (lines: Amounts['lines'], of: (line: Amounts['lines'][number]) => number) => lines.reduce((sum, line) => sum + of(line), 0)

/** Whether the lines and totals of an invoice match to the cent: only then does its total get the double rule. */
export function closes({ baseAmount, vatAmount, exemptAmount, totalAmount, lines }: Amounts): boolean {
  const taxed = lines.filter(({ vatRate }) => vatRate !== null)
  const exempt = lines.filter(({ vatRate }) => vatRate === null)
  return (
    sumOf(taxed, (line) => line.baseAmount) === baseAmount &&
    sumOf(exempt, (line) => line.baseAmount) === exemptAmount &&
    sumOf(lines, (line) => line.vatAmount) === vatAmount &&
    sumOf(lines, (line) => line.totalAmount) === totalAmount &&
    lines.every((line) => line.baseAmount + line.vatAmount === line.totalAmount)
  )
}
