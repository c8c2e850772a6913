import { type AuditEntry, record } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'

/**
 * Who acts for the provider: a member of staff in the console, the operator at the terminal (with `staffId` if `--as` names a member of staff), or one of the provider's
 * own systems, by its key.
 */
export type Actor = { staffId: string } | { operator: true; staffId?: string } | { providerKeyId: string }

/** The columns of an audit entry that name who acted. */
export const actorColumns = (by: Actor): Pick<AuditEntry, 'staffId' | 'keyId'> =>
  'providerKeyId' in by ? { keyId: by.providerKeyId } : { staffId: by.staffId }

/** An act of the provider, as `record` takes it; about the whole account unless it names a shop. */
export type Act = Pick<AuditEntry, 'accountId' | 'call' | 'outcome' | 'entity' | 'entityId' | 'before' | 'after' | 'requestId'> &
  Partial<Pick<AuditEntry, 'merchantId' | 'mode'>>

/** Audits what the provider did in an account: its people read "Proveedor", staff read who it was. To be called last, as `record`. */
export const recordAct = (db: Connection, by: Actor, { merchantId = null, mode = null, ...act }: Act): Promise<void> =>
  record(db, { ...act, merchantId, mode, userId: null, role: 'operator', ip: null, ...actorColumns(by) })
