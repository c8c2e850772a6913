import { useState } from 'react'
import type { LocalDate } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import { readDayQuery } from '../../platform/lists/dayQuery.ts'
import type { SettlementQuery } from './settlementQuery.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { presetDays, valuePresets } from './valuePresets.ts'

type ValueDatesProps = {
  query: SettlementQuery
  onChange: (change: { from: LocalDate | null; to: LocalDate | null } | { open: boolean }) => void
}

/** Filters by value date, typed, picked or by preset, and by uncollected; valid changes are stored in the URL immediately. */
export function ValueDates({ query, onChange }: ValueDatesProps) {
  const now = useNow()
  const { sandbox } = useMerchant()
  const [problem, setProblem] = useState<string | undefined>()
  const onDateChange = (field: 'from' | 'to') => (text: string | null, wellFormed: boolean) => {
    if (!wellFormed) return
    const requested = { from: query.from ?? '', to: query.to ?? '', [field]: text ?? '' }
    const { from, to } = readDayQuery(requested)
    const crossed = requested.from !== '' && requested.to !== '' && requested.from > requested.to
    setProblem(crossed ? t('settlements.dates.crossed') : undefined)
    if (!crossed && (from !== query.from || to !== query.to)) onChange({ from, to })
  }
  return (
    <div role="group" aria-label={t('settlements.dates')} className="flex flex-wrap items-end gap-x-3 gap-y-2 pb-3">
      <Field label={t('shell.from')} className="w-[10rem] max-md:w-auto max-md:flex-1 max-md:basis-[8.5rem]" error={problem}>
        <DateInput value={query.from} onChange={onDateChange('from')} pickerLabel={t('settlements.dates.calendar')} />
      </Field>
      <Field label={t('shell.to')} className="w-[10rem] max-md:w-auto max-md:flex-1 max-md:basis-[8.5rem]">
        <DateInput
          value={query.to}
          onChange={onDateChange('to')}
          pickerLabel={t('settlements.dates.calendar')}
          {...(query.from && { min: query.from })}
        />
      </Field>
      <div className="flex flex-wrap items-center pb-1 max-md:-ml-2 max-md:basis-full max-md:pb-0">
        {valuePresets.map((preset) => {
          const days = presetDays(preset, now)
          const pressed = query.from === days.from && query.to === days.to
          return (
            <Chip key={preset} pressed={pressed} onClick={() => onChange(pressed ? { from: null, to: null } : days)}>
              {t(`settlements.preset.${preset}`)}
            </Chip>
          )
        })}
        {/* Test mode has no payments, so nothing can be uncollected. */}
        {!sandbox && (
          <Chip pressed={query.open} onClick={() => onChange({ open: !query.open })}>
            {t('settlements.open')}
          </Chip>
        )}
      </div>
    </div>
  )
}
