/** The columns of the list in order. */
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

/** Customer, status and amount cannot be hidden. */
const fixed = ['customer', 'state', 'amount'] as const
type FixedColumn = (typeof fixed)[number]
const isFixed = (column: ListColumn): column is FixedColumn => fixed.some((one) => one === column)

/** The columns that can be shown or hidden. */
export const choosableColumns = listColumns.filter((column): column is Exclude<ListColumn, FixedColumn> => !isFixed(column))

/** The default columns of a wide list; also those of the cards on a phone. */
export const defaultColumns: readonly ListColumn[] = listColumns.filter((column) => !['order', 'channel', 'settlement'].includes(column))

/** Minimum width of each column without extra line breaks, in px. */
const minWidthPx: Record<ListColumn, number> = {
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

/** Order in which columns are dropped when they do not fit: optional ones first. */
const dropOrder: readonly ListColumn[] = ['settlement', 'channel', 'order', 'product', 'deadline', 'net', 'created']

/** The same without a column of the net, which then stands below the amount. */
const withoutNetPx: Partial<Record<ListColumn, number>> = { customer: 160, deadline: 139, amount: 118 }
/** Of the customer without a column of the date: the first column has the checkbox in its margin, and the date stands beside the order. */
const customerFirstPx = 205
function widthOf(column: ListColumn, shown: readonly ListColumn[]): number {
  if (column === 'customer' && !shown.includes('created')) return customerFirstPx
  return (shown.includes('net') ? undefined : withoutNetPx[column]) ?? minWidthPx[column]
}
const minWidthOf = (columns: readonly ListColumn[]) => columns.reduce((sum, column) => sum + widthOf(column, columns), 0)

/** The chosen columns that fit beside the fixed ones, in list order. */
export function columnsWithin(chosen: readonly ListColumn[], availablePx: number): ListColumn[] {
  let shown = listColumns.filter((column) => isFixed(column) || chosen.includes(column))
  for (const column of dropOrder) if (minWidthOf(shown) > availablePx) shown = shown.filter((one) => one !== column)
  return shown
}

/** The columns between 768 and 1200 px: no product. Where not all others fit, the net stands below the amount, then the date below the customer. */
export function mediumColumns(availablePx: number): readonly ListColumn[] {
  let shown = defaultColumns.filter((column) => column !== 'product')
  for (const column of ['net', 'created'] as const) if (minWidthOf(shown) > availablePx) shown = shown.filter((one) => one !== column)
  return shown
}

/** A column's share of the table's width, in percent, proportional to its minimum width. */
export function shareOf(column: ListColumn, shown: readonly ListColumn[]): number {
  return Math.round((widthOf(column, shown) / minWidthOf(shown)) * 1_000) / 10
}
