import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'

/** The caller's time limits: how long their session may idle, how long they can undo a refund, and the choices. In seconds. */
export const ownLimits = z.strictObject({
  idleSeconds: z.int(),
  undoSeconds: z.int(),
  idleChoices: z.array(z.int()),
  undoChoices: z.array(z.int()),
})
export type OwnLimits = z.output<typeof ownLimits>

/** Applies at once to all of the caller's open sessions; a shared till keeps its minute. */
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
