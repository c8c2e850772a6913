import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** The fields of the caller's account that company endpoints need. */
export type CompanyAccount = {
  id: string
  type: 'enterprise' | 'self_employed' | 'unknown'
  requiresOnboarding: boolean
  /** The provider keeps its documents in its own systems. */
  papersElsewhere: boolean
}

type Row = { id: string; type: CompanyAccount['type']; requires_onboarding: boolean; papers_elsewhere: boolean }

/** From its row. */
export const accountOf = (row: Row): CompanyAccount => ({
  id: row.id,
  type: row.type,
  requiresOnboarding: row.requires_onboarding,
  papersElsewhere: row.papers_elsewhere,
})
const columns = sql`id, type, requires_onboarding, papers_elsewhere`

/** The caller's account. */
export async function readAccount(db: Connection, { accountId }: Pick<Caller, 'accountId'>): Promise<CompanyAccount> {
  const row = await db.first<Row>(sql`select ${columns} from accounts where id = ${accountId}`)
  if (!row) throw new Refusal('InvalidToken')
  return accountOf(row)
}

/** The same, locked until the transaction ends, which serialises changes of an account's data. */
export async function lockAccount(db: Connection, { accountId }: Pick<Caller, 'accountId'>): Promise<CompanyAccount> {
  const row = await db.first<Row>(sql`select ${columns} from accounts where id = ${accountId} for no key update`)
  if (!row) throw new Refusal('InvalidToken')
  return accountOf(row)
}
