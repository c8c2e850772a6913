import { products } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { shopAmount, shopCall, shopInstant } from '../../platform/shopCall.ts'
import { amount, hexId } from '../../platform/values.ts'

/**
 * How a shop's server creates an order: strict about money and about the customer's telephone, e-mail, document and postcode, which are refused by field when
 * malformed; anything else malformed is left out.
 */

const maxValue = 1_000_000_000
const wholeNumber = (min: number) =>
  z.union([z.int().check(z.minimum(min), z.maximum(maxValue)), z.string().check(z.regex(min < 0 ? /^-?\d{1,10}$/ : /^\d{1,10}$/))])
/** Cents; negative for a discount, and for the price of a coupon line. */
export const money = wholeNumber(0)
const price = wholeNumber(-maxValue)
export const discount = z.optional(wholeNumber(-maxValue))
/** Hundredths of a percent. */
export const percent = z.optional(z.union([z.int().check(z.minimum(0), z.maximum(100_000)), z.string().check(z.regex(/^\d{1,5}$/))]))
/** The shop's own id. */
const ownId = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])
/** Units, kilos or metres, to four decimals; a line with zero is a removed gift. */
const quantity = z.union([z.number().check(z.minimum(0), z.maximum(100_000)), z.string().check(z.regex(/^\d{1,5}(\.\d{1,6})?$/))])

/** Read when valid, otherwise left out; `schema` is its JSON Schema for the API description. */
const lenient = (schema: { [keyword: string]: unknown }) => z.optional(z.unknown()).register(z.globalRegistry, schema)
const lenientText = lenient({ type: 'string' })
const lenientId = lenient({ anyOf: [{ type: 'string' }, { type: 'integer' }] })
const lenientFlag = lenient({ type: 'boolean' })
const lenientMinutes = (minimum: number, maximum: number) => lenient({ type: 'integer', minimum, maximum })
const lenientDate = lenient({ type: 'string', format: 'date' })
const lenientInstant = lenient({ type: 'string', format: 'date-time' })
const lenientObject = (properties: { [name: string]: unknown }) => lenient({ type: 'object', properties })

const text = { type: 'string' }
const schemaAddress = {
  street: text,
  addressAddition: text,
  city: text,
  state: text,
  country: text,
  postcode: text,
  phone: text,
  altPhone: text,
}
const schemaName = { firstName: text, lastName: text }
const address = {
  street: lenientText,
  addressAddition: lenientText,
  city: lenientText,
  state: lenientText,
  country: lenientText,
  postcode: lenientText,
  zip: lenientText,
  phone: lenientText,
  altPhone: lenientText,
}
const person = { firstName: lenientText, lastName: lenientText }

/** Maximum lines of a cart. */
export const maxArticles = 1_000

export const article = z.object({
  id: ownId,
  name: z.string(),
  quantity,
  /** Unit price, net of tax. */
  price,
  taxRate: percent,
  discount,
  discountRate: percent,
  url: lenientText,
  imageUrl: lenientText,
  description: lenientText,
  category: lenientText,
  sku: lenientText,
})

export const shipping = z.object({
  ...person,
  ...address,
  name: lenientText,
  price: z.optional(money),
  taxRate: percent,
  discount,
  discountRate: percent,
  method: lenient({ enum: ['pickup_store', 'pickup_point', 'postal'] }),
})

/** PHP encodes an empty object as an empty list. */
const orEmptyList = <S extends z.ZodMiniType>(schema: S) => z.union([schema, z.array(z.unknown()).check(z.maxLength(0))])

/** The contents of an order, without the customer. */
export const order = z.object({
  id: ownId,
  totalAmount: shopAmount,
  currency: z.string().check(z.regex(/^[eE][uU][rR]$/)),
  articles: z.array(article).check(z.minLength(1), z.maxLength(maxArticles)),
  taxRate: percent,
  discount,
  discountRate: percent,
  cartDiscount: discount,
  cartDiscountRate: percent,
  options: lenientObject({ eventDate: { type: 'string', format: 'date' } }),
  created: lenientInstant,
})

