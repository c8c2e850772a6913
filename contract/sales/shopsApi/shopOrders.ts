import { orderParameters } from '#domain/sales/shopsApi/shopFilters'
import { categories, products, settlementStatuses, substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { shopAmount, shopCall, shopInstant, shopList } from '../../platform/shopCall.ts'
import { article, maxArticles, order, shipping } from './shopCheckout.ts'
import { amount, hexId, rate, typedText } from '../../platform/values.ts'

/** Operations as shops' programs read and change them. A `{ref}` is its id, the shop's order number, or an earlier one. */
const itemPath = '/orders/{ref}'

/** For calls that move money: an unknown field, or a null one, is refused. Only an absent body or `{}` means the full amount. */
const money = { money: true, tellsAbsent: true } as const

const moment = z.nullable(shopInstant)
const words = z.nullable(z.string())

const refund = z.strictObject({
  id: hexId,
  amount,
  /** What remains of the capture, or of all captures, after this refund. */
  pendingAmount: amount,
  accrualDate: z.iso.date(),
  creditToCustomer: amount,
  /** Nothing is owed any more. */
  completed: z.boolean(),
  completedButDefaults: z.boolean(),
  created: shopInstant,
})

const captureFacts = { id: hexId, amount, created: shopInstant, refunds: z.array(refund), refundedAmount: amount, remainingAmount: amount }
const capture = z.strictObject(captureFacts)
const voided = z.strictObject({ id: hexId, amount, created: shopInstant })

/** The state of an order. */
const orderState = {
  id: hexId,
  mid: words,
  sandbox: z.boolean(),
  status: z.enum(['ok', 'pending', 'ko']),
  statusReason: words,
  totalAmount: amount,
  taxRate: rate,
  discount: amount,
  discountRate: rate,
  currency: z.strictObject({ name: z.string(), code: z.literal('EUR'), numeric: z.string(), symbol: z.string() }),
  created: shopInstant,
  verified: moment,
  confirmed: moment,
  expiresAt: moment,
  expired: moment,
  cancelled: moment,
  rejected: z.boolean(),
}

/** The body of a callback about an order. */
export const orderMessage = z.strictObject(orderState)

const orderFacts = {
  ...orderState,
  category: z.enum(categories),
  substatus: z.enum(substatuses),
  settlementStatus: z.enum(settlementStatuses),
  product: z.strictObject({ type: z.enum(products) }),
  capturedAmount: amount,
  refundedAmount: amount,
  voidedAmount: amount,
  remainingAmount: amount,
  remainingCaptureAmount: amount,
  instalmentPlan: z.nullable(
    z.strictObject({
      numInstalments: z.int(),
      amount,
      downpayment: z.strictObject({ amount, state: z.nullable(z.enum(['pending', 'paid', 'refunded'])) }),
    }),
  ),
  /** The applicant for the credit. */
  customer: z.strictObject({
    id: words,
    phone: z.strictObject({ number: words, country: words }),
    documentId: z.strictObject({ number: words, country: words, type: words }),
    created: shopInstant,
  }),
  /** The shop's customer account, as sent by the shop. */
  account: z.strictObject({
    id: words,
    type: words,
    gender: z.nullable(z.int()),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    lastLogin: moment,
    dateJoined: moment,
    created: shopInstant,
  }),
  campaignId: z.nullable(hexId),
}

/** As sent by the shop. */
const place = z.nullable(z.record(z.string(), z.unknown()))

export const operationList = shopCall({
  name: 'operationList',
  method: 'GET',
  path: '/orders',
  summary: 'Operaciones',
  policy: { key: 'privateKey', right: null },
  parameters: orderParameters,
  answers: { 200: shopList(z.strictObject(orderFacts)) },
  refusals: [],
})

export const operationView = shopCall({
  name: 'operationView',
  method: 'GET',
  path: itemPath,
  summary: 'Una operación',
  policy: { key: 'privateKey', right: null },
  answers: {
    200: z.strictObject({
      ...orderFacts,
      articles: z.array(
        z.strictObject({
          id: words,
          name: z.string(),
          quantity: z.number(),
          price: amount,
          taxRate: rate,
          discount: amount,
          total: amount,
        }),
      ),
      billing: place,
      shipping: place,
      captures: z.array(capture),
      refunds: z.array(refund),
      voids: z.array(voided),
    }),
  },
  refusals: [],
})

export const operationRefundable = shopCall({
  name: 'operationRefundable',
  method: 'GET',
  path: `${itemPath}/refund`,
  alsoAt: [`${itemPath}/refund-extended`],
  summary: 'Cuánto se puede devolver',
  policy: { key: 'privateKey', right: null },
  answers: { 200: z.strictObject({ remainingAmount: amount }) },
  refusals: [],
})

/** Two intended equal refunds need different references, or different idempotency keys. */
const refundBody = z.strictObject({ amount: shopAmount, merchantReference: z.optional(typedText(64)) })

/** Before the first capture it voids the amount instead: plugins have no other call for that. */
export const operationRefund = shopCall({
  name: 'operationRefund',
  method: 'POST',
  path: `${itemPath}/refund-extended`,
  alsoAt: [`${itemPath}/refund`, `${itemPath}/refund_all`],
  summary: 'Devolver',
  policy: { key: 'privateKey', right: 'refund' },
  ...money,
  body: refundBody,
  form: true,
  answers: { 200: z.strictObject({ remainingAmount: amount, refund }) },
  refusals: ['RefundAmountExceeded', 'RefundNotAllowed', 'AccountDisabled'],
})

const captured = z.strictObject({ ...captureFacts, remainingCaptureAmount: amount })

export const operationCaptures = shopCall({
  name: 'operationCaptures',
  method: 'GET',
  path: `${itemPath}/captures`,
  summary: 'Capturas y cuánto se puede capturar ahora',
  policy: { key: 'privateKey', right: null },
  answers: { 200: z.strictObject({ remainingCaptureAmount: amount, results: z.array(capture) }) },
  refusals: [],
})

export const operationCapture = shopCall({
  name: 'operationCapture',
  method: 'POST',
  path: `${itemPath}/captures`,
  summary: 'Capturar todo o una parte',
  policy: { key: 'privateKey', right: 'capture' },
  ...money,
  body: z.strictObject({ amount: z.optional(shopAmount) }),
  form: true,
  answers: { 200: captured },
  refusals: ['CaptureNotAllowed', 'AccountDisabled'],
})

export const captureRefundable = shopCall({
  name: 'captureRefundable',
  method: 'GET',
  path: `${itemPath}/captures/{captureId}/refunds`,
  summary: 'Una captura y sus devoluciones',
  policy: { key: 'privateKey', right: null },
  answers: { 200: capture },
  refusals: [],
})

export const captureRefund = shopCall({
  name: 'captureRefund',
  method: 'POST',
  path: `${itemPath}/captures/{captureId}/refunds`,
  summary: 'Devolver de una captura',
  policy: { key: 'privateKey', right: 'refund' },
  ...money,
  body: refundBody,
  form: true,
  answers: { 200: capture },
  refusals: ['RefundAmountExceeded', 'RefundNotAllowed', 'AccountDisabled'],
})

const voids = z.strictObject({ remainingAmount: amount, results: z.array(voided) })

export const operationVoids = shopCall({
  name: 'operationVoids',
  method: 'GET',
  path: `${itemPath}/void`,
  summary: 'Anulaciones y cuánto se puede anular',
  policy: { key: 'privateKey', right: null },
  answers: { 200: voids },
  refusals: [],
})

/** Voiding everything remaining is a cancellation. */
export const operationVoid = shopCall({
  name: 'operationVoid',
  method: 'POST',
  path: `${itemPath}/void`,
  summary: 'Anular una parte antes de capturarla',
  policy: { key: 'privateKey', right: 'refund' },
  ...money,
  body: z.strictObject({ amount: shopAmount }),
  form: true,
  answers: { 200: voids },
  refusals: ['VoidNotAllowed', 'AccountDisabled'],
})

export const operationCancel = shopCall({
  name: 'operationCancel',
  method: 'POST',
  path: `${itemPath}/cancel`,
  summary: 'Cancelar',
  policy: { key: 'privateKey', right: 'refund' },
  ...money,
  answers: { 204: null },
  refusals: ['CancelNotAllowed', 'AccountDisabled'],
})

/**
 * Cart and shipping; absent parts stay. Money is never moved: a different total is refused, and so is an unknown or null field. Order number, time and
 * options are accepted and ignored, since some programs send the whole order.
 */
const articles = z.array(z.strictObject(article.shape)).check(z.minLength(1), z.maxLength(maxArticles))
const changes = z.partial(z.strictObject({ ...order.shape, articles, shipping: z.strictObject(shipping.shape) }))
const changedCart = z.strictObject({ order: changes })
export type ChangedCart = z.output<typeof changedCart>

export const operationUpdateCart = shopCall({
  name: 'operationUpdateCart',
  method: 'PATCH',
  path: itemPath,
  summary: 'Cambiar parte del carrito',
  policy: { key: 'privateKey', right: 'sell' },
  body: changedCart,
  tellsAbsent: true,
  answers: { 204: null },
  refusals: ['AccountDisabled'],
})

export const operationReplaceCart = shopCall({
  name: 'operationReplaceCart',
  method: 'PUT',
  path: itemPath,
  summary: 'Cambiar el carrito',
  policy: { key: 'privateKey', right: 'sell' },
  body: z.strictObject({ order: z.strictObject({ ...changes.shape, articles }) }),
  tellsAbsent: true,
  answers: { 204: null },
  refusals: ['AccountDisabled'],
})
