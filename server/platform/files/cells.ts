/** How a column's cells are written: texts that people typed, words of our own, amounts from cents, days from YYYY-MM-DD. */
export type CellKind = 'text' | 'word' | 'amount' | 'count' | 'day'
export type Column = { name: string; kind: CellKind }

/**
 * Rows that are written alike; every cell is a plain string, empty is ''. They may be made as they are written, each dying young: rows that live as
 * long as their batch cost as much in rubbish as all else that is done with them.
 */
export type CellBatch = { columns: readonly Column[]; rows: Iterable<string[]> }

/** The kind of each cell of the headings. */
export const headingsOf = (columns: readonly Column[]): readonly Column[] => columns.map((column) => ({ ...column, kind: 'text' }))