const customer = z.object({
  ...person,
  id: lenientId,
  email: lenientText,
  phone: lenientText,
  birthday: lenientDate,
  type: lenient({ enum: ['g', 'n', 'e'] }),
  gender: lenient({ enum: [0, 1, 2, 3] }),
  language: lenientText,
  dateJoined: lenientInstant,
  lastLogin: lenientInstant,
  documentId: lenientText,
  address: lenientObject(schemaAddress),
})

/** Fields shared by both ways of selling. */
const sale = {
  order,
  customer: orEmptyList(customer),
  billing: lenientObject({ ...schemaName, ...schemaAddress }),
  shipping: z.optional(orEmptyList(shipping)),
  product: lenientObject({ type: { enum: products } }),
  meta: lenientObject({ module: { type: 'object', properties: { name: text, version: text } }, version: text }),
}

const checkoutBody = z.object({
  merchant: z.object({
    notificationUrl: z.string().check(z.maxLength(2_000)),
    successUrl: lenientText,
    pendingUrl: lenientText,
    koUrl: lenientText,
    errorUrl: lenientText,
    cancelUrl: lenientText,
    dismissUrl: lenientText,
    checkoutUrl: lenientText,
    closeOnSuccess: lenientFlag,
    timeoutCheckout: lenientMinutes(1, 120),
    timeoutExtra: lenientMinutes(0, 2_880),
  }),
  ...sale,
})
export type ShopCheckoutBody = z.output<typeof checkoutBody>

const offlineBody = z.object({
  merchant: z.optional(orEmptyList(z.object({ ipnUrl: z.optional(z.string().check(z.maxLength(2_000))) }))),
  ...sale,
})
/** A sale of either kind. */
export type ShopSaleBody = Omit<z.output<typeof offlineBody>, 'merchant'>

const createdOrder = { id: hexId, checkoutUrl: z.string(), expiresAt: shopInstant }

export const checkoutCreate = shopCall({
  name: 'checkoutCreate',
  method: 'POST',
  path: '/checkout',
  summary: 'Crear un pago a plazos',
  policy: { key: 'privateKey', right: 'sell' },
  body: checkoutBody,
  maxBytes: 2 * 1024 * 1024,
  answers: { 201: z.strictObject({ ...createdOrder, sandbox: z.boolean() }) },
  location: 'checkoutUrl',
  refusals: ['CreditNotAvailable', 'DuplicatedOrder', 'AccountDisabled'],
  money: true,
  needsActive: true,
})

/** A sale at the till, whose customer opens the link on a phone. */
export const checkoutOfflineCreate = shopCall({
  name: 'checkoutOfflineCreate',
  method: 'POST',
  path: '/checkout/offline',
  summary: 'Crear un pago a plazos en tienda',
  policy: { key: 'privateKey', right: 'sell' },
  body: offlineBody,
  maxBytes: 2 * 1024 * 1024,
  answers: { 201: z.strictObject(createdOrder) },
  location: 'checkoutUrl',
  refusals: ['CreditNotAvailable', 'DuplicatedOrder', 'AccountDisabled'],
  money: true,
  needsActive: true,
})

/** The state of an order, of a till or a page: `{id}` is the operation's id. */
export const checkoutStatus = shopCall({
  name: 'checkoutStatus',
  method: 'GET',
  path: '/checkout/{id}/status',
  summary: 'Cómo va un pago a plazos',
  policy: { key: 'privateKey', right: null },
  answers: {
    200: z.strictObject({
      id: hexId,
      mid: z.nullable(z.string()),
      totalAmount: amount,
      currency: z.strictObject({ name: z.string(), code: z.literal('EUR'), numeric: z.string(), symbol: z.string() }),
      status: z.enum(['ok', 'pending', 'ko']),
      statusReason: z.nullable(z.string()),
      sandbox: z.boolean(),
    }),
  },
  refusals: [],
})
