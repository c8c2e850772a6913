import { type LocalDate, madridDay } from '#domain/platform/dates'
import { feeFor, subsidyFor } from '#domain/sales/plans/fees'
import { nextState, type OperationEvent } from '#domain/sales/operations/lifecycle'
import { cents, type Cents, proportion, sum, ZERO } from '#domain/platform/money'
import { computePayLater, computePlan, type BookedInstalment } from '#domain/sales/plans/plan'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { capturePostings, type Charges, journalQueries } from '../../money/ledger/postings.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { changeOperation, type By } from './changeOperation.ts'
import { nextDue, outstanding } from './collection.ts'
import { completedCents } from './settleRefund.ts'
import type { OperationBooks } from './books.ts'

/** The effect of a capture on an operation, in cents: its new plan and what the shop is charged and paid for this capture. */
type PlannedCapture = Charges & {
  amountCents: Cents
  /** All instalments afterwards; the unpaid ones are recomputed. */
  instalments: BookedInstalment[]
  /** Principal that this capture adds to the customer's debt. */
  financedCents: Cents
  downpaymentCents: Cents
  openingFeeCents: Cents
}

/**
 * The plan for everything captured so far, dated from this capture; charges are the difference from what was already charged, so that several captures cost
 * as much as one (docs/domain.md#cancel-capture-void).
 */
export function planForCapture(books: OperationBooks, amountCents: Cents, now: Date): PlannedCapture {
  const capturedOn = madridDay(now)
  const paid = books.instalments.filter((one) => one.state === 'paid')
  const fresh = paid.length === 0 && completedCents(books) === 0
  const plan = fresh ? wholePlan(books, amountCents, capturedOn) : addedPlan(books, amountCents, capturedOn, paid)
  return { amountCents, ...plan, ...chargesFor(books, amountCents) }
}

/** Nothing was paid or refunded yet: the plan is recomputed from scratch. */
function wholePlan(books: OperationBooks, amountCents: Cents, capturedOn: LocalDate) {
  const orderCents = sum(books.facts.capturedCents, amountCents)
  const { numInstalments, waitingMonths } = books
  const downpayment = books.downpaymentCents > 0 ? 'equal' : 'none'
  const plan = terms(books, { orderCents, numInstalments, downpayment, waitingMonths }, capturedOn)
  const first = books.facts.capturedCents === 0
  const paid = first ? { downpaymentCents: ZERO, openingFeeCents: ZERO } : books
  const agreedOn = first ? books.facts.totalCents - books.downpaymentCents : books.facts.capturedCents - books.downpaymentCents
  const openingFeeCents = books.openingFeeCents === 0 ? ZERO : proportion(books.openingFeeCents, plan.principalCents, agreedOn)
  return {
    instalments: bookedInstalments(plan.instalments, 0),
    financedCents: cents(plan.principalCents - (first ? 0 : outstanding(books.instalments))),
    downpaymentCents: cents(plan.downpaymentCents - paid.downpaymentCents),
    openingFeeCents: cents(openingFeeCents - paid.openingFeeCents),
  }
}

/** Something was paid or refunded: the amount is added to the remaining debt and spread over the remaining instalments. */
function addedPlan(books: OperationBooks, amountCents: Cents, capturedOn: LocalDate, paid: BookedInstalment[]) {
  const open = books.instalments.length - paid.length
  const orderCents = sum(outstanding(books.instalments), amountCents)
  // Months of waiting are over, or there were none: the added amount is paid with the rest.
  const plan = terms(books, { orderCents, numInstalments: Math.max(open, 1), downpayment: 'none', waitingMonths: 0 }, capturedOn)
  return {
    instalments: [...paid, ...bookedInstalments(plan.instalments, Math.max(0, ...paid.map((one) => one.number)))],
    financedCents: amountCents,
    downpaymentCents: ZERO,
    openingFeeCents: ZERO,
  }
}

type Terms = { orderCents: Cents; numInstalments: number; downpayment: 'none' | 'equal'; waitingMonths: number }

function terms({ facts, tin }: OperationBooks, planTerms: Terms, capturedOn: LocalDate) {
  if (facts.product === 'pay_later') return computePayLater({ orderCents: planTerms.orderCents, capturedOn })
  return computePlan({ ...planTerms, tin, signedOn: capturedOn })
}

const bookedInstalments = (instalments: readonly Omit<BookedInstalment, 'state'>[], after: number): BookedInstalment[] =>
  instalments.map(({ number, dueOn, amountCents, principalCents, interestCents }) => ({
    number: number + after,
    dueOn,
    amountCents,
    principalCents,
    interestCents,
    state: 'pending',
  }))

/** Fees on the remaining amount including this capture, less fees on the remaining amount without it; the fixed part is charged once. */
function chargesFor(books: OperationBooks, amountCents: Cents): Charges {
  const { feePlan } = books
  const captured = books.facts.capturedCents
  const left = cents(captured - completedCents(books))
  const before = left === 0 ? { feeCents: ZERO, vatCents: ZERO } : feeFor(left, feePlan)
  const after = feeFor(sum(left, amountCents), feePlan)
  const [feeCents, vatCents] = [cents(after.feeCents - before.feeCents), cents(after.vatCents - before.vatCents)]
  const subsidyCents = cents(subsidyOn(books, sum(captured, amountCents)) - books.fullSubsidyCents)
  return { feeCents, vatCents, subsidyCents, netCents: cents(amountCents - feeCents - vatCents - subsidyCents) }
}

