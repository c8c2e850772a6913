import { amountOfCell, decimalOf, dayOfCell } from './bankCells.ts'
import { columnsOf, findHeadings, MAX_COLUMNS, type Column } from './bankColumns.ts'
import { followsBalance, type Balanced } from './bankBalance.ts'
import { headingWords } from './bankHeadings.ts'
import { readMarks } from './bankMarks.ts'
import { openCsv, type CsvRow, type Separator } from '../../platform/csvTable.ts'

/** The columns, from 0: one signed amount; separate debits and credits; or one amount and a mark of its side. */
export type SheetColumns =
  | { kind: 'signed'; date: number; amount: number }
  | { kind: 'split'; date: number; debit: number; credit: number }
  | { kind: 'marked'; date: number; amount: number; mark: number }

/** A bank's sheet: its rows below the headings, its columns, and whether they are certain. */
export type BankSheet = {
  headings: readonly string[]
  rows: readonly CsvRow[]
  /** Number of columns. */
  width: number
  /** Maximum of filled cells; a row with more has a separator in its text or amount. */
  maxCells: number
  /** The same for every sheet of a bank: its headings, or the kinds of its columns, without movements. */
  signature: string
  /** The most likely columns. */
  columns: SheetColumns
  isCertain: boolean
  /** Further columns of a movement; null for none. */
  beside: { booked: number; balance: number | null; currency: number | null; status: number | null; figures: ReadonlySet<number> }
  /** The currency named above the headings, if not the euro. */
  currency: string
}

/** Detects the columns of a bank's CSV; null when it has no dates or no amounts. */
export function readSheet(content: string): BankSheet | null {
  const { separator, rows: opened } = openCsv(content)
  const all = [...opened].map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim()),
  }))
  const headed = findHeadings(all)
  const headings = headed === null ? [] : (all[headed]?.cells ?? [])
  const below = headed === null ? all : all.slice(headed + 1)
  // Headings may continue in a second row, which has no numbers.
  const isMore = headed !== null && below[0]?.cells.every((cell) => !/\d/.test(cell)) === true
  const first = headed === null ? below.findIndex(({ cells }) => cells.some((cell) => dayOfCell(cell) !== null)) : isMore ? 1 : 0
  const rows = below.slice(Math.max(0, first)).filter(({ cells }) => headings.length === 0 || cells.join() !== headings.join())
  const columns = columnsOf(rows, headings)
  const date = dateColumn(columns)
  if (date === null) return null
  const table = { columns, rows, date }
  const chosen = headings.length > 0 ? byHeadings(table) : byContent(table)
  if (chosen === null) return null
  const of = (kind: Column['kind']) => columns.find((column) => column.kind === kind && !column.isOther)?.at ?? null
  const booked = columns.find(({ days, at, kind }) => days && at !== date && kind !== 'valueDate')?.at ?? date
  return {
    headings,
    rows,
    width: columns.length,
    maxCells: maxCells(headings, rows, separator),
    signature:
      headings.length > 0 ? headings.map((heading) => headingWords(heading).join(' ')).join('|') : columns.map(contentName).join('|'),
    columns: { ...chosen.columns, date },
    isCertain: chosen.isCertain,
    beside: {
      booked,
      balance: chosen.balance ?? of('balance'),
      currency: of('currency'),
      status: of('status'),
      figures: new Set(columns.filter(({ days, money }) => days || money).map(({ at }) => at)),
    },
    currency: headed === null ? 'EUR' : currencyAbove(all.slice(0, headed)),
  }
}

const contentName = ({ days, money, marks }: Column) => (days ? 'date' : money ? 'amount' : marks ? 'mark' : 'text')

/** The column of the value date, else the last date column: banks put it after the date of the order. Dates that cannot be parsed are identified by their heading. */
function dateColumn(columns: readonly Column[]): number | null {
  const dates = columns.filter(({ days }) => days)
  const named = dates.filter(({ kind }) => kind === 'date')
  const found = dates.find(({ kind }) => kind === 'valueDate') ?? (named.length > 0 ? named.at(-1) : dates.at(-1))
  return (found ?? columns.find(({ named: marks }) => marks.includes('valueDate') || marks.includes('date')))?.at ?? null
}

