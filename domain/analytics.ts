import { categories, substatuses } from './sales/operations/states.ts'

// What may be told about the use of the back office (docs/domain.md#analytics): the client keeps to it before anything leaves, the collector before
// anything stays.

/** Limits of the collector's protocol (docs/domain.md#analytics). */
export const ANALYTICS_VERSION = 2
/** This many waiting events are sent at once. */
export const ANALYTICS_THRESHOLD = 30
/** Otherwise they wait so long, in milliseconds. */
export const ANALYTICS_PERIOD_MS = 30_000
export const ANALYTICS_BATCH = 100
/** The oldest of more are forgotten. */
export const ANALYTICS_MAX_SAVED = 1_000
const MAX_CHARACTERS = 4_096
const MAX_KEYS = 1_000

/** Where something was done: the type of its event. */
export const analyticsSections = [
  'operations',
  'offline_checkout',
  'settlements',
  'campaigns',
  'audiences',
  'invoices',
  'reports',
  'preferences',
  'inbox',
  'settings',
  'team',
  'onboarding',
] as const
export type AnalyticsSection = (typeof analyticsSections)[number]

/** What was done there. */
export const analyticsActions = [
  'view',
  'search',
  'filter',
  'download',
  'create',
  'change',
  'remove',
  'duplicate',
  'submit',
  'resend',
  'consent',
  'refund',
  'undo',
  'cancel',
  'capture',
  'confirm',
  'ask',
  'approve',
  'decline',
  'withdraw',
  'collect',
  'publish',
  'pause',
  'resume',
  'finish',
  'refresh',
  'erase',
  'renew',
  'revoke',
  'restore',
  'assign',
  'snooze',
] as const
export type AnalyticsAction = (typeof analyticsActions)[number]

const isFlag = (value: unknown) => typeof value === 'boolean'
const oneOf = (words: readonly string[]) => (value: unknown) => typeof value === 'string' && words.includes(value)

/** The only properties that an event may carry, each with the values it may have. */
const properties: Readonly<Record<string, (value: unknown) => boolean>> = {
  campaign_scope: oneOf(['bulk', 'single']),
  any_draft: isFlag,
  is_draft: isFlag,
  sandbox: isFlag,
  waiting_period: (months) => months === 0 || months === 1 || months === 2 || months === 3,
  type: oneOf(['user', 'vendors', 'confirmed', 'expired']),
  checkoutId: (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
  search_type: oneOf(['order_id', 'mail', 'name']),
  category: oneOf([...categories, ...analyticsSections]),
  status: oneOf(substatuses),
  action: oneOf(analyticsActions),
}

/** The property names, and no others. */
export const analyticsProperties: readonly string[] = Object.keys(properties)

type AnalyticsValue = string | number | boolean
type AnalyticsProperties = Record<string, AnalyticsValue>

/** Limits for anything sent: 1 000 keys, text of 4 096 characters. */
export function cutProperties(eventProperties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value)
  return Object.fromEntries(
    Object.entries(eventProperties)
      .slice(0, MAX_KEYS)
      .map(([name, value]) => [name, cut(value)]),
  )
}

/** The properties that may be sent: listed names only, within the limits, with values that cannot identify a person. */
export function fitProperties(eventProperties: Readonly<Record<string, unknown>>): AnalyticsProperties {
  const fitting = Object.entries(cutProperties(eventProperties)).filter(
    ([name, value]) => Object.hasOwn(properties, name) && properties[name]?.(value) === true,
  )
  return Object.fromEntries(fitting) as AnalyticsProperties // each value was just found to be one of the allowed kinds
}

/** One event as it goes over the wire; its names are those of the field's collectors. */
export type AnalyticsEvent = {
  event_type: AnalyticsSection
  /** A random id: an event that is sent twice is stored once. */
  uuid: string
  /** The random id of a browser whose user agreed; of nobody's account. */
  device_id: string
  /** When the visit began, epoch milliseconds by the browser's clock. */
  session_id: number
  /** When it happened, epoch milliseconds by the browser's clock. */
  timestamp: number
  event_properties: AnalyticsProperties
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const isSection = (value: unknown): value is AnalyticsSection => oneOf(analyticsSections)(value)
const isInstant = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 8.64e15

/** Parses a received event and drops what is not allowed; null when it is not an event. */
export function readEvent(input: unknown): AnalyticsEvent | null {
  if (typeof input !== 'object' || input === null) return null
  const { event_type, uuid, device_id, session_id, timestamp, event_properties } = input as Record<string, unknown>
  if (!isSection(event_type)) return null
  if (typeof uuid !== 'string' || !uuidPattern.test(uuid) || typeof device_id !== 'string' || !uuidPattern.test(device_id)) return null
  if (!isInstant(session_id) || !isInstant(timestamp)) return null
  const carried = typeof event_properties === 'object' && event_properties !== null ? event_properties : {}
  return {
    event_type,
    uuid,
    device_id,
    session_id,
    timestamp,
    event_properties: fitProperties(carried as Record<string, unknown>),
  }
}

/** The input of an upload's checksum. Its MD5 detects a truncated upload; it is no protection. */
export const checksumText = (client: string, events: string, uploadTime: string): string =>
  `${ANALYTICS_VERSION}${client}${events}${uploadTime}`
