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
const rows = [
  ['Ana Łukasiewicz Ñ; "X" & <hijos>', 'Aceptada', '2026-10-05', '123456789', '12'],
  ['=1+1', 'Con devolución', '2028-02-29', '-5', '0'],
  ['  00123\nsegunda línea 🛍', 'Cancelada', '1999-12-31', '0', ''],
]

async function* batches(): AsyncGenerator<CellBatch> {
  for (const row of rows) yield { columns, rows: [row] }
}

it(
  'LibreOffice opens a book with texts unchanged and never a formula, amounts as numbers, dates as dates',
  { timeout: 240_000 },
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'book-'))
    try {
      const pieces: Uint8Array[] = []
      for await (const piece of xlsxBook('Operaciones', columns, ['Cliente', 'Estado', 'Día', 'Importe', 'Plazos'], batches()))
        pieces.push(piece)
      const book = join(folder, 'book.xlsx')
      writeFileSync(book, Buffer.concat(pieces))
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
  },
)

it('no cell or heading of a book contains direction or control characters', async () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u0000\u0007\u009f\uffff'
  async function* marked(): AsyncGenerator<CellBatch> {
    yield { columns, rows: [[`Ana${marks} שלום`, `Aceptada${marks}`, '', '', '']] }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxBook('Libro', columns, [`Cliente${marks}`, '', '', '', ''], marked())) pieces.push(piece)
  const sheet = strFromU8(unzipSync(Buffer.concat(pieces))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect([...sheet.matchAll(/preserve">([^<]*)</g)].map(([, cell]) => cell)).toEqual(['Cliente', 'Ana שלום', 'Aceptada'])
})
