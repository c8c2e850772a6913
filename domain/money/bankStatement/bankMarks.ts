import { normaliseText } from '../../sales/operations/search.ts'

/** Debit and credit marks next to amounts without sign: Spanish, Catalan, Galician, Portuguese, English; `1` and `2` as in Norma 43. */
const debits = ['d', 'db', 'dr', 'debe', 'debito', 'debit', 'deure', 'cargo', 'carrec', 'adeudo', 'gasto', 'despesa', 'pago', 'salida', 'sortida', 'saida', 'egreso', 'out', '-', '1'] // prettier-ignore
const credits = [
  'h',
  'cr',
  'haber',
  'haver',
  'credito',
  'credit',
  'abono',
  'abonament',
  'aboamento',
  'ingreso',
  'ingres',
  'cobro',
  'entrada',
  'in',
  '+',
  '2',
]
const cargo = 'c'
const abono = 'a'

/** A mark without accents, signs and parentheses: `(+)` is `+`. */
const plain = (cell: string) =>
  normaliseText(cell).replace(/[()/.\s\u2212\u2013]/g, (sign) => (sign === '\u2212' || sign === '\u2013' ? '-' : ''))

/** Whether a cell contains only such a mark. */
export const isMark = (cell: string): boolean => [...debits, ...credits, cargo, abono].includes(plain(cell))

/**
 * The meaning of a column's marks: 1 a credit, -1 a debit. `C` is cargo (debit) together with `A`, and crédito together with `D`; alone it is ambiguous and
 * not interpreted.
 */
export function readMarks(cells: readonly string[]): ((cell: string) => 1 | -1 | null) | null {
  const marks = new Set(cells.map(plain).filter((mark) => mark !== ''))
  const hasAbono = marks.has(abono)
  const isDebit = (mark: string) => debits.includes(mark) || (mark === cargo && hasAbono)
  // If only debits are marked, amounts without a mark are credits.
  const unmarked = marks.size > 0 && [...marks].every(isDebit) ? 1 : null
  if (marks.has(cargo) && !hasAbono && !debits.some((mark) => marks.has(mark))) return null
  return (cell) => {
    const mark = plain(cell)
    if (mark === '') return unmarked
    if (mark === cargo) return hasAbono ? -1 : 1
    if (mark === abono || credits.includes(mark)) return 1
    return debits.includes(mark) ? -1 : null
  }
}
