import { madridDay } from '#domain/platform/dates'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Deadline } from '../../platform/ui/figures/Deadline.tsx'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** "quedan 3 h", or since when it is late. */
function leftText(ms: number): string {
  const hours = Math.floor(Math.abs(ms) / HOUR)
  const of = ms < 0 ? 'late' : 'left'
  if (hours < 1) return t(`work.${of}.minutes`, { count: Math.max(1, Math.floor(Math.abs(ms) / 60_000)) })
  return hours < 48 ? t(`work.${of}.hours`, { count: hours }) : t(`work.${of}.days`, { count: Math.floor(hours / 24) })
}

type WorkDeadlineProps = { since: string; deadline: string; now: Date }

/** Until when something should be done: red on its last day and afterwards, yellow within two days, else a plain date. */
export function WorkDeadline({ since, deadline, now }: WorkDeadlineProps) {
  const [from, until] = [Date.parse(since), new Date(deadline)]
  const left = until.getTime() - now.getTime()
  const isToday = madridDay(until) <= madridDay(now)
  const tone = isToday ? 'now' : left < 2 * DAY ? 'soon' : null
  return (
    <Deadline tone={tone} left={left / Math.max(1, until.getTime() - from)} detail={leftText(left)}>
      {nearTime(deadline, now)}
    </Deadline>
  )
}
