import { z } from 'zod/mini'
import { product } from '../../merchants/merchants.ts'
import { widgetPreferences } from '../../merchants/preferences.ts'
import { shopCall } from '../../platform/shopCall.ts'
import { amount, rate } from '../../platform/values.ts'

/** What a shop's pages request with its public key. */
const cents = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))
const word = z.optional(z.string().check(z.maxLength(20)))

/** Whether an amount can be paid here: buttons stay hidden until it is known. */
export const checkoutAvailable = shopCall({
  name: 'checkoutAvailable',
  method: 'GET',
  path: '/checkout/button',
  summary: '¿Se puede pagar a plazos?',
  policy: { key: 'publicKey', right: null },
  query: z.object({ amount: cents, currency: word, country: word, 'product[type]': word }),
  answers: { 200: z.strictObject({ allowed: z.literal(true) }) },
  refusals: ['CreditNotAvailable'],
})

const plan = z.strictObject({
  /** TAE. */
  annualEquivalent: rate,
  amount,
  numInstalments: z.int(),
  downpaymentAmount: amount,
  totalInterest: amount,
  totalFees: amount,
  /** Always zero: campaigns are already included in the figures. */
  discounts: z.strictObject({ applied: amount, social: amount, financial: amount }),
})

export const planSimulate = shopCall({
  name: 'planSimulate',
  method: 'GET',
  path: '/instalment-plan-simulator',
  summary: 'Simulador de cuotas',
  policy: { key: 'publicKey', right: null },
  query: z.object({
    amount: cents,
    currency: word,
    country: word,
    view: z._default(z.enum(['product', 'cart']), 'product'),
    /** Accepted and ignored: amounts do not depend on the payment day. */
    payday: word,
    /** `id:price*quantity,…` in cents: needed for campaigns limited to articles. */
    articles: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  answers: {
    200: z.strictObject({
      /** By product; the first is `instalments`. */
      choices: z.array(z.strictObject({ product, instalments: z.array(plan) })),
      options: z.strictObject({
        /** Of the plan shown first; null: none. */
        annualEquivalent: z.nullable(rate),
        /** The same without any campaign. */
        referenceAnnualEquivalent: z.nullable(rate),
        highlightedNumInstalments: z.array(z.int()),
        minAmount: z.nullable(amount),
        maxCreditAmount: z.nullable(amount),
        widget: z.strictObject({
          type: z.string(),
          preferences: widgetPreferences,
          styles: z.strictObject({ textColor: z.string(), btnTextColor: z.string(), btnBgColor: z.string() }),
          disabled: z.boolean(),
        }),
      }),
    }),
  },
  refusals: [],
})
