import { addDays, formatTime, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '../platform/dates.ts'

/** Matters that notices are about, in the order in which a person chooses. */
export const noticeTopics = ['sales', 'money', 'campaigns', 'reports', 'team', 'onboarding'] as const
type NoticeTopic = (typeof noticeTopics)[number]

/**
 * What a person may switch on and off. `email`: by mail too; where something already comes by a mail of its own it is not offered.
 * `mailed`: by mail as long as nothing else is chosen: an answer of the provider's that the applicant waits for with the panel closed.
 * `panel`: false where the bell would ring for every sale. `push`: whether a device that is told on its lock screen shows it until its person says
 * otherwise: what is urgent, and what is pleasant.
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

/** Whether a person may switch a notice off: what concerns accounts, keys and access to them always comes. */
export const isChoice = (type: string): type is NoticeType => Object.hasOwn(noticeTypes, type)

/** What the panel tells as long as a person has chosen nothing. */
export const isShown = (type: NoticeType): boolean => !('panel' in noticeTypes[type])

/** Whether it goes by mail as long as its person has chosen nothing. */
export const isMailed = (type: NoticeType): boolean => 'mailed' in noticeTypes[type]

/** Whether a device is told of it on its lock screen, as long as its person has chosen nothing: what cannot be switched off always is. */
export const isPushed = (type: string): boolean => !isChoice(type) || noticeTypes[type].push

/** For so long a push waits for a device that is off; afterwards it would be no news (a request for a refund lives as long). */
export const PUSH_LIFE_SECONDS = 24 * 3_600

/** What waits for this very person wakes the device at once; the rest may wait until it is awake (RFC 8030 §5.3). */
export const pushUrgency = (level: 'info' | 'success' | 'warning' | 'error'): 'high' | 'normal' =>
  level === 'warning' || level === 'error' ? 'high' : 'normal'

/** The digest is written at half past eight in Madrid, and until noon when the server was down then. */
const DIGEST_FROM = { hour: 8, minute: 30 } as const
const DIGEST_UNTIL = { hour: 12, minute: 0 } as const

/** The instant of a clock time in Madrid: clocks change between two and three in the morning, so hours before are reckoned from the midnight before. */
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

/** Hours of the day in which no letter and no push of a notice leaves, from and to in Madrid; past midnight when `from` is the later one. */
type QuietHours = { from: number; to: number }

/** Until when nothing is sent; null when it may be sent now. Equal hours are no quiet hours. */
export function quietUntil(now: Date, { from, to }: QuietHours): Date | null {
  const hour = Number(formatTime(now).slice(0, 2))
  const isQuiet = from < to ? hour >= from && hour < to : from > to && (hour >= from || hour < to)
  if (!isQuiet) return null
  const today = madridDay(now)
  return madridAt(hour < to ? today : addDays(today, 1), { hour: to, minute: 0 })
}
