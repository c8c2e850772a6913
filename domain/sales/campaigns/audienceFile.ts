import { AUDIENCE_ROWS, identifierTypes, type IdentifierType } from './audience.ts'
import { identifierProblem, normaliseIdentifier, type IdentifierProblem } from './audienceIdentifier.ts'
import { csvText } from '../../platform/csvText.ts'
import { openCsv, type CsvRow, type Separator } from '../../platform/csvTable.ts'

/** A file as a table: its rows, and what parted their cells. */
export type AudienceTable = { separator: Separator; rows: CsvRow[] }

/** Where the identifiers stand: the column, from 0, what they are, and whether the first row names the columns. */
export type AudienceMapping = { column: number; type: IdentifierType; hasHeadings: boolean }

/** A row that is left out, and why. */
type BadRow = CsvRow & { problem: IdentifierProblem }

/** What a file gives: identifiers in their one spelling, each once, and what it does not. */
export type SortedRows = { rows: number; members: Set<string>; duplicates: number; bad: BadRow[] }

/** How many rows are looked at to guess what they are. */
const looked = 50

/** Reads a CSV; null when it has more rows than an audience takes, headings left out. */
export function readAudienceTable(content: string): AudienceTable | null {
  const { separator, rows: opened } = openCsv(content)
  const rows: CsvRow[] = []
  for (const row of opened) {
    if (rows.length > AUDIENCE_ROWS) return null
    rows.push(row)
  }
  return { separator, rows }
}

const fits = (type: IdentifierType, cell: string | undefined): boolean => cell !== undefined && normaliseIdentifier(type, cell) !== null

/** The column and kind that fit most of the first rows; headings are a first row that fits nothing. */
export function guessMapping({ rows }: AudienceTable): AudienceMapping {
  const first = rows.slice(0, looked)
  const width = Math.max(1, ...first.map(({ cells }) => cells.length))
  const trials = Array.from({ length: width }, (_, column) => column).flatMap((column) =>
    identifierTypes.map((type) => ({ column, type, many: first.filter(({ cells }) => fits(type, cells[column])).length })),
  )
  const best = trials.reduce((found, trial) => (trial.many > found.many ? trial : found))
  const hasHeadings = first.length > 1 && (first[0]?.cells.every((cell) => identifierTypes.every((type) => !fits(type, cell))) ?? false)
  return { column: best.column, type: best.type, hasHeadings }
}

/** The rows below the headings. */
export const dataRows = ({ rows }: AudienceTable, { hasHeadings }: Pick<AudienceMapping, 'hasHeadings'>): CsvRow[] =>
  hasHeadings ? rows.slice(1) : rows

/** The names of the columns, where the first row has them. */
export const headingsOf = ({ rows }: AudienceTable, { hasHeadings }: Pick<AudienceMapping, 'hasHeadings'>): string[] =>
  hasHeadings ? (rows[0]?.cells ?? []) : []

export const nothingSorted = (): SortedRows => ({ rows: 0, members: new Set(), duplicates: 0, bad: [] })

/** Adds some rows to what was sorted so far, so that a large file can be sorted a part at a time. */
export function sortRows(sorted: SortedRows, rows: readonly CsvRow[], { column, type }: AudienceMapping): void {
  for (const row of rows) {
    const cell = row.cells[column] ?? ''
    const member = normaliseIdentifier(type, cell)
    sorted.rows += 1
    if (member === null) sorted.bad.push({ ...row, problem: identifierProblem(cell) })
    else if (sorted.members.has(member)) sorted.duplicates += 1
    else sorted.members.add(member)
  }
}

/** Words of the file to correct. */
type CorrectionWords = { line: string; reason: string; problem: (problem: IdentifierProblem) => string }

/**
 * The rows that were left out, as Spanish Excel opens them: the file's own cells, the line and the reason. No cell is a formula there; the
 * apostrophe in front of one goes by itself when the file comes back.
 */
export function correctionFile(bad: readonly BadRow[], headings: readonly string[], words: CorrectionWords): string {
  const width = Math.max(headings.length, ...bad.map(({ cells }) => cells.length))
  const line = (cells: readonly string[], more: readonly string[]) =>
    [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), ...more].map(csvText).join(';')
  const lines = [
    ...(headings.length > 0 ? [line(headings, [words.line, words.reason])] : []),
    ...bad.map((row) => line(row.cells, [String(row.line), words.problem(row.problem)])),
  ]
  // The mark tells Excel that it is UTF-8.
  return `\ufeff${lines.join('\r\n')}\r\n`
}
