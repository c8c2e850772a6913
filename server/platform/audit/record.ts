import { randomUUID } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

/** One entry of the audit trail: who did, or was refused, what. `before` and `after` hold facts, never personal data. */
export type AuditEntry = {
  accountId: string
  /** Null, like `mode`, for entries about the whole account. Required, so that no shop's entry loses its shop. */
  merchantId: string | null
  mode: Mode | null
  userId: string | null
  /** The shop's API key, where the caller was not a user. */
  keyId?: string | undefined
  /** The member of the provider's staff, where one did it. */
  staffId?: string | undefined
  role: string | null
  ip: string | null
  call: string
  /** 'done', or the type of the refusal. */
  outcome?: string
  entity?: string | undefined
  entityId?: string | undefined
  before?: unknown
  after?: unknown
  /** Random by default, where there was no request. */
  requestId?: string
}

/** The account under which the provider's own audit trail is kept: what its staff did that concerns no merchant. */
export const providerAccountId = '00000000-0000-0000-0000-000000000001'

/** Appends to the account's hash chain in the caller's transaction, without waiting. To be called last: the end of the chain is locked until commit. */
export async function record(db: Connection, entry: AuditEntry): Promise<void> {
  db.send(sql`insert into audit_entries (account_id, merchant_id, mode, user_id, role, ip, call, outcome, entity, entity_id, before, after, request_id, key_id, staff_id)
    values (${entry.accountId}, ${entry.merchantId}, ${entry.mode}, ${entry.userId}, ${entry.role}, ${entry.ip}, ${entry.call}, ${entry.outcome ?? 'done'},
      ${entry.entity ?? null}, ${entry.entityId ?? null}, ${entry.before === undefined ? null : JSON.stringify(entry.before)},
      ${entry.after === undefined ? null : JSON.stringify(entry.after)}, ${entry.requestId ?? randomUUID()}, ${entry.keyId ?? null}, ${entry.staffId ?? null})`)
}