function subsidyOn(books: OperationBooks, orderCents: Cents): Cents {
  const { tin, referenceTin, waitingMonths } = books
  if ((tin >= referenceTin && waitingMonths === 0) || books.facts.product === 'pay_later') return ZERO
  return subsidyFor({
    orderCents,
    numInstalments: books.numInstalments,
    referenceTin,
    consumerTin: tin,
    waitingMonths,
    downpayment: books.downpaymentCents > 0 ? 'equal' : 'none',
  })
}

type CaptureRequest = { books: OperationBooks; amountCents: Cents; event: OperationEvent; by: By; now: Date }

/**
 * Captures an amount: plan, charges, settlement line, ledger, history and sub-status, all or nothing. The operation's row must be locked and `books` read
 * under that lock. Returns the capture's id.
 */
export async function writeCapture(db: Connection, scope: Scope, { books, amountCents, event, by, now }: CaptureRequest): Promise<string> {
  const planned = planForCapture(books, amountCents, now)
  const after = nextState(books.facts, event) ?? books.facts
  const captureId = newId(now)
  db.send(sql`delete from instalments i where ${inScope(scope, 'i')} and i.operation_id = ${books.id} and i.state <> 'paid'`)
  const change = { operationId: books.id, event, ...by, before: books.facts, after, amountCents, charged: planned }
  changeOperation(db, scope, now, change, {
    with: sql`capture as (
      insert into captures (merchant_id, mode, id, operation_id, amount_cents, captured_at, captured_by)
      values (${scope.merchantId}, ${scope.mode}, ${captureId}, ${books.id}, ${amountCents}, ${now}, ${by.userId})
    ), line as (
      insert into settlement_lines (merchant_id, mode, id, operation_id, kind, capture_id, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
      values (${scope.merchantId}, ${scope.mode}, ${newId(now)}, ${books.id}, 'order', ${captureId}, ${amountCents}, ${planned.feeCents}, ${planned.vatCents},
        ${planned.subsidyCents}, ${planned.netCents}, ${now}, ${nextTargetBusinessDay(madridDay(now))})
    ), ${planQuery(scope, books.id, planned)}, ${journalQueries(scope, { kind: 'capture', operationId: books.id, at: now, lines: capturePostings(planned) })}`,
    set: capturedColumns(books, planned, now),
  })
  return captureId
}

function capturedColumns(books: OperationBooks, planned: PlannedCapture, now: Date) {
  const first = books.facts.capturedCents === 0
  const due = nextDue(planned.instalments)
  // Before the first capture these columns hold the agreed amounts; from then on, the paid ones.
  const downpaymentCents = cents((first ? 0 : books.downpaymentCents) + planned.downpaymentCents)
  const openingFeeCents = cents((first ? 0 : books.openingFeeCents) + planned.openingFeeCents)
  return sql`captured_cents = o.captured_cents + ${planned.amountCents}::bigint, last_captured_at = ${now}, confirmed_at = coalesce(o.confirmed_at, ${now}::timestamptz),
    confirm_by = null, expires_at = null, downpayment_cents = ${downpaymentCents}, opening_fee_cents = ${openingFeeCents},
    fee_cents = case when ${first} then 0 else o.fee_cents end + ${planned.feeCents}::bigint,
    vat_cents = case when ${first} then 0 else o.vat_cents end + ${planned.vatCents}::bigint,
    subsidy_cents = case when ${first} then 0 else o.subsidy_cents end + ${planned.subsidyCents}::bigint,
    net_cents = case when ${first} then 0 else coalesce(o.net_cents, 0) end + ${planned.netCents}::bigint,
    settlement_status = 'pending', next_due_on = ${due?.dueOn ?? null}, next_due_cents = ${due?.amountCents ?? null}, collect_at = null`
}

/** The unpaid instalments, in place of those that were removed. */
function planQuery(scope: Scope, operationId: string, { instalments }: PlannedCapture): Sql {
  const fresh = instalments.filter((one) => one.state === 'pending')
  return sql`plan as (
      insert into instalments (merchant_id, mode, operation_id, number, due_on, amount_cents, original_cents, principal_cents, interest_cents, state)
      select ${scope.merchantId}, ${scope.mode}, ${operationId}, number, due_on, amount, amount, principal, interest, 'pending'
      from unnest(${fresh.map((one) => one.number)}::integer[], ${fresh.map((one) => one.dueOn)}::date[], ${fresh.map((one) => one.amountCents)}::bigint[],
        ${fresh.map((one) => one.principalCents)}::bigint[], ${fresh.map((one) => one.interestCents)}::bigint[]) n (number, due_on, amount, principal, interest)
    )`
}
