import { payoutFrequencies } from '#domain/money/settlement'
import { staffRoles } from '#domain/provider/staff'
import { z } from 'zod/mini'
import { product } from '../merchants/merchants.ts'
import { amount, date, hexId, instant, rate } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** Terms of a product: amounts in cents, rates in basis points. The VAT on the fee is the law's. */
export const agreedTerms = z.strictObject({
  feeRate: rate,
  feeFixed: amount,
  tin: rate,
  openingFeeRate: rate,
  minAmount: amount,
  maxAmount: amount,
  instalmentsAllowed: z.array(z.int()).check(z.minLength(1), z.maxLength(40)),
  downpayment: z.enum(['none', 'equal']),
  captureMode: z.enum(['automatic', 'manual']),
})
export type AgreedTerms = z.output<typeof agreedTerms>

/** A product in a version of the price list. */
const listed = z.strictObject({ product, terms: agreedTerms })

/** A product in a version of a merchant's own terms; `terms`: null for those of the price list. */
const agreed = z.strictObject({ product, enabled: z.boolean(), terms: z.nullable(agreedTerms) })
export type AgreedProduct = z.output<typeof agreed>

/** Part of each settlement that is held back, until so many days after its value day. */
const reserve = z.strictObject({ rate, days: z.int() })
const frequency = z.enum(payoutFrequencies)

/** How shops are paid. `minimumFee`: least fee of a month without VAT, in cents; 0: none. */
export const payoutTerms = z.strictObject({ frequency, reserve, minimumFee: amount })
export type PayoutTermsView = z.output<typeof payoutTerms>

/** How one shop is paid; null where it is as the price list says. */
export const ownPayoutTerms = z.strictObject({
  frequency: z.nullable(frequency),
  reserve: z.nullable(reserve),
  minimumFee: z.nullable(amount),
})
export type OwnPayoutTermsView = z.output<typeof ownPayoutTerms>

/** What a version is on the day of the answer. */
export const versionState = z.enum(['coming', 'in_force', 'past', 'withdrawn'])

const versionOf = <P extends typeof listed | typeof agreed, T extends typeof payoutTerms | typeof ownPayoutTerms>(entry: P, payout: T) =>
  z.strictObject({
    id: hexId,
    /** In force from the midnight in Madrid at which this day begins. */
    effectiveOn: date,
    state: versionState,
    products: z.array(entry),
    /** Null: it changes nothing of how shops are paid. */
    payout: z.nullable(payout),
    proposedAt: instant,
    /** Null: the installation's own first list, or a key. */
    proposedBy: z.nullable(z.string()),
    /** The name of the key of the provider's own system that proposed it. */
    proposedByKey: z.nullable(z.string()),
    withdrawnAt: z.nullable(instant),
    withdrawnBy: z.nullable(z.string()),
  })
export const listVersion = versionOf(listed, payoutTerms)
export type ListVersionView = z.output<typeof listVersion>
export const ownVersion = versionOf(agreed, ownPayoutTerms)
export type OwnVersionView = z.output<typeof ownVersion>

/** What the screen checks a proposal by before it is sent; the server decides. */
const bounds = { today: date, noticeDays: z.int(), maxTae: rate }

const listPath = '/console/v1/prices'
const termsPath = '/console/v1/merchants/{merchantId}/terms'

/** Every version of the price list, the newest first. */
export const consolePriceList = consoleCall({
  name: 'consolePriceList',
  method: 'GET',
  path: listPath,
  summary: 'Lista de precios',
  policy: { roles: staffRoles, secondPerson: 'never' },
  answers: { 200: z.strictObject({ versions: z.array(listVersion), ...bounds }) },
  refusals: [],
})

export const consolePriceListPropose = consoleCall({
  name: 'consolePriceListPropose',
  method: 'POST',
  path: listPath,
  summary: 'Poner una lista de precios nueva',
  policy: { roles: ['admin'], secondPerson: 'configured', confirmedBy: ['finance'] },
  body: z.strictObject({ effectiveOn: date, products: z.array(listed).check(z.maxLength(3)), payout: z.optional(payoutTerms) }),
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['TermsNotAllowed'],
})

