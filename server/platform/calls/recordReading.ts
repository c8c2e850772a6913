import type { CallName } from '#contract/index'
import { record } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import type { Caller } from './call.ts'

type Reader = { caller: Caller; scope: Scope; ip: string; requestId: string }
type Read = { after: object; entity?: string; entityId?: string }

/** Audits a read that must be traceable, such as a download; `entity` is the shop by default. Writes are audited by the gateway. */
export const recordReading = (
  db: Connection,
  { caller, scope, ip, requestId }: Reader,
  call: CallName,
  { after, entity = 'merchant', entityId = scope.merchantId }: Read,
): Promise<void> =>
  record(db, {
    accountId: caller.accountId,
    merchantId: scope.merchantId,
    mode: scope.mode,
    userId: caller.userId,
    role: caller.ownRole ?? caller.role,
    ip,
    call,
    entity,
    entityId,
    after,
    requestId,
  })
