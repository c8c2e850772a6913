import { balanceChanges, followsBalance } from './bankBalance.ts'
import { amountOfCell, dayOfCell, dayOrderOf, decimalOf, type CellAmount } from './bankCells.ts'
import { headingWords } from './bankHeadings.ts'
import { readMarks } from './bankMarks.ts'
import { appendText, bankText, unreadLine, type Movement, type StatementParts } from './bankMovement.ts'
import { amountsAt, balancedBy, type BankSheet, type SheetColumns } from './bankSheet.ts'
import type { CsvRow } from '../../platform/csvTable.ts'
import { cents, type Cents } from '../../platform/money.ts'
import { normaliseText } from '../../sales/operations/search.ts'

/** The amount of a row: none, unreadable, or signed cents. */
type RowAmount = 'none' | 'unreadable' | { amountCents: Cents; currency: string | null }

/** A total or a balance below the movements. */
const isSummary = (cells: readonly string[]) =>
  /^(?:sub)?(?:total|totales|totals|saldo|saldos|suma|sumas|balance)$/.test(headingWords(cells.find((cell) => cell !== '') ?? '')[0] ?? '')

/** A cell with an unclosed quote contains the beginning of the next movement. */
const swallowed = /[\r\n]\s*"?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"?\s*[;,\t|]/

/** A broken row: it contains part of another one, or too many cells. */
const isBroken = ({ cells }: CsvRow, { maxCells }: BankSheet) =>
  cells.some((cell) => swallowed.test(cell)) || cells.slice(maxCells).some((cell) => cell !== '')

/** Words for movements that are not booked. */
const statuses = [
  { state: 'pending', words: /^(?:pend|procesando|processing|en proces|in progress|en curso|authori[sz]ed|autoriza|retenid|retingut)/ },
  { state: 'undone', words: /^(?:revert|revers|declin|deneg|reject|rechaz|rebutjat|cancel|anula|fail|fallid|devuelt|retornat)/ },
] as const

/** The movements of a sheet with these columns. Every row that is neither a movement nor only text is reported as unread. */
export function sheetMovements(sheet: BankSheet, columns: SheetColumns): StatementParts {
  const { rows, beside } = sheet
  const cellsOf = (at: number) => rows.map(({ cells }) => cells[at] ?? '')
  const order = dayOrderOf(cellsOf(columns.date))
  const bookedOrder = dayOrderOf(cellsOf(beside.booked))
  const amountOf = rowAmounts(sheet, columns)
  const used = new Set<unknown>([...Object.values(columns), beside.booked, beside.balance, beside.currency, beside.status])
  const isFigure = (cell: string, at: number) => beside.figures.has(at) && (dayOfCell(cell) !== null || amountOfCell(cell) !== null)
  const parts: StatementParts = { movements: [], unread: [], days: [] }
  let last: Movement | null = null
  for (const [index, row] of rows.entries()) {
    const at = (column: number | null) => (column === null ? '' : (row.cells[column] ?? ''))
    const words = bankText(...row.cells.filter((cell, column) => !used.has(column) && !isFigure(cell, column)))
    const booked = dayOfCell(at(beside.booked), bookedOrder)
    // A pending movement has only the date of its order.
    const on = at(columns.date) === '' ? booked : dayOfCell(at(columns.date), order)
    const amount = amountOf(row, index)
    const unread = () => {
      last = null
      parts.unread.push(unreadLine(row.line, row.cells.filter((cell) => cell !== '').join(' · ')))
    }
    if (isBroken(row, sheet)) unread()
    else if (on !== null && typeof amount === 'object') {
      const { state } = statuses.find(({ words: known }) => known.test(normaliseText(at(beside.status)))) ?? { state: 'booked' }
      // A debit that was not executed reverses nothing.
      if (state === 'undone' && amount.amountCents <= 0) continue
      const currency = amount.currency ?? currencyOf(at(beside.currency), sheet.currency)
      last = {
        on,
        bookedOn: booked ?? on,
        amountCents: amount.amountCents,
        text: words,
        currency,
        isPending: state === 'pending',
        isReversal: state === 'undone',
        refs: [],
      }
      parts.movements.push(last)
    } else if (amount === 'none' && at(columns.date) === '') {
      // A text continued on the next row.
      if (last && at(beside.balance) === '') appendText(last, words)
    } else if (amount === 'none' && on === null && row.cells.filter((cell) => cell !== '').length === 1) last = null
    else if (!(on === null && isSummary(row.cells))) unread()
  }
  return parts
}

