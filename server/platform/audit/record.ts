import { randomUUID } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'

/** One line of the audit trail: who did, or was refused, what. `before` and `after` carry facts, never personal data. */
export type AuditEntry = {
  accountId: string
  /** Null, both of them, of what concerns the whole account: said each time, so that no shop's act loses its shop. */
  merchantId: string | null
  mode: Mode | null
  userId: string | null
  /** The shop's key that called, where no person did. */
  keyId?: string | undefined
  role: string | null
  ip: string | null
  call: string
  /** 'done', unless it is the type of the refusal. */
  outcome?: string
  entity?: string | undefined
  entityId?: string | undefined
  before?: unknown
  after?: unknown
  /** One of its own where no request asked for it. */
  requestId?: string
}

/** Appends to the account's chain, inside the caller's transaction, last in it and without waiting: the chain's end stays locked until commit. */
export async function record(db: Connection, entry: AuditEntry): Promise<void> {
  db.send(sql`insert into audit_entries (account_id, merchant_id, mode, user_id, role, ip, call, outcome, entity, entity_id, before, after, request_id, key_id)
    values (${entry.accountId}, ${entry.merchantId}, ${entry.mode}, ${entry.userId}, ${entry.role}, ${entry.ip}, ${entry.call}, ${entry.outcome ?? 'done'},
      ${entry.entity ?? null}, ${entry.entityId ?? null}, ${entry.before === undefined ? null : JSON.stringify(entry.before)},
      ${entry.after === undefined ? null : JSON.stringify(entry.after)}, ${entry.requestId ?? randomUUID()}, ${entry.keyId ?? null})`)
}

/** Leaves the line of a document that somebody of the provider opened, for the account that it belongs to. */
export const recordOpened = (
  db: Connection,
  opened: Required<Pick<AuditEntry, 'accountId' | 'call' | 'entity' | 'entityId'>>,
): Promise<void> =>
  record(db, {
    merchantId: null,
    mode: null,
    userId: null,
    role: 'operator',
    ip: null,
    ...opened,
  })
