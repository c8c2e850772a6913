import type { Mode } from '../../platform/database/scope.ts'
import { type CellBatch, type Column, csvFile } from '../../platform/files/csvLine.ts'
import { jsonFile } from '../../platform/files/jsonFile.ts'
import { xlsxBook } from '../../platform/files/xlsxBook.ts'
import { text } from '../../platform/calls/messages.ts'
import { rowOf, type StoredInvoice } from './invoiceRow.ts'

type TableFormat = 'csv' | 'xlsx' | 'json'
export const isTableFormat = (format: string): format is TableFormat => format === 'csv' || format === 'xlsx' || format === 'json'

export const tableMedia: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

const sums = ['base', 'vat', 'exempt', 'total'] as const
const columns: readonly Column[] = [
  { name: 'issued', kind: 'day' },
  { name: 'number', kind: 'word' },
  { name: 'kind', kind: 'word' },
  { name: 'rectifies', kind: 'word' },
  { name: 'periodFrom', kind: 'day' },
  { name: 'periodTo', kind: 'day' },
  { name: 'state', kind: 'word' },
  ...sums.map((name) => ({ name, kind: 'amount' }) as const),
  { name: 'account', kind: 'text' },
  { name: 'currency', kind: 'word' },
]

const headings = (tax: string): string[] => {
  const ofReports = ['kind', 'periodFrom', 'periodTo', 'currency']
  return columns.map(({ name }) => {
    if (name === 'rectifies') return text('invoices.file.fact.rectifies')
    if (name === 'vat') return tax
    return text(ofReports.includes(name) ? `reports.file.column.${name}` : `invoices.column.${name}`)
  })
}

/** The cells of an invoice, as words or (machine-readable) as codes. */
function cellsOf(stored: StoredInvoice, asCodes: boolean): string[] {
  const { issuedOn, number, kind, rectifies, periodFrom, periodTo, status, ibanLast4, ...row } = rowOf(stored)
  return [
    issuedOn,
    number,
    asCodes ? kind : text(kind === 'invoice' ? 'invoices.file.kind.invoice' : 'invoices.rectifying'),
    rectifies.map((one) => one.number).join(', '),
    periodFrom,
    periodTo,
    asCodes ? status : text(`invoices.state.${status}`),
    String(row.baseAmount),
    String(row.vatAmount),
    String(row.exemptAmount),
    String(row.totalAmount),
    ibanLast4 ?? '',
    'EUR',
  ]
}

const sumOf = (rows: readonly StoredInvoice[], name: (typeof sums)[number]): bigint =>
  rows.reduce((all, row) => all + row[`${name}_cents`], 0n)

/** The last row of a table: the number of invoices, and the sums of the columns. */
const closing = (rows: readonly StoredInvoice[]): CellBatch => ({
  columns: columns.map((column, place) => (place === 0 ? { ...column, kind: 'text' } : column)),
  rows: [
    columns.map(({ name }, place) => {
      if (place === 0) return text('invoices.file.closing', { count: rows.length })
      const summed = sums.find((one) => one === name)
      return summed ? String(sumOf(rows, summed)) : ''
    }),
  ],
})

async function* batches(rows: readonly StoredInvoice[], asCodes: boolean): AsyncGenerator<CellBatch> {
  yield { columns, rows: rows.map((row) => cellsOf(row, asCodes)) }
  if (!asCodes) yield closing(rows)
}

/** Invoices as one table, one row each, as in the list; all in memory, because they are a few hundred at most. `tax`: the name of the tax on fees. */
export function invoiceTable(
  format: TableFormat,
  rows: readonly StoredInvoice[],
  { mode, tax }: { mode: Mode; tax: string },
): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') return csvFile(columns, headings(tax), batches(rows, false))
  if (format === 'xlsx') return xlsxBook(text('invoices.title'), columns, headings(tax), batches(rows, false))
  const head = { type: 'invoices', version: 1, mode, currency: 'EUR', amounts: 'cents' }
  const manifest = () => ({ rows: rows.length, ...Object.fromEntries(sums.map((name) => [`${name}_amount`, Number(sumOf(rows, name))])) })
  return jsonFile(columns, head, batches(rows, true), manifest)
}
