import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/log/log.ts'
import type { BankTransfers, TransferReport } from './partners.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** A payment order to send to a bank or to query; ids and reference only. */
export type InFile = { merchant_id: string; id: string; reference: string; message_id: string }
/** A queue of payment orders: its table, the column of the order's id, and the prefix of its message ids. */
export type BankQueue = { table: Sql; id: Sql; prefix: 'T' | 'D' | 'C' }

/** Orders in a file, at most. */
const maxOrders = 1_000
/** Lease of a file: after a crash another process takes it when the lease has ended. */
const leaseMs = 60_000

type FilingServices = {
  database: Pick<Database, 'write'>
  now: () => Date
  log: Log
}

/** A unique message id. */
export const newFileId = ({ prefix }: BankQueue, now: Date): string => `${prefix}${hexOf(newId(now))}`

/**
 * Assigns new orders to a file, for good, before anything is sent, and calls `settleFile` with every file that has due orders. Returns the number of
 * orders.
 */
export async function workThroughFiles(
  services: FilingServices,
  queue: BankQueue,
  settleFile: (file: readonly InFile[]) => Promise<void>,
): Promise<number> {
  await fillFile(services, queue)
  let seen = 0
  for (;;) {
    const file = await takeFile(services, queue)
    if (file.length === 0) return seen
    seen += file.length
    try {
      await settleFile(file)
    } catch (error) {
      // The outcome is unknown: the bank is queried again when the lease has ended.
      services.log('warn', 'bank_unreachable', { message: file[0]?.message_id ?? '' }, error)
    }
  }
}

const fillFile = ({ database, now }: FilingServices, queue: BankQueue): Promise<unknown> =>
  database.write(null, (db) =>
    db.run(sql`update ${queue.table} q set message_id = ${newFileId(queue, now())} where q.reference in
      (select reference from ${queue.table} where message_id is null and ask_at <= ${now()} order by reference limit ${maxOrders} for update skip locked)`),
  )

/** Moves orders into a new file, before it is sent; returns its message id. A message id is never used for a different file. */
export async function refile(
  { database, now }: Pick<FilingServices, 'database' | 'now'>,
  queue: BankQueue,
  file: readonly InFile[],
): Promise<string> {
  const messageId = newFileId(queue, now())
  const references = file.map(({ reference }) => reference)
  await database.write(null, (db) =>
    db.run(sql`update ${queue.table} q set message_id = ${messageId} where q.reference = any(${references}::text[])`),
  )
  return messageId
}

/** Takes the due orders of one file, all of them: two workers never get the same ones, nor parts of one file. */
const takeFile = ({ database, now }: FilingServices, { table, id, prefix }: BankQueue): Promise<InFile[]> =>
  database.write(null, async (db) => {
    db.send(sql`select pg_advisory_xact_lock(hashtext(${`bank file ${prefix}`}))`)
    return db.rows<InFile>(sql`update ${table} q set ask_at = ${new Date(now().getTime() + leaseMs)} where q.reference in (
        select reference from ${table} where ask_at <= ${now()} and message_id = (
          select message_id from ${table} where ask_at <= ${now()} and message_id is not null order by ask_at limit 1) order by reference for update)
      and q.ask_at <= ${now()} returning q.merchant_id, q.${id} as id, q.reference, q.message_id`)
  })

type TransferFile = {
  bank: BankTransfers
  now: () => Date
  file: readonly InFile[]
  /** Marks transfers as sent, commits, and sends them to the bank. */
  send: (unknown: readonly InFile[]) => Promise<void>
  /** Stores the bank's report. */
  apply: (transfer: InFile, report: TransferReport) => Promise<void>
}

/**
 * Settles a file of transfers. The bank is always queried before sending: what it does not know is sent again in the same file with the same ids, so that
 * nothing is paid twice, whatever is lost in between.
 */
export async function settleTransfers({ bank, now, file, send, apply }: TransferFile): Promise<void> {
  const query = async (part: readonly InFile[]) => {
    const reports = await bank.reports(
      part.map(({ reference }) => reference),
      now(),
    )
    return reports.filter(({ state }) => state !== 'unknown').map((report) => [report.endToEndId, report] as const)
  }
  const reports = new Map(await query(file))
  const unknown = file.filter(({ reference }) => !reports.has(reference))
  if (unknown.length > 0) {
    await send(unknown)
    for (const [reference, report] of await query(unknown)) reports.set(reference, report)
  }
  await inParallel(file, async (one) => {
    const report = reports.get(one.reference)
    if (report) await apply(one, report)
  })
}

const concurrency = 4

/** Runs several at once; a failure is rethrown when all have ended. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const lanes = await Promise.allSettled(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item)
    }),
  )
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}
