import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { everyone, personal } from './policy.ts'

/**
 * What became of a write of one's own whose answer never came: asked with its idempotency key and where it was sent. A key that the server has not
 * seen is closed by asking: should that write still arrive, it is refused with `RequestClosed`. So `absent` is final, and a write too.
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
      /** In words, as in the trail. */
      action: z.string(),
      /** `running`: it is being done at this moment, ask again. `absent`: nothing was done, and nothing will be. */
      state: z.enum(['done', 'refused', 'running', 'absent']),
      /** Why it was refused, ready to show. */
      message: z.nullable(z.string()),
    }),
  },
  refusals: [],
})
