import { identifierTypes } from '#domain/sales/campaigns/audience'
import { categories } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { FilterPanel } from '../../platform/lists/FilterPanel.tsx'
import { filterText } from '../../platform/lists/filterText.ts'
import { withChange, type ListQuery } from '../../platform/lists/listQuery.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import type { AudienceDraft } from './audienceDraft.ts'

type OperationsSourceProps = {
  draft: AudienceDraft
  onChange: (change: Partial<AudienceDraft>) => void
  preview: { data: { operations: number; people: number } | undefined; error: unknown; isError: boolean }
}

/** Source of an audience: the customers of the operations that match the filters. */
export function OperationsSource({ draft: { filters, type }, onChange, preview }: OperationsSourceProps) {
  const filter = (change: Partial<ListQuery>) => onChange({ filters: withChange(filters, change) })
  return (
    <div className="grid gap-5 *:min-w-0">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('audiences.mapping.type')} help={t('audiences.operations.type')}>
          <Select value={type} onChange={(event) => onChange({ type: identifierTypes.find((one) => one === event.target.value) ?? type })}>
            {identifierTypes.map((one) => (
              <option key={one} value={one}>
                {t(`audiences.type.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('shell.heading.state')}>
          <Select
            value={filters.status ?? ''}
            onChange={(event) => filter({ status: categories.find((one) => one === event.target.value) ?? null, substatus: null })}
          >
            <option value="">{t('operations.category.all')}</option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {t(`operations.category.${category}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <FilterPanel inDialog query={filters} onChange={filter} />
      {(['substatus', 'q'] as const).map(
        (name) =>
          filters[name] && (
            <p key={name} className="flex flex-wrap items-center justify-between gap-3 text-md">
              <span>{filterText(filters, name)}</span>
              <Button size="small" variant="quiet" onClick={() => filter(name === 'q' ? { q: '' } : { substatus: null })}>
                {t('audiences.operations.without')}
              </Button>
            </p>
          ),
      )}
      {preview.isError ? (
        <Banner tone="error" live title={failureText(preview.error)} />
      ) : (
        <p role="status" className="border-t border-line pt-4 text-md text-ink-2">
          {preview.data ? t('audiences.operations.preview', preview.data) : t('audiences.outcome.reading')}
        </p>
      )}
    </div>
  )
}