/** Limits of the search for a balance: amount columns, and rows. */
const MAX_AMOUNTS = 6
const looked = 300

type WithoutDate<C> = C extends unknown ? Omit<C, 'date'> : never
/** Facts about a sheet for detecting its amounts. */
type SheetTable = { columns: readonly Column[]; rows: readonly CsvRow[]; date: number }
type Choice = { columns: WithoutDate<SheetColumns>; isCertain: boolean; balance: number | null }

const cellsAt = (rows: readonly CsvRow[], at: number) => rows.map(({ cells }) => cells[at] ?? '')

/** The amounts of a column in cents, parsed with one decimal separator. */
export function amountsAt(rows: readonly CsvRow[], at: number): (number | null)[] {
  const cells = cellsAt(rows, at)
  const decimal = decimalOf(cells)
  return cells.map((cell) => amountOfCell(cell, decimal)?.cents ?? null)
}

/** Amounts of rows and the account's balance after each. The first and last dates determine the order of the movements. */
export function balancedBy(
  rows: readonly CsvRow[],
  { date, balance }: { date: number; balance: number },
  amounts: Balanced['amounts'],
): Balanced {
  const days = cellsAt(rows, date)
    .map((cell) => dayOfCell(cell))
    .filter((day) => day !== null)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return { amounts, balances: amountsAt(rows, balance), isNewestFirst: first === last ? null : first > last }
}

const isSigned = (rows: readonly CsvRow[], at: number) => amountsAt(rows, at).some((amount) => (amount ?? 0) < 0)

function byHeadings(table: SheetTable): Choice | null {
  const { columns } = table
  const of = (kind: Column['kind']) => columns.filter((column) => column.kind === kind)
  const [debits, credits, balance] = [of('debit'), of('credit'), of('balance')[0]?.at ?? null]
  const amountColumns =
    of('amount').length > 0 ? of('amount') : columns.filter(({ named, filled }) => named.includes('amount') && filled > 0)
  const own = amountColumns.filter(({ isOther }) => !isOther)
  const inEuros = own.filter(({ isEuros }) => isEuros)
  const amounts = inEuros.length === 1 ? inEuros : own.length > 0 ? own : amountColumns
  const [debit, credit, amount] = [debits[0], credits[0], amounts[0] ?? credits[0] ?? debits[0]]
  if (debit && credit) {
    const isCertain = debits.length === 1 && credits.length === 1 && areApart(table, debit.at, credit.at)
    return { columns: { kind: 'split', debit: debit.at, credit: credit.at }, isCertain, balance }
  }
  if (!amount) return byContent(table)
  const isAlone = amounts.length === 1 || (amounts.length === 0 && credits.length === 1)
  return withSide(table, { amount: amount.at, balance, isAlone: isAlone && !amount.isOther })
}

/** One amount column: its signs, a mark column or the balance distinguish debits from credits. */
function withSide(
  { columns, rows, date }: SheetTable,
  { amount, balance, isAlone }: { amount: number; balance: number | null; isAlone: boolean },
): Choice {
  const named = columns.filter(({ kind }) => kind === 'mark')
  const marks = named.length > 0 ? named : columns.filter(({ marks: both }) => both)
  const mark = marks[0]
  if (mark) {
    const sideOf = readMarks(cellsAt(rows, mark.at))
    const sides = cellsAt(rows, mark.at).map((cell) => sideOf?.(cell) ?? null)
    // Signs contradict marks without such a heading: one of the two means something else.
    const contradict = isSigned(rows, amount) && amountsAt(rows, amount).some((cents, at) => (cents ?? 0) * (sides[at] ?? 0) < 0)
    const isRead = sideOf !== null && (named.length === 1 || (marks.length === 1 && !contradict))
    return { columns: { kind: 'marked', amount, mark: mark.at }, isCertain: isAlone && isRead, balance }
  }
  const follows = balance === null ? null : followsBalance(balancedBy(rows, { date, balance }, amountsAt(rows, amount)))
  return { columns: { kind: 'signed', amount }, isCertain: isAlone && (follows !== 'neither' || isSigned(rows, amount)), balance }
}

