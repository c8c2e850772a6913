import Plus from 'lucide-react/icons/plus'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { SectionProps } from './sectionProps.ts'
import { LineFields } from './LineFields.tsx'
import { emptyLine, type DraftLine } from './offlineDraft.ts'
import { VatSelect } from './VatSelect.tsx'

const maxLines = 100

/** The amount of the sale: a single amount, or lines that add up to it. */
export function AmountSection({ sale, problemOf, idOf }: SectionProps) {
  const { draft, change, amount } = sale
  const setLine = (index: number, some: Partial<DraftLine>) =>
    change({ lines: draft.lines.map((line, at) => (at === index ? { ...line, ...some } : line)) })
  const toLines = (byLines: boolean) => {
    if (!byLines) return change({ byLines, amount: amount ?? draft.amount })
    const first: DraftLine = { name: draft.concept, quantity: 1, priceCents: draft.amount, taxRate: draft.taxRate }
    change({ byLines, lines: draft.lines.length > 0 ? draft.lines : [first] })
  }
  const total = problemOf('order.totalAmount')
  return (
    <FormSection
      title={t('offlineCheckout.section.order')}
      aside={
        <Checkbox label={t('offlineCheckout.field.byLines')} checked={draft.byLines} onChange={(event) => toLines(event.target.checked)} />
      }
    >
      {draft.byLines ? (
        <>
          <ul className="grid gap-4">
            {draft.lines.map((line, index) => (
              <LineFields
                key={index}
                line={line}
                index={index}
                problemOf={problemOf}
                idOf={idOf}
                onChange={(some) => setLine(index, some)}
                onRemove={draft.lines.length > 1 ? () => change({ lines: draft.lines.filter((_, at) => at !== index) }) : null}
              />
            ))}
          </ul>
          {total && <p className="text-sm text-danger-ink">{total}</p>}
          <p>
            <Button
              id={idOf('order.totalAmount')}
              icon={<Plus aria-hidden />}
              disabledReason={draft.lines.length >= maxLines ? t('offlineCheckout.line.most', { count: maxLines }) : null}
              onClick={() => change({ lines: [...draft.lines, emptyLine()] })}
            >
              {t('offlineCheckout.line.add')}
            </Button>
          </p>
        </>
      ) : (
        <div className="fields fields-sale">
          <Field id={idOf('order.totalAmount')} label={t('offlineCheckout.field.amount')} error={total} required>
            <MoneyInput size="large" data-field="order.totalAmount" value={draft.amount} onChange={(cents) => change({ amount: cents })} />
          </Field>
          <Field id={idOf('order.articles.0.name')} label={t('offlineCheckout.field.concept')} error={problemOf('order.articles.0.name')}>
            <TextInput
              size="large"
              maxLength={200}
              placeholder={t('offlineCheckout.concept')}
              value={draft.concept}
              onChange={(event) => change({ concept: event.target.value })}
            />
          </Field>
          <VatSelect size="large" value={draft.taxRate} onChange={(taxRate) => change({ taxRate })} />
        </div>
      )}
      <Field
        id={idOf('order.mid')}
        label={t('offlineCheckout.field.mid')}
        help={t('offlineCheckout.help.mid')}
        error={problemOf('order.mid')}
        className="max-w-96"
      >
        <TextInput autoComplete="off" maxLength={64} value={draft.mid} onChange={(event) => change({ mid: event.target.value })} />
      </Field>
    </FormSection>
  )
}
