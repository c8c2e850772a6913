import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { changeRows } from './changeRows.ts'
import { fieldName, valueText } from './fieldText.ts'

/** An id, which says nothing to people. */
const isId = (text: string) => /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(text)

/** What a change made of what there was, a line for each field: for the rows of a list. */
export function ChangeList({ entity, before, after }: { entity: string | null; before: unknown; after: unknown }) {
  const textOf = (field: string, value: unknown) => valueText(field, value, entity)
  const rows = changeRows(before, after).changed.filter(({ field, before: from, after: to }) => !isId(textOf(field, to ?? from)))
  return (
    <dl className="grid gap-y-1 text-sm">
      {rows.map(({ field, before: from, after: to }) => (
        <div key={field} className="min-w-0">
          <dt className="inline text-ink-3">{fieldName(field)}: </dt>
          <dd className="inline wrap-anywhere">
            {from === undefined ? (
              textOf(field, to)
            ) : (
              <Change from={textOf(field, from)} to={textOf(field, to)} toLabel={t('console.change.becomes')} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
