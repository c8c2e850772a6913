import { creditStates } from '#domain/money/customerCredit'
import { categories, substatuses } from '#domain/sales/operations/states'
import { operationFacts as countedFacts } from '#domain/sales/operations/facts'
import { searchTypes } from '#domain/sales/operations/searchTypes'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { everyone, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, rate, saleChannel, taxTerritory } from '../platform/values.ts'

export const category = z.enum(categories)
export const substatus = z.enum(substatuses)
export const searchType = z.enum(searchTypes)

/** The filters of the operations list, its counts and its download: one shape, so that the three agree. */
export const operationFilters = {
  /** A category, under its historical parameter name. */
  status: z.optional(category),
  substatus: z.optional(substatus),
  q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  /** Interprets `q` as this type instead of guessing. */
  searchAs: z.optional(searchType),
  /** First and last Madrid day, inclusive. */
  from: z.optional(date),
  to: z.optional(date),
  minAmount: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000))),
  maxAmount: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000))),
  channel: z.optional(saleChannel),
  product: z.optional(product),
  campaign: z.optional(hexId),
  /** With it, `from` and `to` are days on which this happened to an operation, not those of its creation: the operations of a figure (`insights.ts`). */
  fact: z.optional(z.enum(countedFacts)),
}

export const operationOrdering = z.enum(['-created', 'created', '-total_amount', 'total_amount'])

/** The facts that an operation's wording, deadline and actions depend on; shared by row and detail. */
const operationFacts = {
  id: hexId,
  /** The shop's own order number. */
  mid: z.nullable(z.string()),
  sandbox: z.boolean(),
  category,
  substatus,
  statusReason: z.nullable(z.string()),
  suspensionReason: z.nullable(z.string()),
  channel: saleChannel,
  product,
  captureMode: z.enum(['automatic', 'manual']),
  numInstalments: z.int(),
  paidInstalments: z.int(),
  totalAmount: amount,
  voidedAmount: amount,
  capturedAmount: amount,
  /** Refunded or held to be refunded. */
  refundedAmount: amount,
  /** The part of `refundedAmount` that can still be undone. */
  heldAmount: amount,
  /** Of what cards paid: disputed at the customer's bank, undecided or lost; nothing is refunded meanwhile. */
  disputedAmount: amount,
  /** The card dispute that the shop has to answer first; null: none, or hidden from this reader. `domain/money/cardDispute.ts` says until when. */
  disputeToAnswer: z.nullable(z.strictObject({ openedAt: instant, evidenceDueAt: instant })),
  /** The shop's net amount after fee, VAT, subsidy, refunds and lost disputes; a forecast until captured, null when nothing will be paid. */
  netAmount: z.nullable(amount),
  settlementStatus: z.enum(['none', 'pending', 'settled', 'reversed']),
  settlementReference: z.nullable(z.string()),
  created: instant,
  confirmed: z.nullable(instant),
  expiresAt: z.nullable(instant),
  confirmBy: z.nullable(instant),
  captureBy: z.nullable(instant),
  lastCapturedAt: z.nullable(instant),
  /** Next instalment: its date and amount. */
  nextDueOn: z.nullable(date),
  nextDueAmount: z.nullable(amount),
}

export const operationRow = z.strictObject({ ...operationFacts, customerName: z.string() })
export type OperationRow = z.output<typeof operationRow>

