import { cents, type Cents } from '#domain/platform/money'
import { openCredit } from '../../money/credits/openCredit.ts'
import { journalQueries, refundPostings } from '../../money/ledger/postings.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { refundNotedQuery } from '../../platform/events/noteChange.ts'
import { changeOperation } from './changeOperation.ts'
import { refundLookupQuery } from './operationLookups.ts'
import { refundMessageQueries } from './refundMessage.ts'
import { instalmentUnderCollection, nextDue } from './collection.ts'
import { type SettledRefund, settleRefund } from './settleRefund.ts'
import type { OperationBooks } from './books.ts'

type SentRefund = { kind: 'refund' | 'cancel'; amountCents: Cents; createdBy: string | null }
type RequestedRefund = SentRefund & { reason: string | null; askedAt: Date }

/** A refund that has no row yet. */
export type NewRefund = SentRefund & {
  reason: string | null
  comment: string | null
  merchantReference: string | null
  /** The user whose daily limit it counts against; null: made by an API key, within the key's own limits. */
  chargedTo: string | null
  /** The API key that makes the refund; null: a person does. */
  keyId: string | null
}

type Completion = {
  /** With the refund's amount included in the held amount. */
  books: OperationBooks
  refundId: string
  immediate: boolean
  now: Date
  /** Set when the refund goes out immediately: its row is inserted here and was never held. */
  fresh?: NewRefund
  /** Further named queries of the statement that writes it. */
  with?: readonly Sql[]
}

/**
 * Sends a refund out: plan, settlement line, ledger, history, sub-status and customer message, all or nothing. The operation's row must be locked and
 * `books` read under that lock. Returns false when a held refund is no longer held: it went out before, or was undone. The caller must have checked that
 * no instalment is being collected; otherwise this throws, because nothing may be given back before it was paid.
 */
export async function completeRefund(db: Connection, scope: Scope, completion: Completion): Promise<boolean> {
  const { books, refundId, now, fresh } = completion
  if (instalmentUnderCollection(books, now) !== undefined) throw new Error(`refund ${refundId} must wait until the card has answered`)
  const held = fresh ? { ...fresh, askedAt: now } : await readHeld(db, scope, books.id, refundId)
  if (!held) return false
  const settled = settleRefund(books, held, { askedAt: held.askedAt, goesOutAt: now })
  writeAmounts(db, scope, { ...completion, settled, createdBy: held.createdBy, reason: held.reason })
  openCredit(db, scope, { refundId, operationId: books.id, amountCents: settled.creditToCustomerCents, now })
  return true
}

function refundJournal(scope: Scope, { books, settled, now }: Amounts): Sql {
  const { feeBackCents, vatBackCents, subsidyBackCents, netCents } = settled.reversal
  const lines = refundPostings({
    refundCents: settled.amountCents,
    writtenOffCents: settled.writtenOffCents,
    creditToCustomerCents: settled.creditToCustomerCents,
    feeCents: cents(-feeBackCents),
    vatCents: cents(-vatBackCents),
    subsidyCents: cents(-subsidyBackCents),
    netCents,
  })
  return journalQueries(scope, { kind: settled.whole ? 'cancel' : 'refund', operationId: books.id, at: now, lines })
}

/** The held refund, read under the operation's lock, without which no refund changes its state. */
async function readHeld(db: Connection, scope: Scope, operationId: string, refundId: string): Promise<RequestedRefund | undefined> {
  const row = await db.first<{
    kind: 'refund' | 'cancel'
    amount_cents: bigint
    created_by: string | null
    reason: string | null
    created_at: Date
  }>(sql`
    select r.kind, r.amount_cents, r.created_by, r.reason, r.created_at from refunds r where ${inScope(scope, 'r')}
      and r.id = ${refundId} and r.operation_id = ${operationId} and r.state = 'held'`)
  return (
    row && { kind: row.kind, amountCents: cents(row.amount_cents), createdBy: row.created_by, reason: row.reason, askedAt: row.created_at }
  )
}

type Amounts = Completion & { settled: SettledRefund } & Pick<RequestedRefund, 'createdBy' | 'reason'>

