import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

// A bank executes each reference once, whichever shop it is for: the primary key of `bank_references` refuses a second one. Payouts, which are made by one
// statement, take theirs in it.

/** Takes a new reference of ours, in the caller's transaction, which fails if another debit, mandate or credit has it. */
export const takeReference = (
  db: Connection,
  { merchantId }: Scope,
  kind: 'debit' | 'mandate' | 'credit',
  reference: string,
): Promise<number> => db.run(sql`insert into bank_references (kind, reference, merchant_id) values (${kind}, ${reference}, ${merchantId})`)

/** Takes the bank's reference of a shop's transfer. False: it is credited already, to this shop or another. */
export const takeTransfer = async (db: Connection, { merchantId }: Scope, reference: string): Promise<boolean> =>
  (await db.run(sql`insert into bank_references (kind, reference, merchant_id) values ('transfer', ${reference}, ${merchantId})
    on conflict do nothing`)) === 1

/** Lets a transfer be credited again, once its credit to this shop is undone. */
export const releaseTransfer = (db: Connection, { merchantId }: Scope, reference: string): Promise<number> =>
  db.run(sql`delete from bank_references r where r.kind = 'transfer' and r.reference = ${reference} and r.merchant_id = ${merchantId}`)
