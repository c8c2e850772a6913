import type { MoneyProof } from '#contract/provider/moneyProofs'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'

/** Proofs that are shown. */
const maxProofs = 30

type Row = {
  id: string
  asked_at: Date
  asked_by: string | null
  finished_at: Date | null
  shops: number
  accounts: number
  broken: MoneyProof['broken']
  broken_count: number
}

/** The last proofs, the newest first. */
export const consoleProofs: ConsoleHandler<'consoleProofs'> = async ({ db }) => {
  const rows =
    await db.rows<Row>(sql`select p.id, p.asked_at, s.first_name || ' ' || s.last_name as asked_by, p.finished_at, p.shops, p.accounts, p.broken, p.broken_count
    from book_proofs p left join staff s on s.id = p.asked_by order by p.asked_at desc, p.id desc limit ${maxProofs}`)
  return {
    results: rows.map((row) => ({
      id: hexOf(row.id),
      askedAt: row.asked_at.toISOString(),
      askedBy: row.asked_by,
      finishedAt: row.finished_at?.toISOString() ?? null,
      shops: row.shops,
      accounts: row.accounts,
      brokenCount: row.broken_count,
      broken: row.broken,
    })),
  }
}

/** Asks for a proof, which the background job makes; nothing when one is running. */
export const consoleProofStart: ConsoleHandler<'consoleProofStart'> = async ({ db, staff, now, audit }) => {
  const id = newId(now)
  const started = await db.run(
    sql`insert into book_proofs (id, asked_at, asked_by) values (${id}, ${now}, ${staff.staffId}) on conflict do nothing`,
  )
  audit({ entity: 'book_proof', entityId: id, after: { started: started === 1 } })
  return undefined
}
