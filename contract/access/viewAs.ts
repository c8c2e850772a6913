import { z } from 'zod/mini'
import { role } from './account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { admins, ofAccount } from '../platform/policy.ts'
import { hexId } from '../platform/values.ts'

/**
 * Begins to look at the application as a role or a person of the account. The seal goes with every call as `x-view-as`: what it names
 * sees is answered, nothing is written, and after `seconds` it is good no longer.
 */
export const viewAsStart = endpoint({
  name: 'viewAsStart',
  method: 'POST',
  path: '/v2/view-as',
  summary: 'Ver la aplicación como otra persona',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  body: z.strictObject({ role: z.optional(role), userId: z.optional(hexId) }),
  answers: { 200: z.strictObject({ seal: z.string(), name: z.string(), seconds: z.int() }) },
  refusals: ['TeamChangeNotAllowed'],
})
