import { substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import {
  amount,
  amountInput,
  date,
  documentText,
  emailText,
  hexId,
  instant,
  phoneText,
  postcodeText,
  rate,
  typedText,
} from '../platform/values.ts'

/** Sales started by the shop itself: at the counter, by phone, by link. */
const path = '/v2/merchants/{merchantId}/request-checkout-offline'

/** An order line. `price` is one unit without VAT; `total` the line with VAT when the shop fixes it (within one cent a unit). */
const article = z.strictObject({
  /** The shop's own article number, by which campaigns identify it. */
  id: z.optional(typedText(100).check(z.minLength(1))),
  name: typedText(200).check(z.minLength(1)),
  quantity: z.int().check(z.minimum(1), z.maximum(9_999)),
  price: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  taxRate: rate.check(z.minimum(0), z.maximum(10_000)),
  total: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000))),
})

export const address = z.strictObject({
  street: typedText(120),
  postcode: postcodeText,
  city: typedText(80),
  country: z.enum(['ES', 'PT']),
})

export const linkChannel = z.enum(['sms', 'email'])
export const submitType = z.enum(['user', 'vendors'])

/** The shop's request; the customer completes the rest. Formats are checked by the rules of `domain/platform/identifiers.ts`. */
export const offlineRequest = {
  /** `user`: a link for the customer's own phone; `vendors`: on the shop's device. */
  submitType,
  order: z.strictObject({
    mid: z.optional(typedText(64)),
    totalAmount: amountInput,
    currency: z._default(z.literal('EUR'), 'EUR'),
    articles: z.array(article).check(z.minLength(1), z.maxLength(100)),
  }),
  customer: z.optional(
    z.strictObject({
      firstName: z.optional(typedText(80)),
      lastName: z.optional(typedText(120)),
      email: z.optional(emailText),
      phone: z.optional(phoneText),
      documentId: z.optional(documentText),
      birthday: z.optional(date),
      address: z.optional(address),
    }),
  ),
  /** Fixed by the shop; absent: the customer chooses among all offers for the amount. */
  product: z.optional(z.strictObject({ type: product, numInstalments: z.optional(z.int().check(z.minimum(1), z.maximum(60))) })),
  /**
   * Only the plans of this campaign, while it applies to the order (docs/domain.md#checkout-links); absent: each plan with whichever campaign costs the
   * customer least.
   */
  campaignId: z.optional(hexId),
  /** The channels the link is sent through; none: it is shown as a QR code only. */
  channels: z._default(z.array(linkChannel).check(z.maxLength(2)), []),
  /** 10 minutes to 72 hours, 72 hours when absent. */
  expiresInMinutes: z.optional(z.int().check(z.minimum(10), z.maximum(4_320))),
  /** Internal; not shown to the customer. */
  notes: z.optional(typedText(500)),
  /** The earlier link that this one replaces; its page says so and it ends. */
  replaces: z.optional(hexId),
  /** The shop has confirmed that a similar recent link is no mistake. */
  allowDuplicate: z.optional(z.boolean()),
} as const

