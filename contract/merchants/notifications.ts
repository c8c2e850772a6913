import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal } from '../platform/policy.ts'

const settingsPath = '/v2/notifications/settings'

/**
 * Server-sent events (HTML living standard): `notices` when there is a new notice for somebody of the account, `work` with a shop and mode
 * when anything in it changed, `account` when the provider's messages changed. They carry no data: the client reads again. The stream ends by itself, and with the session.
 */
export const notificationStream = endpoint({
  name: 'notificationStream',
  method: 'GET',
  path: '/v2/notifications/stream',
  summary: 'Cambios en directo',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed' },
  background: true,
  longPoll: true,
  query: z.object({
    /** Shops to follow, as `id/live,id/sandbox`. */
    shops: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}\/(live|sandbox)(,[0-9a-f]{32}\/(live|sandbox)){0,19}$/))),
    /** How long to follow, at most; without it the stream opens and ends. */
    seconds: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300)), 0),
    /** How many milliseconds ago the caller read what it shows; when nothing has changed since, `open` says `{"quiet":true}`. */
    age: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(60_000))),
  }),
  answers: { 200: 'file' },
  refusals: [],
})

/** Types that can be switched off; those about accounts, keys and access are not among them and are always sent. */
export const noticeType = z.enum([
  'link_signed',
  'duplicated_operation',
  'callback_failed',
  'settlement_paid',
  'settlement_negative',
  'invoice_available',
  'campaign_started',
  'campaign_ending',
  'campaign_budget_spent',
  'campaign_report',
  'report_ready',
  'report_failed',
  'report_missing',
  'user_joined',
  'access_ending',
  'access_ended',
  'note_mention',
  'merchant_approved',
  'merchant_rejected',
  'document_approved',
  'document_rejected',
  'onboarding_changes',
])

const hour = z.int().check(z.minimum(0), z.maximum(23))
const choice = z.strictObject({ type: noticeType, panel: z.boolean(), email: z.boolean(), push: z.boolean() })
/** Hours in Madrid in which no e-mail and no push of a notice is sent; null: none. */
const quiet = z.nullable(z.strictObject({ from: hour, to: hour }))

export const noticeSettings = z.strictObject({
  choices: z.array(choice),
  /** The daily e-mail of half past eight with open items; not sent when empty. */
  digest: z.boolean(),
  /** The e-mail of Monday about last week, one for each shop; only to those who choose it. */
  weekly: z.boolean(),
  quiet,
  push: z.strictObject({
    /** The application server's public key for `PushManager.subscribe` (RFC 8292 §3.2), base64url. */
    publicKey: z.string(),
    /** The current device is subscribed. */
    here: z.boolean(),
    /** Other subscribed devices of the caller. */
    elsewhere: z.int(),
  }),
})
export type NoticeSettings = z.output<typeof noticeSettings>

export const noticeSettingsView = endpoint({
  name: 'noticeSettingsView',
  method: 'GET',
  path: settingsPath,
  summary: 'De qué me avisáis y cómo',
  policy: { ...personal, roles: everyone, right: null },
  answers: { 200: noticeSettings },
  refusals: [],
})

export const noticeSettingsUpdate = endpoint({
  name: 'noticeSettingsUpdate',
  method: 'PATCH',
  path: settingsPath,
  summary: 'Elegir de qué me avisáis y cómo',
  policy: { ...personal, roles: everyone, right: null },
  body: z.strictObject({
    choices: z.optional(z.array(z.extend(choice, { push: z.optional(z.boolean()) })).check(z.maxLength(noticeType.options.length))),
    digest: z.optional(z.boolean()),
    weekly: z.optional(z.boolean()),
    quiet: z.optional(quiet),
  }),
  answers: { 200: noticeSettings },
  refusals: [],
})

/** A key in the browsers' format: base64url without padding, of an exact length. */
const bytes = (characters: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`)))

/**
 * Subscribes the current device to notices on its lock screen; repeated with other keys it replaces them. At most ten devices of a person:
 * one more replaces the oldest.
 */
export const pushSubscribe = endpoint({
  name: 'pushSubscribe',
  method: 'POST',
  path: '/v2/notifications/push',
  summary: 'Recibir avisos en este dispositivo',
  policy: { ...personal, roles: everyone, right: null },
  body: z.strictObject({
    /** Of the browser's push service, as `PushSubscription.endpoint`: https, and never an address inside our network. */
    endpoint: z.string().check(z.maxLength(1024)),
    /** The browser's P-256 point, uncompressed, and its secret (RFC 8291 §3.1). */
    p256dh: bytes(87),
    auth: bytes(22),
  }),
  answers: { 200: noticeSettings },
  refusals: [],
})

/** Unsubscribes the current device. */
export const pushUnsubscribe = endpoint({
  name: 'pushUnsubscribe',
  method: 'DELETE',
  path: '/v2/notifications/push',
  summary: 'Dejar de recibir avisos en este dispositivo',
  policy: { ...personal, roles: everyone, right: null },
  answers: { 200: noticeSettings },
  refusals: [],
})
