import type { BankTransfers, TransferReport } from './bankTransfers.ts'
import { atHour, entryOf, ordersOf, simulatedFiles, value, type BankTrouble, type FileEntry } from './simulatedFiles.ts'

/** A transfer as the bank keeps it. */
export type BankEntry = FileEntry & { executeOn: string }

/** No bank has this code: money sent there comes back the day after. */
const CLOSED_BANK = '9990'

/** A bank that books transfers at seven in the morning of the day asked for. */
export const simulatedBank = (trouble: () => BankTrouble = () => 'none'): BankTransfers & { entries(): readonly BankEntry[] } =>
  simulatedFiles(trouble, transfersOf, reportOf)

function reportOf(endToEndId: string, entry: BankEntry | undefined, now: Date): TransferReport {
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
