import { randomUUID } from 'node:crypto'
import { addDays, addMonths, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import type { Mode } from '../../platform/database/scope.ts'
import type { TestServer } from '../testServices.ts'

type Key = { merchant_id: string; mode: Mode }
type Sale = { id: string; at: Date; total: number; fee: number; vat: number; subsidy: number }
export type MoneyRows = {
  sales: Sale[]
  refunds: { operation: Sale; at: Date; amount: number; state: string }[]
  lines: { at: Date; kind: string; gross: number; fee: number; vat: number; subsidy: number; net: number; valueOn: LocalDate }[]
  settlements: { valueOn: LocalDate; net: number }[]
  instalments: { dueOn: LocalDate; amount: number; state: string }[]
}

/**
 * Writes sales of October 2026, one every eleven hours, with plans, refunds, and a settlement for each day but the last two; a debt is carried
 * into the first. Returns the expected totals of files.
 */
export async function testMoneyRows(server: Pick<TestServer, 'ownerSql'>, key: Key): Promise<MoneyRows> {
  const builder: RowsBuilder = {
    key,
    rows: { sales: [], refunds: [], lines: [], settlements: [], instalments: [] },
    tables: { operations: [], instalments: [], refunds: [], settlements: [], settlement_lines: [] },
    days: new Map(),
  }
  for (let nth = 0; nth < 65; nth += 1) {
    const sale = addSale(builder, nth)
    addPlan(builder, sale, nth)
    if (nth % 5 === 1) addRefund(builder, sale, nth)
  }
  const minimum = { at: new Date('2026-10-20T03:00:00Z'), kind: 'fee_minimum', gross: 0, fee: 500, vat: 105, subsidy: 0 }
  addLine(builder, null, minimum, { month_from: '2026-09-01' })
  addSettlements(builder)
  for (const [table, entries] of Object.entries(builder.tables)) {
    const columns = Object.keys(Object.assign({}, ...entries)).join(', ')
    await server.ownerSql(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(entries),
    ])
  }
  return builder.rows
}

type Line = MoneyRows['lines'][number]
type RowsBuilder = {
  key: Key
  rows: MoneyRows
  tables: Record<string, object[]>
  /** The settlement of each value date, and its lines. */
  days: Map<LocalDate, { id: string; lines: Line[] }>
}
const settledUntil = localDate('2026-10-30')

function addLine(
  { key, rows, tables, days }: RowsBuilder,
  operation: Sale | null,
  line: Omit<Line, 'net' | 'valueOn'>,
  more: object,
): void {
  const { at, kind, gross, fee, vat, subsidy } = line
  const valueOn = addDays(madridDay(at), 1)
  const whole = { ...line, net: gross - fee - vat - subsidy, valueOn }
  rows.lines.push(whole)
  const isSettled = valueOn <= settledUntil
  const day = days.get(valueOn) ?? { id: randomUUID(), lines: [] }
  if (isSettled) days.set(valueOn, day)
  day.lines.push(whole)
  tables['settlement_lines']?.push({
    ...key,
    id: randomUUID(),
    operation_id: operation?.id ?? null,
    kind,
    gross_cents: gross,
    fee_cents: fee,
    vat_cents: vat,
    subsidy_cents: subsidy,
    net_cents: whole.net,
    occurred_at: at,
    value_on: valueOn,
    settlement_id: isSettled ? day.id : null,
    ...more,
  })
}

function addSale(builder: RowsBuilder, nth: number): Sale {
  const { key, rows, tables } = builder
  const at = new Date(Date.parse('2026-10-01T22:30:00Z') + nth * 11 * 3_600_000)
  const total = 10_000 + nth * 37
  const sale: Sale = { id: randomUUID(), at, total, fee: 280 + nth, vat: 59, subsidy: nth % 4 === 0 ? 321 : 0 }
  rows.sales.push(sale)
  tables['operations']?.push({
    ...key,
    id: sale.id,
    mid: nth === 3 ? '+SUM(A1)' : `PED-${nth}`,
    substatus: 'payment_process',
    channel: 'online',
    product: 'instalments',
    capture_mode: 'automatic',
    currency: 'EUR',
    total_cents: total,
    voided_cents: 0,
    captured_cents: total,
    refunded_cents: nth % 5 === 1 ? 1_000 : 0,
    held_cents: 0,
    downpayment_cents: 0,
    opening_fee_cents: 0,
    num_instalments: 3,
    tin_bps: sale.subsidy > 0 ? 0 : 1999,
    tae_bps: 0,
    paid_instalments: 0,
    fee_bps: 250,
    fee_fixed_cents: 30,
    vat_bps: 2100,
    reference_tin_bps: 1999,
    fee_cents: sale.fee,
    vat_cents: 59,
    subsidy_cents: sale.subsidy,
    settlement_status: 'pending',
    first_name: 'Ana',
    last_name: 'Mora Íñiguez',
    email: 'ana@mora.test',
    search_text: 'ana mora',
    created_at: at,
  })
  addLine(builder, sale, { at, kind: 'order', gross: total, fee: sale.fee, vat: 59, subsidy: sale.subsidy }, { capture_id: randomUUID() })
  return sale
}

