import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/** The deadline of a step and the time left, with a note that the same link resumes it. */
export function TimeLeft({ until }: { until: string }) {
  const minutes = Math.ceil(useSecondsUntil(until) / 60)
  const left =
    minutes < 120
      ? t('consumerScreens.until.minutes', { count: minutes })
      : t('consumerScreens.until.hours', { count: Math.floor(minutes / 60) })
  return (
    <p className="rounded-3 border border-in-process-line bg-in-process-soft px-4 py-3 text-md text-in-process-ink">
      <span className="block font-strong">{`${t('consumerScreens.until', { when: nearTime(until) })} · ${left}`}</span>
      {t('consumerScreens.until.later')}
    </p>
  )
}
