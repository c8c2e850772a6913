import { isCamt, readCamt } from './bankCamt.ts'
import { statementOf, type BankStatement } from './bankMovement.ts'
import { isMt940, readMt940 } from './bankMt940.ts'
import { isNorma43, readNorma43 } from './bankNorma43.ts'
import { readSheet, type BankSheet, type SheetColumns } from './bankSheet.ts'
import { sheetMovements } from './bankSheetRows.ts'

export type { BankCredit, BankStatement, CoveredDays, StatementFormat, UnreadLine } from './bankMovement.ts'

/** Maximum number of payments matched in one API call. */
export const MAX_STATEMENT_CREDITS = 1_000

/** The parsed file; `statement` is null if the columns of the sheet must be chosen first. */
type StatementReading = { statement: BankStatement; sheet: BankSheet | null } | { statement: null; sheet: BankSheet }

/**
 * Reads a bank's file by its content: Norma 43 (AEB), camt.052, camt.053 or camt.054 (ISO 20022), MT940 (SWIFT) or CSV. Only credits are kept.
 * `choose` may select the columns of a CSV; if it does not and they are ambiguous, the sheet is returned. Null for any other format.
 */
export function readStatement(
  text: string,
  choose: (sheet: BankSheet) => SheetColumns | null | undefined = () => null,
): StatementReading | null {
  const content = text.replace(/^[\uFEFF\s]+/, '')
  if (isNorma43(content)) return { statement: statementOf('norma43', readNorma43(content)), sheet: null }
  if (isMt940(content)) return { statement: statementOf('mt940', readMt940(content)), sheet: null }
  if (isCamt(content)) {
    const parts = readCamt(content)
    return parts && { statement: statementOf(parts.format, parts), sheet: null }
  }
  const sheet = /^<|^%PDF/.test(content) ? null : readSheet(text.replace(/\u001a\s*$/, ''))
  if (sheet === null) return null
  const columns = choose(sheet) ?? (sheet.isCertain ? sheet.columns : null)
  return columns ? { statement: statementOf('csv', sheetMovements(sheet, columns)), sheet } : { statement: null, sheet }
}
