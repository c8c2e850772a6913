import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

const settingsPath = '/v2/notifications/settings'

/**
 * Server-sent events (HTML living standard): `notices` when somebody of the account was told something, `work` with a shop and mode when
 * anything in it changed. They carry no more than that: whoever hears one reads again. The stream ends by itself, and with the session.
 */
export const notificationStream = endpoint({
  name: 'notificationStream',
  method: 'GET',
  path: '/v2/notifications/stream',
  summary: 'Cambios en directo',
  background: true,
  holds: true,
  query: z.object({
    /** Shops to follow, as `id/live,id/sandbox`. */
    shops: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}\/(live|sandbox)(,[0-9a-f]{32}\/(live|sandbox)){0,19}$/))),
    /** How long to follow, at most; without it the stream opens and ends. */
    seconds: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300)), 0),
  }),
  answers: { 200: 'file' },
  refusals: [],
})

/** What may be chosen; what concerns accounts, keys and access is not among it and always comes (product NOT-5). */
export const noticeType = z.enum([
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
])

const hour = z.int().check(z.minimum(0), z.maximum(23))
const choice = z.strictObject({ type: noticeType, panel: z.boolean(), email: z.boolean() })
/** Hours in Madrid in which no letter of a notice leaves; null: none. */
const quiet = z.nullable(z.strictObject({ from: hour, to: hour }))

export const noticeSettings = z.strictObject({
  choices: z.array(choice),
  /** The letter of half past eight with what waits; empty days send none. */
  digest: z.boolean(),
  quiet,
})
export type NoticeSettings = z.output<typeof noticeSettings>

export const noticeSettingsView = endpoint({
  name: 'noticeSettingsView',
  method: 'GET',
  path: settingsPath,
  summary: 'De qué me avisáis y cómo',
  answers: { 200: noticeSettings },
  refusals: [],
})

export const noticeSettingsUpdate = endpoint({
  name: 'noticeSettingsUpdate',
  method: 'PATCH',
  path: settingsPath,
  summary: 'Elegir de qué me avisáis y cómo',
  body: z.strictObject({
    choices: z.optional(z.array(choice).check(z.maxLength(14))),
    digest: z.optional(z.boolean()),
    quiet: z.optional(quiet),
  }),
  answers: { 200: noticeSettings },
  refusals: [],
})
