import { z } from 'zod/mini'
import { disputeFacts, operationFacts, requestEnds, requestSteps } from '#domain/sales/operations/facts'
import { product } from '../merchants/merchants.ts'
import { endpoint } from '../platform/endpoint.ts'
import { admins, operators, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, rate, saleChannel } from '../platform/values.ts'

/**
 * How a shop is doing: figures by Madrid day. An operation counts on the day on which its fact happened: a sale on the day of its first capture, a refund on
 * the day on which it went out (a refund that can still be undone does not count). The calendar of coming payouts is `settlementForecast`.
 */
const path = '/v2/merchants/{merchantId}/insights'
const reads = { ...readsShop, roles: operators, right: null, clock: 'shop' } as const

/** Days, both included; at most 366. */
const range = { from: date, to: date }
const byChannel = { ...range, channel: z.optional(saleChannel) }
const bySale = { ...byChannel, product: z.optional(product), campaign: z.optional(hexId) }

/** The filters of `operationList` and `operationTotals` that give exactly the operations of a figure; `from` and `to` are days of the fact. */
const listFilters = z.strictObject({
  ...range,
  fact: z.enum(operationFacts),
  channel: z.optional(saleChannel),
  product: z.optional(product),
  campaign: z.optional(hexId),
})
export type InsightList = z.output<typeof listFilters>
const counted = { count: z.int(), amount }

const salesFigures = {
  /** First captures; list `sold`. */
  operations: z.int(),
  /** Captured; `factAmount` of the list `captured`. */
  sold: amount,
  /** Captured ÷ operations, rounded; null without operations. */
  average: z.nullable(amount),
  /** Went out, cancellations not included; list `refunded`. */
  refunds: z.strictObject(counted),
  /** Sales given back whole by a cancellation; list `cancelled`. */
  cancellations: z.strictObject(counted),
  /** Refunded and cancelled ÷ captured; null when nothing was captured. */
  refundedShare: z.nullable(rate),
  /** Fee, VAT and subsidy of what was captured, less what went back with refunds. */
  charges: amount,
  /** Of the settlements whose value date is in the range (`settlementList` with the same days); null with a filter: payouts are not split. */
  netPaid: z.nullable(amount),
}
const salesDay = z.strictObject({
  on: date,
  operations: z.int(),
  sold: amount,
  refunded: amount,
  cancelled: amount,
  netPaid: z.nullable(amount),
})
const period = z.strictObject({ ...range, ...salesFigures, days: z.array(salesDay) })
export type InsightPeriod = z.output<typeof period>

/** Headline and sales by day: the range, the same weekdays before, and the same weekdays of last year (364 days back). Every day is there, also empty ones. */
export const insightSales = endpoint({
  name: 'insightSales',
  method: 'GET',
  path: `${path}/sales`,
  summary: 'Cómo va la tienda: ventas',
  policy: reads,
  query: z.object(bySale),
  answers: {
    200: z.strictObject({
      current: period,
      before: period,
      lastYear: period,
      /** Until when the figures are complete. */
      asOf: instant,
      /** The first day with anything: days before it are not comparable. Null: nothing yet. */
      since: z.nullable(date),
      /** Campaigns that ran in the range; `to` null: open. */
      campaigns: z.array(z.strictObject({ id: hexId, name: z.string(), from: date, to: z.nullable(date) })),
      /** Weekdays of the range on which banks do not pay (TARGET). */
      bankHolidays: z.array(date),
      lists: z.strictObject({ operations: listFilters, sold: listFilters, refunds: listFilters, cancellations: listFilters }),
    }),
  },
  refusals: [],
})

const step = z.strictObject({ step: z.enum([...requestSteps, 'sold']), ...counted, list: listFilters })
const end = z.strictObject({ end: z.enum(requestEnds), ...counted, list: listFilters })
/** Null: of all channels. */
const funnel = z.strictObject({ channel: z.nullable(saleChannel), steps: z.array(step), ends: z.array(end) })

/**
 * From request to sale, with the price of the operations: each step counts on its own day, so that a step can be larger than the one before. `ends`: how
 * requests ended without a sale; `link_expired`, `unconfirmed` and `uncaptured` are those that a shop can do something about. Products are not told apart:
 * until the customer has chosen, a request has none.
 */
export const insightFunnel = endpoint({
  name: 'insightFunnel',
  method: 'GET',
  path: `${path}/funnel`,
  summary: 'Cómo va la tienda: de la solicitud a la venta',
  policy: reads,
  query: z.object(byChannel),
  answers: {
    200: z.strictObject({
      /** All channels first, then those that have any. */
      funnels: z.array(funnel),
      /** Open now, whatever the range, with the operation list's `substatus`: the customer has not finished, the shop has not confirmed or captured. */
      open: z.strictObject({ pendingCustomer: z.strictObject(counted), pendingMerchant: z.strictObject(counted) }),
    }),
  },
  refusals: [],
})

/**
 * Money in motion by week, from Monday: of the settlements whose value date is in the range. Signed as in their equation: opening + sales + refunds + … = paid +
 * closing of each. `settlementList` with the days of a week gives its settlements.
 */
