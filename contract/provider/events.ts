import { MAX_PROVIDER_ENDPOINTS, providerEventTypes } from '#domain/provider/events'
import { z } from 'zod/mini'
import { deliveryProblems, webhookDelivery } from '../merchants/webhooks.ts'
import { hexId, instant, mode, plain } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

// Addresses of the provider's own systems, which are told of events by Standard Webhooks 1.0 (docs/provider-events.md).
const path = '/console/v1/system/events'
const itemPath = `${path}/{endpointId}` as const
const readers = { roles: ['admin', 'support'], secondPerson: 'never' } as const
const writers = { roles: ['admin'], secondPerson: 'never' } as const

const url = plain(2_000).check(z.minLength(1))
const events = z.array(z.enum(providerEventTypes)).check(z.minLength(1), z.maxLength(providerEventTypes.length))

const endpoint = z.strictObject({
  id: hexId,
  /** Whose events it gets. Those of accounts, applications and documents are live ones. */
  mode,
  url: z.string(),
  events: z.array(z.string()),
  on: z.boolean(),
  /** Until when the previous secret signs too; null: there is one secret. */
  oldSecretEndsAt: z.nullable(instant),
  createdAt: instant,
  createdBy: z.string(),
  /** What waits to be delivered. */
  waiting: z.int(),
  lastDelivery: z.nullable(z.strictObject({ at: instant, state: webhookDelivery.shape.state, status: z.nullable(z.int()) })),
})
export type ProviderEndpoint = z.output<typeof endpoint>

/** The secret is shown in full only in this answer. */
const withSecret = z.strictObject({ secret: z.string(), endpoint })

export const providerEndpointList = consoleCall({
  name: 'providerEndpointList',
  method: 'GET',
  path,
  summary: 'Ver las direcciones de avisos del proveedor',
  policy: readers,
  answers: { 200: z.strictObject({ endpoints: z.array(endpoint).check(z.maxLength(2 * MAX_PROVIDER_ENDPOINTS)) }) },
  refusals: [],
})

/** Refuses with WebhookNotAllowed at the maximum of its mode, or ApiValidationException for an unusable URL. */
export const providerEndpointCreate = consoleCall({
  name: 'providerEndpointCreate',
  method: 'POST',
  path,
  summary: 'Añadir una dirección de avisos del proveedor',
  policy: writers,
  body: z.strictObject({ mode, url, events }),
  answers: { 201: withSecret },
  refusals: ['WebhookNotAllowed'],
  neverStore: true,
})

/** Changes its URL, its events, or whether it is on; turned on again, what waited for it is sent. */
export const providerEndpointChange = consoleCall({
  name: 'providerEndpointChange',
  method: 'PATCH',
  path: itemPath,
  summary: 'Cambiar una dirección de avisos del proveedor',
  policy: writers,
  body: z.strictObject({ url: z.optional(url), events: z.optional(events), on: z.optional(z.boolean()) }),
  answers: { 200: endpoint },
  refusals: [],
})

/** Deletes an address with its deliveries, sent and queued. */
export const providerEndpointDelete = consoleCall({
  name: 'providerEndpointDelete',
  method: 'DELETE',
  path: itemPath,
  summary: 'Quitar una dirección de avisos del proveedor',
  policy: writers,
  answers: { 204: null },
  refusals: [],
})

/** A new secret; the previous one signs too for a day, or not at all. */
export const providerEndpointSecretRenew = consoleCall({
  name: 'providerEndpointSecretRenew',
  method: 'POST',
  path: `${itemPath}/secret`,
  summary: 'Renovar el secreto de una dirección de avisos del proveedor',
  policy: writers,
  body: z.strictObject({ overlapHours: z.literal([0, 24]) }),
  answers: { 201: withSecret },
  refusals: [],
  neverStore: true,
})

/** Sends a test message, once. Refuses with WebhookNotAllowed while it is off. */
export const providerEndpointTest = consoleCall({
  name: 'providerEndpointTest',
  method: 'POST',
  path: `${itemPath}/test`,
  summary: 'Enviar una prueba a una dirección de avisos del proveedor',
  policy: writers,
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['WebhookNotAllowed'],
})

const { id, messageId, type, at, state, attempts, triedAt, status, answer, ms, nextAt, sentBy } = webhookDelivery.shape
const delivery = z.strictObject({
  id,
  messageId,
  type,
  at,
  state,
  attempts,
  triedAt,
  status,
  answer,
  ms,
  nextAt,
  sentBy,
  /** Why there was no answer; `secret`: it could not be signed, because the secret was lost here and must be renewed. */
  problem: z.nullable(z.enum([...deliveryProblems, 'secret'])),
  /** What it is about: the account, the shop or another object. */
  objectId: hexId,
})
export type ProviderDelivery = z.output<typeof delivery>

/** An address's deliveries of the last 30 days, latest first, at most 50. */
export const providerDeliveryList = consoleCall({
  name: 'providerDeliveryList',
  method: 'GET',
  path: `${itemPath}/deliveries`,
  summary: 'Ver los envíos a una dirección de avisos del proveedor',
  policy: readers,
  query: z.strictObject({
    /** The id of the last delivery that is known: those before it. */
    before: z.optional(hexId),
  }),
  answers: { 200: z.strictObject({ deliveries: z.array(delivery), hasMore: z.boolean() }) },
  refusals: [],
})

/** Sends an event again under its own id, as a new delivery. Refuses with WebhookNotAllowed while the address is off. */
export const providerDeliveryResend = consoleCall({
  name: 'providerDeliveryResend',
  method: 'POST',
  path: `${itemPath}/deliveries/{deliveryId}/resend`,
  summary: 'Enviar otra vez un aviso del proveedor',
  policy: writers,
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['WebhookNotAllowed'],
})
