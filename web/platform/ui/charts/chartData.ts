/** How a column's numbers are written: cents of an amount, a count, or basis points of a percent. */
export type ChartUnit = 'money' | 'count' | 'share'

/** A column of figures, as its heading in the table and in the file, and its name in the legend. */
export type ChartColumn = {
  name: string
  unit: ChartUnit
  /** In the table and the file, not beside the pointer. */
  tableOnly?: boolean
}

/** One point: a day, an hour, a step. Null: there is no figure. */
export type ChartPoint = {
  key: string
  /** On the axis: "6 nov". */
  label: string
  /** In full, as it is spoken and written in the table: "sábado 21 de noviembre". */
  name: string
  /** One for each column. */
  values: readonly (number | null)[]
  /** The list with exactly what the point counts. */
  href?: string | undefined
}

/** What a chart shows: its drawing, its table and its file have the same figures. */
export type ChartData = {
  /** The heading of the points' names: "Día". */
  pointName: string
  columns: readonly ChartColumn[]
  points: readonly ChartPoint[]
}
