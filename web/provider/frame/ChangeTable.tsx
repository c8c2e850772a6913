import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { type ChangeRow, changeRows } from './changeRows.ts'
import { fieldName, valueText } from './fieldText.ts'

/** What a change makes of what there was: both values of each field side by side, and below what stays as it is. `label`: what changes. */
export function ChangeTable({ label, entity, before, after }: { label: string; entity: string; before: unknown; after: unknown }) {
  const { changed, same } = changeRows(before, after)
  if (changed.length === 0 && same.length === 0) return null
  return (
    <div className="max-w-[720px]">
      <Table
        fixed
        dense
        bleed={false}
        cards={false}
        caption={label}
        head={
          <>
            <HeadCell width="30%">
              <span className="sr-only">{t('console.change.field')}</span>
            </HeadCell>
            <HeadCell>{t('console.change.before')}</HeadCell>
            <HeadCell>{t('console.change.after')}</HeadCell>
          </>
        }
      >
        {changed.map((row) => (
          <Row key={row.field} entity={entity} row={row} changed />
        ))}
        {same.map((row) => (
          <Row key={row.field} entity={entity} row={row} changed={false} />
        ))}
      </Table>
    </div>
  )
}

function Row({ entity, row: { field, before, after }, changed }: { entity: string; row: ChangeRow; changed: boolean }) {
  return (
    <TableRow>
      <Cell className="text-ink-3 wrap-anywhere">{fieldName(field)}</Cell>
      <Cell className="text-ink-3 wrap-anywhere">{valueText(field, before, entity)}</Cell>
      <Cell strong={changed} className={`wrap-anywhere ${changed ? '' : 'text-ink-3'}`}>
        {valueText(field, after, entity)}
      </Cell>
    </TableRow>
  )
}