export const checkoutOfflineCreate = endpoint({
  name: 'checkoutOfflineCreate',
  method: 'POST',
  path,
  summary: 'Crear un enlace de pago a plazos',
  policy: { ...changesShop, roles: operators, right: 'sell', sharedTill: 'allowed', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  money: true,
  body: z.strictObject(offlineRequest),
  answers: {
    201: z.strictObject({ orderUuid: hexId, checkoutId: hexId, operationId: hexId, checkoutUrl: z.string(), expiresAt: instant }),
  },
  refusals: ['DuplicatedOrder', 'CreditNotAvailable'],
})

/** The customer's progress (docs/domain.md#checkout-links); how it ended is in `status`. */
export const checkoutProgress = z.enum([
  'created',
  'sent',
  'opened',
  'consent_confirmed',
  'in_checkout',
  'completed',
  'expired',
  'cancelled',
  'replaced',
])

/** The customer's steps in order; the shop's progress steps use the same names. */
export const checkoutStep = z.enum(['plan', 'consent', 'code', 'identity', 'review', 'challenge', 'bank', 'card', 'summary', 'outcome'])

const facts = {
  id: hexId,
  operationId: hexId,
  mid: z.nullable(z.string()),
  totalAmount: amount,
  currency: z.literal('EUR'),
  /** As a shop's plugin reads it: `ok` once confirmed, `ko` when it never will be. */
  status: z.enum(['pending', 'ok', 'ko']),
  substatus: z.enum(substatuses),
  statusReason: z.nullable(z.string()),
  sandbox: z.boolean(),
  progress: checkoutProgress,
  step: checkoutStep,
  customerName: z.string(),
  created: instant,
  expiresAt: z.nullable(instant),
  /** Incremented with every change. */
  version: z.int(),
} as const

export const offlineCheckout = z.strictObject({
  ...facts,
  submitType,
  consent: z.enum(['pending', 'confirmed', 'expired']),
  /** When the customer opened the link, entered the code, and how it was decided; null before that. */
  openedAt: z.nullable(instant),
  consentAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  product: z.nullable(product),
  numInstalments: z.nullable(z.int()),
  /** Null once it leads nowhere, and for read-only roles. */
  checkoutUrl: z.nullable(z.string()),
  /** A short address that leads there, for QR codes; null for links of earlier versions. */
  shortUrl: z.nullable(z.string()),
  resendCount: z.int(),
  resendsLeft: z.int(),
  nextResendAt: z.nullable(instant),
  /** When the customer of an expired link asked for a new one. */
  anotherLinkAskedAt: z.nullable(instant),
  replacedBy: z.nullable(hexId),
  /** The mobile that the customer corrected; masked for a guest. */
  correctedPhone: z.nullable(z.string()),
  /** Sent messages, newest first; an address is masked when it is no longer the customer's, and a phone also for a guest. */
  deliveries: z.array(
    z.strictObject({
      channel: linkChannel,
      purpose: z.enum(['link', 'code', 'outcome']),
      to: z.string(),
      state: z.enum(['queued', 'sent', 'delivered', 'failed', 'not_sent']),
      /** Why it failed, or that sandbox sends nothing. */
      problem: z.nullable(z.enum(['rejected', 'unreachable', 'undelivered', 'sandbox'])),
      at: instant,
    }),
  ),
})
export type OfflineCheckout = z.output<typeof offlineCheckout>

/** Long poll: `wait` holds the answer up to that many seconds until `version` differs from `seen`. */
export const checkoutOfflineCheck = endpoint({
  name: 'checkoutOfflineCheck',
  method: 'GET',
  path: `${path}/{orderUuid}/check`,
  summary: 'Cómo va un enlace',
  policy: { ...readsShop, roles: everyone, right: 'sell:read', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  background: true,
  longPoll: true,
  query: z.object({
    wait: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10))),
    seen: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answers: { 200: offlineCheckout },
  refusals: [],
})

export const checkoutOfflineResend = endpoint({
  name: 'checkoutOfflineResend',
  method: 'POST',
  path: `${path}/{orderUuid}/resend`,
  summary: 'Volver a enviar el enlace; el anterior deja de valer',
  policy: { ...changesShop, roles: operators, right: 'sell', sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  /** All optional: other channels or another address, when the first did not arrive. */
  body: z.strictObject({
    channels: z.optional(z.array(linkChannel).check(z.minLength(1), z.maxLength(2))),
    phone: z.optional(phoneText),
    email: z.optional(emailText),
  }),
  answers: { 200: offlineCheckout },
  refusals: ['ResendNotAllowed'],
})

/** The links of the last three days, newest first, at most fifty: pending and ended. */
export const checkoutOfflineList = endpoint({
  name: 'checkoutOfflineList',
  method: 'GET',
  path,
  summary: 'Enlaces recientes',
  policy: { ...readsShop, roles: everyone, right: 'sell:read', sharedTill: 'allowed', clock: 'shop' },
  background: true,
  query: z.object({ pending: z.optional(z.enum(['yes'])) }),
  answers: { 200: z.strictObject({ results: z.array(z.strictObject(facts)) }) },
  refusals: [],
})

/** The body of an equal request, to send it again. */
export const checkoutOfflineCopy = endpoint({
  name: 'checkoutOfflineCopy',
  method: 'GET',
  path: `${path}/{orderUuid}/copy`,
  summary: 'Los datos de un enlace para uno nuevo',
  policy: { ...readsShop, roles: operators, right: 'sell', sharedTill: 'allowed', clock: 'shop' },
  answers: { 200: z.strictObject(offlineRequest) },
  refusals: [],
})

/** A bank check's status for the shop, which never learns accounts, amounts or which bank (docs/domain.md#bank-check). */
export const bankCheckStatus = z.enum(['not_required', 'pending', 'confirmed', 'expired', 'failed'])
export type BankCheckStatus = z.output<typeof bankCheckStatus>

/** Whether the customer's bank must confirm that they can afford the amount; the shop gets the status only. */
export const bankCheck = endpoint({
  name: 'bankCheck',
  method: 'POST',
  path: '/v2/afterbanks',
  summary: 'Comprobar si hace falta el banco del cliente',
  policy: {
    ...changesShop,
    roles: operators,
    right: 'sell',
    sharedTill: 'allowed',
    whenDisabled: 'denied',
    afterEnd: 'allowed',
    clock: 'wall',
  },
  providerApi: true,
  body: z.strictObject({
    amount: amountInput,
    documentId: documentText,
    /** The shop named on the customer's page; default: the caller's preferred one. */
    shopId: z.optional(hexId),
    /** Requests again after a declined or expired check. */
    again: z.optional(z.boolean()),
  }),
  answers: {
    200: z.strictObject({
      required: z.boolean(),
      status: bankCheckStatus,
      consentId: z.nullable(hexId),
      /** The customer's page, while there is something to answer. */
      consentUrl: z.nullable(z.string()),
      expiresAt: z.nullable(instant),
    }),
  },
  refusals: [],
})

/** The status of a bank check. Long poll: `wait` holds the answer up to that many seconds until it differs from `seen`. */
export const bankCheckState = endpoint({
  name: 'bankCheckState',
  method: 'GET',
  path: '/v2/afterbanks/{consentId}',
  summary: 'Cómo va la comprobación con el banco del cliente',
  policy: { ...readsShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'wall' },
  background: true,
  longPoll: true,
  query: z.object({
    wait: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10))),
    seen: z.optional(bankCheckStatus),
  }),
  answers: { 200: z.strictObject({ status: bankCheckStatus, expiresAt: instant }) },
  refusals: [],
})

/** Sends the page's address to the customer; neither telephone nor e-mail is stored. */
export const bankCheckSend = endpoint({
  name: 'bankCheckSend',
  method: 'POST',
  path: '/v2/afterbanks/{consentId}/send',
  summary: 'Enviar al cliente la comprobación con su banco',
  policy: {
    ...changesShop,
    roles: operators,
    right: 'sell',
    sharedTill: 'allowed',
    whenDisabled: 'denied',
    afterEnd: 'allowed',
    clock: 'wall',
  },
  body: z.strictObject({
    channels: z.array(linkChannel).check(z.minLength(1), z.maxLength(2)),
    phone: z.optional(phoneText),
    email: z.optional(emailText),
  }),
  answers: {
    200: z.strictObject({
      sent: z.array(
        z.strictObject({
          channel: linkChannel,
          state: z.enum(['sent', 'failed', 'not_sent']),
          problem: z.nullable(z.enum(['rejected', 'unreachable', 'sandbox'])),
        }),
      ),
    }),
  },
  refusals: ['ResendNotAllowed'],
})
