import { type Cents, formatEuros } from '#domain/platform/money'
import { roles } from '#domain/access/roles'
import { shortId } from '#domain/platform/shortId'
import { notify } from '../../merchants/notices/notify.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { CustomerNamed } from './customerName.ts'

/** What the team is told about an order that was stopped as a duplicate. */
type Repetition = { operationId: string; mid: string | null; totalCents: Cents; customer: CustomerNamed; now: Date }

/** Notifies every member of the account of a duplicate order (docs/domain.md#duplicate-orders, rule 2); not in sandbox, where nobody ordered. */
export function notifyDuplicate(db: Connection, scope: Scope, { operationId, mid, totalCents, customer, now }: Repetition): void {
  if (scope.mode === 'sandbox') return
  const name = `${customer.firstName} ${customer.lastName}`.trim() || customer.email
  const values = [
    { key: 'order', value: mid ?? shortId(operationId) },
    { key: 'customer', value: name || (mid ?? shortId(operationId)) },
    { key: 'amount', value: formatEuros(totalCents) },
  ]
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: 'duplicated_operation',
    level: 'info',
    values,
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(operationId)}`,
    roles,
    now,
  })
}