export const insightMoney = endpoint({
  name: 'insightMoney',
  method: 'GET',
  path: `${path}/money`,
  summary: 'Cómo va la tienda: el dinero',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  query: z.object(range),
  answers: {
    200: z.strictObject({
      weeks: z.array(
        z.strictObject({
          /** Within the range: the first and last week can be shorter. */
          ...range,
          settlements: z.int(),
          sales: amount,
          /** Refunds and cancellations, negative. */
          refunds: amount,
          /** Fees, minimum fees, VAT and subsidies, negative, less what went back. */
          charges: amount,
          reserveHeld: amount,
          reserveReleased: amount,
          repayments: amount,
          /** Lost card disputes that the shop bears and their fees, negative; their VAT is in `charges`. */
          disputes: amount,
          /** Balance carried in by the week's first settlement, and out by its last. */
          opening: amount,
          closing: amount,
          paid: amount,
        }),
      ),
    }),
  },
  refusals: [],
})

/** A share of a whole by one property, in the property's own order; `value` is a code or number that the screen words. */
const slice = z.strictObject({ value: z.string(), ...counted })
const slices = z.array(slice)

/**
 * Refunds and cancellations that went out, by reason (`none`: not given) and by days since the sale (`0`, `1_7`, `8_14`, `15_30`, `31_90`, `91`); card disputes
 * that were opened, won and lost, with what was disputed.
 */
export const insightRefunds = endpoint({
  name: 'insightRefunds',
  method: 'GET',
  path: `${path}/refunds`,
  summary: 'Cómo va la tienda: devoluciones',
  policy: reads,
  query: z.object(byChannel),
  answers: {
    200: z.strictObject({
      /** The sum of the slices of each. */
      refunds: z.strictObject(counted),
      cancellations: z.strictObject(counted),
      reasons: slices,
      ages: slices,
      disputes: z.array(z.strictObject({ fact: z.enum(disputeFacts), ...counted, list: listFilters })),
      lists: z.strictObject({ refunds: listFilters, cancellations: listFilters }),
    }),
  },
  refusals: [],
})

/**
 * Who buys, when and how, of the operations sold in the range (list `sold`): new and returning customers by days since their first sale (`new`, `30`, `180`,
 * `365`, `older`), by amount (`50`, `100`, `200`, `400`, `800`, `1500`, `more`: up to so many euros), by number of instalments, and by hour of the day in Madrid
 * and weekday (1: Monday).
 */
export const insightCustomers = endpoint({
  name: 'insightCustomers',
  method: 'GET',
  path: `${path}/customers`,
  summary: 'Cómo va la tienda: clientes',
  policy: reads,
  query: z.object(byChannel),
  answers: {
    200: z.strictObject({
      ...counted,
      relations: slices,
      amounts: slices,
      instalments: slices,
      /** Only hours with sales. */
      hours: z.array(z.strictObject({ weekday: z.int(), hour: z.int(), ...counted })),
      list: listFilters,
    }),
  },
  refusals: [],
})

/** Sales with and without a campaign. */
export const insightCampaigns = endpoint({
  name: 'insightCampaigns',
  method: 'GET',
  path: `${path}/campaigns`,
  summary: 'Cómo va la tienda: campañas',
  policy: { ...readsShop, roles: operators, right: 'campaigns', clock: 'shop' },
  query: z.object(byChannel),
  answers: {
    200: z.strictObject({
      without: z.strictObject({ operations: z.int(), sold: amount, refunded: amount }),
      /** With the most sold first. */
      campaigns: z.array(
        z.strictObject({
          id: hexId,
          name: z.string(),
          operations: z.int(),
          sold: amount,
          /** Cancellations included. */
          refunded: amount,
          /** Subsidy that the shop paid, VAT excluded, less what went back. */
          cost: amount,
          list: listFilters,
        }),
      ),
    }),
  },
  refusals: [],
})

/** Sales by who opened them, and refunds and cancellations by who made them; null: the shop's programs, or a customer. For owners and admins. */
export const insightTeam = endpoint({
  name: 'insightTeam',
  method: 'GET',
  path: `${path}/team`,
  summary: 'Cómo va la tienda: equipo',
  policy: { ...reads, roles: admins },
  query: z.object(range),
  answers: {
    200: z.strictObject({
      people: z.array(
        z.strictObject({
          userId: z.nullable(hexId),
          name: z.nullable(z.string()),
          sales: z.strictObject(counted),
          refunds: z.strictObject(counted),
        }),
      ),
    }),
  },
  refusals: [],
})

/** The account's shops that the caller may enter, with what was sold in the range and on the same weekdays before; each opens its own page. */
export const insightShops = endpoint({
  name: 'insightShops',
  method: 'GET',
  path: `${path}/shops`,
  summary: 'Cómo van las tiendas de la empresa',
  policy: reads,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      shops: z.array(
        z.strictObject({
          id: hexId,
          name: z.string(),
          operations: z.int(),
          sold: amount,
          /** Cancellations included. */
          refunded: amount,
          before: z.strictObject({ operations: z.int(), sold: amount }),
        }),
      ),
    }),
  },
  refusals: [],
})
