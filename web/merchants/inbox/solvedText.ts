import type { SolvedItem } from '#contract/merchants/inbox'
import { madridDay } from '#domain/platform/dates'
import { nearTime, time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** "Lo resolvió Marta, 10:12", or "ayer, 19:17". */
export function solvedText({ way, by, at }: SolvedItem, now: Date): string {
  const clock = madridDay(new Date(at)) === madridDay(now) ? time(at) : within(nearTime(at, now))
  if (by !== null) return t('inbox.solved.by', { name: by, clock })
  if (way === 'customer') return t('inbox.solved.customer', { clock })
  return way === 'person' ? t('inbox.solved.shop', { clock }) : t('inbox.solved.clock', { clock })
}

/** The same inside a sentence: "ayer, 19:17". */
const within = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
