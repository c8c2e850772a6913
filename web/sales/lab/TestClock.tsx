import type { SandboxClock } from '#contract/sales/lab'
import { daysAhead } from '#domain/sales/operations/sandbox'
import { time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { longDayText } from '../../platform/i18n/calendar.ts'
import type { Lab } from './useLab.ts'

const steps = [1, 7, 31] as const

/** The sandbox clock's date, and three controls to move it forward. */
export function TestClock({ clock, lab }: { clock: SandboxClock; lab: Lab }) {
  const advancing = lab.busy !== null && 'days' in lab.busy ? lab.busy.days : null
  return (
    <FormSection title={t('lab.clock.title')}>
      <div className="grid max-w-[900px] gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <CurrentTime key={clock.aheadMs} days={daysAhead(clock.aheadMs)} />
        <div className="flex flex-wrap gap-2">
          {steps.map((step) => (
            <Button
              key={step}
              busy={lab.busy !== null}
              busyLabel={t(step === advancing ? 'lab.clock.advancing' : `lab.clock.advance.${step}`)}
              onClick={() => void lab.advance(step)}
            >
              {t(`lab.clock.advance.${step}`)}
            </Button>
          ))}
        </div>
      </div>
      <p className="max-w-[72ch] text-md text-ink-3">{t('lab.clock.about')}</p>
    </FormSection>
  )
}

/** Remounted when the clock moves. */
function CurrentTime({ days }: { days: number }) {
  const now = useNow()
  return (
    <div className="min-w-0">
      <p className="font-display text-title-md leading-tight font-title first-letter:uppercase">
        {`${longDayText(now)}, ${time(now.toISOString())}`}
      </p>
      <p className="pt-1 text-md text-ink-2">
        {days === 0 ? t('lab.clock.present') : days === 1 ? t('lab.clock.ahead') : t('lab.clock.ahead.many', { days: String(days) })}
      </p>
    </div>
  )
}
