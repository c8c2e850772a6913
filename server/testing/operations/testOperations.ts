import { randomUUID } from 'node:crypto'
import { madridDay } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { feeFor, subsidyFor } from '#domain/sales/plans/fees'
import { stateOf, type CaptureMode, type Channel, type Product, type Reason, type Substatus } from '#domain/sales/operations/lifecycle'
import { basisPoints, cents } from '#domain/platform/money'
import { computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import { trigrams, normaliseText } from '#domain/sales/operations/search'
import type { Posting } from '#domain/money/ledger'
import type { Mode } from '../../platform/database/scope.ts'
import { joinSql, named, prepared, sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ids } from '../testFixture.ts'
import { withOwner } from '../withOwner.ts'
import { completeOperations } from './completeOperations.ts'
import { capturePostings, type Charges, instalmentPostings } from '../../money/ledger/postings.ts'

/** An operation to write for a test; omitted properties have defaults. Amounts in cents, rates in basis points. */
export type TestOperation = {
  merchantId?: string
  mode?: Mode
  substatus?: Substatus
  reason?: Reason | null
  product?: Product
  captureMode?: CaptureMode
  channel?: Channel
  totalCents?: number
  numInstalments?: number
  tinBps?: number
  referenceTinBps?: number
  downpayment?: 'none' | 'equal'
  openingFeeBps?: number
  createdAt?: Date
  capturedAt?: Date
  confirmBy?: Date | null
  captureBy?: Date | null
  /** How many instalments are paid already. */
  paid?: number
  firstName?: string
  lastName?: string
  email?: string
  phone?: string | null
  document?: string | null
  mid?: string | null
}

type Rows = Record<string, Record<string, unknown>[]>

/** Default reasons of each sub-status. */
const usualReason: Partial<Record<Substatus, Reason>> = {
  pending_customer: 'in_process',
  pending_merchant: 'confirmation_required',
  payment_suspended: 'fraud_hold',
  stopped_merchant: 'merchant_failed_to_confirm',
  stopped_customer: 'expired',
  stopped_duplicated: 'duplicated',
  rejected: 'ko_generic',
}
const day = 86_400_000

/** Writes operations with all dependent rows, so that the ledger is consistent; returns their public ids. */
export async function writeOperations(ownerUrl: string, operations: readonly TestOperation[]): Promise<string[]> {
  const rows: Rows = {
    operations: [],
    operation_trigrams: [],
    carts: [],
    instalments: [],
    captures: [],
    operation_events: [],
    settlement_lines: [],
    ledger_journals: [],
    ledger_lines: [],
    ledger_day_entries: [],
    charges: [],
  }
  const written = operations.map((one, nth) => addOperation(rows, one, nth))
  const tablesIdentifier = Object.keys(rows).join(', ')
  await withOwner(ownerUrl, async (client) => {
    await client.query('begin')
    // Foreign keys are checked by a plan for a table of a few rows otherwise.
    if (operations.length > 50) await client.query('discard plans')
    for (const [table, entries] of Object.entries(rows)) {
      if (entries.length === 0) continue
      const columns = joinSql(Object.keys(entries[0] ?? {}).map(named))
      const records = sql`json_populate_recordset(null::${named(table)}, ${JSON.stringify(entries)})`
      await client.query(prepared(sql`insert into ${named(table)} (${columns}) select ${columns} from ${records}`))
    }
    // Else the statements that add up their figures join them row by row.
    if (operations.length > 50) await client.query(`analyze ${tablesIdentifier}`)
    await completeOperations(client, { concluding: 'inserted' })
    await client.query('commit')
  })
  return written.map(hexOf)
}

/** One operation; its public id. */
export async function writeOperation(ownerUrl: string, operation: TestOperation = {}): Promise<string> {
  const [id] = await writeOperations(ownerUrl, [operation])
  if (id === undefined) throw new Error('no operation was written')
  return id
}

function planFor(
  {
    product = 'instalments',
    totalCents = 60_000,
    numInstalments = 6,
    tinBps = 1999,
    downpayment = 'none',
    openingFeeBps = 0,
  }: TestOperation,
  capturedAt: Date,
): Plan {
  const signedOn = madridDay(capturedAt)
  if (product === 'pay_later') return computePayLater({ orderCents: cents(totalCents), capturedOn: signedOn })
  return computePlan({
    orderCents: cents(totalCents),
    numInstalments,
    tin: basisPoints(tinBps),
    downpayment,
    openingFeeRate: basisPoints(openingFeeBps),
    signedOn,
  })
}

/** The omitted properties filled in. */
function filledIn(fields: TestOperation, nth: number) {
  const substatus: Substatus = fields.substatus ?? 'payment_process'
  const product: Product = fields.product ?? 'instalments'
  const createdAt = fields.createdAt ?? new Date(Date.now() - 3 * day)
  return {
    id: randomUUID(),
    merchantId: fields.merchantId ?? ids.merchantA1,
    mode: fields.mode ?? ('live' as Mode),
    substatus,
    state: stateOf(substatus, fields.reason === undefined ? (usualReason[substatus] ?? null) : fields.reason),
    product,
    captureMode: fields.captureMode ?? (product === 'pay_later' ? 'manual' : 'automatic'),
    channel: fields.channel ?? 'online',
    totalCents: cents(fields.totalCents ?? 60_000),
    numInstalments: fields.numInstalments ?? (product === 'pay_later' ? 1 : 6),
    tin: basisPoints(fields.tinBps ?? 1999),
    referenceTin: basisPoints(fields.referenceTinBps ?? 1999),
    downpayment: fields.downpayment ?? ('none' as const),
    createdAt,
    capturedAt: fields.capturedAt ?? createdAt,
    captured: substatus.startsWith('payment_'),
    ended: ['stopped', 'rejected'].some((word) => substatus.startsWith(word)),
    firstName: fields.firstName ?? 'Ana',
    lastName: fields.lastName ?? 'García López',
    email: fields.email ?? `cliente${nth}@correo.test`,
    mid: fields.mid === undefined ? `PED-${nth}` : fields.mid,
  }
}
type Filled = ReturnType<typeof filledIn>

function chargesOf({ totalCents, numInstalments, tin, referenceTin, downpayment }: Filled): Charges {
  const { feeCents, vatCents } = feeFor(totalCents, { rate: basisPoints(250), fixedCents: cents(30), vatRate: basisPoints(2100) })
  const subsidyCents = subsidyFor({ orderCents: totalCents, numInstalments, referenceTin, consumerTin: tin, downpayment })
  return { feeCents, vatCents, subsidyCents, netCents: cents(totalCents - feeCents - vatCents - subsidyCents) }
}

function addOperation(rows: Rows, fields: TestOperation, nth: number): string {
  const one = filledIn(fields, nth)
  const { id, merchantId, mode, substatus, state, totalCents, captured, createdAt, capturedAt } = one
  const key = { merchant_id: merchantId, mode, operation_id: id }
  const plan = planFor({ ...fields, numInstalments: one.numInstalments }, capturedAt)
  const charges = chargesOf(one)
  const paid = substatus === 'payment_completed' ? plan.instalments.length : (fields.paid ?? 0)
  const searchText = normaliseText([one.firstName, one.lastName, one.mid].join(' '))
  rows.operations?.push({
    ...moneyColumns(one, plan, charges, paid),
    merchant_id: merchantId,
    mode,
    id,
    mid: one.mid,
    substatus,
    status_reason: state.statusReason,
    suspension_reason: state.suspensionReason,
    channel: one.channel,
    product: one.product,
    capture_mode: one.captureMode,
    currency: 'EUR',
    first_name: one.firstName,
    last_name: one.lastName,
    email: one.email,
    phone: fields.phone ?? null,
    document_number: fields.document ?? null,
    search_text: searchText,
    created_at: createdAt,
    confirmed_at: captured || state.statusReason === 'capture_required' || state.statusReason === 'capture_expired' ? capturedAt : null,
    confirm_by: fields.confirmBy ?? null,
    capture_by: fields.captureBy ?? null,
    last_captured_at: captured ? capturedAt : null,
    ended_at: one.ended ? createdAt : null,
  })
  rows.operation_trigrams?.push({ ...key, created_at: createdAt, grams: trigrams(`${merchantId}:${mode}`, searchText) })
  rows.carts?.push({
    ...key,
    articles: [{ name: 'Lámpara', quantity: 1, price: totalCents, tax_rate: 0, discount: 0, total: totalCents }],
    shipping: null,
  })
  const created = { event: 'created', actor: 'merchant', from_substatus: null, to_substatus: 'pending_customer', amount_cents: null }
  rows.operation_events?.push({ ...key, seq: 1, at: createdAt, ...created })
  if (captured) addMoney(rows, key, { plan, totalCents, capturedAt, charges, paid })
  return id
}

function moneyColumns(
  { captured, ended, totalCents, numInstalments, tin, referenceTin }: Filled,
  plan: Plan,
  charges: Charges,
  paid: number,
) {
  const next = captured ? plan.instalments[paid] : undefined
  return {
    total_cents: totalCents,
    voided_cents: 0,
    captured_cents: captured ? totalCents : 0,
    refunded_cents: 0,
    held_cents: 0,
    downpayment_cents: plan.downpaymentCents,
    opening_fee_cents: plan.openingFeeCents,
    num_instalments: numInstalments,
    tin_bps: tin,
    tae_bps: plan.tae,
    paid_instalments: paid,
    next_due_on: next?.dueOn ?? null,
    next_due_cents: next?.amountCents ?? null,
    fee_bps: 250,
    fee_fixed_cents: 30,
    vat_bps: 2100,
    reference_tin_bps: referenceTin,
    fee_cents: charges.feeCents,
    vat_cents: charges.vatCents,
    subsidy_cents: charges.subsidyCents,
    net_cents: ended ? null : charges.netCents,
    settlement_status: captured ? 'pending' : 'none',
  }
}

type Money = { plan: Plan; totalCents: number; capturedAt: Date; charges: Charges; paid: number }

/** Capture, plan, settlement line and journals of an operation whose money moved. */
function addMoney(
  rows: Rows,
  key: { merchant_id: string; mode: Mode; operation_id: string },
  { plan, totalCents, capturedAt, charges, paid }: Money,
): void {
  const { operation_id: operationId, ...tenant } = key
  const captureId = randomUUID()
  const { feeCents, vatCents, subsidyCents, netCents } = charges
  const costs = { fee_cents: feeCents, vat_cents: vatCents, subsidy_cents: subsidyCents, net_cents: netCents }
  rows.captures?.push({ ...key, id: captureId, amount_cents: totalCents, refunded_cents: 0, captured_at: capturedAt })
  rows.settlement_lines?.push({
    ...key,
    id: randomUUID(),
    kind: 'order',
    capture_id: captureId,
    gross_cents: totalCents,
    ...costs,
    occurred_at: capturedAt,
    value_on: nextTargetBusinessDay(madridDay(capturedAt)),
  })
  rows.operation_events?.push({
    ...key,
    seq: 2,
    at: capturedAt,
    event: 'confirmed',
    actor: 'merchant',
    from_substatus: 'pending_merchant',
    to_substatus: 'payment_process',
    amount_cents: totalCents,
  })
  const journal = (kind: string, lines: readonly Posting[]) => addJournal(rows, { ...tenant, kind, operationId, at: capturedAt }, lines)
  journal(
    'capture',
    capturePostings({
      ...charges,
      financedCents: plan.principalCents,
      downpaymentCents: plan.downpaymentCents,
      openingFeeCents: plan.openingFeeCents,
    }),
  )
  const charge = (instalment: number | null, amountCents: number) => {
    if (amountCents === 0) return
    const id = randomUUID()
    const paidByCard = { attempt: 1, amount_cents: amountCents, state: 'captured', provider_reference: `ref_${id}`, created_at: capturedAt }
    rows.charges?.push({ ...key, id, instalment, ...paidByCard })
  }
  charge(null, plan.downpaymentCents + plan.openingFeeCents)
  for (const { number, dueOn, amountCents, principalCents, interestCents } of plan.instalments) {
    const isPaid = number <= paid
    if (isPaid) charge(number, amountCents)
    if (isPaid) journal('instalment', instalmentPostings({ principalCents, interestCents }))
    rows.instalments?.push({
      ...key,
      number,
      due_on: dueOn,
      amount_cents: amountCents,
      original_cents: amountCents,
      principal_cents: principalCents,
      interest_cents: interestCents,
      state: isPaid ? 'paid' : 'pending',
      paid_at: isPaid ? capturedAt : null,
    })
  }
}

type JournalFacts = { merchant_id: string; mode: string; kind: string; operationId: string; at: Date }

/** A journal with its lines, noted for the day's sums as `postJournal` does. */
function addJournal(rows: Rows, { kind, operationId, at, ...tenant }: JournalFacts, lines: readonly Posting[]): void {
  const id = randomUUID()
  rows.ledger_journals?.push({ ...tenant, id, kind, operation_id: operationId, currency: 'EUR', at })
  for (const { account, amountCents: amount_cents } of lines.filter(({ amountCents }) => amountCents !== 0)) {
    rows.ledger_lines?.push({ ...tenant, journal_id: id, account, amount_cents })
    const day = { merchant_id: tenant.merchant_id, day: madridDay(at), kind, account, amount_cents }
    if (tenant.mode === 'live') rows.ledger_day_entries?.push(day)
  }
}
