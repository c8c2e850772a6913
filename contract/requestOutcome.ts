import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What became of a write of one's own whose answer never came (product ERR-12): asked with its idempotency key, and where it was sent. */
export const requestOutcome = endpoint({
  name: 'requestOutcome',
  method: 'GET',
  path: '/v2/requests/{key}',
  summary: 'Qué pasó con una petición mía',
  query: z.object({ method: z.enum(['POST', 'PATCH', 'DELETE']), path: z.string().check(z.maxLength(500)) }),
  answers: {
    200: z.strictObject({
      /** In words, as in the trail. */
      action: z.string(),
      /** `absent`: it never arrived, or was sent back to be tried later; nothing was done. */
      state: z.enum(['done', 'refused', 'absent']),
      /** Why it was refused, ready to show. */
      message: z.nullable(z.string()),
    }),
  },
  refusals: [],
})
