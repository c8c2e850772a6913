import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { changesShop, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** How a shop's own server is told of an order. */
const path = `${operationPath}/callback` as const

export const callbackAttempt = z.strictObject({
  id: hexId,
  at: instant,
  /** What the shop was told, in the words of the shops' API. */
  told: z.enum(['pending', 'ok', 'ko']),
  reason: z.nullable(z.string()),
  /** HTTP status of the answer; null: there was none, for the reason in `failure`. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  /** How long it took, in milliseconds. */
  ms: z.int(),
  /** The beginning of the answer; null: there was none. */
  answer: z.nullable(z.string()),
})
export type CallbackAttempt = z.output<typeof callbackAttempt>

export const callback = z.strictObject({
  /** Where the shop listens, without the parameters of the address; null: nobody is told of this order. */
  address: z.nullable(z.string()),
  /** `idle`: nothing to tell yet; `due`: told or tried again at `nextAt`; `taken`: the shop took note of the last state; `given_up`: not tried any more. */
  state: z.enum(['idle', 'due', 'taken', 'given_up']),
  nextAt: z.nullable(instant),
  /** The newest first; a hundred and twenty at most, which is more than a day of silence. */
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
