import { z } from 'zod/mini'
import { amount, date, hexId } from '../platform/values.ts'
import { cursorPage, cursorText, providerCall } from './providerCall.ts'

const policy = { scope: 'money:read', secondPerson: 'never' } as const

const counted = z.strictObject({ count: z.int(), amount })

/** What happened in a shop on a day of Madrid, in live mode; each on the day on which it happened. */
export const providerDayFigures = z.strictObject({
  merchantId: hexId,
  on: date,
  /** Requests for credit: opened, signed by the customer, and refused, with the price of their orders. */
  requests: counted,
  accepted: counted,
  refused: counted,
  /** First captures, with the price of their orders. */
  sold: counted,
  captured: counted,
  refunded: counted,
  /** Cancelled after capture. */
  cancelled: counted,
  /** Charged to the merchant, less what went back. */
  fees: amount,
  vat: amount,
  subsidies: amount,
})
export type ProviderDayFigures = z.output<typeof providerDayFigures>

/** A day of all shops, in the order of their ids; shops without anything on it are missing. */
export const providerFigures = providerCall({
  name: 'providerFigures',
  method: 'GET',
  path: '/provider/v1/figures/{day}',
  summary: 'Leer las cifras de un día por tienda',
  policy,
  query: z.strictObject({ cursor: z.optional(cursorText) }),
  answers: { 200: cursorPage(providerDayFigures) },
  refusals: [],
})

/** The days of a shop, at most 366; days without anything are missing. */
export const providerMerchantFigures = providerCall({
  name: 'providerMerchantFigures',
  method: 'GET',
  path: '/provider/v1/merchants/{merchantId}/figures',
  summary: 'Leer las cifras de una tienda por día',
  policy,
  query: z.strictObject({ from: date, to: date }),
  answers: { 200: z.strictObject({ results: z.array(providerDayFigures) }) },
  refusals: [],
})
