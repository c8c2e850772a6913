import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { bankError, returnedText } from './bankConsent.ts'
import { product } from '../merchants/merchants.ts'
import { address, checkoutStep, linkChannel } from './offlineCheckout.ts'
import { owedToCustomer, repayment, waitingPayment } from './repayment.ts'
import { byCheckoutLink, everyone, personal } from '../platform/policy.ts'
import {
  amount,
  codeText,
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

/** The customer's own pages: opened by link or QR code, authorised by the token of that link. */
export const checkoutPath = '/v2/checkout/{checkoutId}'
const path = checkoutPath

/** A plan with everything that Directive 2023/2225 and art. 10 of Ley 16/2011 require before the decision. */
export const checkoutPlanOffer = z.strictObject({
  product,
  numInstalments: z.int(),
  tin: rate,
  tae: rate,
  instalmentAmount: amount,
  lastInstalmentAmount: amount,
  /** Paid today: down payment and opening fee. */
  firstPaymentAmount: amount,
  downpaymentAmount: amount,
  openingFeeAmount: amount,
  principalAmount: amount,
  totalInterest: amount,
  /** Credit plus its cost. */
  totalDue: amount,
  /** The customer's total, down payment included. */
  totalPrice: amount,
  instalments: z.array(z.strictObject({ number: z.int(), dueOn: date, amount })),
  /** The representative example in one sentence. */
  legalText: z.string(),
})
export type CheckoutPlanOffer = z.output<typeof checkoutPlanOffer>

const customer = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  documentId: z.string(),
  birthday: z.nullable(date),
  email: z.string(),
  phone: z.string(),
  address: z.nullable(address),
})

export const checkoutStatus = z.enum(['open', 'approved', 'refused', 'expired', 'cancelled', 'dismissed', 'duplicated'])

export const checkout = z.strictObject({
  checkoutId: hexId,
  sandbox: z.boolean(),
  status: checkoutStatus,
  /** The customer's current step; going back is handled by the page. */
  step: checkoutStep,
  shop: z.strictObject({ name: z.string(), url: z.nullable(z.string()) }),
  mid: z.nullable(z.string()),
  totalAmount: amount,
  articles: z.array(z.strictObject({ name: z.string(), quantity: z.number(), total: amount })),
  expiresAt: z.nullable(instant),
  plans: z.array(checkoutPlanOffer),
  chosen: z.nullable(z.strictObject({ product, numInstalments: z.int() })),
  /** Masked; null until the customer or the shop gave it. */
  phone: z.nullable(z.string()),
  /** The address of the code, masked: a mobile by SMS; an e-mail when the shop typed a landline. Null until there is one. */
  codeTo: z.nullable(z.strictObject({ channel: linkChannel, to: z.string() })),
  /** How often a mistyped mobile may still be corrected; null once a code was entered. */
  phoneCorrectionsLeft: z.nullable(z.int()),
  consentsGivenAt: z.nullable(instant),
  /** The pending one-time code; `shown` contains it in sandbox only. */
  code: z.nullable(
    z.strictObject({
      sentAt: instant,
      resendAt: z.nullable(instant),
      expiresAt: instant,
      attemptsLeft: z.int(),
      shown: z.nullable(z.string()),
    }),
  ),
  /** Personal data, only for the device that entered the code. */
  customer: z.nullable(customer),
  /** The provider's decision that the customer waits for: of its engine, which takes seconds, or by `until`; then a message tells them. */
  review: z.nullable(z.strictObject({ by: z.enum(['engine', 'provider']), until: instant })),
  challenge: z.nullable(
    z.strictObject({
      until: instant,
      attemptsLeft: z.int(),
      /** How the identity partner checks: on its own page, by a code that it sends to the phone, or by the support number of the document. */
      way: z.enum(['page', 'code', 'support_number']),
      /** What is missing: to begin, the customer on the partner's page, their answer here, the partner's, or nothing: the sale goes on. */
      waitsFor: z.enum(['begin', 'customer', 'answer', 'partner', 'nothing']),
      /** The partner's page, while the customer has to go there. */
      url: z.nullable(z.string()),
      /** How the check before this one ended. */
      earlier: z.nullable(z.enum(['failed', 'expired'])),
    }),
  ),
  /** `failed`: the last attempt failed; `error`: the bank's error, if any. */
  bank: z.nullable(
    z.strictObject({
      until: instant,
      failed: z.boolean(),
      error: z.nullable(bankError),
      /** The customer's bank, while they have not answered it. */
      url: z.nullable(z.string()),
    }),
  ),
  card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })),
  /** The card provider's own page, while the customer is giving their card there. */
  cardPageUrl: z.nullable(z.string()),
  /** An instalment that the card on file could not pay, and the payment of it that somebody has not answered. */
  instalmentDue: z.nullable(z.strictObject({ amount, dueOn: date, payment: z.nullable(waitingPayment) })),
  /** The plan as it stands, for the browser that entered the code; null until it runs, and for all others. */
  repayment: z.nullable(repayment),
  /** For the same browser; null when nothing is. */
  owedToCustomer: z.nullable(owedToCustomer),
  /** The card provider's hosted field; card numbers never pass through our servers. Null: the provider has a page of its own. */
  cardFieldUrl: z.nullable(z.string()),
  /** The first payment, while somebody has not answered. */
  payment: z.nullable(waitingPayment),
  /** After a refusal: smaller amounts, and the rest to be paid at the till, within the shop's public limits and the same for everybody. */
  alternatives: z.array(amount),
  /** Whether an approved sale was signed today, in Madrid. */
  signedToday: z.boolean(),
  /** Last day to withdraw without a reason (Ley 16/2011, art. 28), until it has passed; once approved. */
  withdrawUntil: z.nullable(date),
  anotherLinkAskedAt: z.nullable(instant),
  /** For an order begun by the shop's own page: its result, and the address to redirect to, automatically or by a button. */
  ending: z.nullable(z.strictObject({ result: z.enum(['success', 'pending', 'ko', 'dismiss']), url: z.string(), byItself: z.boolean() })),
})
export type Checkout = z.output<typeof checkout>

