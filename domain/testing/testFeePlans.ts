import type { Product } from '../sales/operations/states.ts'
import { type FeePlan, STANDARD_VAT } from '../sales/plans/fees.ts'
import { basisPoints, cents } from '../platform/money.ts'

const plan = (rate: number): FeePlan => ({ rate: basisPoints(rate), fixedCents: cents(30), vatRate: STANDARD_VAT })

/** The fees of the first price list. */
export const testFeePlans: Readonly<Record<Product, FeePlan>> = { instalments: plan(250), pay_in_4: plan(390), pay_later: plan(290) }
