import { MAX_CHANGES } from '#domain/sales/operations/visit'
import { settlementStatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationRow, substatus } from './operations.ts'
import { changesShop, everyone, readsShop } from '../platform/policy.ts'
import { amount, instant } from '../platform/values.ts'

/** An operation's row at the caller's last visit. */
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

/** An operation whose status, amount or settlement has changed. */
const change = z.strictObject({ operation: operationRow, before, changed: instant })
export type OperationChange = z.output<typeof change>

/**
 * Changes since the caller's last visit to the list: operations that existed then, the latest change first. The request itself records the visit, without a
 * separate call; nothing is recorded while viewing as somebody else.
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
      /** The instant of this answer: marking it as seen applies until then. */
      until: instant,
      results: z.array(change).check(z.maxLength(MAX_CHANGES)),
      /** There are more changes than results. */
      more: z.boolean(),
    }),
  },
  refusals: [],
})

/** Marks changes up to an instant as seen by the caller. */
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
