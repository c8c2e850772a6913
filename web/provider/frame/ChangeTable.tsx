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

/** Ids and addresses break anywhere; words and figures stay whole, and a value that has no room beside the other goes below it. */
const wrapOf = (text: string) => (/\S{18}/.test(text) ? '' : 'wrap-break-word')

function Row({ entity, row: { field, before, after }, changed }: { entity: string; row: ChangeRow; changed: boolean }) {
  const [was, becomes] = [valueText(field, before, entity), valueText(field, after, entity)]
  return (
    <TableRow>
      <Cell rowHeader className="text-ink-3 wrap-break-word">
        {fieldName(field)}
      </Cell>
      <Cell className={`text-ink-3 ${wrapOf(was)}`}>{was}</Cell>
      <Cell strong={changed} className={`${wrapOf(becomes)} ${changed ? '' : 'text-ink-3'}`}>
        {becomes}
      </Cell>
    </TableRow>
  )
}
