import type { Handover } from '#contract/access/handover'
import type { Role } from '#domain/access/roles'
import { handoverProblem, type HandoverProblem } from '#domain/access/handover'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

/** A handover as stored, with what both sides are now. */
export type StoredHandover = {
  id: string
  account_id: string
  from_user: string
  to_user: string
  state: 'offered' | 'accepted' | 'done' | 'declined' | 'cancelled' | 'void'
  offered_at: Date
  expires_at: Date
  accepted_at: Date | null
  effective_at: Date | null
  ended_at: Date | null
  from_name: string
  from_email: string
  from_role: Role
  from_active: boolean
  to_name: string
  to_email: string
  to_role: Role
  to_active: boolean
  to_temporary: boolean
  to_sandbox_only: boolean
  /** When a way to enter of either side last changed. */
  changed_at: Date | null
}

const nameOf = (alias: Sql): Sql =>
  sql`coalesce(nullif(btrim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), ''), ${alias}.email)`
const lastChange = (alias: Sql): Sql =>
  sql`greatest(${alias}.credentials_changed_at, (select max(p.replaced_at) from password_history p where p.user_id = ${alias}.id))`
const [f, t] = [sql`f`, sql`t`]

const columns = sql`h.id, h.account_id, h.from_user, h.to_user, h.state, h.offered_at, h.expires_at, h.accepted_at, h.effective_at, h.ended_at,
  ${nameOf(f)} as from_name, f.email as from_email, f.role as from_role, f.disabled_at is null and f.password_hash is not null as from_active,
  ${nameOf(t)} as to_name, t.email as to_email, t.role as to_role, t.disabled_at is null and t.password_hash is not null as to_active,
  t.access_until is not null as to_temporary, t.sandbox_only as to_sandbox_only, greatest(${lastChange(f)}, ${lastChange(t)}) as changed_at
  from ownership_handovers h join users f on f.id = h.from_user join users t on t.id = h.to_user`

/** The last handover of an account; undefined when there was none. */
export const lastHandover = (db: Connection, accountId: string): Promise<StoredHandover | undefined> =>
  db.first<StoredHandover>(sql`select ${columns} where h.account_id = ${accountId} order by h.offered_at desc, h.id desc limit 1`)

/** One of an account by its id, however it is known. */
export const handoverById = (db: Connection, accountId: string, id: string): Promise<StoredHandover | undefined> =>
  db.first<StoredHandover>(sql`select ${columns} where h.id = ${id} and h.account_id = ${accountId}`)

/** One of the caller's account; anybody else's is not found. Read under the team's lock. */
export async function openHandover(db: Connection, accountId: string, hex: string): Promise<StoredHandover> {
  const id = uuidOf(hex)
  const found = id && (await handoverById(db, accountId, id))
  if (!found) throw notFound(hex)
  return found
}

export const handoverRefusal = (why: HandoverProblem | 'ended' | 'lapsed' | 'pending'): Refusal =>
  new Refusal('HandoverNotAllowed', { why })

/** What stands against it now. */
export const problemOf = (row: StoredHandover): HandoverProblem | null =>
  handoverProblem(
    { id: row.from_user, role: row.from_role, active: row.from_active, temporary: false, sandboxOnly: false },
    { id: row.to_user, role: row.to_role, active: row.to_active, temporary: row.to_temporary, sandboxOnly: row.to_sandbox_only },
  )

/** The handover as the contract shows it. */
export const handoverOf = (row: StoredHandover, now: Date): Handover => ({
  id: hexOf(row.id),
  state: row.state === 'offered' && row.expires_at <= now ? 'lapsed' : row.state,
  from: { id: hexOf(row.from_user), name: row.from_name, email: row.from_email },
  to: { id: hexOf(row.to_user), name: row.to_name, email: row.to_email },
  offeredAt: row.offered_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  effectiveAt: row.effective_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
})
