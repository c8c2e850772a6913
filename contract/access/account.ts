import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ownLimits } from './ownLimits.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { everyone, personal } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

export const accountType = z.enum(['enterprise', 'self_employed', 'unknown'])
export const role = z.enum(['owner', 'admin', 'editor', 'guest'])

/** The caller and their account. `permissions` are the calls that the role may make. */
export const account = z.strictObject({
  /** The account's. */
  id: hexId,
  /** The caller's own. */
  userId: hexId,
  email: z.string(),
  type: accountType,
  userType: role,
  disabled: z.nullable(instant),
  /** The company's relation has ended: what there is can be seen and downloaded, and nothing is changed. */
  relationEnded: z.optional(z.literal(true)),
  requiresOnboarding: z.boolean(),
  preferedMerchantUuid: z.nullable(hexId),
  firstName: z.string(),
  lastName: z.string(),
  /** The language that they have chosen; null while they have not. */
  locale: z.nullable(z.string()),
  /** Another e-mail that was asked for and waits for its confirmation. */
  pendingEmail: z.nullable(z.string()),
  /** This person may do nothing else before they have a second factor. */
  mustAddFactor: z.boolean(),
  limits: ownLimits,
  permissions: z.array(z.string()),
  /** Test mode is all that this person enters. */
  sandboxOnly: z.optional(z.literal(true)),
  /** The shared till at which the caller stands. */
  till: z.optional(z.strictObject({ name: z.string() })),
})
export type Account = z.output<typeof account>

export const me = endpoint({
  name: 'me',
  method: 'GET',
  path: '/v2/me',
  summary: 'Quién soy',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed', withoutFactor: 'allowed' },
  providerApi: true,
  answers: { 200: account },
  refusals: [],
})

export const mePreferredMerchant = endpoint({
  name: 'mePreferredMerchant',
  method: 'PATCH',
  path: '/v2/me/prefered-merchant',
  summary: 'Marcar una tienda como preferida',
  policy: { ...personal, roles: everyone, right: null },
  providerApi: true,
  body: z.strictObject({ preferedMerchantUuid: hexId }),
  answers: { 204: null },
  refusals: [],
})

export const notification = z.strictObject({
  id: hexId,
  type: z.string(),
  level: z.enum(['info', 'success', 'warning', 'error']),
  /** Values that the message of this type needs, as text ready to show. */
  values: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  actionUrl: z.nullable(z.string()),
  merchantId: z.nullable(hexId),
  created: instant,
  /** It tells of something in test mode. */
  sandbox: z.boolean(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const notificationList = endpoint({
  name: 'notificationList',
  method: 'GET',
  path: '/v2/notifications',
  summary: 'Avisos',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed', withoutFactor: 'allowed' },
  providerApi: true,
  background: true,
  query: z.object({ page: pageNumber }),
  answers: { 200: z.strictObject(visiblePage(notification)) },
  refusals: [],
})

export const notificationRead = endpoint({
  name: 'notificationRead',
  method: 'POST',
  path: '/v2/notifications/{notificationId}/read',
  summary: 'Marcar un aviso como leído',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed' },
  answers: { 204: null },
  refusals: [],
})
