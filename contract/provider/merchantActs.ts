import { z } from 'zod/mini'
import { relationEndReasons } from '#domain/merchants/retention'
import { newAccount } from '../merchants/newAccount.ts'
import { date, hexId, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

/** What the provider's staff does with accounts, their shops and people. */
const account = '/console/v1/accounts/{accountId}'
const shop = `${account}/shops/{merchantId}` as const
const person = `${account}/people/{userId}` as const
/** Those who decide about sales and risk. */
const deciding = { roles: ['risk', 'admin'], secondPerson: 'never' } as const
/** Those whom people call. */
const helping = { roles: ['support', 'risk', 'admin'], secondPerson: 'never' } as const
/** A reason that the merchant reads. */
const reason = typedText(300).check(z.minLength(1))

/** Refuses with ApiValidationException on `email` an address that is invited to an account of its own already. */
export const consoleOwnerInvite = consoleCall({
  name: 'consoleOwnerInvite',
  method: 'POST',
  path: '/console/v1/accounts',
  summary: 'Invitar a un comercio',
  policy: { roles: ['reviewer', 'admin'], secondPerson: 'never' },
  body: z.strictObject(newAccount),
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: [],
})

/** Sends the invitation of somebody who has not accepted it again; the earlier link becomes invalid. */
export const consoleInvitationResend = consoleCall({
  name: 'consoleInvitationResend',
  method: 'POST',
  path: `${person}/invitation`,
  summary: 'Enviar otra vez la invitación a un comercio',
  policy: { roles: ['support', 'reviewer', 'admin'], secondPerson: 'never' },
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Withdraws the invitation of an owner who has not accepted it: the link becomes invalid, and the address can be invited again. */
export const consoleInvitationWithdraw = consoleCall({
  name: 'consoleInvitationWithdraw',
  method: 'DELETE',
  path: `${person}/invitation`,
  summary: 'Anular la invitación a un comercio',
  policy: { roles: ['support', 'reviewer', 'admin'], secondPerson: 'never' },
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Its shops start nothing new; its people read the reason. A second person confirms it while money is open. */
export const consoleAccountDisable = consoleCall({
  name: 'consoleAccountDisable',
  method: 'POST',
  path: `${account}/disable`,
  summary: 'Desactivar un comercio',
  policy: { ...deciding, secondPerson: 'configured' },
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

export const consoleAccountEnable = consoleCall({
  name: 'consoleAccountEnable',
  method: 'POST',
  path: `${account}/enable`,
  summary: 'Reactivar un comercio',
  policy: deciding,
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Ends the relation with a company, once no money is open. It cannot be undone. */
export const consoleRelationEnd = consoleCall({
  name: 'consoleRelationEnd',
  method: 'POST',
  path: `${account}/end`,
  summary: 'Terminar la relación con un comercio',
  policy: { ...deciding, secondPerson: 'configured' },
  body: z.strictObject({ reason: z.enum(relationEndReasons), endedOn: date }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** The shop starts no new sales; what was sold continues. Its people read the reason. */
export const consoleShopSuspend = consoleCall({
  name: 'consoleShopSuspend',
  method: 'POST',
  path: `${shop}/suspend`,
  summary: 'Suspender una tienda',
  policy: deciding,
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

export const consoleShopResume = consoleCall({
  name: 'consoleShopResume',
  method: 'POST',
  path: `${shop}/resume`,
  summary: 'Reanudar una tienda',
  policy: deciding,
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Removes every second factor of a person whose identity was checked: `reason` says how. Signs them out and tells them by e-mail. */
export const consoleFactorReset = consoleCall({
  name: 'consoleFactorReset',
  method: 'POST',
  path: `${person}/factor-reset`,
  summary: 'Restablecer el segundo factor de una persona',
  policy: helping,
  body: z.strictObject({ reason }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

export const consoleSessionsEnd = consoleCall({
  name: 'consoleSessionsEnd',
  method: 'POST',
  path: `${person}/sessions-end`,
  summary: 'Cerrar las sesiones de una persona',
  policy: helping,
  body: z.strictObject({ reason }),
  answers: { 200: z.strictObject({ ended: z.int() }) },
  refusals: [],
})

/**
 * A link, good once and for two minutes, to the panel as the account's owner sees it: read only, data of people masked, for half an hour. The owners are told,
 * with the reason.
 */
export const consoleMerchantView = consoleCall({
  name: 'consoleMerchantView',
  method: 'POST',
  path: `${account}/view`,
  summary: 'Mirar el panel como la tienda',
  policy: helping,
  body: z.strictObject({ reason }),
  answers: { 201: z.strictObject({ url: z.string() }) },
  refusals: ['ProviderActionNotAllowed'],
  neverStore: true,
})
