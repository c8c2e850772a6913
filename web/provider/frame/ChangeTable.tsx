import { t } from '../../platform/i18n/t.ts'
import { type ChangeRow, changeRows } from './changeRows.ts'
import { fieldName, valueText } from './fieldText.ts'
import { ScrollBox } from './ScrollBox.tsx'

/** What a change makes of what there was: both values of each field side by side, and below what stays as it is. `label`: what changes. */
export function ChangeTable({ label, entity, before, after }: { label: string; entity: string; before: unknown; after: unknown }) {
  const { changed, same } = changeRows(before, after)
  if (changed.length === 0 && same.length === 0) return null
  return (
    <ScrollBox label={label}>
      <table className="w-full max-w-[720px] max-[18rem]:min-w-[18rem] table-fixed text-md">
        <thead>
          <tr className="text-left text-sm text-ink-3">
            <th scope="col" className="w-[30%] py-1 font-normal">
              <span className="sr-only">{t('console.change.field')}</span>
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              {t('console.change.before')}
            </th>
            <th scope="col" className="py-1 font-normal">
              {t('console.change.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((row) => (
            <Row key={row.field} entity={entity} row={row} changed />
          ))}
          {same.map((row) => (
            <Row key={row.field} entity={entity} row={row} changed={false} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Row({ entity, row: { field, before, after }, changed }: { entity: string; row: ChangeRow; changed: boolean }) {
  return (
    <tr className="border-t border-line align-baseline">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3 wrap-anywhere">
        {fieldName(field)}
      </th>
      <td className="py-1.5 pr-3 text-ink-3 wrap-anywhere">{valueText(field, before, entity)}</td>
      <td className={`py-1.5 wrap-anywhere ${changed ? 'font-strong' : 'text-ink-3'}`}>{valueText(field, after, entity)}</td>
    </tr>
  )
}
