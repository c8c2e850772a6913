import { isLocalDate, type LocalDate } from './dates.ts'
import { cents, parseEuros, type Cents } from './money.ts'

/** Money that came in, as a bank's file says it. */
export interface BankCredit {
  /** Value date. */
  on: LocalDate
  amountCents: Cents
  /** All that the bank wrote beside it. */
  text: string
}

/** So many payments of a file are matched for a program at once (our choice). */
export const MOST_STATEMENT_CREDITS = 1_000

export type StatementFormat = 'norma43' | 'camt053' | 'csv'
/** What was read: the credits in the file's order, and how many lines could not be read. */
export interface BankStatement {
  format: StatementFormat
  credits: BankCredit[]
  unread: number
}

/**
 * Reads a bank's file by its content: Norma 43 (AEB), camt.053 (ISO 20022) or CSV. Only credits are kept. Null when it is none of them.
 */
export function readStatement(text: string): BankStatement | null {
  const content = text.replace(/^\uFEFF/, '')
  if (/^11\d{16,}/m.test(content) && /^22.{25}[12]\d{14}/m.test(content)) return readNorma43(content)
  if (/<(?:\w+:)?BkToCstmrStmt[\s>]/.test(content)) return readCamt(content)
  return readCsv(content)
}

/** `YYMMDD` of this century. */
function dayOfSix(digits: string): LocalDate | null {
  const text = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
  return isLocalDate(text) ? text : null
}

/** So much of what the bank wrote is kept of a credit; a reference stands at its beginning (our choice). */
const mostText = 1_000

/** Fixed columns of 80: record 22 is a movement, the records 23 after it are its words. */
function readNorma43(content: string): BankStatement {
  const credits: BankCredit[] = []
  let unread = 0
  let current: BankCredit | null = null
  for (const line of content.split(/\r?\n/)) {
    if (line.startsWith('22')) {
      const on = dayOfSix(line.slice(16, 22))
      const amount = /^\d{14}$/.test(line.slice(28, 42)) ? Number(line.slice(28, 42)) : Number.NaN
      current = null
      if (line[27] === '1') continue
      if (on === null || !Number.isSafeInteger(amount) || line[27] !== '2') unread += 1
      else credits.push((current = { on, amountCents: cents(amount), text: line.slice(52).trim() }))
    } else if (line.startsWith('23') && current) {
      if (current.text.length < mostText) current.text = `${current.text} ${line.slice(4).trim()}`.trim()
    }
  }
  return { format: 'norma43', credits, unread }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string) => xml.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
const contentOf = (xml: string, tag: string) =>
  new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^<>]*)?>([^<]*)</(?:\\w+:)?${tag}>`).exec(xml)?.[1]?.trim() ?? ''
/** What stands in each element of a name, in one walk: a file that opens many and closes none is read as fast as any other. */
const insideEach = (xml: string, tag: string): string[] =>
  xml
    .split(new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^<>]*)?>`))
    .slice(1)
    .flatMap((rest) => {
      const end = rest.search(new RegExp(`</(?:\\w+:)?${tag}>`))
      return end === -1 ? [] : [rest.slice(0, end)]
    })

/** Entries with their details; what is booked in another currency than the euro is not ours. */
function readCamt(content: string): BankStatement {
  const credits: BankCredit[] = []
  let unread = 0
  for (const entry of insideEach(content, 'Ntry')) {
    if (contentOf(entry, 'CdtDbtInd') !== 'CRDT' || /Ccy="(?!EUR")/.test(entry)) continue
    const [valued = entry] = insideEach(entry, 'ValDt')
    const on = (contentOf(valued, 'Dt') || contentOf(valued, 'DtTm')).slice(0, 10)
    const figure = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(contentOf(entry, 'Amt'))
    const words = [...entry.matchAll(/<(?:\w+:)?(?:Ustrd|EndToEndId|AddtlNtryInf|Ref)>([^<]*)</g)].map(([, one = '']) => plain(one).trim())
    if (!figure || !isLocalDate(on)) unread += 1
    else credits.push({ on, amountCents: cents(Number(figure[1]) * 100 + Number((figure[2] ?? '').padEnd(2, '0'))), text: words.join(' ') })
  }
  return { format: 'camt053', credits, unread }
}

/** Cells of a line, quotes undone. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

function dayOfCell(cell: string): LocalDate | null {
  const spanish = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell)
  const text = spanish ? `${spanish[3]}-${(spanish[2] ?? '').padStart(2, '0')}-${(spanish[1] ?? '').padStart(2, '0')}` : cell.slice(0, 10)
  return isLocalDate(text) ? text : null
}

/** `1.204,55`, `1204.55`, `+1.204,55 €`. */
function amountOfCell(cell: string): Cents | null {
  const figure = cell.replace(/\s|€|EUR/g, '').replace(/^\+/, '')
  return /^-?\d{1,13}\.\d{2}$/.test(figure) ? cents(Math.round(Number(figure) * 100)) : parseEuros(figure, true)
}

/** The movement stands in one of the first columns. */
const mostColumns = 50

/** A sheet with a date, a text and an amount in each row: the last date is the value date, the first amount the movement. */
function readCsv(content: string): BankStatement | null {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '')
  const separator = [';', '\t', ','].find((one) => lines.some((line) => cellsOf(line, one).length >= 3)) ?? ';'
  const rows = lines.map((line) => {
    const cells = cellsOf(line, separator)
    const days = cells.map(dayOfCell)
    const amounts = cells.map((cell, index) => (days[index] === null ? amountOfCell(cell) : null))
    return { cells, on: days.findLast((day) => day !== null) ?? null, amounts }
  })
  // The column of the movement is the first that holds an amount in most rows: the balance stands after it.
  const dated = rows.filter(({ on }) => on !== null)
  const width = dated.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const column = Array.from({ length: Math.min(width, mostColumns) }, (_, index) => index).find(
    (index) => dated.filter(({ amounts }) => (amounts[index] ?? null) !== null).length * 2 > dated.length,
  )
  if (column === undefined) return null
  const credits: BankCredit[] = []
  let unread = 0
  for (const { cells, on, amounts } of dated) {
    const amountCents = amounts[column] ?? null
    if (on === null || amountCents === null) unread += 1
    else if (amountCents > 0) credits.push({ on, amountCents, text: cells.filter((_, index) => index !== column).join(' ') })
  }
  return { format: 'csv', credits, unread }
}