export const operationList = endpoint({
  name: 'operationList',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/orders',
  summary: 'Lista de operaciones',
  policy: { ...readsShop, roles: everyone, right: 'operations', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object({ ...operationFilters, ordering: z._default(operationOrdering, '-created'), page: pageNumber }),
  answers: {
    200: z.strictObject({
      ...visiblePage(operationRow),
      /** How `q` was interpreted; null without a search. `within`: the number of newest operations that were scanned; null when all were searched. */
      search: z.nullable(z.strictObject({ type: searchType, value: z.string(), within: z.nullable(z.int()) })),
    }),
  },
  refusals: [],
})

/** Counts for the same filters except status and substatus. Capped: there are at least so many, and counting stopped. */
export const operationCounts = endpoint({
  name: 'operationCounts',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/orders/counts',
  summary: 'Cuántas operaciones hay por estado',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object(operationFilters),
  answers: { 200: z.strictObject({ substatuses: z.array(z.strictObject({ substatus, count: z.int(), capped: z.boolean() })) }) },
  refusals: [],
})

/** Count and sum of the operations that match the list's filters, as the file of an export has them. Capped: at least so many; without a sum beyond 10 000. */
export const operationTotals = endpoint({
  name: 'operationTotals',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/orders/totals',
  summary: 'Cuántas operaciones hay y cuánto suman',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  query: z.object(operationFilters),
  answers: {
    200: z.strictObject({
      count: z.int(),
      capped: z.boolean(),
      totalAmount: z.nullable(amount),
      /** With `fact`: how often it happened in those days, and the sum of its amounts (what was captured, refunded, cancelled; else the price). */
      fact: z.nullable(z.strictObject({ count: z.int(), amount })),
    }),
  },
  refusals: [],
})

export const instalment = z.strictObject({
  number: z.int(),
  dueOn: date,
  amount,
  /** The amount before refunds, when they changed it. */
  originalAmount: amount,
  principal: amount,
  interest: amount,
  state: z.enum(['pending', 'paid', 'overdue', 'cancelled', 'refunded']),
  paidAt: z.nullable(instant),
})

/** How far what a refund gives back beyond what the customer still owed is paid. Amounts in cents; what is left waits or is under way. */
const refundCredit = z.strictObject({
  state: z.enum(creditStates),
  onCards: amount,
  byTransfer: amount,
  byHand: amount,
  /** Neither paid nor under way. */
  waiting: amount,
  /** When all of it was sent. */
  paidAt: z.nullable(instant),
})

export const refund = z.strictObject({
  id: hexId,
  kind: z.enum(['refund', 'cancel']),
  amount,
  state: z.enum(['held', 'completed', 'undone']),
  /** Until when a held refund can be undone. */
  releaseAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  merchantReference: z.nullable(z.string()),
  creditToCustomer: amount,
  /** Null: nothing is given back beyond what the customer still owed, or the refund has not gone out. */
  credit: z.nullable(refundCredit),
  /** What the shop got back of its own charges; null: hidden from this reader (`domain/sales/operations/guestView.ts`). */
  refundedMerchantFee: z.nullable(amount),
  refundedVat: z.nullable(amount),
  refundedSubsidy: z.nullable(amount),
  created: instant,
  createdBy: z.nullable(z.string()),
  completedAt: z.nullable(instant),
})
export type Refund = z.output<typeof refund>

export const capture = z.strictObject({
  id: hexId,
  amount,
  created: instant,
  refundedAmount: amount,
  remainingAmount: amount,
})

/** An event of an operation's history; `at` is null for a future one. */
export const operationEvent = z.strictObject({
  at: instant,
  event: z.string(),
  actor: z.enum(['customer', 'merchant', 'provider', 'system']),
  userName: z.nullable(z.string()),
  channel: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The user's reason and note. */
  givenReason: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  amount: z.nullable(amount),
})

/** A line of what the provider owes the shop for this operation; they add up to `netAmount`, lost disputes that the shop pays (`chargeback`) included. */
export const settlementLine = z.strictObject({
  kind: z.enum(['order', 'refund', 'cancel', 'chargeback']),
  grossAmount: amount,
  feeAmount: amount,
  vatAmount: amount,
  subsidyAmount: amount,
  netAmount: amount,
  occurredAt: instant,
  /** Expected until settled. */
  valueOn: date,
  settlementReference: z.nullable(z.string()),
  settlementId: z.nullable(hexId),
})

export const operation = z.strictObject({
  ...operationFacts,
  /** The shop's fee rate; null: hidden from this reader (`domain/sales/operations/guestView.ts`), who gets no settlement lines either. */
  feeRate: z.nullable(rate),
  feeFixed: z.nullable(amount),
  /** Whose tax the fee bears: where the shop was taxed when it was created. */
  taxTerritory,
  vatRate: z.nullable(rate),
  feeAmount: z.nullable(amount),
  vatAmount: z.nullable(amount),
  subsidyAmount: z.nullable(amount),
  remainingAmount: amount,
  remainingCaptureAmount: amount,
  downpaymentAmount: amount,
  openingFeeAmount: amount,
  tin: rate,
  tae: rate,
  /** The campaign that set its rate and, after refunds, its subsidy; months before the first instalment. */
  campaign: z.nullable(z.strictObject({ id: hexId, name: z.string(), waitingPeriod: z.int() })),
  duplicateOf: z.nullable(hexId),
  /** Of the link that it was sold by; null without one. */
  checkoutId: z.nullable(hexId),
  createdBy: z.nullable(z.string()),
  customer: z.strictObject({
    firstName: z.string(),
    lastName: z.string(),
    /** Document and phone are masked for a guest. */
    email: z.string(),
    phone: z.nullable(z.string()),
    documentNumber: z.nullable(z.string()),
    /** Since when the customer's identity is hidden from the shop: the first name says so, the rest is empty. */
    hiddenAt: z.nullable(instant),
    /** Other operations of the same customer in this shop and mode, at most five, newest first. */
    others: z.array(z.strictObject({ id: hexId, mid: z.nullable(z.string()), substatus, totalAmount: amount, created: instant })),
  }),
  instalments: z.array(instalment),
  captures: z.array(capture),
  refunds: z.array(refund),
  settlementLines: z.array(settlementLine),
  history: z.array(operationEvent),
  articleCount: z.int(),
})
export type Operation = z.output<typeof operation>

/** The path of one operation. */
export const operationPath = '/v2/merchants/{merchantId}/orders/{operationId}'

export const operationDetail = endpoint({
  name: 'operationDetail',
  method: 'GET',
  path: operationPath,
  summary: 'Una operación, entera',
  policy: { ...readsShop, roles: everyone, right: 'operations', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: { 200: operation },
  refusals: [],
})

export const operationCart = endpoint({
  name: 'operationCart',
  method: 'GET',
  path: `${operationPath}/cart`,
  summary: 'El carrito de una operación',
  policy: { ...readsShop, roles: everyone, right: 'operations', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      articles: z.array(
        z.strictObject({
          /** The shop's own article number, if any. */
          id: z.optional(z.string()),
          name: z.string(),
          quantity: z.number(),
          /** Price of one unit without VAT. */
          price: amount,
          taxRate: rate,
          discount: amount,
          /** quantity × price − discount + VAT, rounded per line. */
          total: amount,
        }),
      ),
      shipping: z.nullable(z.strictObject({ name: z.string(), method: z.string(), total: amount })),
      totalAmount: amount,
      /** The total sent by the shop's program, which takes precedence, less the sum of the cart; null: no program sent it. */
      differenceAmount: z.nullable(amount),
      refundedAmount: amount,
    }),
  },
  refusals: [],
})

export const operationDownload = endpoint({
  name: 'operationDownload',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/orders/download',
  summary: 'Descargar la lista de operaciones',
  policy: { ...readsShop, roles: everyone, right: 'operations', clock: 'shop' },
  providerApi: true,
  query: z.object({
    ...operationFilters,
    /** Only these ids, joined by commas; the filters apply as well. */
    ids: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,199}$/))),
    format: z.enum(['csv', 'xlsx', 'json']),
  }),
  longPoll: true,
  answers: { 200: 'file' },
  refusals: [],
})
