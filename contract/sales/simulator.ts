import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { everyone, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, rate } from '../platform/values.ts'

/** What the buyer pays and the shop gets, for every offered plan. The shop's figures are null for a guest. */
export const planSimulator = endpoint({
  name: 'planSimulator',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/instalment-plan-simulator',
  summary: 'Simular cuotas',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object({ amount: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)) }),
  answers: {
    200: z.strictObject({
      plans: z.array(
        z.strictObject({
          product,
          numInstalments: z.int(),
          /** The campaign applied; null: the shop's usual terms. */
          campaignId: z.nullable(hexId),
          tin: rate,
          tae: rate,
          instalmentAmount: amount,
          lastInstalmentAmount: amount,
          downpaymentAmount: amount,
          openingFeeAmount: amount,
          totalInterest: amount,
          totalPrice: amount,
          firstDueOn: date,
          lastDueOn: date,
          merchant: z.nullable(
            z.strictObject({ feeAmount: amount, vatAmount: amount, subsidyAmount: amount, netAmount: amount, valueOn: date }),
          ),
        }),
      ),
      /** Products whose limits exclude this amount. */
      outside: z.array(z.strictObject({ product, minAmount: amount, maxAmount: amount })),
    }),
  },
  refusals: [],
})
