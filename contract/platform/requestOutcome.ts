import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { everyone, personal } from './policy.ts'

/**
 * The outcome of the caller's own write whose response was lost, by its idempotency key and URL. A key that the server has not seen is closed: if the
 * write still arrives, it is refused with `RequestClosed`. So `absent` is final, and this call is a write itself.
 */
export const requestOutcome = endpoint({
  name: 'requestOutcome',
  method: 'POST',
  path: '/v2/requests/{key}',
  summary: 'Qué pasó con una petición mía; si no había llegado, ya no se hará',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed' },
  body: z.strictObject({ method: z.enum(['POST', 'PATCH', 'DELETE']), path: z.string().check(z.maxLength(500)) }),
  answers: {
    200: z.strictObject({
      /** The action's name, as in the audit trail. */
      action: z.string(),
      /** `running`: in progress, ask again. `absent`: nothing was done, and nothing will be. */
      state: z.enum(['done', 'refused', 'running', 'absent']),
      /** Message of the refusal. */
      message: z.nullable(z.string()),
    }),
  },
  refusals: [],
})