/** Whether no movement has both a debit and a credit; a row of totals, which has no date, may have both. */
function areApart({ rows, date }: Pick<SheetTable, 'rows' | 'date'>, debit: number, credit: number): boolean {
  const [out, into] = [amountsAt(rows, debit), amountsAt(rows, credit)]
  const isDated = (cell: string) => dayOfCell(cell) !== null || dayOfCell(cell, 'mdy') !== null
  return cellsAt(rows, date).every((cell, at) => !isDated(cell) || (out[at] ?? 0) === 0 || (into[at] ?? 0) === 0)
}

/** Without headings: the only amount column, or the one that matches the adjacent balance to the cent. */
function byContent(table: SheetTable): Choice | null {
  const { columns, rows } = table
  const amounts = columns.filter(({ amounts: are, kind }) => are && kind !== 'balance')
  const money = amounts.some((column) => column.money) ? amounts.filter((column) => column.money) : amounts
  const [first, second] = money
  if (!first) return null
  if (!second) return withSide(table, { amount: first.at, balance: null, isAlone: true })
  const proven = byBalance({ ...table, rows: rows.slice(0, looked) }, money.slice(0, MAX_AMOUNTS))
  if (proven) return proven
  const isApart = areApart(table, first.at, second.at)
  return {
    columns: isApart ? { kind: 'split', debit: first.at, credit: second.at } : { kind: 'signed', amount: first.at },
    isCertain: false,
    balance: money[2]?.at ?? null,
  }
}

/** The columns that match another column as the account's balance: one amount in every row, or separate debits and credits. */
function byBalance({ rows, date }: SheetTable, money: readonly Column[]): Choice | null {
  const pairs = money.flatMap(({ at }) => money.filter((other) => other.at !== at).map((other) => [at, other.at] as const))
  for (const [amount, balance] of pairs) {
    const amounts = amountsAt(rows, amount)
    if (amounts.filter((one) => one !== null).length * 5 < rows.length * 4) continue
    const follows = followsBalance(balancedBy(rows, { date, balance }, amounts))
    if (follows === 'signed' || follows === 'unsigned') return { columns: { kind: 'signed', amount }, isCertain: true, balance }
  }
  for (const [debit, credit] of pairs.filter((pair) => areApart({ rows, date }, ...pair))) {
    const out = amountsAt(rows, debit)
    const amounts = amountsAt(rows, credit).map((amount, at) => (amount ?? 0) - Math.abs(out[at] ?? 0))
    const balance = money.find(
      ({ at }) => at !== debit && at !== credit && followsBalance(balancedBy(rows, { date, balance: at }, amounts)) === 'signed',
    )
    if (balance) return { columns: { kind: 'split', debit, credit }, isCertain: true, balance: balance.at }
  }
  return null
}

/** The number of headings, unless most rows have more cells. With comma separators extra cells are ignored, because amounts contain commas, too. */
function maxCells(headings: readonly string[], rows: readonly CsvRow[], separator: Separator): number {
  if (headings.length === 0) return MAX_COLUMNS
  const wider = rows.filter(({ cells }) => cells.slice(headings.length).some((cell) => cell !== '')).length
  return separator !== ',' && wider * 2 > rows.length ? MAX_COLUMNS : headings.length
}

/** `Divisa: USD` above the headings. */
function currencyAbove(rows: readonly CsvRow[]): string {
  const text = rows.map(({ cells }) => cells.join(' ')).join('\n')
  return /\b(?:divisa|moneda|moeda|currency)\W{1,5}([A-Z]{3})\b/i.exec(text)?.[1]?.toUpperCase() ?? 'EUR'
}
