import { goLiveSteps } from '#domain/sales/operations/goLive'
import { scenarios } from '#domain/sales/operations/sandbox'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { changesShop, ofAccount, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** The sandbox lab: sales with every outcome, and a clock that can be advanced. */
const path = '/v2/merchants/{merchantId}/sandbox'

/** The shop's sandbox clock. */
const clock = z.strictObject({
  now: instant,
  /** Offset from wall clock, in ms. */
  aheadMs: z.int(),
})
export type SandboxClock = z.output<typeof clock>

export const scenario = z.enum(scenarios)

/** The sandbox clock, and the scenarios available with the shop's products. */
export const sandboxView = endpoint({
  name: 'sandboxView',
  method: 'GET',
  path,
  summary: 'Escenarios de prueba',
  policy: { ...readsShop, roles: operators, right: null, clock: 'wall' },
  answers: {
    200: z.strictObject({
      clock,
      /** The scenarios allowed by the shop's products and the caller's rights. */
      scenarios: z.array(scenario),
    }),
  },
  refusals: ['SandboxOnly'],
})

/** Takes a sale to an outcome, step by step through the same verbs that people and plugins call. Some scenarios advance the sandbox clock. */
export const sandboxScenario = endpoint({
  name: 'sandboxScenario',
  method: 'POST',
  path: `${path}/scenarios/{scenario}`,
  summary: 'Crear una operación de prueba',
  policy: { ...changesShop, roles: operators, right: 'sell', whenDisabled: 'denied', clock: 'wall' },
  answers: { 201: z.strictObject({ scenario, operationId: hexId, clock }) },
  refusals: ['SandboxOnly', 'CreditNotAvailable', 'ScenarioNotPossible'],
})

/** Advances the sandbox clock by days: everything due meanwhile happens at its own time. The clock never goes back. */
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

/** A step towards the first real sale, with its evidence. */
const goLiveStep = z.strictObject({
  step: z.enum(goLiveSteps),
  /** When it was done, or last seen; null: not yet. */
  doneAt: z.nullable(instant),
  /** The operation that proves it. */
  operationId: z.nullable(hexId),
  /** A host, the last digits of an account, a count; as text. */
  detail: z.nullable(z.string()),
})
export type GoLiveState = z.output<typeof goLiveStep>

/** Six steps, derived from what has happened in either mode: none can be ticked by hand. */
export const goLive = endpoint({
  name: 'goLive',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/go-live',
  summary: 'Puesta en marcha de la tienda',
  policy: { ...ofAccount, roles: operators, right: null },
  // Reads both modes, each in its own scope.
  longPoll: true,
  answers: {
    200: z.strictObject({
      steps: z.array(goLiveStep),
      /** When a second person joined the account; null: its owner is alone. */
      colleagueSince: z.nullable(instant),
    }),
  },
  refusals: [],
})
