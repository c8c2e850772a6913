import { STANDARD_VAT } from '#domain/sales/plans/fees'
import { basisPoints, cents, percentOf } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import type { CellBatch, Column } from '../../platform/files/csvLine.ts'
import type { FileLine } from './lines.ts'
import type { StoredSettlement } from './settlementRow.ts'

const monthName = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The name of a month, given its first day: "octubre de 2026". */
export const monthLabel = (month: string): string => monthName.format(new Date(`${month}T12:00:00Z`))

type Worded = Pick<FileLine, 'customer' | 'month_from' | 'repayment_of' | 'repayment_reference'>

/** The text of a line: the customer, the month of a minimum fee, or the repayment of a debt. */
export function lineLabel({ customer, month_from: month, repayment_of: way, repayment_reference: reference }: Worded): string {
  if (way !== null) return text(`settlements.file.repaid.${way}`, { reference: reference ?? '' })
  return month === null ? (customer ?? '') : text('settlements.file.minimumOf', { month: monthLabel(month) })
}

/** The columns of a settlement's file, in order (docs/domain.md#settlement-file). */
export const fileColumns: readonly Column[] = [
  { name: 'reference', kind: 'word' },
  { name: 'valueOn', kind: 'day' },
  { name: 'kind', kind: 'word' },
  { name: 'operation', kind: 'word' },
  { name: 'mid', kind: 'text' },
  { name: 'capture', kind: 'word' },
  { name: 'refund', kind: 'word' },
  { name: 'day', kind: 'day' },
  { name: 'product', kind: 'word' },
  { name: 'instalments', kind: 'count' },
  { name: 'gross', kind: 'amount' },
  { name: 'feeRate', kind: 'amount' },
  { name: 'feeFixed', kind: 'amount' },
  { name: 'fee', kind: 'amount' },
  { name: 'vatRate', kind: 'amount' },
  { name: 'vat', kind: 'amount' },
  { name: 'subsidy', kind: 'amount' },
  { name: 'net', kind: 'amount' },
  { name: 'currency', kind: 'word' },
  { name: 'campaign', kind: 'text' },
  { name: 'description', kind: 'text' },
]

/** Column headings. */
export const fileHeadings = (): string[] => fileColumns.map(({ name }) => text(`settlements.file.column.${name}`))

const hexOrNone = (id: string | null) => (id === null ? '' : hexOf(id))
const numberOrNone = (value: number | null) => (value === null ? '' : String(value))
/** Zero is an empty cell: a column of zeros would hide the other amounts. */
const amountOrNone = (amount: bigint | number) => (Number(amount) === 0 ? '' : String(amount))

/** The fixed part of a line's fee in cents; zero for a difference that is only rounding. */
function fixedPart({ gross_cents, fee_bps, fee_cents, fee_fixed_cents }: FileLine): number {
  if (fee_bps === null) return 0
  const rest = Number(fee_cents) - percentOf(cents(gross_cents), basisPoints(fee_bps))
  return Math.abs(rest) * 2 > Number(fee_fixed_cents) ? rest : 0
}

function lineCells(line: FileLine, { reference, value_on }: StoredSettlement, mode: Mode): string[] {
  return [
    reference,
    value_on,
    text(`settlements.file.kind.${line.kind}`),
    hexOrNone(line.operation_id),
    line.mid ?? '',
    hexOrNone(line.capture_id),
    hexOrNone(line.refund_id),
    line.day,
    line.product === null ? '' : text(`operations.product.${line.product}`),
    numberOrNone(line.num_instalments),
    amountOrNone(line.gross_cents),
    numberOrNone(line.fee_bps),
    amountOrNone(fixedPart(line)),
    amountOrNone(line.fee_cents),
    String(line.vat_bps ?? STANDARD_VAT),
    amountOrNone(line.vat_cents),
    amountOrNone(line.subsidy_cents),
    String(line.net_cents),
    'EUR',
    line.campaign ?? '',
    marked(lineLabel(line), mode),
  ]
}

/** Marks figures of test mode as not real. */
const marked = (words: string, mode: Mode) => (mode === 'sandbox' ? `${text('settlements.file.sandbox')} · ${words}` : words)

/** The terms of the equation besides the lines, one row each, so that the last column adds up to the payment. */
function equationRows(settlement: StoredSettlement, mode: Mode): string[][] {
  const { opening_cents, reserve_held_cents, reserve_released_cents, closing_cents } = settlement
  const terms = [
    ['opening', opening_cents],
    ['held', reserve_held_cents],
    ['released', reserve_released_cents],
    ['closing', -closing_cents],
  ] as const
  return terms
    .filter(([, amount]) => amount !== 0n)
    .map(([name, amount]) =>
      fileColumns.map((column) => {
        const words = text(`settlements.file.kind.${name}`)
        if (column.name === 'reference') return settlement.reference
        if (column.name === 'valueOn') return settlement.value_on
        if (column.name === 'kind') return words
        if (column.name === 'net') return String(amount)
        if (column.name === 'currency') return 'EUR'
        return column.name === 'description' ? marked(words, mode) : ''
      }),
    )
}

/** A settlement's rows, in batches; their net amounts add up to the payment. */
export async function* fileBatches(settlement: StoredSettlement, mode: Mode, lines: AsyncIterable<FileLine[]>): AsyncGenerator<CellBatch> {
  for await (const rows of lines) yield { columns: fileColumns, rows: rows.map((line) => lineCells(line, settlement, mode)) }
  const rest = equationRows(settlement, mode)
  if (rest.length > 0) yield { columns: fileColumns, rows: rest }
}
