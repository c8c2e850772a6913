import { addDays, formatTime, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '../platform/dates.ts'

/** Topics of notices, in the order of the settings. */
export const noticeTopics = ['sales', 'money', 'campaigns', 'reports', 'team', 'onboarding'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/**
 * Notices that a person may switch on and off. `email`: can be mailed; not offered where another e-mail is sent already. `mailed`: mailed
 * by default, for answers of the provider that an applicant waits for with the panel closed. `panel`: false when the panel would notify of
 * every sale. `push`: whether a subscribed device shows it by default: what is urgent, and what is pleasant.
 */
export const noticeTypes = {
  link_signed: { topic: 'sales', email: false, push: true, panel: false },
  duplicated_operation: { topic: 'sales', email: true, push: true },
  callback_failed: { topic: 'sales', email: true, push: true },
  settlement_paid: { topic: 'money', email: true, push: true },
  settlement_negative: { topic: 'money', email: true, push: true },
  invoice_available: { topic: 'money', email: true, push: false },
  campaign_started: { topic: 'campaigns', email: true, push: false },
  campaign_ending: { topic: 'campaigns', email: true, push: false },
  campaign_budget_spent: { topic: 'campaigns', email: true, push: true },
  campaign_report: { topic: 'campaigns', email: true, push: false },
  report_ready: { topic: 'reports', email: false, push: false },
  report_failed: { topic: 'reports', email: true, push: false },
  report_missing: { topic: 'reports', email: true, push: false },
  user_joined: { topic: 'team', email: true, push: false },
  access_ending: { topic: 'team', email: true, push: false },
  access_ended: { topic: 'team', email: true, push: false },
  note_mention: { topic: 'team', email: true, push: true },
  merchant_approved: { topic: 'onboarding', email: true, mailed: true, push: true },
  merchant_rejected: { topic: 'onboarding', email: true, mailed: true, push: true },
  document_approved: { topic: 'onboarding', email: true, mailed: true, push: true },
  document_rejected: { topic: 'onboarding', email: true, mailed: true, push: true },
  onboarding_changes: { topic: 'onboarding', email: true, mailed: true, push: true },
} as const satisfies Record<string, { topic: NoticeTopic; email: boolean; mailed?: true; push: boolean; panel?: false }>

type NoticeType = keyof typeof noticeTypes

/** The types in the order in which they are shown. */
export const noticeTypeNames = Object.keys(noticeTypes) as NoticeType[] // keys of a literal object

/** Whether a person may switch a notice off: those about accounts, keys and access are always sent. */
export const isChoice = (type: string): type is NoticeType => Object.hasOwn(noticeTypes, type)

/** Whether the panel shows it by default. */
export const isShown = (type: NoticeType): boolean => !('panel' in noticeTypes[type])

/** Whether it is mailed by default. */
export const isMailed = (type: NoticeType): boolean => 'mailed' in noticeTypes[type]

/** Whether it is pushed by default; notices that cannot be switched off always are. */
export const isPushed = (type: string): boolean => !isChoice(type) || noticeTypes[type].push

/** TTL of a push for a device that is off; later it would be outdated (a refund request lives as long). */
export const PUSH_LIFE_SECONDS = 24 * 3_600

/** Urgency of a push (RFC 8030 §5.3): high for warnings and errors, else normal. */
export const pushUrgency = (level: 'info' | 'success' | 'warning' | 'error'): 'high' | 'normal' =>
  level === 'warning' || level === 'error' ? 'high' : 'normal'

/** The digest is sent at half past eight in Madrid, or until noon when the server was down then. */
const DIGEST_FROM = { hour: 8, minute: 30 } as const
const DIGEST_UNTIL = { hour: 12, minute: 0 } as const

/** The instant of a local time in Madrid: clocks change between two and three in the morning, so earlier hours are counted from midnight. */
export function madridAt(day: LocalDate, { hour, minute }: { hour: number; minute: number }): Date {
  const minutes = hour * 60 + minute
  const start = startOfMadridDay(day).getTime()
  if (hour < 2) return new Date(start + minutes * 60_000)
  return new Date(startOfNextMadridDay(day).getTime() - (24 * 60 - minutes) * 60_000)
}

/** The day whose digest is due now; null at any other time. */
export function digestDay(now: Date): LocalDate | null {
  const day = madridDay(now)
  return now >= madridAt(day, DIGEST_FROM) && now < madridAt(day, DIGEST_UNTIL) ? day : null
}

/** Hours in Madrid in which no e-mail and no push of a notice is sent; past midnight when `from` is the later one. */
type QuietHours = { from: number; to: number }

/** Until when nothing is sent; null when it may be sent now. Equal hours are no quiet hours. */
export function quietUntil(now: Date, { from, to }: QuietHours): Date | null {
  const hour = Number(formatTime(now).slice(0, 2))
  const isQuiet = from < to ? hour >= from && hour < to : from > to && (hour >= from || hour < to)
  if (!isQuiet) return null
  const today = madridDay(now)
  return madridAt(hour < to ? today : addDays(today, 1), { hour: to, minute: 0 })
}
