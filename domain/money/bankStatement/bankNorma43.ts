import { appendText, bankText, dayOfSix, unreadLine, type Movement, type StatementParts } from './bankMovement.ts'
import { cents } from '../../platform/money.ts'

/** Length of every record (AEB, Cuaderno 43). */
const recordLength = 80

/** ISO 4217 numbers of account currencies; only the euro matters. */
const currencies: Readonly<Record<string, string>> = { '978': 'EUR', '840': 'USD', '826': 'GBP', '756': 'CHF', '': 'EUR' }

/** Whether a text has an account header: bank, branch, account, two dates, side, balance, currency. */
export const isNorma43 = (content: string): boolean => /(?:^(?:00.{78})?|[\r\n])11\d{18}[\d ]{12}[12 ]\d{14}[\d ]{3}/.test(content)

/** The records of a file, with any line endings; without any, one every 80 characters. */
const recordsOf = (content: string): string[] =>
  content.split(/\r\n|\r|\n/).flatMap((line) => (startsRecord.test(line.slice(recordLength)) ? (line.match(/.{1,80}/gsu) ?? []) : [line]))

const startsRecord = /^(?:00|11|22|23|24|33|88)/

/** The text of a reference field; an empty one is padded with zeros. */
const filled = (field: string) => (/^[0\s]*$/.test(field) ? '' : field)

/**
 * Record 11 opens an account, 22 is a movement, 23 its text, 24 its equivalent in another currency, 33 closes the account with the number of its movements,
 * 88 the file. Movements that record 33 counts and the file lacks are reported as one unparsed line.
 */
export function readNorma43(content: string): StatementParts {
  const parts: StatementParts = { movements: [], unread: [], days: [] }
  let currency = 'EUR'
  let counted = { debits: 0, credits: 0 }
  let current: Movement | null = null
  for (const [index, record] of recordsOf(content).entries()) {
    const line = record.replace(/[\s\u001a]+$/, '')
    const kind = line.slice(0, 2)
    if (kind === '11') {
      current = null
      counted = { debits: 0, credits: 0 }
      const code = line.slice(47, 50).trim()
      currency = currencies[code] ?? code
      for (const day of [dayOfSix(line.slice(20, 26)), dayOfSix(line.slice(26, 32))]) if (day) parts.days.push(day)
    } else if (kind === '22') {
      if (line[27] === '1') counted.debits += 1
      else counted.credits += 1
      current = movementOf(line, currency)
      if (current) parts.movements.push(current)
      else parts.unread.push(unreadLine(index + 1, line))
    } else if (kind === '23') {
      if (current) appendText(current, line.slice(4))
    } else if (kind === '33') {
      current = null
      const lacks = Number(line.slice(20, 25)) > counted.debits || Number(line.slice(39, 44)) > counted.credits
      if (lacks) parts.unread.push(unreadLine(index + 1, line))
    } else if (line !== '' && !['00', '24', '88'].includes(kind)) parts.unread.push(unreadLine(index + 1, line))
  }
  return parts
}

function movementOf(line: string, currency: string): Movement | null {
  const [booked, valued, side, figures] = [line.slice(10, 16), line.slice(16, 22), line[27], line.slice(28, 42)]
  const bookedOn = dayOfSix(booked)
  // Without a value date the date of the movement is used.
  const on = /^[0 ]*$/.test(valued) ? bookedOn : dayOfSix(valued)
  const amount = /^\d{14}$/.test(figures) ? Number(figures) : Number.NaN
  if (on === null || !Number.isSafeInteger(amount) || (side !== '1' && side !== '2')) return null
  return {
    on,
    bookedOn: bookedOn ?? on,
    amountCents: cents(side === '2' ? amount : -amount),
    text: bankText(filled(line.slice(52, 64)), filled(line.slice(64))),
    currency,
    isPending: false,
    isReversal: false,
    refs: [],
  }
}
