import { substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import {
  amount,
  askedAmount,
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

/** The shop's side of a sale that it starts itself: at the counter, by phone, by link. */
const path = '/v2/merchants/{merchantId}/request-checkout-offline'

/** One line of the order. `price` is one unit without VAT; `total` the line with VAT when the shop fixes it (within one cent a unit). */
const article = z.strictObject({
  /** The shop's own number of the article, by which campaigns of chosen articles know it. */
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

/** What a shop asks for; the customer completes the rest. Formats are checked by the rules of `domain/platform/identifiers.ts`. */
export const offlineRequest = {
  /** `user`: a link for the customer's own phone; `vendors`: on the shop's device. */
  submitType,
  order: z.strictObject({
    mid: z.optional(typedText(64)),
    totalAmount: askedAmount,
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
  /** Fixed by the shop; absent, the customer chooses among all that fit. */
  product: z.optional(z.strictObject({ type: product, numInstalments: z.optional(z.int().check(z.minimum(1), z.maximum(60))) })),
  /** Only the plans of this campaign, while it reaches the order (docs/domain.md#checkout-links); absent, of every plan whichever costs the customer least. */
  campaignId: z.optional(hexId),
  /** Where the link goes; none: it is shown as a QR code only. */
  channels: z._default(z.array(linkChannel).check(z.maxLength(2)), []),
  /** 10 minutes to 72 hours, 72 hours when absent. */
  expiresInMinutes: z.optional(z.int().check(z.minimum(10), z.maximum(4_320))),
  /** For the shop's eyes. */
  notes: z.optional(typedText(500)),
  /** A link of ours that this one takes the place of; its page says so and it ends. */
  replaces: z.optional(hexId),
  /** The shop has seen that a like one was sent a moment ago. */
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

/** How far the customer is (docs/domain.md#checkout-links); what ended is told by `status`. */
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

/** The customer's screens in their order; the shop's ladder says the same words. */
export const checkoutStep = z.enum(['plan', 'consent', 'code', 'identity', 'challenge', 'bank', 'card', 'summary', 'outcome'])

const facts = {
  id: hexId,
  operationId: hexId,
  mid: z.nullable(z.string()),
  totalAmount: amount,
  currency: z.literal('EUR'),
  /** As a shop's plugin reads it: `ok` once confirmed, `ko` when it will never be. */
  status: z.enum(['pending', 'ok', 'ko']),
  substatus: z.enum(substatuses),
  statusReason: z.nullable(z.string()),
  sandbox: z.boolean(),
  progress: checkoutProgress,
  step: checkoutStep,
  customerName: z.string(),
  created: instant,
  expiresAt: z.nullable(instant),
  /** Grows with every change. */
  version: z.int(),
} as const

export const offlineCheckout = z.strictObject({
  ...facts,
  submitType,
  consent: z.enum(['pending', 'confirmed', 'expired']),
  product: z.nullable(product),
  numInstalments: z.nullable(z.int()),
  /** Null once it leads nowhere, and for those who may only look. */
  checkoutUrl: z.nullable(z.string()),
  resendCount: z.int(),
  resendsLeft: z.int(),
  nextResendAt: z.nullable(instant),
  /** The customer opened an expired link and asks for another one. */
  anotherLinkAskedAt: z.nullable(instant),
  replacedBy: z.nullable(hexId),
  /** The mobile that the customer put in the place of a mistyped one; masked for a guest. */
  correctedPhone: z.nullable(z.string()),
  /** What was sent, newest first; addresses as the caller sees the customer's: masked where they are no longer theirs, a phone also for a guest. */
  deliveries: z.array(
    z.strictObject({
      channel: linkChannel,
      purpose: z.enum(['link', 'code', 'outcome']),
      to: z.string(),
      state: z.enum(['queued', 'sent', 'failed', 'not_sent']),
      /** Why it failed, or that the test mode sends nothing. */
      problem: z.nullable(z.enum(['rejected', 'unreachable', 'sandbox'])),
      at: instant,
    }),
  ),
})
export type OfflineCheckout = z.output<typeof offlineCheckout>

/** `wait` holds the answer up to that many seconds until `version` differs from `seen`: a till sees each step at once. */
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
  /** All optional: other ways or another address, when the first did not arrive. */
  body: z.strictObject({
    channels: z.optional(z.array(linkChannel).check(z.minLength(1), z.maxLength(2))),
    phone: z.optional(phoneText),
    email: z.optional(emailText),
  }),
  answers: { 200: offlineCheckout },
  refusals: ['ResendNotAllowed'],
})

/** The links of the last three days, newest first, at most fifty: what waits at the counter and how it ended. */
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

/** What was asked for, as a new request would say it: to send it again with one press. */
export const checkoutOfflineCopy = endpoint({
  name: 'checkoutOfflineCopy',
  method: 'GET',
  path: `${path}/{orderUuid}/copy`,
  summary: 'Los datos de un enlace para uno nuevo',
  policy: { ...readsShop, roles: operators, right: 'sell', sharedTill: 'allowed', clock: 'shop' },
  answers: { 200: z.strictObject(offlineRequest) },
  refusals: [],
})

/** What a shop is told of a bank check: how it stands, never accounts, sums or which bank (docs/domain.md#bank-check). */
export const bankCheckStatus = z.enum(['not_required', 'pending', 'confirmed', 'expired', 'failed'])
export type BankCheckStatus = z.output<typeof bankCheckStatus>

/** Whether the customer's bank has to confirm what they can afford; the shop learns the status alone. */
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
    amount: askedAmount,
    documentId: documentText,
    /** The shop that the customer's page names; my preferred one when absent. */
    shopId: z.optional(hexId),
    /** Asks anew where the bank said no or its word has run out. */
    again: z.optional(z.boolean()),
  }),
  answers: {
    200: z.strictObject({
      required: z.boolean(),
      status: bankCheckStatus,
      consentId: z.nullable(hexId),
      /** The page at which the customer answers, while there is something to answer. */
      consentUrl: z.nullable(z.string()),
      expiresAt: z.nullable(instant),
    }),
  },
  refusals: [],
})

/** How a bank check stands. `wait` holds the answer up to that many seconds until it is not `seen` any more. */
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

/** Sends the page's address to the customer; neither telephone nor e-mail is kept. */
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
