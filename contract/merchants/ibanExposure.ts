import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** What the requester of a frozen change could see and did, in words, since the session that requested it began. */
export const ibanExposure = endpoint({
  name: 'ibanExposure',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/ibans/{ibanId}/exposure',
  summary: 'Qué pudo ver quien pidió un cambio bloqueado',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: {
    200: z.strictObject({
      person: z.strictObject({ id: hexId, name: z.string() }),
      device: z.string(),
      since: instant,
      /** Null: that session is still open. */
      until: z.nullable(instant),
      pausedUntil: z.nullable(instant),
      /** Shops that they may enter. */
      merchants: z.array(z.string()),
      /** Their rights, in the words of the team's page. */
      rights: z.array(z.string()),
      /** What was done, latest first. */
      acts: z.array(z.strictObject({ action: z.string(), times: z.int(), last: instant })),
    }),
  },
  refusals: [],
})
