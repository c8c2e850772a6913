import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ownLimits } from './ownLimits.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { everyone, personal } from '../platform/policy.ts'
import { hexId, instant, mode } from '../platform/values.ts'

export const accountType = z.enum(['enterprise', 'self_employed', 'unknown'])
export const role = z.enum(['owner', 'admin', 'editor', 'guest'])
/** A preset of the team (`domain/access/team.ts`) that a member's access equals, by which they are called in place of their role. */
export const preset = z.optional(z.enum(['cashier', 'accountant']))

/** The caller and their account. `permissions` are the calls that they may make. */
export const account = z.strictObject({
  /** The account's id. */
  id: hexId,
  /** The caller's id. */
  userId: hexId,
  email: z.string(),
  type: accountType,
  userType: role,
  preset,
  disabled: z.nullable(instant),
  /** The company's relation has ended: everything is read-only. */
  relationEnded: z.optional(z.literal(true)),
  requiresOnboarding: z.boolean(),
  preferedMerchantUuid: z.nullable(hexId),
  firstName: z.string(),
  lastName: z.string(),
  /** The language that they chose; null: none. */
  locale: z.nullable(z.string()),
  /** A requested new e-mail that is not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** This person must set up a second factor before anything else. */
  mustAddFactor: z.boolean(),
  limits: ownLimits,
  permissions: z.array(z.string()),
  /** Every account that they may enter, this one among them, with the shops that they may enter there. */
  accounts: z.array(
    z.strictObject({ id: hexId, name: z.string(), role, preset, merchants: z.array(z.strictObject({ id: hexId, name: z.string() })) }),
  ),
  /** Messages of the provider that are shown now, if any, latest first, in this reader's language. `mode`: in which mode; null: in both. */
  announcements: z.optional(
    z.array(z.strictObject({ id: hexId, title: z.string(), text: z.string(), mode: z.nullable(mode), until: instant })),
  ),
  /** When the next one begins, if within a day. */
  nextAnnouncementAt: z.optional(instant),
  /** A sandbox-only member. */
  sandboxOnly: z.optional(z.literal(true)),
  /** A member of the provider's staff looks at this panel, read only, until then. */
  providerViewUntil: z.optional(instant),
  /** The shared till that the session belongs to. */
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
  /** The values of this type's message, as text ready to show. */
  values: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  actionUrl: z.nullable(z.string()),
  /** The account that it is about. */
  accountId: hexId,
  merchantId: z.nullable(hexId),
  created: instant,
  /** It concerns test mode. */
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
