import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'

/** What the provider's operator did to a shop's debt. */
export type OperatorAction = {
  accountId: string
  call: 'transfer-received' | 'transfer-undo' | 'debit-return'
  after: Readonly<Record<string, string | number>>
}

/** Leaves a line of it in the shop's trail. */
export const recordOperator = (db: Connection, { merchantId, mode }: Scope, { accountId, call, after }: OperatorAction): Promise<void> =>
  record(db, {
    accountId,
    merchantId,
    mode,
    userId: null,
    role: 'operator',
    ip: null,
    call: `operator.${call}`,
    entity: 'merchant',
    entityId: merchantId,
    after,
  })
