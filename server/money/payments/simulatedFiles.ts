import { addDays, localDate, startOfMadridDay } from '#domain/platform/dates'
import { ProviderUnreachable } from './paymentProvider.ts'

/**
 * How a bank may fail us: `lost`, it never hears; `late`, it hears and does, and its answer does not arrive; `twice`, it hears or answers
 * twice.
 */
export type BankTrouble = 'none' | 'lost' | 'late' | 'twice'

/** An order of money as the bank keeps it; amount in cents. `told`: how often it was asked for; it is done once. */
export type FileEntry = { endToEndId: string; amountCents: number; iban: string; told: number }

const HOUR = 3_600_000

/** A time of the day, in Madrid, so many days after another. */
export const atHour = (day: string, daysLater: number, hour: number): Date =>
  new Date(startOfMadridDay(addDays(localDate(day), daysLater)).getTime() + hour * HOUR)

/** The text of an element. */
export const value = (text: string, tag: string): string => new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(text)?.[1] ?? ''

/** Every order in a file of several payments: `tag` is an order's element. */
export const ordersOf = <Entry>(xml: string, tag: string, entryOf: (order: string, payment: string) => Entry): Entry[] =>
  [...xml.matchAll(/<PmtInf>.*?<\/PmtInf>/gs)].flatMap(([payment]) =>
    [...payment.matchAll(new RegExp(`<${tag}>.*?</${tag}>`, 'gs'))].map(([order]) => entryOf(order, payment)),
  )

/** What both kinds of order say alike; `account`: the element of the shop's account. */
export const entryOf = (order: string, account: string): FileEntry => ({
  endToEndId: value(order, 'EndToEndId'),
  amountCents: Math.round(Number(value(order, 'InstdAmt')) * 100),
  iban: value(new RegExp(`<${account}>.*?</${account}>`, 's').exec(order)?.[0] ?? '', 'IBAN'),
  told: 1,
})

/**
 * A bank without a network: it keeps what it was told in memory. After a restart it knows nothing, and is simply told again. `read` takes a file
 * apart, `reportOf` says how one of its orders stands at a moment.
 */
export function simulatedFiles<Entry extends FileEntry, Report>(
  trouble: () => BankTrouble,
  read: (xml: string) => Entry[],
  reportOf: (endToEndId: string, entry: Entry | undefined, now: Date) => Report,
) {
  const known = new Map<string, Entry>()
  const hear = (xml: string) => {
    for (const entry of read(xml)) {
      const earlier = known.get(entry.endToEndId)
      if (earlier) earlier.told += 1
      else known.set(entry.endToEndId, entry)
    }
  }
  return {
    // The example of ISO 13616 for Spain.
    iban: 'ES9121000418450200051332',
    async send({ xml }: { xml: string }): Promise<void> {
      const fault = trouble()
      if (fault === 'lost') throw new ProviderUnreachable('the bank did not hear')
      hear(xml)
      if (fault === 'twice') hear(xml)
      if (fault === 'late') throw new ProviderUnreachable('the bank did not answer')
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
