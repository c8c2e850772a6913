/** The columns of the list in their order. */
export const listColumns = [
  'created',
  'customer',
  'order',
  'state',
  'deadline',
  'product',
  'channel',
  'amount',
  'net',
  'settlement',
] as const
export type ListColumn = (typeof listColumns)[number]

/** Who, where it stands and how much: without them a row says nothing, so they cannot be taken away. */
const always = ['customer', 'state', 'amount'] as const
type Always = (typeof always)[number]
const stays = (column: ListColumn): column is Always => always.some((one) => one === column)

/** The columns that a person may choose. */
export const choosableColumns = listColumns.filter((column): column is Exclude<ListColumn, Always> => !stays(column))

/** What the list shows until somebody chooses; also what it shows below 1200 px, where there is nothing to choose. */
export const usualColumns: readonly ListColumn[] = listColumns.filter((column) => !['order', 'channel', 'settlement'].includes(column))

/** The least width at which a column's words stand in their lines, in px. */
const leastPx: Record<ListColumn, number> = {
  created: 120,
  customer: 165,
  order: 110,
  state: 190,
  deadline: 130,
  product: 110,
  channel: 95,
  amount: 105,
  net: 140,
  settlement: 145,
}

/** Which gives way first where not all of them fit: the extras, then the forecasts. */
const givesWay: readonly ListColumn[] = ['settlement', 'channel', 'order', 'product', 'deadline', 'net', 'created']

const least = (columns: readonly ListColumn[]) => columns.reduce((sum, column) => sum + leastPx[column], 0)

/** The chosen columns, in the list's order, that fit beside the ones that always stand there. */
export function columnsWithin(chosen: readonly ListColumn[], roomPx: number): ListColumn[] {
  let shown = listColumns.filter((column) => stays(column) || chosen.includes(column))
  for (const column of givesWay) if (least(shown) > roomPx) shown = shown.filter((one) => one !== column)
  return shown
}

/** Each column's share of the table, in percent: in proportion to what it needs. */
export function shareOf(column: ListColumn, shown: readonly ListColumn[]): number {
  return Math.round((leastPx[column] / least(shown)) * 1_000) / 10
}