export const consolePriceListWithdraw = consoleCall({
  name: 'consolePriceListWithdraw',
  method: 'POST',
  path: `${listPath}/{versionId}/withdraw`,
  summary: 'Retirar una lista de precios',
  policy: { roles: ['admin'], secondPerson: 'configured', confirmedBy: ['finance'] },
  answers: { 204: null },
  refusals: ['TermsNotAllowed'],
})

/** The terms of a merchant: in force and coming of each product, and every version agreed with it, the newest first. */
export const consoleTerms = consoleCall({
  name: 'consoleTerms',
  method: 'GET',
  path: termsPath,
  summary: 'Condiciones de un comercio',
  policy: { roles: staffRoles, secondPerson: 'never' },
  answers: {
    200: z.strictObject({
      merchant: z.strictObject({ id: hexId, name: z.string() }),
      products: z.array(
        z.strictObject({
          product,
          enabled: z.boolean(),
          /** Agreed with this merchant, instead of the price list's. */
          isOwn: z.boolean(),
          terms: agreedTerms,
          coming: z.array(z.strictObject({ effectiveOn: date, enabled: z.boolean(), isOwn: z.boolean(), terms: agreedTerms })),
        }),
      ),
      payout: z.strictObject({
        terms: payoutTerms,
        /** What of it was agreed with this merchant. */
        own: ownPayoutTerms,
        coming: z.array(z.strictObject({ effectiveOn: date, terms: payoutTerms, own: ownPayoutTerms })),
      }),
      versions: z.array(ownVersion),
      ...bounds,
    }),
  },
  refusals: [],
})

export const consoleTermsPropose = consoleCall({
  name: 'consoleTermsPropose',
  method: 'POST',
  path: termsPath,
  summary: 'Acordar condiciones con un comercio',
  policy: { roles: ['finance'], secondPerson: 'configured', confirmedBy: ['admin'] },
  body: z.strictObject({ effectiveOn: date, products: z.array(agreed).check(z.maxLength(3)), payout: z.optional(ownPayoutTerms) }),
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['TermsNotAllowed'],
})

export const consoleTermsWithdraw = consoleCall({
  name: 'consoleTermsWithdraw',
  method: 'POST',
  path: `${termsPath}/{versionId}/withdraw`,
  summary: 'Retirar condiciones acordadas',
  policy: { roles: ['finance'], secondPerson: 'configured', confirmedBy: ['admin'] },
  answers: { 204: null },
  refusals: ['TermsNotAllowed'],
})

/** Lowest and highest TAE; null without such orders. */
const taeRange = z.nullable(z.strictObject({ least: rate, most: rate }))

export const effectOfTerms = z.strictObject({
  /** Madrid days, both included. */
  from: date,
  to: date,
  orders: z.int(),
  /** What remains of them after refunds. */
  amount,
  /** Orders that these terms would not have allowed. */
  outside: z.int(),
  /** The merchant's fees without VAT: what it paid, and what it would have paid. */
  fees: z.strictObject({ before: amount, after: amount }),
  vat: z.strictObject({ before: amount, after: amount }),
  /** What its customers paid above the price: interest and opening fees. */
  customersCost: z.strictObject({ before: amount, after: amount }),
  tae: z.strictObject({ before: taeRange, after: taeRange }),
  payout: z.strictObject({
    /** Transfers for what was sold in these days. */
    payments: z.strictObject({ before: z.int(), after: z.int() }),
    /** Held back from the settlements of these days. */
    reserved: z.strictObject({ before: amount, after: amount }),
    /** Charged beyond the fees of the whole months among these days, without VAT. */
    minimumFees: z.strictObject({ before: amount, after: amount }),
  }),
})
export type EffectOfTerms = z.output<typeof effectOfTerms>

/** What terms would have meant for a merchant's orders and settlements of the last 90 days. `products`, `payout`: as JSON, those of a proposal's body. */
export const consoleTermsEffect = consoleCall({
  name: 'consoleTermsEffect',
  method: 'GET',
  path: `${termsPath}/effect`,
  summary: 'Efecto de unas condiciones',
  policy: { roles: staffRoles, secondPerson: 'never' },
  query: z.strictObject({ products: z.string().check(z.maxLength(4_000)), payout: z.optional(z.string().check(z.maxLength(500))) }),
  answers: { 200: effectOfTerms },
  refusals: [],
})

/** The products of {@link consoleTermsEffect}, once parsed. */
export const agreedProducts = z.array(agreed).check(z.maxLength(3))
