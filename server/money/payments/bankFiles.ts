import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/log/log.ts'

/** Something that a bank must be told of or asked about; ids and reference alone. */
export type InFile = { merchant_id: string; id: string; reference: string; message_id: string }
/** Where such things wait: the table, its column of their own id, and the letter that the ids of their files begin with. */
export type BankQueue = { table: Sql; id: Sql; letter: 'T' | 'D' }

/** Most things in a file. */
const most = 1_000
/** Whoever works on a file has it to himself for so long; killed, another takes it up. */
const leaseMs = 60_000

type FilingServices = {
  database: Pick<Database, 'write'>
  now: () => Date
  log: Log
}

/** The id of a file that no file had before. */
export const newFileId = ({ letter }: BankQueue, now: Date): string => `${letter}${newId(now).replaceAll('-', '')}`

/**
 * Puts what waits into a file, once and for all, before anything is sent, and has every file worked through that something is due of. Returns how many
 * things were looked at.
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
      // Nobody knows whether the bank heard: it is asked again when the lease has ended.
      services.log('warn', 'bank_unreachable', { message: file[0]?.message_id ?? '' }, error)
    }
  }
}

const fillFile = ({ database, now }: FilingServices, queue: BankQueue): Promise<unknown> =>
  database.write(null, (db) =>
    db.run(sql`update ${queue.table} q set message_id = ${newFileId(queue, now())} where q.reference in
      (select reference from ${queue.table} where message_id is null and ask_at <= ${now()} order by reference limit ${most} for update skip locked)`),
  )

/** Takes what is due of one file; two workers never have the same. */
const takeFile = ({ database, now }: FilingServices, { table, id }: BankQueue): Promise<InFile[]> =>
  database.write(null, (db) =>
    db.rows<InFile>(sql`update ${table} q set ask_at = ${new Date(now().getTime() + leaseMs)} where q.reference in (
        select reference from ${table} where ask_at <= ${now()} and message_id = (
          select message_id from ${table} where ask_at <= ${now()} and message_id is not null order by ask_at limit 1) order by reference for update skip locked)
      and q.ask_at <= ${now()} returning q.merchant_id, q.${id} as id, q.reference, q.message_id`),
  )
