import { erasureGrounds } from '#domain/merchants/retention'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { amount, date, hexId, instant } from '../platform/values.ts'

const path = `${operationPath}/customer-erasure` as const

/** How much of each was erased with an operation. */
const gone = z.strictObject({
  notes: z.int(),
  comments: z.int(),
  deliveries: z.int(),
  answers: z.int(),
  cards: z.int(),
  reports: z.int(),
  audiences: z.int(),
  checks: z.int(),
  replies: z.int(),
})

export const customerErasure = z.strictObject({
  /** When the shop's access to the customer's identity ended; null: it has not. */
  hiddenAt: z.nullable(instant),
  /** All operations of this shop and mode with the same customer, newest first; none once they are hidden. */
  operations: z.array(
    z.strictObject({
      id: hexId,
      mid: z.nullable(z.string()),
      /** The customer's name in the operation. */
      customerName: z.string(),
      totalAmount: amount,
      created: instant,
      /** Whether it can be erased now, or waits: for a debt, for the sale, or for a refund that can still be undone. */
      when: z.enum(['now', 'owed', 'sale', 'refund']),
    }),
  ),
  /** Who requested it; null: nobody, or the shop's access period ended. */
  asked: z.nullable(
    z.strictObject({
      ground: z.enum(erasureGrounds),
      at: instant,
      /** Null: the provider. */
      by: z.nullable(z.string()),
      /** Null: it waits for the operation to end. */
      doneAt: z.nullable(instant),
    }),
  ),
  /** What was erased on request. */
  gone: z.nullable(gone),
  /** The last day on which the provider keeps the customer's identity, blocked; null: it keeps nothing. */
  keptUntil: z.nullable(date),
})
export type CustomerErasure = z.output<typeof customerErasure>

/** What erasing the customer of an operation would do, or has done (GDPR, art. 17). */
export const customerErasureView = endpoint({
  name: 'customerErasureView',
  method: 'GET',
  path,
  summary: 'Datos del cliente: qué se puede borrar',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: customerErasure },
  refusals: [],
})

/** Erases the customer from all their operations in this shop and mode: from ended ones now, from the others when they end. */
export const customerErase = endpoint({
  name: 'customerErase',
  method: 'POST',
  path,
  summary: 'Borrar los datos de un cliente',
  policy: { ...ofAccount, roles: owners, right: null },
  body: z.strictObject({
    /** The customer's ground: a request, withdrawn consent, or unlawful processing. */
    ground: z.enum(['request', 'consent', 'unlawful']),
  }),
  answers: { 200: customerErasure },
  refusals: ['StepUpRequired'],
})