/** `EUR`, `€`, `Euros`, or the code of another currency. */
function currencyOf(cell: string, usual: string): string {
  const text = cell.trim().toUpperCase()
  if (text === '') return usual
  return /^(?:€|978|EUR(?:OS?)?)$/.test(text) ? 'EUR' : text
}

/** Returns the parser of the rows' amounts. */
function rowAmounts(sheet: BankSheet, columns: SheetColumns): (row: CsvRow, index: number) => RowAmount {
  const reader = (at: number) => {
    const decimal = decimalOf(sheet.rows.map(({ cells }) => cells[at] ?? ''))
    return ({ cells }: CsvRow): CellAmount | 'none' | 'unreadable' => {
      const cell = cells[at] ?? ''
      return /^[-–—\s]*$/.test(cell) ? 'none' : (amountOfCell(cell, decimal) ?? 'unreadable')
    }
  }
  if (columns.kind === 'split') {
    const [debit, credit] = [reader(columns.debit), reader(columns.credit)]
    return (row) => splitAmount(debit(row), credit(row))
  }
  const amount = reader(columns.amount)
  const sideOf = columns.kind === 'marked' ? markedSide(sheet, columns.mark) : balanceSide(sheet, columns)
  return (row, index) => {
    const result = amount(row)
    if (typeof result === 'string') return result
    const side = sideOf?.(row, index)
    if (side === undefined || result.cents === 0) return { amountCents: result.cents, currency: result.currency }
    // A negative amount with a credit mark reverses a credit.
    if (side === null) return 'unreadable'
    return { amountCents: cents(side === 1 ? result.cents : -Math.abs(result.cents)), currency: result.currency }
  }
}

type Side = (row: CsvRow, index: number) => 1 | -1 | null

function markedSide({ rows }: BankSheet, mark: number): Side {
  const read = readMarks(rows.map(({ cells }) => cells[mark] ?? ''))
  return ({ cells }) => read?.(cells[mark] ?? '') ?? null
}

/** The signs of amounts without sign, by the changes of the balance; undefined if the amounts are signed. */
function balanceSide({ rows, beside: { balance } }: BankSheet, { date, amount }: { date: number; amount: number }): Side | undefined {
  if (balance === null || balance === amount) return undefined
  const balanced = balancedBy(rows, { date, balance }, amountsAt(rows, amount))
  if (followsBalance(balanced) !== 'unsigned') return undefined
  const changes = balanceChanges(balanced)
  return (_, index) => {
    const [change, own] = [changes[index] ?? null, balanced.amounts[index] ?? null]
    if (change === null || own === null || Math.abs(change) !== Math.abs(own)) return null
    return change > 0 ? 1 : -1
  }
}

function splitAmount(debit: CellAmount | 'none' | 'unreadable', credit: CellAmount | 'none' | 'unreadable'): RowAmount {
  if (debit === 'unreadable' || credit === 'unreadable') return 'unreadable'
  if (debit === 'none' && credit === 'none') return 'none'
  const out = debit === 'none' ? 0 : Math.abs(debit.cents)
  const into = credit === 'none' ? 0 : credit.cents
  if (out !== 0 && into !== 0) return 'unreadable'
  const currency = (debit === 'none' ? null : debit.currency) ?? (credit === 'none' ? null : credit.currency)
  return { amountCents: cents(into - out), currency }
}
