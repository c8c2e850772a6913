import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { capture, operation, operationPath, refund } from './operations.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, amountInput, date, hexId, typedText } from '../platform/values.ts'

/** The effect of a refund or a cancellation on customer, shop and invoices: the server's own dry run. */
export const effect = z.strictObject({
  /** What the provider will do: void before capture, refund a part, or cancel the whole. */
  verb: z.enum(['void', 'refund', 'cancel']),
  amount,
  customer: z.strictObject({
    instalmentsBefore: z.int(),
    instalmentAmountBefore: amount,
    instalmentsAfter: z.int(),
    instalmentAmountAfter: amount,
    nextDueOn: z.nullable(date),
    nextDueAmountBefore: amount,
    nextDueAmountAfter: amount,
    outstandingAfter: amount,
    creditToCustomer: amount,
  }),
  merchant: z.strictObject({
    nextSettlementOn: date,
    nextSettlementBefore: amount,
    nextSettlementAfter: amount,
    feeBack: amount,
    vatBack: amount,
    subsidyBack: amount,
    netChange: amount,
  }),
  rectifyingInvoice: z.nullable(z.strictObject({ amount, issuedOn: date })),
})
export type Effect = z.output<typeof effect>

export const operationRefundPreview = endpoint({
  name: 'operationRefundPreview',
  method: 'GET',
  path: `${operationPath}/refund`,
  summary: 'Cuánto queda por devolver y qué pasaría',
  policy: { ...readsShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object({
    amount: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))),
    /** As in the refund itself; used only together with `amount`. */
    captureId: z.optional(hexId),
  }),
  answers: {
    200: z.strictObject({
      remainingAmount: amount,
      windowEndsOn: z.nullable(date),
      /** The caller's own limits in this mode: per refund, per day, and what is left of today; null: none (docs/domain.md#roles-and-rights). */
      limits: z.strictObject({ perRefund: z.nullable(amount), dayLimit: z.nullable(amount), dayLeft: z.nullable(amount) }),
      preview: z.nullable(effect),
    }),
  },
  refusals: ['RefundNotAllowed', 'RefundAmountExceeded'],
})

export const refundReason = z.enum([
  'product_returned',
  'product_defective',
  'not_delivered',
  'wrong_amount',
  'customer_request',
  'duplicated',
  'other',
])

/** The shop's reason for a cancellation. */
// A list of its own, which the browser displays without the schema library.
export const cancelReasons = ['customer_request', 'out_of_stock', 'wrong_amount', 'duplicated', 'suspected_fraud', 'other'] as const
export const cancelReason = z.enum(cancelReasons)

export const operationRefund = endpoint({
  name: 'operationRefund',
  method: 'POST',
  path: `${operationPath}/refund`,
  summary: 'Devolver dinero',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  money: true,
  body: z.strictObject({
    amount: amountInput,
    /** The remaining amount that the user saw; a different one is refused as stale. */
    expectedRemaining: z.optional(amount),
    /** The capture to refund; by default the oldest first. */
    captureId: z.optional(hexId),
    reason: z.optional(refundReason),
    comment: z.optional(typedText(250)),
    merchantReference: z.optional(typedText(64)),
  }),
  answers: { 201: z.strictObject({ remainingAmount: amount, refund, operation }) },
  refusals: ['RefundNotAllowed', 'RefundAmountExceeded', 'StaleAmount', 'PermissionDenied'],
})

export const operationRefundUndo = endpoint({
  name: 'operationRefundUndo',
  method: 'POST',
  path: `${operationPath}/refund/{refundId}/undo`,
  summary: 'Deshacer una devolución retenida',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', clock: 'shop' },
  answers: { 200: operation },
  refusals: ['UndoNotAllowed'],
})

export const operationCancelPreview = endpoint({
  name: 'operationCancelPreview',
  method: 'GET',
  path: `${operationPath}/cancel`,
  summary: 'Qué pasaría al cancelar',
  policy: { ...readsShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: { 200: z.strictObject({ preview: effect }) },
  refusals: ['CancelNotAllowed'],
})

export const operationCancel = endpoint({
  name: 'operationCancel',
  method: 'POST',
  path: `${operationPath}/cancel`,
  summary: 'Cancelar una operación',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  money: true,
  body: z.strictObject({ reason: z.optional(cancelReason), comment: z.optional(typedText(250)) }),
  answers: { 204: null },
  refusals: ['CancelNotAllowed', 'PermissionDenied'],
})

export const operationCaptureList = endpoint({
  name: 'operationCaptureList',
  method: 'GET',
  path: `${operationPath}/captures`,
  summary: 'Capturas y lo que queda por capturar',
  policy: { ...readsShop, roles: everyone, right: 'capture:read', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: { 200: z.strictObject({ remainingCaptureAmount: amount, results: z.array(capture) }) },
  refusals: [],
})

export const operationCapture = endpoint({
  name: 'operationCapture',
  method: 'POST',
  path: `${operationPath}/captures`,
  summary: 'Capturar',
  policy: { ...changesShop, roles: operators, right: 'capture', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  money: true,
  body: z.strictObject({ amount: z.optional(amountInput) }),
  answers: { 201: z.strictObject({ capture, operation }) },
  refusals: ['CaptureNotAllowed'],
})

export const operationCaptureExtend = endpoint({
  name: 'operationCaptureExtend',
  method: 'POST',
  path: `${operationPath}/captures/extension`,
  summary: 'Ampliar el plazo para capturar',
  policy: { ...changesShop, roles: operators, right: 'capture', clock: 'shop' },
  answers: { 200: operation },
  refusals: ['CaptureNotAllowed'],
})

export const operationConfirm = endpoint({
  name: 'operationConfirm',
  method: 'POST',
  path: `${operationPath}/confirm`,
  summary: 'Confirmar un pedido aprobado',
  policy: { ...changesShop, roles: operators, right: 'capture', clock: 'shop' },
  money: true,
  answers: { 200: operation },
  refusals: ['ConfirmNotAllowed'],
})
