import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { CellBatch, Column } from './csvLine.ts'
import { xlsxBook } from './xlsxBook.ts'

const columns: Column[] = [
  { name: 'customer', kind: 'text' },
  { name: 'state', kind: 'word' },
  { name: 'day', kind: 'day' },
  { name: 'amount', kind: 'amount' },
  { name: 'count', kind: 'count' },
]
const headings = ['Cliente', 'Estado', 'Día', 'Importe', 'Plazos']
const rows = [
  ['Ana Łukasiewicz Ñ; "X" & <hijos>', 'Aceptada', '2026-10-05', '123456789', '12'],
  ['=1+1', 'Con devolución', '2028-02-29', '-5', '0'],
  ['  00123\nsegunda línea 🛍', 'Cancelada', '1999-12-31', '0', ''],
]

async function* batches(): AsyncGenerator<CellBatch> {
  for (const row of rows) yield { columns, rows: [row] }
}

async function bytesOf(title: string, headings: readonly string[], from: AsyncIterable<CellBatch>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBook(title, columns, headings, from)) pieces.push(piece)
  return Buffer.concat(pieces)
}

it('LibreOffice opens a book with texts unchanged and never a formula, amounts as numbers, dates as dates', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  try {
    const book = join(folder, 'book.xlsx')
    writeFileSync(book, await bytesOf('Operaciones', headings, batches()))
    // Options of the CSV filter: comma, quotes, UTF-8, cells as shown.
    const { error, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true',
        '--outdir',
        folder,
        book,
      ],
      { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } },
    )
    if (error) skip('LibreOffice is not installed here: the book is not opened')
    expect(stderr).not.toMatch(/error/i)
    expect(
      readFileSync(join(folder, 'book.csv'), 'utf8')
        .trimEnd()
        .split(/\n(?!segunda)/),
    ).toEqual([
      'Cliente,Estado,Día,Importe,Plazos',
      '"Ana Łukasiewicz Ñ; ""X"" & <hijos>",Aceptada,05.10.2026,"1,234,567.89",12',
      '=1+1,Con devolución,29.02.2028,-0.05,0',
      '"  00123\nsegunda línea 🛍",Cancelada,31.12.1999,0.00,',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('every row and cell says its place, and a cell without a value is left out', async () => {
  const book = unzipSync(await bytesOf('Operaciones', headings, batches()))
  const sheet = strFromU8(book['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const places = [...sheet.matchAll(/<(row|c)\b([^>]*)>/g)].map(([, , attributes = '']) => / r="(\w+)"/.exec(attributes)?.[1])
  const row = (n: number, of: string) => [String(n), ...[...of].map((letter) => letter + n)]
  expect(places).toEqual([...row(1, 'ABCDE'), ...row(2, 'ABCDE'), ...row(3, 'ABCDE'), ...row(4, 'ABCD')])
})

it('exceljs and SheetJS read a book with its values', async ({ skip }) => {
  if (process.env['NIGHTLY'] === undefined) skip('by night: both libraries are installed for it, because the project does not need them')
  const folder = mkdtempSync(join(tmpdir(), 'readers-'))
  try {
    writeFileSync(join(folder, 'book.xlsx'), await bytesOf('Operaciones', headings, batches()))
    writeFileSync(
      join(folder, 'read.cjs'),
      `const ExcelJS = require('exceljs'), XLSX = require('xlsx')
      const plain = (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value)
      const whole = async () => {
        const book = await new ExcelJS.Workbook().xlsx.readFile('book.xlsx')
        const one = []
        book.worksheets[0].eachRow((row) => one.push(row.values.slice(1).map(plain)))
        const sheet = XLSX.readFile('book.xlsx', { cellDates: true, UTC: true })
        const two = XLSX.utils.sheet_to_json(sheet.Sheets.Operaciones, { header: 1, raw: true, UTC: true }).map((row) => row.map(plain))
        console.log(JSON.stringify([one, two]))
      }
      whole()`,
    )
    const run = (command: string, words: string[]) => spawnSync(command, words, { cwd: folder, encoding: 'utf8' })
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'exceljs@4.4.0', 'xlsx@0.18.5'])
    const { stdout, stderr } = run(process.execPath, ['read.cjs'])
    const read = [
      ['Cliente', 'Estado', 'Día', 'Importe', 'Plazos'],
      [rows[0]?.[0], 'Aceptada', '2026-10-05', 1_234_567.89, 12],
      ['=1+1', 'Con devolución', '2028-02-29', -0.05, 0],
      [rows[2]?.[0], 'Cancelada', '1999-12-31', 0],
    ]
    expect(JSON.parse(stdout || `"${stderr.slice(0, 500)}"`)).toEqual([read, read])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('no cell or heading of a book contains direction or control characters', async () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u0000\u0007\u009f\uffff'
  async function* marked(): AsyncGenerator<CellBatch> {
    yield { columns, rows: [[`Ana${marks} שלום`, `Aceptada${marks}`, '', '', '']] }
  }
  const book = unzipSync(await bytesOf('Libro', [`Cliente${marks}`, '', '', '', ''], marked()))
  const sheet = strFromU8(book['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect([...sheet.matchAll(/preserve">([^<]*)</g)].map(([, cell]) => cell)).toEqual(['Cliente', 'Ana שלום', 'Aceptada'])
})
