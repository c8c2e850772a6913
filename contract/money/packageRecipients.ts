import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { admins, changesShop, operators, readsShop, withoutSession } from '../platform/policy.ts'
import { date, emailText, hexId, instant } from '../platform/values.ts'

/**
 * Addresses that get each month's package (`month_package`) without an account, such as the gestoría's. An address gets nothing before it was confirmed
 * from its own mailbox, and can stop it by a link in every e-mail (docs/domain.md#reports).
 */
const path = '/v2/merchants/{merchantId}/package-recipients'
const linkPath = '/v2/package-link'

const packageRecipient = z.strictObject({
  id: hexId,
  email: z.string(),
  /** `asked`: not confirmed yet. `expired`: it was not confirmed in time. `stopped`: by the address itself. */
  state: z.enum(['asked', 'active', 'expired', 'stopped']),
  created: instant,
  createdBy: z.string(),
  confirmedAt: z.nullable(instant),
  stoppedAt: z.nullable(instant),
})
export type PackageRecipient = z.output<typeof packageRecipient>

export const packageRecipientList = endpoint({
  name: 'packageRecipientList',
  method: 'GET',
  path,
  summary: 'Quién recibe el paquete del mes por correo',
  policy: { ...readsShop, roles: operators, right: 'reports', clock: 'wall' },
  answers: { 200: z.array(packageRecipient) },
  refusals: [],
})

/** At most five for a shop, and ten requests a day. The first one also schedules the package for every month. */
export const packageRecipientAdd = endpoint({
  name: 'packageRecipientAdd',
  method: 'POST',
  path,
  summary: 'Enviar el paquete del mes a una dirección',
  policy: { ...changesShop, roles: admins, right: 'reports:approve', credentialPause: 'denied', clock: 'wall' },
  body: z.strictObject({ email: emailText }),
  answers: { 201: packageRecipient },
  refusals: [],
})

export const packageRecipientRemove = endpoint({
  name: 'packageRecipientRemove',
  method: 'DELETE',
  path: `${path}/{recipientId}`,
  summary: 'Dejar de enviar el paquete del mes a una dirección',
  policy: { ...changesShop, roles: admins, right: 'reports:approve', afterEnd: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: [],
})

/** What a link of an e-mail opens: that address's entry and, in the e-mail of a month, its package. */
const packageLink = z.strictObject({
  shop: z.string(),
  state: z.enum(['asked', 'active', 'stopped']),
  /** Null: the link only confirms or stops. */
  file: z.nullable(z.strictObject({ name: z.string(), from: date, to: date, sizeBytes: z.int(), expiresAt: instant })),
})
export type PackageLink = z.output<typeof packageLink>

/** The link itself is the bearer token. */
const byLink = { ...withoutSession, bearer: 'link' } as const

export const packageLinkView = endpoint({
  name: 'packageLinkView',
  method: 'GET',
  path: linkPath,
  summary: 'Lo que abre el enlace de un paquete',
  policy: byLink,
  answers: { 200: packageLink },
  refusals: ['LinkReplaced'],
})

export const packageLinkConfirm = endpoint({
  name: 'packageLinkConfirm',
  method: 'POST',
  path: `${linkPath}/confirm`,
  summary: 'Querer recibir el paquete del mes',
  policy: byLink,
  answers: { 200: packageLink },
  refusals: ['LinkReplaced'],
})

export const packageLinkStop = endpoint({
  name: 'packageLinkStop',
  method: 'POST',
  path: `${linkPath}/stop`,
  summary: 'No recibir más el paquete del mes',
  policy: byLink,
  answers: { 200: packageLink },
  refusals: ['LinkReplaced'],
})

/** Until the file expires, and while the address still gets packages. */
export const packageLinkFile = endpoint({
  name: 'packageLinkFile',
  method: 'GET',
  path: `${linkPath}/file`,
  summary: 'Descargar el paquete de un enlace',
  policy: byLink,
  answers: { 200: 'file' },
  refusals: ['LinkReplaced'],
})
