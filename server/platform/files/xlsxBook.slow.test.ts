import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readBook } from '../../testing/readBook.ts'
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

async function* batches(more: string[][] = []): AsyncGenerator<CellBatch> {
  for (const row of [...rows, ...more]) yield { columns, rows: [row] }
}

async function bytesOf(title: string, headings: readonly string[], from: AsyncIterable<CellBatch>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBook(title, columns, headings, from)) pieces.push(piece)
  return Buffer.concat(pieces)
}

// By day the two libraries below read the same: LibreOffice takes longer than all other tests of this file.
const byNight = process.env.NIGHTLY === undefined ? () => {} : it
byNight('LibreOffice opens a book with texts unchanged and never a formula, amounts as numbers, dates as dates', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  try {
    const book = join(folder, 'book.xlsx')
    // As Excel does, it reads _x0041_ as a letter; the other readers below leave it.
    writeFileSync(book, await bytesOf('Operaciones', headings, batches([['_x0041_ _x41_', 'A', '', '', '']])))
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
      '_x0041_ _x41_,A,,,',
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

it('exceljs and SheetJS read a book with its values', async () => {
  const read = [
    headings,
    [rows[0]?.[0], 'Aceptada', { day: '2026-10-05' }, 1_234_567.89, 12],
    ['=1+1', 'Con devolución', { day: '2028-02-29' }, -0.05, 0],
    [rows[2]?.[0], 'Cancelada', { day: '1999-12-31' }, 0, null],
  ]
  expect(await readBook(await bytesOf('Operaciones', headings, batches()))).toEqual([read, read])
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
