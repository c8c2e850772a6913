import type { Connection, Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { type BankQueue, type InFile, refile } from './bankFiles.ts'
import type { FileTaken } from './partners.ts'

/** A file of payment orders as it is sent. `madeBy`: the member of staff who made it by hand. */
type SentFile = {
  messageId: string
  kind: 'transfers' | 'debits'
  xml: string
  orders: readonly { amountCents: number }[]
  now: Date
  madeBy?: string
  /** How the bank takes files. */
  handsOver: 'folder' | 'person' | null
  /** A person hands it in, and the bank cannot be asked: it is final as soon as it is made. */
  isHandedOver?: boolean
}

/**
 * Stores a file, before it is sent; returns the sum of its orders. A bank that answers may have had the whole before: a repeat of a part of it, which the
 * bank did not know, does not replace it. Where files are handed over, the newest form holds until it is, and nothing replaces it afterwards.
 */
export async function keepSentFile(db: Connection, file: SentFile): Promise<number> {
  const { messageId, kind, xml, orders, now, madeBy, handsOver, isHandedOver = false } = file
  const totalCents = orders.reduce((all, { amountCents }) => all + amountCents, 0)
  const handedAt = isHandedOver ? now : null
  await db.run(sql`insert into payout_files as f (message_id, kind, transfers, total_cents, xml, made_by, made_at, written_at, handed_at)
    values (${messageId}, ${kind}, ${orders.length}, ${totalCents}, ${xml}, ${madeBy ?? null}, ${now}, ${handedAt}, ${handedAt})
    on conflict (message_id) do update set transfers = excluded.transfers, total_cents = excluded.total_cents, xml = excluded.xml
    where f.written_at is null and (${handsOver !== null} or excluded.transfers >= f.transfers)`)
  return totalCents
}

/** SQL that notes that the bank took a file, if it said so. */
export const fileTaken = (messageId: string, taken: FileTaken, at: Date): Sql =>
  sql`update payout_files set accepted_at = coalesce(accepted_at, ${at}) where message_id = ${messageId} and ${taken === 'accepted'}`

type Services = { database: Pick<Database, 'read' | 'write'>; now: () => Date }

/** The message id under which these orders are sent: a new one where their file was handed over without them. Undefined for no orders. */
export async function messageIdOf(services: Services, queue: BankQueue, file: readonly InFile[]): Promise<string | undefined> {
  const messageId = file[0]?.message_id
  if (messageId === undefined) return undefined
  const handed = await services.database.read(null, (db) =>
    db.first(sql`select from payout_files where message_id = ${messageId} and written_at is not null`),
  )
  return handed ? refile(services, queue, file) : messageId
}
