import type { CallName } from '#contract/index'
import type { Scenario } from '#domain/sales/operations/sandbox'
import type { Product } from '#domain/sales/operations/states'
import type { Scope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** What somebody must be allowed to do by hand in order to have it done: the lab gives nobody a right. */
export const needs: Readonly<Record<Scenario, readonly CallName[]>> = {
  link: ['checkoutOfflineCreate'],
  approved: ['checkoutOfflineCreate'],
  captureRequired: ['checkoutOfflineCreate'],
  refused: ['checkoutOfflineCreate'],
  challenge: ['checkoutOfflineCreate'],
  expired: ['checkoutOfflineCreate'],
  duplicated: ['checkoutOfflineCreate'],
  refunded: ['checkoutOfflineCreate', 'operationRefund'],
  cancelled: ['checkoutOfflineCreate', 'operationCancel'],
  negativeBalance: ['checkoutOfflineCreate', 'operationRefund'],
}

/** The product that it is about; none: any that the shop sells. */
export const productOf: Readonly<Partial<Record<Scenario, Product>>> = {
  approved: 'instalments',
  captureRequired: 'pay_later',
  refunded: 'instalments',
  negativeBalance: 'instalments',
}

/** Real mode has nothing to try out. Refuses with SandboxOnly. */
export function sandboxOnly({ mode }: Scope): void {
  if (mode === 'live') throw new Refusal('SandboxOnly')
}
