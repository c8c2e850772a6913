import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'

/** The time that the caller has: how long their session waits without them, how long they can undo a refund, and what they may choose. In seconds. */
export const ownLimits = z.strictObject({
  idleSeconds: z.int(),
  undoSeconds: z.int(),
  idleChoices: z.array(z.int()),
  undoChoices: z.array(z.int()),
})
export type OwnLimits = z.output<typeof ownLimits>

/** Holds from now on, in every session that the caller has open; a shared till keeps its minute. */
export const ownLimitsUpdate = endpoint({
  name: 'ownLimitsUpdate',
  method: 'PATCH',
  path: '/v2/me/limits',
  summary: 'Elegir cuánto tiempo tengo',
  policy: { ...personal, roles: everyone, right: null },
  body: z.strictObject({ idleSeconds: z.optional(z.int()), undoSeconds: z.optional(z.int()) }),
  answers: { 200: ownLimits },
  refusals: ['ApiValidationException'],
})
