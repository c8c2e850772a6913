import Trash2 from 'lucide-react/icons/trash-2'
import { plainText } from '#domain/platform/plainText'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import type { DraftLine } from './offlineDraft.ts'
import { VatSelect } from './VatSelect.tsx'

type LineFieldsProps = {
  line: DraftLine
  index: number
  problemOf: (field: string) => string | null
  idOf: (field: string) => string
  onChange: (some: Partial<DraftLine>) => void
  onRemove: (() => void) | null
}

/** One line of the sale: name, quantity, and unit price with VAT. */
export function LineFields({ line, index, problemOf, idOf, onChange, onRemove }: LineFieldsProps) {
  const field = (name: string) => `order.articles.${index}.${name}`
  const total = (line.quantity ?? 0) * (line.priceCents ?? 0)
  return (
    <li className="fields fields-line border-b border-line pb-4">
      <Field id={idOf(field('name'))} label={t('offlineCheckout.line.name', { count: index + 1 })} error={problemOf(field('name'))}>
        <TextInput
          data-field={field('name')}
          maxLength={200}
          value={line.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field id={idOf(field('quantity'))} label={t('offlineCheckout.line.quantity')} error={problemOf(field('quantity'))}>
        <TextInput
          data-field={field('quantity')}
          inputMode="numeric"
          inputClassName="text-right"
          value={line.quantity ?? ''}
          onChange={(event) => {
            const figures = plainText(event.target.value)
            if (/^\d{0,4}$/.test(figures)) onChange({ quantity: figures === '' ? null : Number(figures) })
          }}
        />
      </Field>
      <Field
        id={idOf(field('price'))}
        label={t('offlineCheckout.line.price')}
        error={problemOf(field('price')) ?? problemOf(field('total'))}
      >
        <MoneyInput data-field={field('price')} value={line.priceCents} onChange={(priceCents) => onChange({ priceCents })} />
      </Field>
      <VatSelect value={line.taxRate} onChange={(taxRate) => onChange({ taxRate })} />
      <p className="col-span-full flex items-center justify-between gap-3 text-md text-ink-2">
        <span>{t('offlineCheckout.line.total', { amount: money(total) })}</span>
        {onRemove && (
          <button type="button" className="button min-h-9 px-2 text-sm text-danger-ink max-md:min-h-11" onClick={onRemove}>
            <Trash2 aria-hidden className="size-3.75" />
            {t('shell.remove')}
          </button>
        )}
      </p>
    </li>
  )
}
