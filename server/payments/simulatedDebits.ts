import { addDays, localDate, startOfMadridDay } from '#domain/dates'
import type { BankDebits, DebitReport, DebitReportState } from './bankDebits.ts'
import { ProviderUnreachable } from './paymentProvider.ts'
import type { BankTrouble } from './simulatedBank.ts'

/** A debit as the bank keeps it; amount in cents. `told`: how often it was asked for; it is charged once. */
export type DebitEntry = { endToEndId: string; amountCents: number; iban: string; mandate: string; chargeOn: string; told: number }

type End = { state: DebitReportState; days: number; code: string }

/** No banks have these codes: accounts there refuse debits on the day itself, or give them back so many days later. */
const ends: Readonly<Record<string, End>> = {
  9990: { state: 'rejected', days: 0, code: 'AC04' },
  9991: { state: 'returned', days: 2, code: 'AM04' },
  9992: { state: 'returned', days: 55, code: 'MD06' },
  9993: { state: 'rejected', days: 0, code: 'MD01' },
  9994: { state: 'rejected', days: 0, code: 'MS03' },
}
const HOUR = 3_600_000

/**
 * A bank without a network that charges shops' accounts: at seven in the morning of the day asked for. It keeps what it was told in memory; after a
 * restart it knows nothing, and is simply told again.
 */
export function simulatedDebits(trouble: () => BankTrouble = () => 'none'): BankDebits & { entries(): readonly DebitEntry[] } {
  const known = new Map<string, DebitEntry>()
  const reportOf = (endToEndId: string, now: Date): DebitReport => {
    const entry = known.get(endToEndId)
    if (!entry) return { endToEndId, state: 'unknown', amountCents: null, at: null, code: null }
    const { amountCents } = entry
    const chargedAt = atHour(entry.chargeOn, 0, 7)
    if (now < chargedAt) return { endToEndId, state: 'pending', amountCents, at: null, code: null }
    const end = ends[entry.iban.slice(4, 8)]
    const endedAt = end && atHour(entry.chargeOn, end.days, end.days === 0 ? 7 : 10)
    if (!end || !endedAt || now < endedAt) return { endToEndId, state: 'booked', amountCents, at: chargedAt, code: null }
    return { endToEndId, state: end.state, amountCents, at: endedAt, code: end.code }
  }
  const hear = (xml: string) => {
    for (const entry of entriesOf(xml)) {
      const earlier = known.get(entry.endToEndId)
      if (earlier) earlier.told += 1
      else known.set(entry.endToEndId, entry)
    }
  }
  return {
    // The account of simulatedBank.ts.
    iban: 'ES9121000418450200051332',
    async send({ xml }) {
      const fault = trouble()
      if (fault === 'lost') throw new ProviderUnreachable('the bank did not hear')
      hear(xml)
      if (fault === 'twice') hear(xml)
      if (fault === 'late') throw new ProviderUnreachable('the bank did not answer')
    },
    async reports(endToEndIds, now) {
      const fault = trouble()
      if (fault === 'lost' || fault === 'late') throw new ProviderUnreachable('the bank did not answer')
      const answers = endToEndIds.map((id) => reportOf(id, now))
      return fault === 'twice' ? [...answers, ...answers] : answers
    },
    entries: () => [...known.values()],
  }
}

const atHour = (day: string, daysLater: number, hour: number) =>
  new Date(startOfMadridDay(addDays(localDate(day), daysLater)).getTime() + hour * HOUR)

/** The debits of a file. */
function entriesOf(xml: string): DebitEntry[] {
  const value = (text: string, tag: string) => new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? ''
  return [...xml.matchAll(/<PmtInf>.*?<\/PmtInf>/gs)].flatMap(([payment]) => {
    const chargeOn = value(payment, 'ReqdColltnDt')
    return [...payment.matchAll(/<DrctDbtTxInf>.*?<\/DrctDbtTxInf>/gs)].map(([one]) => ({
      endToEndId: value(one, 'EndToEndId'),
      amountCents: Math.round(Number(value(one, 'InstdAmt')) * 100),
      iban: value(/<DbtrAcct>.*?<\/DbtrAcct>/s.exec(one)?.[0] ?? '', 'IBAN'),
      mandate: value(one, 'MndtId'),
      chargeOn,
      told: 1,
    }))
  })
}
