import { nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** Until when a step waits, and that the same link leads back to it. */
export function TimeLeft({ until }: { until: string }) {
  return (
    <p className="rounded-3 border border-in-process-line bg-in-process-soft px-4 py-3 text-md text-in-process-ink">
      <span className="block font-strong">{t('consumerScreens.until', { when: nearTime(until) })}</span>
      {t('consumerScreens.until.later')}
    </p>
  )
}
