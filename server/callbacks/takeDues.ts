import type { Mode } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'

/** An order of which there is something to tell; `version`: how often it had changed when it was taken. */
export type Due = { merchantId: string; mode: Mode; operationId: string; version: number }

/** Whoever took an order has so long; after that it is taken to have died on the way (our choice; above all time limits of telling). */
const leaseMs = 120_000

type Row = { merchant_id: string; mode: Mode; operation_id: string; version: number }

/** Takes orders whose shops are to be told now, the longest waiting first; each is in the hands of one worker at a time. */
export async function takeDues({ database, now }: House, most: number): Promise<Due[]> {
  const at = now()
  const rows = await database.write(null, (db) =>
    db.rows<Row>(sql`with due as materialized (
        select d.merchant_id, d.mode, d.operation_id from callback_dues d
        where d.due_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at}) order by d.due_at limit ${most} for update skip locked
      )
      update callback_dues d set leased_until = ${new Date(at.getTime() + leaseMs)} from due
      where d.merchant_id = due.merchant_id and d.mode = due.mode and d.operation_id = due.operation_id
      returning d.merchant_id, d.mode, d.operation_id, d.version`),
  )
  return rows.map((row) => ({ merchantId: row.merchant_id, mode: row.mode, operationId: row.operation_id, version: row.version }))
}