function addPlan({ key, rows, tables }: RowsBuilder, sale: Sale, nth: number): void {
  const { at } = sale
  for (const number of [1, 2, 3]) {
    const dueOn = addMonths(madridDay(at), number - 1)
    const state = nth % 5 === 1 && number === 3 ? 'cancelled' : number === 1 ? 'paid' : 'pending'
    const amount = 3_400 + nth + number
    rows.instalments.push({ dueOn, amount, state })
    tables['instalments']?.push({
      ...key,
      operation_id: sale.id,
      number,
      due_on: dueOn,
      amount_cents: amount,
      original_cents: amount,
      principal_cents: amount - 10,
      interest_cents: 10,
      state,
      paid_at: number === 1 ? at : null,
    })
  }
}

function addRefund(builder: RowsBuilder, sale: Sale, nth: number): void {
  const { key, rows, tables } = builder
  const { at } = sale
  const state = nth % 2 === 0 ? 'completed' : nth % 3 === 0 || nth === 31 ? 'held' : 'undone'
  const back = { operation: sale, at: new Date(at.getTime() + 3_600_000), amount: nth === 6 ? 9_000 : 1_000, state }
  const refundId = randomUUID()
  rows.refunds.push(back)
  tables['refunds']?.push({
    ...key,
    id: refundId,
    operation_id: sale.id,
    kind: 'refund',
    amount_cents: back.amount,
    state,
    release_at: state === 'held' ? back.at : null,
    fee_back_cents: 25,
    vat_back_cents: 5,
    subsidy_back_cents: 0,
    credit_to_customer_cents: 100,
    created_at: back.at,
    completed_at: state === 'completed' ? back.at : null,
  })
  const given = { at: back.at, kind: 'refund', gross: -back.amount, fee: -25, vat: -5, subsidy: 0 }
  if (state === 'completed') addLine(builder, sale, given, { refund_id: refundId })
}

function addSettlements({ key, rows, tables, days }: RowsBuilder): void {
  let carried = -70_000
  for (const [valueOn, { id, lines }] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const sum = (of: (line: Line) => number, kind: string) =>
      lines.filter((line) => line.kind === kind).reduce((all, line) => all + of(line), 0)
    const opening = carried
    const balance = opening + lines.reduce((all, { net }) => all + net, 0)
    const net = balance >= 100 ? balance : 0
    carried = balance - net
    rows.settlements.push({ valueOn, net })
    tables['settlements']?.push({
      ...key,
      id,
      reference: `LIQ-${valueOn}`,
      value_on: valueOn,
      net_cents: net,
      period_from: addDays(valueOn, -1),
      period_to: addDays(valueOn, -1),
      cut_off_at: new Date(valueOn),
      status: net === 0 ? 'compensated' : 'paid',
      opening_cents: opening,
      closing_cents: carried,
      created_at: new Date(valueOn),
      reserve_held_cents: 0,
      reserve_released_cents: 0,
      sales_cents: sum(({ gross }) => gross, 'order'),
      refunds_cents: sum(({ gross }) => gross, 'refund'),
      cancellations_cents: 0,
      fees_cents: -sum(({ fee }) => fee, 'order'),
      fee_refunds_cents: -sum(({ fee }) => fee, 'refund'),
      minimum_fees_cents: -sum(({ fee }) => fee, 'fee_minimum'),
      minimum_fee_count: lines.filter(({ kind }) => kind === 'fee_minimum').length,
      vat_cents: -sum(({ vat }) => vat, 'order') - sum(({ vat }) => vat, 'fee_minimum'),
      vat_refunds_cents: -sum(({ vat }) => vat, 'refund'),
      subsidies_cents: -sum(({ subsidy }) => subsidy, 'order'),
      subsidy_refunds_cents: 0,
      order_count: lines.filter(({ kind }) => kind === 'order').length,
      refund_count: lines.filter(({ kind }) => kind === 'refund').length,
      cancel_count: 0,
    })
  }
}
