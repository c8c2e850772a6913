import { isLocalDate, type LocalDate } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { monthOf, pastMonths } from './reportDraft.ts'
import { monthText } from '../../platform/i18n/calendar.ts'

type ReportMonthProps = {
  from: LocalDate | null
  onChange: (days: { from: LocalDate; to: LocalDate }) => void
  refused?: string | undefined
}

/** The month of a monthly package; only past months. */
export function ReportMonth({ from, onChange, refused }: ReportMonthProps) {
  const now = useRealNow()
  return (
    <Field label={t('reports.month')} help={t('reports.month.help')} error={refused}>
      <Select value={from ?? ''} onChange={(event) => isLocalDate(event.target.value) && onChange(monthOf(event.target.value))}>
        {pastMonths(now).map((first) => (
          <option key={first} value={first}>
            {monthText(first)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