export const checkoutAnswers = { 200: checkout }
const step = checkoutAnswers

export const checkoutView = endpoint({
  name: 'checkoutView',
  method: 'GET',
  path,
  summary: 'Mi compra a plazos',
  policy: byCheckoutLink,
  answers: step,
  refusals: ['LinkReplaced'],
})

export const checkoutPlan = endpoint({
  name: 'checkoutPlan',
  method: 'POST',
  path: `${path}/plan`,
  summary: 'Elegir las cuotas',
  policy: byCheckoutLink,
  body: z.strictObject({ product, numInstalments: z.int().check(z.minimum(1), z.maximum(60)) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

/** Both consents and the phone for the code; sends the code. */
export const checkoutConsent = endpoint({
  name: 'checkoutConsent',
  method: 'POST',
  path: `${path}/consent`,
  summary: 'Dar los consentimientos y pedir el código',
  policy: byCheckoutLink,
  body: z.strictObject({ privacy: z.boolean(), creditCheck: z.boolean(), phone: z.optional(phoneText) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

export const checkoutCodeSend = endpoint({
  name: 'checkoutCodeSend',
  method: 'POST',
  path: `${path}/code/send`,
  summary: 'Pedir otro código',
  policy: byCheckoutLink,
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

/** Replaces a mistyped mobile before the code is entered; at most twice. Sends a new code and revokes the previous one. */
export const checkoutPhone = endpoint({
  name: 'checkoutPhone',
  method: 'POST',
  path: `${path}/phone`,
  summary: 'Corregir mi móvil',
  policy: byCheckoutLink,
  body: z.strictObject({ phone: phoneText }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

/** A correct code binds this browser: any other browser that opens the link must enter a new code. */
export const checkoutCode = endpoint({
  name: 'checkoutCode',
  method: 'POST',
  path: `${path}/code`,
  summary: 'Confirmar con el código',
  policy: byCheckoutLink,
  body: z.strictObject({ code: codeText(6).check(z.regex(/^\d{6}$/)) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CodeWrong'],
})

export const checkoutIdentify = endpoint({
  name: 'checkoutIdentify',
  method: 'POST',
  path: `${path}/identify`,
  summary: 'Decir quién soy',
  policy: byCheckoutLink,
  body: z.strictObject({
    firstName: typedText(80),
    lastName: typedText(120),
    documentId: documentText,
    birthday: date,
    email: emailText,
    address,
  }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

/**
 * Checks the customer's identity when the provider wants more certainty: begins, or asks the partner what came of it. `supportNumber` or `code`: what the
 * customer was asked for; `returned`: the state with which their browser came back from the partner's page.
 */
export const checkoutChallenge = endpoint({
  name: 'checkoutChallenge',
  method: 'POST',
  path: `${path}/challenge`,
  summary: 'Superar la comprobación de identidad',
  policy: byCheckoutLink,
  body: z.strictObject({
    supportNumber: z.optional(documentText),
    code: z.optional(codeText(6)),
    returned: z.optional(returnedText),
  }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CodeWrong'],
})

/**
 * A one-time request to the customer's own bank about income and expenses: begins at a bank, or asks what came of it. `returned`: the state with which their
 * browser came back from the bank.
 */
export const checkoutBank = endpoint({
  name: 'checkoutBank',
  method: 'POST',
  path: `${path}/bank`,
  summary: 'Vincular mi banco',
  policy: byCheckoutLink,
  body: z.strictObject({ bankCode: z.optional(z.string().check(z.regex(/^\d{4}$/))), returned: z.optional(returnedText) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

export const cardToken = z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/))

/** `token` comes from the card provider's own field; without one the card is given on the provider's own page (`cardPageUrl`), or was given there. */
export const checkoutCard = endpoint({
  name: 'checkoutCard',
  method: 'POST',
  path: `${path}/card`,
  summary: 'Guardar la tarjeta del primer pago',
  policy: byCheckoutLink,
  body: z.strictObject({ token: z.optional(cardToken) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CardDeclined'],
})

/** Signs: the amounts that the customer saw are sent along; a mismatch is refused. */
export const checkoutConfirm = endpoint({
  name: 'checkoutConfirm',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Aceptar y pagar',
  policy: byCheckoutLink,
  body: z.strictObject({ expectedFirstPayment: amount, expectedTotalPrice: amount }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CardDeclined', 'StaleAmount'],
})

/**
 * Pays an instalment that could not be collected, with the customer present: by the card on file, or by another one that replaces it (`token`, or with
 * `otherCard` the card provider's own page).
 */
export const checkoutPay = endpoint({
  name: 'checkoutPay',
  method: 'POST',
  path: `${path}/pay`,
  summary: 'Pagar mi cuota',
  policy: byCheckoutLink,
  body: z.strictObject({ token: z.optional(cardToken), otherCard: z.optional(z.boolean()) }),
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CardDeclined'],
})

export const checkoutDismiss = endpoint({
  name: 'checkoutDismiss',
  method: 'POST',
  path: `${path}/dismiss`,
  summary: 'No seguir con la compra a plazos',
  policy: byCheckoutLink,
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

export const checkoutAnotherLink = endpoint({
  name: 'checkoutAnotherLink',
  method: 'POST',
  path: `${path}/another-link`,
  summary: 'Pedir otro enlace a la tienda',
  policy: byCheckoutLink,
  answers: step,
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

/** Pre-contract information before signing, the contract afterwards. */
export const checkoutContract = endpoint({
  name: 'checkoutContract',
  method: 'GET',
  path: `${path}/contract`,
  summary: 'Descargar la información o el contrato',
  policy: byCheckoutLink,
  answers: { 200: 'file' },
  refusals: ['LinkReplaced', 'StepNotAllowed'],
})

const place = z.strictObject({
  code: z.string(),
  city: z.string(),
  state: z.string(),
  stateCode: z.string(),
  region: z.string(),
  country: z.string(),
})
const places = {
  query: z.object({ code: postcodeText, country: z._default(z.enum(['ES', 'PT']), 'ES') }),
  answers: { 200: z.array(place) },
} as const

export const postcodes = endpoint({
  name: 'postcodes',
  method: 'GET',
  path: '/v2/postcodes',
  summary: 'Municipios de un código postal',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed' },
  providerApi: true,
  ...places,
  refusals: [],
})

export const checkoutPostcodes = endpoint({
  name: 'checkoutPostcodes',
  method: 'GET',
  path: `${path}/postcodes`,
  summary: 'Municipios de un código postal, para quien compra',
  policy: byCheckoutLink,
  ...places,
  refusals: ['LinkReplaced'],
})
