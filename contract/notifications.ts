import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Server-sent events (HTML living standard): `notices` when somebody of the account was told something, `work` with a shop and mode when
 * anything in it changed. They carry no more than that: whoever hears one reads again. The stream ends by itself, and with the session.
 */
export const notificationStream = endpoint({
  name: 'notificationStream',
  method: 'GET',
  path: '/v2/notifications/stream',
  summary: 'Cambios en directo',
  background: true,
  holds: true,
  query: z.object({
    /** Shops to follow, as `id/live,id/sandbox`. */
    shops: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}\/(live|sandbox)(,[0-9a-f]{32}\/(live|sandbox)){0,19}$/))),
    /** How long, at most; 0 answers once and ends. */
    seconds: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300)), 300),
  }),
  answers: { 200: 'file' },
  refusals: [],
})
