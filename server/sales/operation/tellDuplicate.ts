import { formatEuros, type Cents } from '#domain/platform/money'
import { roles } from '#domain/access/roles'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import type { CustomerNamed } from './nameCustomer.ts'

/** What the team is told of an order that was stopped as a repetition. */
export type Repetition = { operationId: string; mid: string | null; totalCents: Cents; customer: CustomerNamed; now: Date }

/** Leaves a notice of a repeated order for everybody in the account (docs/domain.md#duplicate-orders, rule 2); none in sandbox, where nobody ordered. */
export function tellDuplicate(db: Connection, scope: Scope, { operationId, mid, totalCents, customer, now }: Repetition): void {
  if (scope.mode === 'sandbox') return
  const name = `${customer.firstName} ${customer.lastName}`.trim() || customer.email
  const values = [
    { key: 'order', value: mid ?? operationId.slice(0, 8) },
    { key: 'customer', value: name || (mid ?? operationId.slice(0, 8)) },
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