/** Writes refund, operation, history, plan, settlement line, ledger and message in one statement; the line's amounts mirror those of the sale. */
function writeAmounts(db: Connection, scope: Scope, amounts: Amounts): void {
  const { books, refundId, fresh, settled, createdBy, reason, now } = amounts
  const { feeBackCents, vatBackCents, subsidyBackCents, netCents } = settled.reversal
  const due = nextDue(settled.instalments)
  const { event, after, amountCents } = settled
  const charged = { feeCents: -feeBackCents, vatCents: -vatBackCents, subsidyCents: -subsidyBackCents }
  const by = { actor: 'merchant' as const, userId: createdBy }
  const change = { operationId: books.id, event, ...by, before: books.facts, after, amountCents, charged, refundReason: reason }
  const taken = fresh
    ? sql`refunded_cents = o.refunded_cents + ${settled.amountCents}::bigint`
    : sql`held_cents = o.held_cents - ${settled.amountCents}::bigint`
  changeOperation(db, scope, now, change, {
    with: sql`refund as (${fresh ? asNew(scope, amounts, fresh) : asReleased(scope, amounts)}), line as (
      insert into settlement_lines (merchant_id, mode, id, operation_id, kind, refund_id, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
      values (${scope.merchantId}, ${scope.mode}, ${newId(now)}, ${books.id}, ${settled.whole ? 'cancel' : 'refund'}, ${refundId}, ${cents(-settled.amountCents)},
        ${cents(-feeBackCents)}, ${cents(-vatBackCents)}, ${cents(-subsidyBackCents)}, ${netCents}, ${now}, ${settled.valueOn})
    ), ${joinSql([
      planQuery(scope, books, settled),
      refundJournal(scope, amounts),
      refundNotedQuery(scope, refundId),
      refundLookupQuery(scope, refundId, books.id),
      ...refundMessageQueries(scope, { refundId, customerEmail: books.customerEmail, now }),
      ...(amounts.with ?? []),
    ])}`,
    set: sql`${taken}, fee_cents = o.fee_cents - ${feeBackCents}::bigint, vat_cents = o.vat_cents - ${vatBackCents}::bigint,
      subsidy_cents = o.subsidy_cents - ${subsidyBackCents}::bigint, net_cents = coalesce(o.net_cents, 0) + ${netCents}::bigint,
      settlement_status = case when ${settled.whole} then 'reversed' else o.settlement_status end, ended_at = case when ${settled.whole} then ${now}::timestamptz else o.ended_at end,
      next_due_on = ${due?.dueOn ?? null}, next_due_cents = ${due?.amountCents ?? null},
      collect_at = case when ${due?.state === 'overdue'} then o.collect_at end`,
  })
}

const asReleased = (scope: Scope, { refundId, immediate, settled, now }: Amounts): Sql => sql`
  update refunds r set state = 'completed', completed_at = ${now}, release_at = case when ${immediate} then null else r.release_at end,
    credit_to_customer_cents = ${settled.creditToCustomerCents}, fee_back_cents = ${settled.reversal.feeBackCents},
    vat_back_cents = ${settled.reversal.vatBackCents}, subsidy_back_cents = ${settled.reversal.subsidyBackCents}
  where ${inScope(scope, 'r')} and r.id = ${refundId} and r.state = 'held'`

const asNew = (scope: Scope, { books, refundId, settled, now }: Amounts, fresh: NewRefund): Sql => sql`
  insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, reason, comment, merchant_reference, created_at, created_by, charged_to, key_id,
    completed_at, credit_to_customer_cents, fee_back_cents, vat_back_cents, subsidy_back_cents)
  values (${scope.merchantId}, ${scope.mode}, ${refundId}, ${books.id}, ${fresh.kind}, ${fresh.amountCents}, 'completed', ${fresh.reason}, ${fresh.comment},
    ${fresh.merchantReference}, ${now}, ${fresh.createdBy}, ${fresh.chargedTo}, ${fresh.keyId}, ${now}, ${settled.creditToCustomerCents}, ${settled.reversal.feeBackCents},
    ${settled.reversal.vatBackCents}, ${settled.reversal.subsidyBackCents})`

/** Writes only the instalments that the refund changed. */
function planQuery(scope: Scope, books: OperationBooks, settled: SettledRefund): Sql {
  const changed = settled.instalments.filter((after, at) => {
    const before = books.instalments[at]
    return before?.amountCents !== after.amountCents || before.principalCents !== after.principalCents || before.state !== after.state
  })
  return sql`plan as (update instalments i set amount_cents = n.amount, principal_cents = n.principal, interest_cents = n.interest, state = n.state
    from unnest(${changed.map((one) => one.number)}::integer[], ${changed.map((one) => one.amountCents)}::bigint[], ${changed.map((one) => one.principalCents)}::bigint[],
      ${changed.map((one) => one.interestCents)}::bigint[], ${changed.map((one) => one.state)}::text[]) n (number, amount, principal, interest, state)
    where ${inScope(scope, 'i')} and i.operation_id = ${books.id} and i.number = n.number)`
}
