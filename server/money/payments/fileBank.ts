import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { BankDebits, BankTransfers, FileTaken, TransferReport } from './partners.ts'

/** A bank that takes files: from a folder that its transfer software reads, or from a person who downloads them (`folder` null). */
type FileBank = { iban: string; folder: string | null }

/** Which of our orders were in a file that was handed over: rows of `reference`, with what files from the bank said since. */
const handedTransfers = (references: readonly string[]): Sql => sql`
  select q.reference, l.payout_state = 'confirmed' as booked, l.done_at as at from payout_queue q join payout_files f on f.message_id = q.message_id
    left join listed_settlements l on l.merchant_id = q.merchant_id and l.id = q.settlement_id and l.payout_reference = q.reference
  where q.reference = any(${references}::text[]) and ${isInFile}
  union all
  select q.reference, b.at is not null, b.at from credit_transfer_queue q join payout_files f on f.message_id = q.message_id
    left join lateral (select min(happened_at) as at from bank_file_lines where reference = q.reference and kind = 'credit' and outcome = 'executed'
      and result in ('applied', 'matched')) b on true
  where q.reference = any(${references}::text[]) and ${isInFile}`

const isInFile = sql`f.written_at is not null and position('<EndToEndId>' || q.reference || '</EndToEndId>' in f.xml) > 0`

const handsOver = ({ folder }: FileBank) => (folder === null ? 'person' : 'folder')

/** Transfers by file: what was handed over is on its way until a file from the bank says more. */
export const fileTransfers = (database: Database, bank: FileBank): BankTransfers => ({
  iban: bank.iban,
  handsOver: handsOver(bank),
  send: ({ messageId }) => handOver(database, bank, messageId),
  async reports(endToEndIds): Promise<TransferReport[]> {
    await finishHandOvers(database, bank)
    const rows = await database.read(null, (db) =>
      db.rows<{ reference: string; booked: boolean | null; at: Date | null }>(handedTransfers(endToEndIds)),
    )
    const known = new Map(rows.map((row) => [row.reference, row]))
    return endToEndIds.map((endToEndId) => {
      const row = known.get(endToEndId)
      if (!row) return { endToEndId, state: 'unknown', at: null, code: null }
      return row.booked ? { endToEndId, state: 'booked', at: row.at, code: null } : { endToEndId, state: 'pending', at: null, code: null }
    })
  },
})

/** Direct debits by file; their results are read from the bank's files. */
export const fileDebits = (database: Database, bank: FileBank): BankDebits => ({
  iban: bank.iban,
  handsOver: handsOver(bank),
  send: ({ messageId }) => handOver(database, bank, messageId),
  async reports(endToEndIds) {
    await finishHandOvers(database, bank)
    const rows = await database.read(null, (db) =>
      db.rows<{ reference: string }>(sql`select q.reference from debit_queue q join payout_files f on f.message_id = q.message_id
        where q.reference = any(${endToEndIds}::text[]) and ${isInFile}`),
    )
    const known = new Set(rows.map(({ reference }) => reference))
    return endToEndIds.map((endToEndId) => ({
      endToEndId,
      state: known.has(endToEndId) ? ('pending' as const) : ('unknown' as const),
      amountCents: null,
      at: null,
      code: null,
    }))
  },
})

/** Ends what a process that was killed had begun. */
async function finishHandOvers(database: Database, bank: FileBank): Promise<void> {
  const begun = await database.read(null, (db) =>
    db.rows<{ message_id: string }>(sql`select message_id from payout_files where written_at is not null and handed_at is null`),
  )
  for (const { message_id: messageId } of begun) await handOver(database, bank, messageId)
}

/**
 * Hands a stored file over, once. Its temporary file is complete on the disk before that is committed; from then on it is only renamed. Where the
 * temporary file is gone after that, it was renamed before the process was killed: it is never written a second time, even if the bank's software has
 * taken it away.
 */
async function handOver(database: Database, { folder }: FileBank, messageId: string): Promise<FileTaken> {
  const step = (column: 'written_at' | 'handed_at', work: (xml: string) => Promise<void>) =>
    database.write(null, async (db) => {
      const file = await db.first<{ xml: string; written_at: Date | null; handed_at: Date | null }>(
        sql`select xml, written_at, handed_at from payout_files where message_id = ${messageId} for update`,
      )
      if (!file) throw new Error(`the file ${messageId} was not stored before it was sent`)
      if (file[column] !== null) return
      if (folder !== null) await work(file.xml)
      await db.run(
        column === 'written_at'
          ? sql`update payout_files set written_at = now() where message_id = ${messageId}`
          : sql`update payout_files set handed_at = now() where message_id = ${messageId}`,
      )
    })
  const place = folder ?? ''
  const temporary = join(place, `.${messageId}.xml.part`)
  await step('written_at', (xml) => writeWhole(temporary, xml))
  await step('handed_at', () => moveIn(place, temporary, join(place, `${messageId}.xml`)))
  return 'handed_over'
}

async function writeWhole(path: string, content: string): Promise<void> {
  const file = await open(path, 'w', 0o640)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function moveIn(folder: string, from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
