import { CHANGES_MOST } from '#domain/sales/operations/visit'
import { settlementStatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationRow, substatus } from './operations.ts'
import { changesShop, everyone, readsShop } from '../platform/policy.ts'
import { amount, instant } from '../platform/values.ts'

/** What the list said of an operation when its reader was there last. */
const before = z.strictObject({
  substatus,
  statusReason: z.nullable(z.string()),
  suspensionReason: z.nullable(z.string()),
  voidedAmount: amount,
  capturedAmount: amount,
  /** Refunded or held to be refunded. */
  refundedAmount: amount,
  settlementStatus: z.enum(settlementStatuses),
  settlementReference: z.nullable(z.string()),
})

/** An operation whose status, amount or settlement is another than it was. */
const change = z.strictObject({ operation: operationRow, before, changed: instant })
export type OperationChange = z.output<typeof change>

/**
 * What changed since the caller's last visit of the list: operations that were there then, the latest change first. Asking is being
 * there, so that a visit is known without a call of its own; while the application is seen as somebody else, nothing is noted.
 */
export const operationChanges = endpoint({
  name: 'operationChanges',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/orders/changes',
  summary: 'Lo que cambió desde la última visita',
  policy: { ...readsShop, roles: everyone, right: 'operations', clock: 'shop' },
  background: true,
  answers: {
    200: z.strictObject({
      since: instant,
      /** The moment that the answer tells of: what is called seen is seen until then. */
      until: instant,
      results: z.array(change).check(z.maxLength(CHANGES_MOST)),
      /** More changed than the results hold. */
      more: z.boolean(),
    }),
  },
  refusals: [],
})

/** Forgets what changed until an instant: the caller has seen it. */
export const operationChangesSeen = endpoint({
  name: 'operationChangesSeen',
  method: 'POST',
  path: '/v2/merchants/{merchantId}/orders/changes/seen',
  summary: 'Dar por visto lo que cambió',
  policy: { ...changesShop, roles: everyone, right: 'operations', afterEnd: 'allowed', clock: 'shop' },
  body: z.strictObject({ until: instant }),
  answers: { 204: null },
  refusals: [],
})
