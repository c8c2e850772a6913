import { text } from '../../platform/calls/messages.ts'
import type { FileLine } from './readLines.ts'

const monthName = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month by name, from its first day: "octubre de 2026". */
export const monthWords = (month: string): string => monthName.format(new Date(`${month}T12:00:00Z`))

type Worded = Pick<FileLine, 'customer' | 'month_from' | 'repayment_of' | 'repayment_reference'>

/** What a line of a file is of: the customer, the month whose minimum fee it is, or how the shop paid of its debt. */
export function lineWords({ customer, month_from: month, repayment_of: way, repayment_reference: reference }: Worded): string {
  if (way !== null) return text(`settlements.file.repaid.${way}`, { reference: reference ?? '' })
  return month === null ? (customer ?? '') : text('settlements.file.minimumOf', { month: monthWords(month) })
}
