import { z } from 'zod/mini'
import { role } from './account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { admins, ofAccount } from '../platform/policy.ts'
import { hexId } from '../platform/values.ts'

/**
 * Starts viewing the application as a role or a person of the account. Every call sends the seal as `x-view-as`: it is answered as to that
 * role or person, writes are refused, and it expires after `seconds`.
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
