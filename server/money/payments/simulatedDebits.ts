import type { BankDebits, DebitReport, DebitReportState } from './bankDebits.ts'
import { atHour, entryOf, ordersOf, simulatedFiles, value, type BankTrouble, type FileEntry } from './simulatedFiles.ts'

/** A debit as the bank keeps it. */
export type DebitEntry = FileEntry & { mandate: string; chargeOn: string }

type End = { state: DebitReportState; days: number; code: string }

/** No banks have these codes: accounts there refuse debits on the day itself, or give them back so many days later. */
const ends: Readonly<Record<string, End>> = {
  9990: { state: 'rejected', days: 0, code: 'AC04' },
  9991: { state: 'returned', days: 2, code: 'AM04' },
  9992: { state: 'returned', days: 55, code: 'MD06' },
  9993: { state: 'rejected', days: 0, code: 'MD01' },
  9994: { state: 'rejected', days: 0, code: 'MS03' },
}

/** A bank that charges shops' accounts at seven in the morning of the day asked for. */
export const simulatedDebits = (trouble: () => BankTrouble = () => 'none'): BankDebits & { entries(): readonly DebitEntry[] } =>
  simulatedFiles(trouble, debitsOf, reportOf)

function reportOf(endToEndId: string, entry: DebitEntry | undefined, now: Date): DebitReport {
  if (!entry) return { endToEndId, state: 'unknown', amountCents: null, at: null, code: null }
  const { amountCents } = entry
  const chargedAt = atHour(entry.chargeOn, 0, 7)
  if (now < chargedAt) return { endToEndId, state: 'pending', amountCents, at: null, code: null }
  const end = ends[entry.iban.slice(4, 8)]
  const endedAt = end && atHour(entry.chargeOn, end.days, end.days === 0 ? 7 : 10)
  if (!end || !endedAt || now < endedAt) return { endToEndId, state: 'booked', amountCents, at: chargedAt, code: null }
  return { endToEndId, state: end.state, amountCents, at: endedAt, code: end.code }
}

const debitsOf = (xml: string): DebitEntry[] =>
  ordersOf(xml, 'DrctDbtTxInf', (debit, payment) => ({
    ...entryOf(debit, 'DbtrAcct'),
    mandate: value(debit, 'MndtId'),
    chargeOn: value(payment, 'ReqdColltnDt'),
  }))
