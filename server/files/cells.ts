/** How a column's cells are written: texts that people typed, words of our own, amounts from cents, days from YYYY-MM-DD. */
export type CellKind = 'text' | 'word' | 'amount' | 'count' | 'day'
export type Column = { name: string; kind: CellKind }

/** Rows that are written alike; every cell is a plain string, empty is ''. */
export type CellBatch = { columns: readonly Column[]; rows: string[][] }

/** The kind of each cell of the headings. */
export const headingsOf = (columns: readonly Column[]): readonly Column[] => columns.map((column) => ({ ...column, kind: 'text' }))
