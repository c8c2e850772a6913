import { z } from 'zod/mini'
import { products } from '#domain/sales/operations/states'
import { amount, hexId, instant, typedText } from '../platform/values.ts'
import { providerCall } from './providerCall.ts'

/** Credit decisions that wait for an answer (docs/decision.md). */
const path = '/provider/v1/decisions'
const policy = { scope: 'decisions', secondPerson: 'never' } as const

/** Of live sales, the earliest deadline first, at most 200. */
export const providerDecisionList = providerCall({
  name: 'providerDecisionList',
  method: 'GET',
  path,
  summary: 'Listar las decisiones que esperan',
  policy,
  answers: {
    200: z.strictObject({
      results: z.array(
        z.strictObject({
          id: hexId,
          /** `review`: a person was to decide; `later`: the external engine said that it answers later. */
          kind: z.enum(['review', 'later']),
          merchantId: hexId,
          operationId: hexId,
          amount,
          product: z.enum(products),
          /** Why it waits, as a code. */
          rule: z.string(),
          since: instant,
          /** The fallback decides from here on. */
          until: instant,
        }),
      ),
    }),
  },
  refusals: [],
})

/**
 * The answer, as the engine's own: `rule` is kept as its reason. Refuses with DecisionNotAllowed when it was answered, its time is over, its sale ended, or it
 * asks again for what was given.
 */
export const providerDecisionAnswer = providerCall({
  name: 'providerDecisionAnswer',
  method: 'POST',
  path: `${path}/{decisionId}`,
  summary: 'Responder a una decisión sobre una venta',
  policy,
  body: z.strictObject({
    outcome: z.enum(['accept', 'refuse', 'challenge', 'bank_link', 'review']),
    rule: typedText(60).check(z.regex(/^[A-Za-z0-9_.:-]{1,60}$/)),
  }),
  answers: { 204: null },
  refusals: ['DecisionNotAllowed'],
})
