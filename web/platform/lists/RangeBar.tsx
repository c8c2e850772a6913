import { useState } from 'react'
import type { LocalDate } from '#domain/platform/dates'
import { t } from '../i18n/t.ts'
import { DateInput } from '../ui/forms/DateInput.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Chip } from '../ui/tables/Chip.tsx'
import { figureRanges, isFigureRange, type FigureDays, type FigureRange } from './figureRange.ts'

type RangeBarProps = {
  days: FigureDays
  today: LocalDate
  hrefOf: (range: FigureRange) => string
  /** Days of one's own. */
  onOwn: (days: { from: LocalDate; to: LocalDate }) => void
}

/** The ranges of a page of figures as links, and days of one's own. */
export function RangeBar({ days, today, hrefOf, onOwn }: RangeBarProps) {
  // Opened for the days there are: choosing others closes it.
  const [openFor, setOpenFor] = useState<FigureRange | null>(null)
  const shown = days.range === null || openFor === days.range
  return (
    <div className="grid w-full justify-items-start gap-2 md:justify-items-end">
      <nav aria-label={t('charts.range')} className="-mx-2 flex flex-wrap gap-y-1">
        {figureRanges.map((range) => (
          <Chip key={range} pressed={!shown && days.range === range} href={hrefOf(range)}>
            {t(`charts.range.${range}`)}
          </Chip>
        ))}
        <Chip pressed={shown} onClick={() => setOpenFor(shown ? null : days.range)}>
          {t('charts.range.own')}
        </Chip>
      </nav>
      {shown && <OwnDays key={`${days.from} ${days.to}`} days={days} today={today} onOwn={onOwn} />}
    </div>
  )
}

function OwnDays({ days, today, onOwn }: Pick<RangeBarProps, 'days' | 'today' | 'onOwn'>) {
  const [typed, setTyped] = useState({ from: days.from as string | null, to: days.to as string | null })
  const { from, to } = typed
  const whole = from !== null && to !== null
  const problem = !whole
    ? undefined
    : from > to
      ? t('charts.range.crossed')
      : isFigureRange(from as LocalDate, to as LocalDate)
        ? undefined
        : t('charts.range.long')
  const take = (field: 'from' | 'to') => (text: string | null, wellFormed: boolean) => {
    if (!wellFormed) return
    const next = { ...typed, [field]: text }
    setTyped(next)
    const [first, last] = [next.from as LocalDate | null, next.to as LocalDate | null] // the input gives days only
    if (first !== null && last !== null && isFigureRange(first, last) && (first !== days.from || last !== days.to))
      onOwn({ from: first, to: last })
  }
  return (
    <div role="group" aria-label={t('charts.range.own')} className="flex flex-wrap items-start gap-3 max-md:w-full">
      <Field label={t('shell.from')} className="w-[10rem] max-md:w-auto max-md:flex-1 max-md:basis-[8.5rem]" error={problem}>
        <DateInput value={from} onChange={take('from')} max={today} pickerLabel={t('charts.range.calendar')} />
      </Field>
      <Field label={t('shell.to')} className="w-[10rem] max-md:w-auto max-md:flex-1 max-md:basis-[8.5rem]">
        <DateInput value={to} onChange={take('to')} max={today} pickerLabel={t('charts.range.calendar')} />
      </Field>
    </div>
  )
}
