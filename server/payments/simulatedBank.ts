import { addDays, localDate, startOfMadridDay } from '#domain/dates'
import type { BankTransfers, TransferReport } from './bankTransfers.ts'
import { ProviderUnreachable } from './paymentProvider.ts'

/**
 * How a bank may fail us: `lost`, it never hears; `late`, it hears and does, and its answer does not arrive; `twice`, it hears or answers
 * twice.
 */
export type BankTrouble = 'none' | 'lost' | 'late' | 'twice'

/** A transfer as the bank keeps it; amount in cents. `told`: how often it was asked for; it is paid once. */
export type BankEntry = { endToEndId: string; amountCents: number; iban: string; executeOn: string; told: number }

/** No bank has this code: money sent there comes back the day after. */
const CLOSED_BANK = '9990'
const HOUR = 3_600_000

/**
 * A bank without a network: it books at seven in the morning of the day asked for, and keeps what it was told in memory. After a restart it
 * knows nothing, and is simply told again.
 */
export function simulatedBank(trouble: () => BankTrouble = () => 'none'): BankTransfers & { entries(): readonly BankEntry[] } {
  const known = new Map<string, BankEntry>()
  const reportOf = (endToEndId: string, now: Date): TransferReport => {
    const entry = known.get(endToEndId)
    if (!entry) return { endToEndId, state: 'unknown', at: null, code: null }
    const bookedAt = atHour(entry.executeOn, 0, 7)
    if (now < bookedAt) return { endToEndId, state: 'pending', at: null, code: null }
    const returnedAt = atHour(entry.executeOn, 1, 10)
    if (entry.iban.slice(4, 8) !== CLOSED_BANK || now < returnedAt) return { endToEndId, state: 'booked', at: bookedAt, code: null }
    return { endToEndId, state: 'returned', at: returnedAt, code: 'AC04' }
  }
  const hear = (xml: string) => {
    for (const entry of entriesOf(xml)) {
      const earlier = known.get(entry.endToEndId)
      if (earlier) earlier.told += 1
      else known.set(entry.endToEndId, entry)
    }
  }
  return {
    // The example of ISO 13616 for Spain.
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

/** The transfers of a file. */
function entriesOf(xml: string): BankEntry[] {
  const value = (text: string, tag: string) => new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? ''
  return [...xml.matchAll(/<PmtInf>.*?<\/PmtInf>/gs)].flatMap(([payment]) => {
    const executeOn = value(/<ReqdExctnDt>.*?<\/ReqdExctnDt>/s.exec(payment)?.[0] ?? '', 'Dt')
    return [...payment.matchAll(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)].map(([transfer]) => ({
      endToEndId: value(transfer, 'EndToEndId'),
      amountCents: Math.round(Number(value(transfer, 'InstdAmt')) * 100),
      iban: value(/<CdtrAcct>.*?<\/CdtrAcct>/s.exec(transfer)?.[0] ?? '', 'IBAN'),
      executeOn,
      told: 1,
    }))
  })
}
