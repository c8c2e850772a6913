import { AUDIENCE_ROWS, identifierTypes, type IdentifierType } from './audience.ts'
import { identifierProblem, normaliseIdentifier, type IdentifierProblem } from './audienceIdentifier.ts'
import { csvText } from '../../platform/csvText.ts'
import { openCsv, type CsvRow, type Separator } from '../../platform/csvTable.ts'

/** A file as a table: its rows and its separator. */
export type AudienceTable = { separator: Separator; rows: CsvRow[] }

/** The column with identifiers, from 0, their type, and whether the first row is a header. */
export type AudienceMapping = { column: number; type: IdentifierType; hasHeadings: boolean }

/** A skipped row, and why. */
type BadRow = CsvRow & { problem: IdentifierProblem }

/** The result of a file: valid normalised identifiers without duplicates, and the skipped rows. */
export type SortedRows = { rows: number; members: Set<string>; duplicates: number; bad: BadRow[] }

/** How many rows are sampled to guess the mapping. */
const looked = 50

/** Parses a CSV; null when it has more rows than an audience may have, header excluded. */
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

/** The column and type that match most sampled rows; a first row that matches nothing is a header. */
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

/** The rows below the header. */
export const dataRows = ({ rows }: AudienceTable, { hasHeadings }: Pick<AudienceMapping, 'hasHeadings'>): CsvRow[] =>
  hasHeadings ? rows.slice(1) : rows

/** The column names, if the first row is a header. */
export const headingsOf = ({ rows }: AudienceTable, { hasHeadings }: Pick<AudienceMapping, 'hasHeadings'>): string[] =>
  hasHeadings ? (rows[0]?.cells ?? []) : []

export const nothingSorted = (): SortedRows => ({ rows: 0, members: new Set(), duplicates: 0, bad: [] })

/** Adds rows to an earlier result, so that a large file can be processed in chunks. */
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

/** Texts of the corrections file. */
type CorrectionWords = { line: string; reason: string; problem: (problem: IdentifierProblem) => string }

/**
 * The skipped rows as a CSV for Spanish Excel: the original cells, the line and the reason. No cell can be a formula there; the apostrophe that prevents it
 * is removed when the file is uploaded again.
 */
export function correctionFile(bad: readonly BadRow[], headings: readonly string[], words: CorrectionWords): string {
  const width = Math.max(headings.length, ...bad.map(({ cells }) => cells.length))
  const line = (cells: readonly string[], more: readonly string[]) =>
    [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), ...more].map(csvText).join(';')
  const lines = [
    ...(headings.length > 0 ? [line(headings, [words.line, words.reason])] : []),
    ...bad.map((row) => line(row.cells, [String(row.line), words.problem(row.problem)])),
  ]
  // The byte order mark tells Excel that it is UTF-8.
  return `\ufeff${lines.join('\r\n')}\r\n`
}
