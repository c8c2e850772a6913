import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { changesShop, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Callbacks: notifications about an order to the shop's own server. */
const path = `${operationPath}/callback` as const

export const callbackAttempt = z.strictObject({
  id: hexId,
  at: instant,
  /** The status sent to the shop, in the terms of the shops' API. */
  told: z.enum(['pending', 'ok', 'ko']),
  reason: z.nullable(z.string()),
  /** HTTP status of the answer; null: no answer, for the reason in `failure`. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  /** Duration in milliseconds. */
  ms: z.int(),
  /** The beginning of the answer's body; null: no answer. */
  answer: z.nullable(z.string()),
})
export type CallbackAttempt = z.output<typeof callbackAttempt>

export const callback = z.strictObject({
  /** The callback address without its query parameters; null: this order has no callback. */
  address: z.nullable(z.string()),
  /** `idle`: nothing to send yet; `due`: to be sent or retried at `nextAt`; `taken`: the shop acknowledged the latest state; `given_up`: no longer retried. */
  state: z.enum(['idle', 'due', 'taken', 'given_up']),
  nextAt: z.nullable(instant),
  /** Newest first; at most 120, more than a day of failed attempts. */
  attempts: z.array(callbackAttempt),
})
export type Callback = z.output<typeof callback>

export const callbackView = endpoint({
  name: 'callbackView',
  method: 'GET',
  path,
  summary: 'Avisos de una operación al servidor de la tienda',
  policy: { ...readsShop, roles: operators, right: null, clock: 'wall' },
  answers: { 200: callback },
  refusals: [],
})

export const callbackRetry = endpoint({
  name: 'callbackRetry',
  method: 'POST',
  path: `${path}/retry`,
  summary: 'Avisar otra vez al servidor de la tienda',
  policy: { ...changesShop, roles: operators, right: null, clock: 'wall' },
  answers: { 200: callback },
  refusals: ['ResendNotAllowed'],
})
