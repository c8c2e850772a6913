import { text } from '../http/messages.ts'
import type { ExportRow } from './exportBatches.ts'

/** A cell of an export before it is written as text or as XML: cents and days keep their kind. */
export type ExportCell =
  | { kind: 'text'; value: string }
  | { kind: 'amount'; cents: number }
  | { kind: 'count'; value: number }
  | { kind: 'day'; on: string }
  | { kind: 'empty' }

const columnNames = [
  'created',
  'time',
  'id',
  'mid',
  'customer',
  'email',
  'category',
  'substatus',
  'returned',
  'channel',
  'product',
  'instalments',
  'paid',
  'total',
  'captured',
  'refunded',
  'fee',
  'vat',
  'subsidy',
  'net',
  'settlement',
  'nextDueOn',
  'nextDue',
  'currency',
] as const

/** Headings, in the order of {@link cellsOf}. */
export const headings = (): string[] => columnNames.map((name) => text(`download.column.${name}`))

const words = new Map<string, string>()
/** A word of the catalogue; kept, because a million rows use the same few. */
function word(key: string): string {
  const known = words.get(key) ?? text(key)
  words.set(key, known)
  return known
}

const empty: ExportCell = { kind: 'empty' }
const written = (value: string | null): ExportCell => (value === null || value === '' ? empty : { kind: 'text', value })
const amount = (cents: number | null): ExportCell => (cents === null ? empty : { kind: 'amount', cents })
const count = (value: number): ExportCell => ({ kind: 'count', value })
const day = (on: string | null): ExportCell => (on === null ? empty : { kind: 'day', on })

/** A row's cells. Documents and phones are left out: accounts do not need them (our choice). */
export function cellsOf(row: ExportRow): ExportCell[] {
  const [
    ,
    uuid,
    on,
    time,
    mid,
    customer,
    email,
    category,
    substatus,
    channel,
    product,
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
  ] = row
  const returned = refunded === 0 ? 'none' : refunded < captured ? 'part' : 'whole'
  return [
    day(on),
    written(time),
    written(uuid.replaceAll('-', '')),
    written(mid),
    written(customer),
    written(email),
    written(word(`operations.categoryOne.${category}`)),
    written(word(`operations.substatus.${substatus}`)),
    written(word(`download.returned.${returned}`)),
    written(word(`operations.channel.${channel}`)),
    written(word(`operations.product.${product}`)),
    count(instalments),
    count(paid),
    amount(total),
    amount(captured),
    amount(refunded),
    amount(fee),
    amount(vat),
    amount(subsidy),
    amount(net),
    written(settlement),
    day(nextDueOn),
    amount(nextDue),
    written('EUR'),
  ]
}

/** The closing line: how many operations and the sum of their amounts under its own column. */
export function totalCells(operations: number, totalCents: number): ExportCell[] {
  return columnNames.map((name): ExportCell => {
    if (name === 'created') return written(text('download.total', { count: operations }))
    return name === 'total' ? amount(totalCents) : empty
  })
}
