import type { LocalDate } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import type { DayQuery } from '../../platform/lists/dayQuery.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { lastMonths, lastQuarters, thisYear, type InvoicePeriod } from './invoicePeriods.ts'
import { periodText, periodTitle } from './invoiceText.ts'

type Days = { from: LocalDate | null; to: LocalDate | null }
type InvoicePeriodsProps = { query: DayQuery; onChange: (days: Days) => void }

const allDays: Days = { from: null, to: null }
/** Months to choose from: two years. */
const maxMonths = 24

/** Selects the listed months: a month, a tax quarter or the year; stored in the URL. */
export function InvoicePeriods({ query, onChange }: InvoicePeriodsProps) {
  const now = useRealNow()
  const months = lastMonths(now, maxMonths)
  const isOn = ({ from, to }: InvoicePeriod) => query.from === from && query.to === to
  const month = months.find(isOn)
  const chips = [...lastQuarters(now, 4), thisYear(now)]
  const other = query.from !== null && query.to !== null && !month && !chips.some(isOn) ? { from: query.from, to: query.to } : null
  return (
    <div role="group" aria-label={t('invoices.period')} className="flex flex-wrap items-end gap-x-3 gap-y-2 pb-3">
      <Field label={t('invoices.month')} className="w-56 max-md:w-full">
        <Select value={month?.from ?? ''} onChange={({ target }) => onChange(months.find(({ from }) => from === target.value) ?? allDays)}>
          <option value="">{t('invoices.month.all')}</option>
          {months.map((one) => (
            <option key={one.from} value={one.from}>
              {periodTitle(one)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap items-center pb-1 max-md:-ml-2 max-md:basis-full max-md:pb-0">
        {chips.map((one) => (
          <Chip key={`${one.kind}${one.from}`} pressed={isOn(one)} onClick={() => onChange(isOn(one) ? allDays : one)}>
            {one.kind === 'year' ? t('invoices.year', { year: one.from.slice(0, 4) }) : periodText(one)}
          </Chip>
        ))}
        {other && (
          <Chip pressed onClick={() => onChange(allDays)}>
            {periodTitle(other)}
          </Chip>
        )}
      </div>
    </div>
  )
}
