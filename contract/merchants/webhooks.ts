import { webhookTypes } from '#domain/merchants/webhook'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { admins, changesShop, readsShop } from '../platform/policy.ts'
import { hexId, instant, plain, revision } from '../platform/values.ts'

/** Webhooks of a shop, signed after Standard Webhooks 1.0. */
const path = '/v2/merchants/{merchantId}/webhooks'
const itemPath = `${path}/{webhookId}` as const

const url = plain(2_000).check(z.minLength(1))
const events = z.array(z.enum(webhookTypes)).check(z.minLength(1), z.maxLength(webhookTypes.length))

export const webhook = z.strictObject({
  id: hexId,
  url: z.string(),
  events: z.array(z.string()),
  /**
   * `off`: a person turned it off; `failing`, `gone`, `secret`: it was turned off because nothing was delivered, because it answered 410,
   * or because its secret was lost here and must be renewed.
   */
  state: z.enum(['on', 'off', 'failing', 'gone', 'secret']),
  /** Since when deliveries fail; null: the last one succeeded. */
  failingSince: z.nullable(instant),
  /** Until when the previous secret signs too; null: there is one secret. */
  oldSecretEndsAt: z.nullable(instant),
  created: instant,
  createdBy: z.nullable(z.string()),
  /** Its creator has no access to the account any more; the webhook stays on. */
  makerGone: z.boolean(),
  /** The last delivery and its result; null: none yet. */
  lastDelivery: z.nullable(z.strictObject({ at: instant, state: z.enum(['waiting', 'delivered', 'failed']), status: z.nullable(z.int()) })),
  /** Of its URL and events. */
  revision,
})
export type Webhook = z.output<typeof webhook>

/** The secret is shown in full only in this answer. */
const withSecret = z.strictObject({ secret: z.string(), webhook })

export const webhookList = endpoint({
  name: 'webhookList',
  method: 'GET',
  path,
  summary: 'Direcciones de avisos a tu servidor',
  policy: { ...readsShop, roles: admins, right: 'keys', clock: 'wall' },
  answers: { 200: z.strictObject({ webhooks: z.array(webhook) }) },
  refusals: [],
})

/** Creates a webhook. */
export const webhookCreate = endpoint({
  name: 'webhookCreate',
  method: 'POST',
  path,
  summary: 'Añadir una dirección de avisos',
  policy: { ...changesShop, roles: admins, right: 'keys', credentialPause: 'denied', clock: 'wall' },
  body: z.strictObject({ url, events }),
  secret: true,
  answers: { 201: withSecret },
  refusals: ['StepUpRequired', 'WebhookNotAllowed'],
})

/** Changes its URL, its events, or whether it is on; turned on again, its queue is sent. */
export const webhookUpdate = endpoint({
  name: 'webhookUpdate',
  method: 'PATCH',
  path: itemPath,
  summary: 'Cambiar una dirección de avisos',
  policy: { ...changesShop, roles: admins, right: 'keys', credentialPause: 'denied', clock: 'wall' },
  body: z.strictObject({ url: z.optional(url), events: z.optional(events), on: z.optional(z.boolean()), revision: z.optional(revision) }),
  answers: { 200: webhook },
  refusals: ['StepUpRequired', 'SettingsStale'],
})

/** Deletes a webhook and its deliveries. */
export const webhookDelete = endpoint({
  name: 'webhookDelete',
  method: 'DELETE',
  path: itemPath,
  summary: 'Quitar una dirección de avisos',
  policy: { ...changesShop, roles: admins, right: 'keys', afterEnd: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: [],
})

/** A new secret; the previous one signs too for a day, or not at all. */
export const webhookSecretRenew = endpoint({
  name: 'webhookSecretRenew',
  method: 'POST',
  path: `${itemPath}/secret/renew`,
  summary: 'Renovar el secreto de una dirección de avisos',
  policy: { ...changesShop, roles: admins, right: 'keys', credentialPause: 'denied', clock: 'wall' },
  body: z.strictObject({ overlapHours: z.literal([0, 24]) }),
  secret: true,
  answers: { 201: withSecret },
  refusals: ['StepUpRequired'],
})

/** Why an address gave no answer. */
export const deliveryProblems = [
  'malformed',
  'needs_tls',
  'private_address',
  'unknown_host',
  'unreachable',
  'timed_out',
  'bad_certificate',
  'unreadable',
] as const

export const webhookDelivery = z.strictObject({
  id: hexId,
  /** `webhook-id` of the request, by which a receiver detects duplicates. */
  messageId: z.string(),
  type: z.string(),
  /** When the event happened. */
  at: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The last attempt; null: none yet. */
  triedAt: z.nullable(instant),
  /** The HTTP status of the answer; null: there was none, and `problem` says why. */
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(deliveryProblems)),
  /** The beginning of the answer. */
  answer: z.nullable(z.string()),
  /** The duration of the last attempt, in milliseconds. */
  ms: z.nullable(z.int()),
  /** The next attempt; null: now, or none. */
  nextAt: z.nullable(instant),
  /** Who sent it by hand. */
  sentBy: z.nullable(z.string()),
  /** The body, byte for byte. */
  body: z.string(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

/** A webhook's deliveries of the last 30 days, latest first. */
export const webhookDeliveryList = endpoint({
  name: 'webhookDeliveryList',
  method: 'GET',
  path: `${itemPath}/deliveries`,
  summary: 'Envíos a una dirección de avisos',
  policy: { ...readsShop, roles: admins, right: 'keys', clock: 'wall' },
  query: z.object({ page: pageNumber }),
  answers: { 200: z.strictObject(visiblePage(webhookDelivery)) },
  refusals: [],
})

/** Sends a test message, once. */
export const webhookTestSend = endpoint({
  name: 'webhookTestSend',
  method: 'POST',
  path: `${itemPath}/test`,
  summary: 'Enviar un aviso de prueba',
  policy: { ...changesShop, roles: admins, right: 'keys', clock: 'wall' },
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['WebhookNotAllowed'],
})

/** Sends a message again under its own id, whatever its result. */
export const webhookRedeliver = endpoint({
  name: 'webhookRedeliver',
  method: 'POST',
  path: `${itemPath}/deliveries/{deliveryId}/redeliver`,
  summary: 'Reenviar un aviso',
  policy: { ...changesShop, roles: admins, right: 'keys', clock: 'wall' },
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['WebhookNotAllowed'],
})
