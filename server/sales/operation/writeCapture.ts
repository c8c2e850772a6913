import { madridDay } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { nextState, type OperationEvent } from '#domain/sales/operations/lifecycle'
import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { postJournal } from '../../money/ledger/post.ts'
import { capturePostings } from '../../money/ledger/postings.ts'
import { addEvent } from './addEvent.ts'
import { planForCapture, type PlannedCapture } from './planForCapture.ts'
import { nextDue } from './settleRefund.ts'
import type { By } from './stopOperation.ts'
import type { Standing } from './standing.ts'

export type CaptureRequest = { standing: Standing; amountCents: Cents; event: OperationEvent; by: By; now: Date }

/**
 * Captures an amount: plan, charges, settlement line, books, history and sub-status, all or nothing. The operation's row must be locked and
 * `standing` read under that lock. Returns the capture's id.
 */
export async function writeCapture(
  db: Connection,
  scope: Scope,
  { standing, amountCents, event, by, now }: CaptureRequest,
): Promise<string> {
  const planned = planForCapture(standing, amountCents, now)
  const after = nextState(standing.facts, event) ?? standing.facts
  const captureId = newId(now)
  writePlan(db, scope, standing.id, planned)
  db.send(sql`with capture as (
      insert into captures (merchant_id, mode, id, operation_id, amount_cents, captured_at, captured_by)
      values (${scope.merchantId}, ${scope.mode}, ${captureId}, ${standing.id}, ${amountCents}, ${now}, ${by.userId})
    ), line as (
      insert into settlement_lines (merchant_id, mode, id, operation_id, kind, capture_id, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
      values (${scope.merchantId}, ${scope.mode}, ${newId(now)}, ${standing.id}, 'order', ${captureId}, ${amountCents}, ${planned.feeCents}, ${planned.vatCents},
        ${planned.subsidyCents}, ${planned.netCents}, ${now}, ${nextTargetBusinessDay(madridDay(now))})
    )
    update operations o set ${capturedColumns(standing, planned, now)}, substatus = ${after.substatus}, status_reason = ${after.statusReason},
      suspension_reason = ${after.suspensionReason}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await postJournal(db, scope, { kind: 'capture', operationId: standing.id, at: now, lines: capturePostings(planned) })
  await addEvent(db, scope, {
    operationId: standing.id,
    at: now,
    event,
    ...by,
    before: standing.facts,
    after,
    amountCents,
  })
  return captureId
}

function capturedColumns(standing: Standing, planned: PlannedCapture, now: Date) {
  const first = standing.facts.capturedCents === 0
  const due = nextDue(planned.instalments)
  // Before the first capture these columns held what was agreed; from then on, what was paid.
  const downpaymentCents = cents((first ? 0 : standing.downpaymentCents) + planned.downpaymentCents)
  const openingFeeCents = cents((first ? 0 : standing.openingFeeCents) + planned.openingFeeCents)
  return sql`captured_cents = o.captured_cents + ${planned.amountCents}::bigint, last_captured_at = ${now}, confirmed_at = coalesce(o.confirmed_at, ${now}::timestamptz),
    confirm_by = null, expires_at = null, downpayment_cents = ${downpaymentCents}, opening_fee_cents = ${openingFeeCents},
    fee_cents = case when ${first} then 0 else o.fee_cents end + ${planned.feeCents}::bigint,
    vat_cents = case when ${first} then 0 else o.vat_cents end + ${planned.vatCents}::bigint,
    subsidy_cents = case when ${first} then 0 else o.subsidy_cents end + ${planned.subsidyCents}::bigint,
    net_cents = case when ${first} then 0 else coalesce(o.net_cents, 0) end + ${planned.netCents}::bigint,
    settlement_status = 'pending', next_due_on = ${due?.dueOn ?? null}, next_due_cents = ${due?.amountCents ?? null}, collect_at = null`
}

/** Paid instalments stay as they are; all others are written anew. */
function writePlan(db: Connection, scope: Scope, operationId: string, { instalments }: PlannedCapture): void {
  const fresh = instalments.filter((one) => one.state === 'pending')
  db.send(
    sql`delete from instalments i where i.merchant_id = ${scope.merchantId} and i.mode = ${scope.mode} and i.operation_id = ${operationId} and i.state <> 'paid'`,
  )
  db.send(sql`insert into instalments (merchant_id, mode, operation_id, number, due_on, amount_cents, original_cents, principal_cents, interest_cents, state)
    select ${scope.merchantId}, ${scope.mode}, ${operationId}, number, due_on, amount, amount, principal, interest, 'pending'
    from unnest(${fresh.map((one) => one.number)}::integer[], ${fresh.map((one) => one.dueOn)}::date[], ${fresh.map((one) => one.amountCents)}::bigint[],
      ${fresh.map((one) => one.principalCents)}::bigint[], ${fresh.map((one) => one.interestCents)}::bigint[]) n (number, due_on, amount, principal, interest)`)
}
