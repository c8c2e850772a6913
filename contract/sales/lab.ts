import { goLiveSteps } from '#domain/sales/operations/goLive'
import { scenarios } from '#domain/sales/operations/sandbox'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { changesShop, ofAccount, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** What a shop tries out in test mode: sales of every outcome, and time that passes. */
const path = '/v2/merchants/{merchantId}/sandbox'

/** What time it is in the shop's test mode. */
const clock = z.strictObject({
  now: instant,
  /** Ahead of the present, in ms. */
  aheadMs: z.int(),
})
export type SandboxClock = z.output<typeof clock>

export const scenario = z.enum(scenarios)

/** The shop's test time, and what can be tried out with what it sells. */
export const sandboxView = endpoint({
  name: 'sandboxView',
  method: 'GET',
  path,
  summary: 'Escenarios de prueba',
  policy: { ...readsShop, roles: operators, right: null, clock: 'wall' },
  answers: {
    200: z.strictObject({
      clock,
      /** Those that the shop's products and the caller's rights allow. */
      scenarios: z.array(scenario),
    }),
  },
  refusals: ['SandboxOnly'],
})

/** Takes a sale to an outcome, step by step through the same verbs as people and plugins. Some move the shop's test time. */
export const sandboxScenario = endpoint({
  name: 'sandboxScenario',
  method: 'POST',
  path: `${path}/scenarios/{scenario}`,
  summary: 'Crear una operación de prueba',
  policy: { ...changesShop, roles: operators, right: 'sell', whenDisabled: 'denied', clock: 'wall' },
  answers: { 201: z.strictObject({ scenario, operationId: hexId, clock }) },
  refusals: ['SandboxOnly', 'CreditNotAvailable', 'ScenarioNotPossible'],
})

/** Lets days pass in the shop's test mode: all that falls due meanwhile happens at its own time. It never goes back. */
export const sandboxClock = endpoint({
  name: 'sandboxClock',
  method: 'POST',
  path: `${path}/clock`,
  summary: 'Avanzar el tiempo de las pruebas',
  policy: { ...changesShop, roles: operators, right: null, clock: 'wall' },
  body: z.strictObject({ advanceDays: z.literal([1, 7, 31]) }),
  answers: { 200: clock },
  refusals: ['SandboxOnly', 'ClockTooFar'],
})

/** A step on the way to the first real sale, with what shows that it is done. */
const goLiveStep = z.strictObject({
  step: z.enum(goLiveSteps),
  /** When it was done, or seen last; null: not yet. */
  doneAt: z.nullable(instant),
  /** The operation that shows it. */
  operationId: z.nullable(hexId),
  /** A host, the end of an account, how many of how many; in words. */
  detail: z.nullable(z.string()),
})
export type GoLiveState = z.output<typeof goLiveStep>

/** Six steps, each out of what has happened in either mode: nobody ticks one by hand. */
export const goLive = endpoint({
  name: 'goLive',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/go-live',
  summary: 'Puesta en marcha de la tienda',
  policy: { ...ofAccount, roles: operators, right: null },
  // Looks at both modes, each behind its own wall.
  longPoll: true,
  answers: { 200: z.strictObject({ steps: z.array(goLiveStep) }) },
  refusals: [],
})
