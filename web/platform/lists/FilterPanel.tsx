import { useEffect, useRef, useState } from 'react'
import { channels, products } from '#domain/sales/operations/lifecycle'
import { t } from '../i18n/t.ts'
import { Chip } from '../ui/tables/Chip.tsx'
import { DateInput } from '../ui/forms/DateInput.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { MoneyInput } from '../ui/forms/MoneyInput.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { datePresets, daysOf } from './datePresets.ts'
import { orderings, readListQuery, type ListQuery } from './listQuery.ts'
import { useNow } from '../requests/useNow.ts'

type FilterPanelProps = { query: ListQuery; onChange: (change: Partial<ListQuery>) => void }
type PanelProps = FilterPanelProps & { /** Inside a dialog: three columns at most, and nothing about the order. */ inDialog?: boolean }

const TYPING_MS = 450

/** Dates, amounts, channel, product and order. Every valid change is written to the address. */
export function FilterPanel({ query, onChange, inDialog = false }: PanelProps) {
  const now = useNow()
  return (
    <section
      id="operations-filters"
      aria-label={t('operations.filter.panel')}
      className={`grid gap-x-4 gap-y-4 ${inDialog ? 'sm:grid-cols-2' : 'border-b border-line py-4 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_1fr_0.9fr_0.9fr]'}`}
    >
      <DateFields query={query} onChange={onChange} />
      <AmountFields key={`${query.minAmount}-${query.maxAmount}`} query={query} onChange={onChange} />
      <ChoiceFields query={query} onChange={onChange} isOrdered={!inDialog} />
      <div
        role="group"
        aria-label={t('operations.filter.presets')}
        className="-ml-2 flex flex-wrap items-center max-md:order-first md:col-span-full"
      >
        {datePresets.map((preset) => {
          const days = daysOf(preset, now)
          const pressed = query.from === days.from && query.to === days.to
          return (
            <Chip key={preset} pressed={pressed} onClick={() => onChange(pressed ? { from: null, to: null } : days)}>
              {t(`operations.preset.${preset}`)}
            </Chip>
          )
        })}
        <span className="ml-2 text-sm text-ink-3">{t('operations.filter.zone')}</span>
      </div>
    </section>
  )
}

function DateFields({ query, onChange }: FilterPanelProps) {
  const [problem, setProblem] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const showProblem = (field: 'from' | 'to', words: string | undefined) => setProblem((known) => ({ ...known, [field]: words }))
  const take = (field: 'from' | 'to') => (text: string | null, wellFormed: boolean) => {
    const { query: read } = readListQuery({ from: query.from ?? '', to: query.to ?? '', [field]: text ?? '' })
    const consistent = text === null || read[field] === text
    showProblem(field, consistent ? undefined : t('operations.filter.crossedDates'))
    if (wellFormed && consistent && read[field] !== query[field]) onChange({ [field]: read[field] })
  }
  return (
    <>
      <Field label={t('operations.filter.from')} error={problem.from} help={t('operations.filter.dateHelp')}>
        <DateInput value={query.from} onChange={take('from')} pickerLabel={t('operations.filter.calendar')} />
      </Field>
      <Field label={t('operations.filter.to')} error={problem.to}>
        <DateInput
          value={query.to}
          onChange={take('to')}
          pickerLabel={t('operations.filter.calendar')}
          {...(query.from && { min: query.from })}
        />
      </Field>
    </>
  )
}

function AmountFields({ query, onChange }: FilterPanelProps) {
  const [min, setMin] = useState(query.minAmount)
  const [max, setMax] = useState(query.maxAmount)
  const crossed = min !== null && max !== null && min > max
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (crossed || (min === query.minAmount && max === query.maxAmount)) return
    const timer = setTimeout(() => latest.current({ minAmount: min, maxAmount: max }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [min, max, crossed, query.minAmount, query.maxAmount])
  return (
    <>
      <Field label={t('operations.filter.min')}>
        <MoneyInput value={min} onChange={setMin} />
      </Field>
      <Field label={t('operations.filter.max')} error={crossed ? t('operations.filter.crossedAmounts') : undefined}>
        <MoneyInput value={max} onChange={setMax} />
      </Field>
    </>
  )
}

function ChoiceFields({ query, onChange, isOrdered }: FilterPanelProps & { isOrdered: boolean }) {
  const chosen = <T extends string>(values: readonly T[], text: string): T | null => values.find((value) => value === text) ?? null
  return (
    <>
      <Field label={t('operations.filter.channel')}>
        <Select value={query.channel ?? ''} onChange={(event) => onChange({ channel: chosen(channels, event.target.value) })}>
          <option value="">{t('operations.filter.any')}</option>
          {channels.map((channel) => (
            <option key={channel} value={channel}>
              {t(`operations.channelLong.${channel}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('operations.filter.product')}>
        <Select value={query.product ?? ''} onChange={(event) => onChange({ product: chosen(products, event.target.value) })}>
          <option value="">{t('operations.filter.any')}</option>
          {products.map((product) => (
            <option key={product} value={product}>
              {t(`operations.product.${product}`)}
            </option>
          ))}
        </Select>
      </Field>
      {isOrdered && (
        <Field label={t('operations.filter.ordering')} className="md:hidden">
          <Select value={query.ordering} onChange={(event) => onChange({ ordering: chosen(orderings, event.target.value) ?? '-created' })}>
            {orderings.map((ordering) => (
              <option key={ordering} value={ordering}>
                {t(`operations.ordering.${ordering}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
