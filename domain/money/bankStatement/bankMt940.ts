import { appendText, bankText, dayOfSix, unreadLine, type Movement, type StatementParts } from './bankMovement.ts'
import { daysBetween, isLocalDate, type LocalDate } from '../../platform/dates.ts'
import { cents } from '../../platform/money.ts'

/** Whether a text has the opening balance of a SWIFT statement. */
export const isMt940 = (content: string): boolean => /(?:^|[\r\n])\s*:60[FM]:[CD]\d{6}[A-Z]{3}/.test(content)

type Field = { tag: string; value: string; line: number }

/** The fields of a message: each begins with its tag at the start of a line and extends to the next tag. */
function fieldsOf(content: string): Field[] {
  const fields: Field[] = []
  for (const [index, line] of content.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ''] = /^\s*:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push({ tag, value, line: index + 1 })
    else if (/^-\}?|^\{|^\u001a/.test(line)) fields.push({ tag: '', value: '', line: index + 1 })
    else if (last) last.value += `\n${line}`
  }
  return fields
}

/** Field 60 opens an account, 61 is a movement, 86 its text, 62 closes the account. */
export function readMt940(content: string): StatementParts {
  const parts: StatementParts = { movements: [], unread: [], days: [] }
  let currency = ''
  let current: Movement | null = null
  for (const { tag, value, line } of fieldsOf(content)) {
    if (/^6[02][FM]$/.test(tag)) {
      currency = value.slice(7, 10)
      const day = dayOfSix(value.slice(1, 7))
      if (day) parts.days.push(day)
      current = null
    } else if (tag === '61') {
      current = movementOf(value, currency)
      if (current) parts.movements.push(current)
      else parts.unread.push(unreadLine(line, value))
    } else if (tag === '86') {
      // Banks number the parts of the text: ?20, ?21 …
      if (current) appendText(current, value.replace(/\?\d{2}/g, ' '))
    } else current = null
  }
  return parts
}

/** Value date, booking date, side (R: reversal, E: expected), third letter of the currency, amount, then references. */
const statementLine = /^(\d{6})(\d{4})?(E?)(R?)([CD])[A-Z]?(\d{1,13}),(\d{0,2})(?:[A-Z][A-Z0-9]{3})?([^]*)$/

function movementOf(value: string, currency: string): Movement | null {
  const [, valued = '', booked, expected, reversal, side, whole, decimals = '', words = ''] = statementLine.exec(value) ?? []
  const on = dayOfSix(valued)
  if (on === null || whole === undefined) return null
  const amount = Number(whole + decimals.padEnd(2, '0'))
  const isReversal = reversal === 'R'
  return {
    on,
    bookedOn: (booked === undefined ? null : bookingDay(on, booked)) ?? on,
    // The reversal of a credit is a debit.
    amountCents: cents((side === 'C') === isReversal ? -amount : amount),
    text: bankText(words.replace(/\/\//g, ' ')),
    currency,
    isPending: expected === 'E',
    isReversal,
    refs: [],
  }
}

/** `MMDD` in the year nearest to the value date. */
function bookingDay(on: LocalDate, digits: string): LocalDate | null {
  const years = [0, -1, 1].map((more) => Number(on.slice(0, 4)) + more)
  const days = years.map((year) => `${year}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`).filter(isLocalDate)
  return days.find((day) => Math.abs(daysBetween(on, day)) < 180) ?? null
}
