import { defaultFeePlans, type FeePlan } from './fees.ts'
import type { Product } from '../operations/states.ts'

/** The terms of a product. Amounts in cents, rates in basis points. */
export type ProductTerms = {
  minCents: number
  maxCents: number
  instalmentsAllowed: readonly number[]
  tinBps: number
  openingFeeBps: number
  downpayment: 'none' | 'equal'
  captureMode: 'automatic' | 'manual'
  fees: FeePlan
}

/** Yearly nominal interest without a campaign, in basis points (docs/domain.md#opening-terms). */
export const REFERENCE_TIN = 1999

/** The initial terms of an approved shop: 30–3 000 €, 30–800 € and 20–500 €. */
export const openingTerms: Readonly<Record<Product, ProductTerms>> = {
  instalments: {
    minCents: 3_000,
    maxCents: 300_000,
    instalmentsAllowed: [2, 3, 4, 5, 6, 8, 10, 12],
    tinBps: REFERENCE_TIN,
    openingFeeBps: 0,
    downpayment: 'none',
    captureMode: 'automatic',
    fees: defaultFeePlans.instalments,
  },
  // Four payments: the first today, three instalments after it.
  pay_in_4: {
    minCents: 3_000,
    maxCents: 80_000,
    instalmentsAllowed: [3],
    tinBps: 0,
    openingFeeBps: 0,
    downpayment: 'equal',
    captureMode: 'automatic',
    fees: defaultFeePlans.pay_in_4,
  },
  pay_later: {
    minCents: 2_000,
    maxCents: 50_000,
    instalmentsAllowed: [1],
    tinBps: 0,
    openingFeeBps: 0,
    downpayment: 'none',
    captureMode: 'manual',
    fees: defaultFeePlans.pay_later,
  },
}
