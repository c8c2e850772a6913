import { text } from '../http/messages.ts'
import type { FileLine } from './readLines.ts'

const monthName = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month by name, from its first day: "octubre de 2026". */
export const monthWords = (month: string): string => monthName.format(new Date(`${month}T12:00:00Z`))

/** What a line of a file is of: the customer, or the month whose minimum fee it is. */
export const lineWords = ({ customer, month_from: month }: Pick<FileLine, 'customer' | 'month_from'>): string =>
  month === null ? (customer ?? '') : text('settlements.file.minimumOf', { month: monthWords(month) })
