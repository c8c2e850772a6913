import { Anchor } from '../controls/Anchor.tsx'
import { linkClass } from '../controls/linkClass.ts'
import { Cell } from '../tables/Cell.tsx'
import { HeadCell } from '../tables/HeadCell.tsx'
import { Table } from '../tables/Table.tsx'
import { TableRow } from '../tables/TableRow.tsx'
import type { ChartData } from './chartData.ts'
import { valueText } from './valueText.ts'

/** The figures of a chart as a table; each name links to the list behind it. */
export function ChartTable({ caption, data: { pointName, columns, points } }: { caption: string; data: ChartData }) {
  const head = (
    <>
      <HeadCell>{pointName}</HeadCell>
      {columns.map(({ name }) => (
        <HeadCell key={name} numeric>
          {name}
        </HeadCell>
      ))}
    </>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
    <div role="region" aria-label={caption} tabIndex={0} className="chart-table">
      <Table caption={caption} head={head} bleed={false} dense cards={false}>
        {points.map(({ key, name, values, href }) => (
          <TableRow key={key}>
            <Cell>
              {href === undefined ? (
                name
              ) : (
                <Anchor href={href} className={linkClass}>
                  {name}
                </Anchor>
              )}
            </Cell>
            {columns.map(({ unit }, index) => (
              <Cell key={index} numeric>
                {valueText(values[index] ?? null, unit)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </Table>
    </div>
  )
}
