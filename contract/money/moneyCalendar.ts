import { z } from 'zod/mini'
import { debitStates } from '#domain/money/directDebit'
import { endpoint } from '../platform/endpoint.ts'
import { operators, readsShop } from '../platform/policy.ts'
import { amount, date, hexId } from '../platform/values.ts'
import { settlementState } from './settlements.ts'

/** What is expected of a shop's money, and what happened with it, by day. */
const path = '/v2/merchants/{merchantId}/settlements'

/** The settlement expected on a value date; its terms are signed as in the equation. */
const expectedSettlement = z.strictObject({
  netAmount: amount,
  openingBalance: amount,
  /** Net of its lines, minimum fees included. */
  lines: amount,
  minimumFees: amount,
  reserveHeld: amount,
  reserveReleased: amount,
  closingBalance: amount,
  lineCount: z.int(),
})
const counted = { count: z.int(), amount }

/** Forecast of the next thirty days, in order, without days on which nothing happens. */
export const settlementForecast = endpoint({
  name: 'settlementForecast',
  method: 'GET',
  path: `${path}/forecast`,
  summary: 'Previsión de los próximos 30 días',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  answers: {
    200: z.strictObject({
      from: date,
      until: date,
      days: z.array(
        z.strictObject({
          on: date,
          settlement: z.nullable(expectedSettlement),
          /** Approved amounts that are not captured and expire on that day. */
          captures: z.strictObject(counted),
          /** Refunds released on that day, and their charge to the shop. */
          refunds: z.strictObject({ ...counted, netAmount: amount }),
        }),
      ),
    }),
  },
  refusals: [],
})

/** The first operations of a figure, at most ten. */
const operationsOf = z.array(z.strictObject({ id: hexId, customerName: z.string(), amount }))

/**
 * What happens with a shop's money on the days of a range (both included, at most 366), without days on which nothing happens: the settlements that there
 * are, and from today on what `settlementForecast` expects, with the operations behind it.
 */
export const moneyCalendar = endpoint({
  name: 'moneyCalendar',
  method: 'GET',
  path: `${path}/calendar`,
  summary: 'Calendario del dinero',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  query: z.object({ from: date, to: date }),
  answers: {
    200: z.strictObject({
      today: date,
      days: z.array(
        z.strictObject({
          on: date,
          /** Of that value date: what was paid, or is on its way. */
          settlements: z.array(
            z.strictObject({
              id: hexId,
              reference: z.string(),
              status: settlementState,
              netAmount: amount,
              reserveHeld: amount,
              reserveReleased: amount,
              closingBalance: amount,
            }),
          ),
          /** If nothing more is sold or refunded; null: nothing is expected. */
          expected: z.nullable(expectedSettlement),
          /** Approved amounts that are not captured and expire on that day. */
          captures: z.strictObject({ ...counted, operations: operationsOf }),
          /** Refunds that can still be undone and go out on that day. */
          refunds: z.strictObject({ ...counted, operations: operationsOf }),
          /** Direct debits of the shop's debt; of the charged amount, before that of the announced one. */
          debits: z.array(z.strictObject({ id: hexId, reference: z.string(), state: z.enum(debitStates), amount })),
          /** Card disputes that the shop must answer by that day. */
          disputes: z.strictObject({ ...counted, operations: operationsOf }),
        }),
      ),
    }),
  },
  refusals: [],
})
