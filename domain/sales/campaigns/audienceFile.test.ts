import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { AUDIENCE_ROWS } from './audience.ts'
import { correctionFile, dataRows, guessMapping, headingsOf, nothingSorted, readAudienceTable, sortRows } from './audienceFile.ts'
import { csvText } from '../../platform/csvText.ts'
import { csvRows, openCsv, separators } from '../../platform/csvTable.ts'

const cellsOf = (text: string, separator: (typeof separators)[number] = ';') => [...csvRows(text, separator)].map(({ cells }) => cells)
const words = { line: 'línea', reason: 'motivo', problem: (problem: string) => `mal: ${problem}` }

function sorted(content: string) {
  const table = readAudienceTable(content)
  if (!table) throw new Error('too long')
  const mapping = guessMapping(table)
  const all = nothingSorted()
  sortRows(all, dataRows(table, mapping), mapping)
  return { ...all, table, mapping }
}

describe('CSV parsing', () => {
  test.each([
    [
      'line endings of Windows, Unix and old Macs',
      'a;b\r\nc;d\ne;f\rg;h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'quotes',
      '"a;b";"c ""d"""\n"e\nf";g',
      [
        ['a;b', 'c "d"'],
        ['e\nf', 'g'],
      ],
    ],
    [
      'an unclosed quote',
      '"a;b\nc;d',
      [
        ['"a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['text after a closing quote', '"a"b;c', [['ab', 'c']]],
    ['empty lines and cells', '\n;\n;;x\n\n', [['', '', 'x']]],
    ['nothing', '', []],
  ])('reads a file with %s', (_, text, rows) => expect(cellsOf(text)).toEqual(rows))

  it('reports the line a row begins on, also after a multi-line cell', () => {
    expect([...csvRows('a\n"b\r\nc";x\n\nd', ';')].map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test.each([
    ['semicolons', 'correo;nombre\na@b.es;"Mora, Ana"\nc@d.es;Gil', ';'],
    ['commas', 'correo,nombre\na@b.es,Ana\nc@d.es,Gil', ','],
    ['tabs', 'correo\tnombre\na@b.es\t1,5\nc@d.es\t2,5', '\t'],
    ['the separator line of Excel', 'sep=,\ncorreo,x\na@b.es,1', ','],
    ['vertical bars', 'correo|nombre\na@b.es|Ana, María\nc@d.es|Gil', '|'],
    ['commas below lines with another separator', 'Mis clientes\n\nExportado el 3 de mayo\ncorreo,nombre\na@b.es,Ana\nc@d.es,Gil', ','],
    ['one column', 'a@b.es\nc@d.es', ';'],
  ])('detects %s as the separator from its rows', (_, text, separator) => expect(openCsv(text).separator).toBe(separator))

  it('uses the line numbers of the file, without the byte order mark or the separator line', () => {
    expect([...openCsv('\ufeffsep=,\r\na,b').rows]).toEqual([{ line: 2, cells: ['a', 'b'] }])
  })

  it('reads back a file that we wrote, whatever its cells contain', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, ' '))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((cells) => ['x', ...cells].map(csvText).join(';')).join('\r\n')
        const read = cellsOf(text).map((cells) => cells.map((one) => one.replace(/^'/, '')))
        expect(read).toEqual(rows.map((cells) => ['x', ...cells].map((one) => one.replace(/^'/, ''))))
      }),
    )
  })

  it('never throws on arbitrary text and counts no line twice', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ';', ',', '\t', '\n', '\r', 'a', '@', ' ') })
    fc.assert(
      fc.property(text, fc.constantFrom(...separators), (content, separator) => {
        const lines = [...csvRows(content, separator)].map(({ line }) => line)
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b))
        expect(lines.at(-1) ?? 0).toBeLessThanOrEqual(content.split(/\r\n|\r|\n/).length)
      }),
    )
  })
})

describe('a file of customers', () => {
  it('guesses its column, type and header, and counts the results', () => {
    const { mapping, rows, members, duplicates, bad, table } = sorted(
      '\ufeffNombre;Correo;Teléfono\r\nAna;ANA@mora.es;612345678\r\nGil;gil@roca.es;no\r\nAna;ana@mora.es;612345678\r\nEva;;600\r\nIván;ivan@;\r\n',
    )
    expect(mapping).toEqual({ column: 1, type: 'email', hasHeadings: true })
    expect([rows, [...members], duplicates]).toEqual([5, ['ana@mora.es', 'gil@roca.es'], 1])
    expect(bad.map(({ line, problem }) => [line, problem])).toEqual([
      [5, 'empty'],
      [6, 'format'],
    ])
    expect(headingsOf(table, mapping)).toEqual(['Nombre', 'Correo', 'Teléfono'])
  })

  test.each([
    ['phones', '+34 612 345 678\n34699999999\n', { column: 0, type: 'phone', hasHeadings: false }],
    ['documents', 'NIF\n12345678Z\nX1234567L', { column: 0, type: 'document', hasHeadings: true }],
    ['one address', 'a@b.es', { column: 0, type: 'email', hasHeadings: false }],
    ['nothing known', 'uno;dos\ntres;cuatro', { column: 0, type: 'email', hasHeadings: true }],
  ])('with %s is guessed correctly', (_, text, mapping) => expect(sorted(text).mapping).toEqual(mapping))

  it('accepts exactly the maximum number of rows', () => {
    const lines = Array.from({ length: AUDIENCE_ROWS + 1 }, (_, nth) => `a${nth}@b.es`)
    expect(readAudienceTable(['correo', ...lines.slice(1)].join('\n'))?.rows).toHaveLength(AUDIENCE_ROWS + 1)
    expect(readAudienceTable(['correo', ...lines].join('\n'))).toBeNull()
  })

  it('without rows is empty', () => expect(sorted('').rows).toBe(0))
})

describe('the corrections file', () => {
  const hostile = [
    '=HYPERLINK("http://x.test";"ver")',
    '+34 no',
    '-1+1',
    '@SUM(A1)',
    '\uff1d1+1',
    ' =cmd|calc',
    '"=1"',
    'a;b',
    'dos\nlíneas',
  ]

  it('contains no formula, names line and reason, and keeps the columns', () => {
    const { bad } = sorted(
      ['correo;nota', 'a@b.es;x', ...hostile.map((cell) => `"${cell.replaceAll('"', '""')}";${csvText(cell)}`)].join('\n'),
    )
    const text = correctionFile(bad, ['correo', '=nota'], words)
    expect(text.startsWith("\ufeffcorreo;'=nota;línea;motivo\r\n")).toBe(true)
    const rows = cellsOf(text.slice(1))
    expect(rows).toHaveLength(hostile.length + 1)
    expect(rows.flat().filter((cell) => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/.test(cell))).toEqual([])
    expect(rows[1]?.slice(-2)).toEqual(['3', 'mal: format'])
  })

  it('can be uploaded again once a cell was corrected, apostrophe included', () => {
    const { bad, table, mapping } = sorted('teléfono\n612345678\n+34 600\n')
    const text = correctionFile(bad, headingsOf(table, mapping), words)
    expect(text).toContain("'+34 600")
    expect([...sorted(text.replace("'+34 600", "'+34 600 111 222")).members]).toEqual(['600111222'])
  })
})
