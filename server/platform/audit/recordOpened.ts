import type { Connection } from '../database/database.ts'
import { record, type AuditEntry } from './record.ts'

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
