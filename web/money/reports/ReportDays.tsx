import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { isLocalDate, type LocalDate } from '#domain/platform/dates'
import { REPORT_DAYS } from '#domain/money/report'
import { t } from '../../platform/i18n/t.ts'
import { datePresets, daysOf } from '../../platform/lists/datePresets.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { problemOf } from './reportDraft.ts'

type Days = { from: LocalDate | null; to: LocalDate | null }
type ReportDaysProps = Days & {
  onChange: (days: Days) => void
  /** Server-side validation error. */
  refused?: string | undefined
}

/** First and last day, typed, picked or by preset, with the range limit. */
export function ReportDays({ from, to, onChange, refused }: ReportDaysProps) {
  const now = useRealNow()
  const [left, setLeft] = useState(false)
  const problem = problemOf({ from, to })
  // An incomplete date is not an error until the field is blurred.
  const waits = problem === 'noDays' && !left
  const error = problem === null ? refused : waits ? undefined : t(`reports.days.${problem}`, { count: REPORT_DAYS })
  const onDateChange = (field: 'from' | 'to') => (text: string | null) => {
    setLeft(false)
    onChange({ from, to, [field]: text !== null && isLocalDate(text) ? text : null })
  }
  const box = (field: 'from' | 'to', value: LocalDate | null) => (
    <Field label={t(`reports.days.${field}`)}>
      <DateInput
        value={value}
        onChange={onDateChange(field)}
        onBlur={() => setLeft(true)}
        pickerLabel={t('operations.filter.calendar')}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby="report-days-note"
      />
    </Field>
  )
  return (
    <fieldset>
      <legend className="sr-only">{t('reports.days')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-3">
        {box('from', from)}
        {box('to', to)}
      </div>
      <p
        id="report-days-note"
        className={`mt-1.5 flex items-start gap-1.5 text-sm ${error === undefined ? 'text-ink-3' : 'text-danger-ink'}`}
      >
        {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-3.75" />}
        <span>{error ?? t('reports.days.help', { count: REPORT_DAYS })}</span>
      </p>
      <div role="group" aria-label={t('operations.filter.presets')} className="-ml-2 flex flex-wrap pt-1.5">
        {datePresets.map((preset) => {
          const days = daysOf(preset, now)
          return (
            <Chip key={preset} pressed={from === days.from && to === days.to} onClick={() => onChange(days)}>
              {t(`operations.preset.${preset}`)}
            </Chip>
          )
        })}
      </div>
    </fieldset>
  )
}
