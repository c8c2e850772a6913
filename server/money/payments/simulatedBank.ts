import { HOUR_MS, addDays, localDate, startOfMadridDay } from '#domain/platform/dates'
import {
  type BankDebits,
  type BankTransfers,
  type DebitReport,
  type DebitReportState,
  type FileTaken,
  ProviderUnreachable,
  type TransferReport,
} from './partners.ts'

/**
 * Simulated failures: `lost`: the request does not arrive; `late`: it is executed, but the response does not arrive; `twice`: request or response is
 * duplicated.
 */
export type BankTrouble = 'none' | 'lost' | 'late' | 'twice'

/** A payment order at the bank; amount in cents. `received`: how often it was sent; it is executed once. */
type FileEntry = { endToEndId: string; amountCents: number; iban: string; received: number }

/** A time of day in Madrid, a number of days after a date. */
const atHour = (day: string, daysLater: number, hour: number): Date =>
  new Date(startOfMadridDay(addDays(localDate(day), daysLater)).getTime() + hour * HOUR_MS)

/** The text of an XML element. */
const value = (text: string, tag: string): string => new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? ''

/** Every order in a file; `tag` is an order's element. */
const ordersOf = <Entry>(xml: string, tag: string, entryOf: (order: string, payment: string) => Entry): Entry[] =>
  [...xml.matchAll(/<PmtInf>.*?<\/PmtInf>/gs)].flatMap(([payment]) =>
    [...payment.matchAll(new RegExp(`<${tag}>.*?</${tag}>`, 'gs'))].map(([order]) => entryOf(order, payment)),
  )

/** The fields common to both kinds of order; `account`: the element of the shop's account. */
const entryOf = (order: string, account: string): FileEntry => ({
  endToEndId: value(order, 'EndToEndId'),
  amountCents: Math.round(Number(value(order, 'InstdAmt')) * 100),
  iban: value(new RegExp(`<${account}>.*?</${account}>`, 's').exec(order)?.[0] ?? '', 'IBAN'),
  received: 1,
})

/**
 * A bank without a network that keeps orders in memory. After a restart it knows none, and they are sent again. `read` parses a file; `reportOf` gives the
 * status of an order at an instant.
 */
function simulatedFiles<Entry extends FileEntry, Report>(
  trouble: () => BankTrouble,
  read: (xml: string) => Entry[],
  reportOf: (endToEndId: string, entry: Entry | undefined, now: Date) => Report,
) {
  const known = new Map<string, Entry>()
  const hear = (xml: string) => {
    for (const entry of read(xml)) {
      const earlier = known.get(entry.endToEndId)
      if (earlier) earlier.received += 1
      else known.set(entry.endToEndId, entry)
    }
  }
  return {
    // The example IBAN of ISO 13616 for Spain.
    iban: 'ES9121000418450200051332',
    handsOver: null,
    async send({ xml }: { xml: string }): Promise<FileTaken> {
      const fault = trouble()
      if (fault === 'lost') throw new ProviderUnreachable('the bank did not hear')
      hear(xml)
      if (fault === 'twice') hear(xml)
      if (fault === 'late') throw new ProviderUnreachable('the bank did not answer')
      return 'accepted'
    },
    async reports(endToEndIds: readonly string[], now: Date): Promise<Report[]> {
      const fault = trouble()
      if (fault === 'lost' || fault === 'late') throw new ProviderUnreachable('the bank did not answer')
      const answers = endToEndIds.map((id) => reportOf(id, known.get(id), now))
      return fault === 'twice' ? [...answers, ...answers] : answers
    },
    entries: (): readonly Entry[] => [...known.values()],
  }
}

/** A transfer at the bank. */
type BankEntry = FileEntry & { executeOn: string }

/** A bank code that does not exist: transfers to it are returned the day after. */
const CLOSED_BANK = '9990'

/** A bank that executes transfers at seven in the morning of the requested day. */
export const simulatedBank = (trouble: () => BankTrouble = () => 'none'): BankTransfers & { entries(): readonly BankEntry[] } =>
  simulatedFiles(trouble, transfersOf, transferReport)

function transferReport(endToEndId: string, entry: BankEntry | undefined, now: Date): TransferReport {
  if (!entry) return { endToEndId, state: 'unknown', at: null, code: null }
  const bookedAt = atHour(entry.executeOn, 0, 7)
  if (now < bookedAt) return { endToEndId, state: 'pending', at: null, code: null }
  const returnedAt = atHour(entry.executeOn, 1, 10)
  if (entry.iban.slice(4, 8) !== CLOSED_BANK || now < returnedAt) return { endToEndId, state: 'booked', at: bookedAt, code: null }
  return { endToEndId, state: 'returned', at: returnedAt, code: 'AC04' }
}

const transfersOf = (xml: string): BankEntry[] =>
  ordersOf(xml, 'CdtTrfTxInf', (transfer, payment) => ({
    ...entryOf(transfer, 'CdtrAcct'),
    executeOn: value(/<ReqdExctnDt>.*?<\/ReqdExctnDt>/s.exec(payment)?.[0] ?? '', 'Dt'),
  }))

/** A debit at the bank. */
export type DebitEntry = FileEntry & { mandate: string; chargeOn: string }

type End = { state: DebitReportState; days: number; code: string }

/** Bank codes that do not exist: accounts there reject debits on the day itself, or return them a number of days later. */
const ends: Readonly<Record<string, End>> = {
  9990: { state: 'rejected', days: 0, code: 'AC04' },
  9991: { state: 'returned', days: 2, code: 'AM04' },
  9992: { state: 'returned', days: 55, code: 'MD06' },
  9993: { state: 'rejected', days: 0, code: 'MD01' },
  9994: { state: 'rejected', days: 0, code: 'MS03' },
}

/** A bank that charges debits at seven in the morning of the requested day. */
export const simulatedDebits = (trouble: () => BankTrouble = () => 'none'): BankDebits & { entries(): readonly DebitEntry[] } =>
  simulatedFiles(trouble, debitsOf, debitReport)

function debitReport(endToEndId: string, entry: DebitEntry | undefined, now: Date): DebitReport {
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
