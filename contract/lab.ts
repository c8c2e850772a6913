import { scenarios } from '#domain/sandbox'
import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { hexId, instant } from './values.ts'

/** What a shop tries out in test mode (product MOD-17): sales of every outcome, and time that passes. */
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
  deniedWhenDisabled: true,
  answers: { 201: z.strictObject({ scenario, operationId: hexId, clock }) },
  refusals: ['SandboxOnly', 'CreditNotAvailable', 'ScenarioNotPossible'],
})

/** Lets days pass in the shop's test mode: all that falls due meanwhile happens at its own time. It never goes back. */
export const sandboxClock = endpoint({
  name: 'sandboxClock',
  method: 'POST',
  path: `${path}/clock`,
  summary: 'Avanzar el tiempo de las pruebas',
  body: z.strictObject({ advanceDays: z.literal([1, 7, 31]) }),
  answers: { 200: clock },
  refusals: ['SandboxOnly', 'ClockTooFar'],
})
