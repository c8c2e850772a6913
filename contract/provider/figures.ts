import { z } from 'zod/mini'
import { requestEnds, requestSteps } from '#domain/sales/operations/facts'
import { decisionOutcomes } from '#domain/sales/operations/decision'
import { staffRoles } from '#domain/provider/staff'
import { amount, date, hexId, instant, rate, saleChannel } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** How the provider's business goes, over all merchants, of live sales: figures by Madrid day of the fact, as merchants see theirs. */
const path = '/console/v1/figures'
const reading = { roles: staffRoles, secondPerson: 'never' } as const
/** Days, both included; at most 366. */
const range = { from: date, to: date }
const counted = { count: z.int(), amount }

const volume = {
  /** Requests of credit: orders opened. */
  requests: z.int(),
  /** Signed. */
  accepted: z.int(),
  /** First captures. */
  operations: z.int(),
  /** Captured. */
  sold: amount,
  /** Refunds and cancellations that went out. */
  refunds: z.strictObject(counted),
  refundedShare: z.nullable(rate),
  /** Charged to merchants, less what went back; VAT apart. */
  fees: amount,
  vat: amount,
  subsidies: amount,
  /** Merchants that sold something. */
  merchants: z.int(),
}
const period = z.strictObject({
  ...range,
  ...volume,
  /** Every day, also empty ones. */
  days: z.array(
    z.strictObject({ on: date, requests: z.int(), accepted: z.int(), operations: z.int(), sold: amount, refunded: amount, fees: amount }),
  ),
})

/** The range, the same weekdays before, and the same weekdays of last year (364 days back). */
export const consoleFigures = consoleCall({
  name: 'consoleFigures',
  method: 'GET',
  path,
  summary: 'Ver cómo va el negocio',
  policy: reading,
  query: z.object(range),
  answers: { 200: z.strictObject({ current: period, before: period, lastYear: period, asOf: instant }) },
  refusals: [],
})

const step = z.strictObject({ step: z.enum([...requestSteps, 'sold']), ...counted })
const end = z.strictObject({ end: z.enum(requestEnds), ...counted })

/** From request to sale; each step on its own day. */
export const consoleFigureFunnel = consoleCall({
  name: 'consoleFigureFunnel',
  method: 'GET',
  path: `${path}/funnel`,
  summary: 'Ver el embudo de las compras',
  policy: reading,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      /** All channels (null) first, then those that have any. */
      funnels: z.array(z.strictObject({ channel: z.nullable(saleChannel), steps: z.array(step), ends: z.array(end) })),
    }),
  },
  refusals: [],
})

/** Decisions by rule and outcome: those that were taken at once on the day they were asked for, those that waited on the day of their verdict. */
export const consoleFigureDecisions = consoleCall({
  name: 'consoleFigureDecisions',
  method: 'GET',
  path: `${path}/decisions`,
  summary: 'Ver las decisiones por regla',
  policy: reading,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      /** Most frequent first; amounts are prices of the sales. */
      rules: z.array(z.strictObject({ rule: z.string(), outcome: z.enum(decisionOutcomes), ...counted })),
      /** Accepted ÷ accepted and refused; null without either. */
      acceptance: z.nullable(rate),
      days: z.array(z.strictObject({ on: date, accepted: z.int(), refused: z.int(), more: z.int() })),
    }),
  },
  refusals: [],
})

/** Days since the oldest unpaid instalment fell due. */
export const arrearsAges = ['1_30', '31_60', '61_90', '91'] as const
const arrears = z.strictObject({ age: z.enum(arrearsAges), operations: z.int(), amount })

/** What is overdue, as of each night's count; null before the first. */
export const consoleFigureArrears = consoleCall({
  name: 'consoleFigureArrears',
  method: 'GET',
  path: `${path}/arrears`,
  summary: 'Ver los impagos por antigüedad',
  policy: reading,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      /** The last count in the range. */
      on: z.nullable(date),
      ages: z.array(arrears),
      /** Counts in the range. */
      days: z.array(z.strictObject({ on: date, ages: z.array(arrears) })),
      /** With the most overdue first, at most twenty: each opens its account. */
      merchants: z.array(z.strictObject({ accountId: hexId, merchantId: hexId, name: z.string(), operations: z.int(), amount })),
    }),
  },
  refusals: [],
})

const merchantFigures = z.strictObject({
  accountId: hexId,
  merchantId: hexId,
  name: z.string(),
  operations: z.int(),
  sold: amount,
  /** Captured on the same weekdays before. */
  soldBefore: amount,
  /** Refunds and cancellations. */
  refunded: amount,
})

/** The twenty merchants that sold most, and the twenty whose sales fell most in money; each opens its account. */
export const consoleFigureMerchants = consoleCall({
  name: 'consoleFigureMerchants',
  method: 'GET',
  path: `${path}/merchants`,
  summary: 'Ver los comercios que más venden y los que caen',
  policy: reading,
  query: z.object(range),
  answers: { 200: z.strictObject({ top: z.array(merchantFigures), falling: z.array(merchantFigures) }) },
  refusals: [],
})

/** Refunds and cancellations that went out, by reason (`none`: not given) and days since the sale, as in `insightRefunds`. */
export const consoleFigureRefunds = consoleCall({
  name: 'consoleFigureRefunds',
  method: 'GET',
  path: `${path}/refunds`,
  summary: 'Ver las devoluciones por motivo',
  policy: reading,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      refunds: z.strictObject(counted),
      cancellations: z.strictObject(counted),
      reasons: z.array(z.strictObject({ value: z.string(), ...counted })),
      ages: z.array(z.strictObject({ value: z.string(), ...counted })),
    }),
  },
  refusals: [],
})

/** Applications of shops: sent, approved and rejected by day, and those that wait now. */
export const consoleFigureApplications = consoleCall({
  name: 'consoleFigureApplications',
  method: 'GET',
  path: `${path}/applications`,
  summary: 'Ver las solicitudes que llegan y se resuelven',
  policy: reading,
  query: z.object(range),
  answers: {
    200: z.strictObject({
      submitted: z.int(),
      approved: z.int(),
      rejected: z.int(),
      waiting: z.int(),
      /** From submission to decision, of those decided in the range, in hours; null: none. */
      medianHours: z.nullable(z.int()),
      days: z.array(z.strictObject({ on: date, submitted: z.int(), approved: z.int(), rejected: z.int() })),
    }),
  },
  refusals: [],
})
