import type { Mode } from '../db/scope.ts'
import type { Column } from '../files/cells.ts'
import { text } from '../http/messages.ts'
import type { ExportRow } from './exportBatches.ts'

/** The columns of an export, in order. Documents and phones are left out: accounts do not need them (our choice). */
export const exportColumns: readonly Column[] = [
  { name: 'created', kind: 'day' },
  { name: 'time', kind: 'word' },
  { name: 'id', kind: 'word' },
  { name: 'mid', kind: 'text' },
  { name: 'customer', kind: 'text' },
  { name: 'email', kind: 'text' },
  { name: 'category', kind: 'word' },
  { name: 'substatus', kind: 'word' },
  { name: 'returned', kind: 'word' },
  { name: 'channel', kind: 'word' },
  { name: 'product', kind: 'word' },
  { name: 'instalments', kind: 'count' },
  { name: 'paid', kind: 'count' },
  { name: 'total', kind: 'amount' },
  { name: 'captured', kind: 'amount' },
  { name: 'refunded', kind: 'amount' },
  { name: 'fee', kind: 'amount' },
  { name: 'vat', kind: 'amount' },
  { name: 'subsidy', kind: 'amount' },
  { name: 'net', kind: 'amount' },
  { name: 'settlement', kind: 'text' },
  { name: 'nextDueOn', kind: 'day' },
  { name: 'nextDue', kind: 'amount' },
  { name: 'currency', kind: 'word' },
  { name: 'notes', kind: 'text' },
]

/** Words above the columns. */
export const headings = (): string[] => exportColumns.map(({ name }) => text(`download.column.${name}`))

/** Words of the catalogue; kept, because a million rows use the same few. */
function keptWords(keyOf: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const word = text(keyOf(name))
    known.set(name, word)
    return word
  }
}
const categoryWord = keptWords((name) => `download.category.${name}`)
const substatusWord = keptWords((name) => `download.substatus.${name}`)
const returnedWord = keptWords((name) => `download.returned.${name}`)
const channelWord = keptWords((name) => `download.channel.${name}`)
const productWord = keptWords((name) => `download.product.${name}`)

/** A row's cells, one for each column; plain strings, because a million rows have twenty-four million of them. Empty is ''. Machines read codes for words. */
export function cellsOf(row: ExportRow, asCodes = false): string[] {
  const [, uuid, madrid, mid, customer, email, category, substatus, channel, product, instalments, paid, ...amounts] = row
  const [total, captured, refunded, fee, vat, subsidy, net, settlement, nextDueOn, nextDue, notes] = amounts
  const returned = refunded === '0' ? 'none' : refunded === captured ? 'whole' : 'part'
  return [
    madrid.slice(0, 10),
    madrid.slice(11, 16),
    uuid.replaceAll('-', ''),
    mid,
    customer,
    email,
    asCodes ? category : categoryWord(category),
    asCodes ? substatus : substatusWord(substatus),
    asCodes ? returned : returnedWord(returned),
    asCodes ? channel : channelWord(channel),
    asCodes ? product : productWord(product),
    instalments,
    paid,
    total,
    captured,
    refunded,
    fee,
    vat,
    subsidy,
    net,
    settlement,
    nextDueOn,
    nextDue,
    'EUR',
    notes,
  ]
}

/**
 * The closing line: how many operations, and the sum of their amounts under its own column; its first cell is a text,
 * which in sandbox says that the figures are worth nothing.
 */
export function totalCells(operations: number, totalCents: number, mode: Mode): string[] {
  const total = text('download.total', { count: operations })
  return exportColumns.map(({ name }) => {
    if (name === 'created') return mode === 'sandbox' ? text('download.sandboxTotal', { total }) : total
    return name === 'total' ? String(totalCents) : ''
  })
}

/** The kind of each cell of the closing line. */
export const totalColumns: readonly Column[] = exportColumns.map((column) =>
  column.name === 'created' ? { ...column, kind: 'text' } : column,
)
