import {
  bearerOf,
  disputeMoney,
  hasMoney,
  isContested,
  isOver,
  merchantTotal,
  moneyBetween,
  noDisputeMoney,
  type DisputeMoney,
} from '#domain/money/cardDispute'
import { madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { nextState } from '#domain/sales/operations/lifecycle'
import type { ProviderEventType } from '#domain/provider/events'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { noteChange } from '../../platform/events/noteChange.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { changeOperations, type OperationChange } from '../../sales/lifecycle/changeOperation.ts'
import { disputePostings, postJournal } from '../ledger/postings.ts'
import type { DisputedOperation, StoredDispute } from './disputeRows.ts'
import { notifyShop } from './disputeNotices.ts'
import { type DisputeClock, nextDisputeStep } from './disputeSchedule.ts'

/** What is true of a dispute from now on; what it bears and where its money stands follows from it. */
export type DisputeChange = Omit<StoredDispute, 'money' | 'bearer' | 'closedAt' | 'revision'> & {
  closedBy?: { staffId: string; reason: string }
}

/** `operation` is locked; `known`: what is stored, undefined for a new dispute. */
type Change = { operation: DisputedOperation; known: StoredDispute | undefined; next: DisputeChange; at: DisputeClock }

/**
 * The only writer of disputes: writes the row, its money in the ledger and in the shop's settlement, the operation's state, the queue and the notices. The operation
 * must be locked.
 */
export async function writeDispute(db: Connection, scope: Scope, { operation, known, next, at }: Change): Promise<void> {
  const { now } = at
  const { state, withdrawnCents, feeCents, answer, soldByRules } = next
  const bearer = state === 'lost' ? bearerOf({ answer, soldByTheRules: soldByRules }) : null
  const money = disputeMoney({ state, withdrawnCents, feeCents, bearer, vatRate: operation.vatRate })
  const closedAt = isOver(state) ? (known?.closedAt ?? now) : null
  const written: StoredDispute = { ...next, bearer, money, closedAt, revision: (known?.revision ?? 0) + 1 }
  upsert(db, scope, written, next.closedBy ?? null)
  const change = moneyBetween(known?.money ?? noDisputeMoney, money)
  await bookMoney(db, scope, written, change, now)
  const isNoted = changeState(db, scope, { operation, known, next, at })
  // Its net is another now, without an entry of its history.
  if (!isNoted && merchantTotal(change) !== 0) noteChange(db, 'operation', scope, operation.id)
  queue(db, scope, written, at)
  if (written.submittedAt !== null && !known?.submittedAt) queueDisputeEvent(db, scope, 'dispute.evidence_submitted', written, now)
  if (known?.state === state) return
  notifyShop(db, scope, { dispute: written, operation, isNew: known === undefined, now })
  const type = eventOf(state)
  if (type) queueDisputeEvent(db, scope, type, written, now)
}

/** An event for the provider's own systems. */
function queueDisputeEvent(db: Connection, scope: Scope, type: ProviderEventType, dispute: StoredDispute, now: Date): void {
  const { amountCents: amount, reason, state, bearer } = dispute
  tellProvider(db, {
    type,
    at: now,
    about: scope,
    objectId: dispute.operationId,
    data: { dispute_id: hexOf(dispute.id), amount, reason, state, bearer },
  })
}

function upsert(db: Connection, scope: Scope, dispute: StoredDispute, closedBy: { staffId: string; reason: string } | null): void {
  const { money } = dispute
  db.send(sql`insert into card_disputes as d (merchant_id, mode, id, operation_id, charge_id, provider, reference, reason, reason_code, state, amount_cents, withdrawn_cents,
      fee_cents, held_cents, provider_cents, merchant_cents, merchant_fee_cents, merchant_vat_cents, opened_at, noticed_at, evidence_due_at, sold_by_rules, bearer, closed_at, revision)
    values (${scope.merchantId}, ${scope.mode}, ${dispute.id}, ${dispute.operationId}, ${dispute.chargeId}, ${dispute.provider}, ${dispute.reference}, ${dispute.reason}, ${dispute.reasonCode}, ${dispute.state},
      ${dispute.amountCents}, ${dispute.withdrawnCents}, ${dispute.feeCents}, ${money.heldCents}, ${money.providerCents}, ${money.merchantCents}, ${money.merchantFeeCents},
      ${money.merchantVatCents}, ${dispute.openedAt}, ${dispute.noticedAt}, ${dispute.evidenceDueAt}, ${dispute.soldByRules}, ${dispute.bearer}, ${dispute.closedAt}, ${dispute.revision})
    on conflict (merchant_id, mode, id) do update set reason = excluded.reason, reason_code = excluded.reason_code, state = excluded.state,
      withdrawn_cents = excluded.withdrawn_cents, fee_cents = excluded.fee_cents, held_cents = excluded.held_cents, provider_cents = excluded.provider_cents,
      merchant_cents = excluded.merchant_cents, merchant_fee_cents = excluded.merchant_fee_cents, merchant_vat_cents = excluded.merchant_vat_cents,
      evidence_due_at = excluded.evidence_due_at, sold_by_rules = excluded.sold_by_rules, bearer = excluded.bearer, closed_at = excluded.closed_at,
      revision = excluded.revision, answer = ${dispute.answer}, answer_text = ${dispute.answerText}, answered_at = ${dispute.answeredAt}, act = ${dispute.act}, act_text = ${dispute.actText}, act_staff_id = ${dispute.actStaffId},
      submitted_at = ${dispute.submittedAt}, closed_staff_id = coalesce(d.closed_staff_id, ${closedBy?.staffId ?? null}), closed_reason = coalesce(d.closed_reason, ${closedBy?.reason ?? null})`)
}

/** The ledger's journal and, for what the shop bears, a line of its next settlement with the same id. */
async function bookMoney(db: Connection, scope: Scope, dispute: StoredDispute, change: DisputeMoney, now: Date): Promise<void> {
  if (!hasMoney(change)) return
  const id = newId(now)
  await postJournal(db, scope, { id, kind: 'dispute', operationId: dispute.operationId, at: now, lines: disputePostings(change) })
  if (merchantTotal(change) === 0) return
  db.send(sql`insert into settlement_lines (merchant_id, mode, id, operation_id, kind, dispute_id, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${dispute.operationId}, 'chargeback', ${dispute.id}, ${cents(-change.merchantCents)}, ${change.merchantFeeCents},
      ${change.merchantVatCents}, 0, ${cents(-merchantTotal(change))}, ${now}, ${nextTargetBusinessDay(madridDay(now))})`)
}

const enters = { inquiry: 'dispute_inquiry', contested: 'card_disputed' } as const
const ends = { won: 'card_dispute_won', lost: 'card_dispute_lost', dismissed: 'card_dispute_dismissed' } as const

/**
 * The operation's history and state: its plan is not collected while a dispute is undecided, and goes on when none is left. False: none of it changed, and
 * nothing was written.
 */
function changeState(db: Connection, scope: Scope, { operation, known, next, at: { now } }: Change): boolean {
  const { id: operationId, before } = operation
  const { state, amountCents } = next
  const wasContested = known !== undefined && isContested(known.state)
  const disputed = (isContested(state) ? amountCents : 0) - (wasContested ? amountCents : 0)
  const changes: OperationChange[] = []
  let current = before
  const add = (event: string, after = current) => {
    changes.push({ operationId, event, actor: 'provider', userId: null, before: current, after, amountCents })
    current = after
  }
  if (known === undefined && state === 'inquiry') add(enters.inquiry)
  if (disputed > 0) {
    add(enters.contested)
    const held = nextState(current, 'dispute_opened')
    if (held) add('dispute_opened', held)
  }
  if (isOver(state) && known?.state !== state) {
    add(ends[state as keyof typeof ends]) // it is over
    const resumed =
      current.suspensionReason === 'dispute' && operation.disputedCents + disputed === 0 ? nextState(current, 'hold_lifted') : null
    if (resumed && wasContested) add('hold_lifted', resumed)
  }
  if (changes.length === 0) return false
  changeOperations(db, scope, now, changes, disputed === 0 ? {} : { set: sql`disputed_cents = o.disputed_cents + ${disputed}::bigint` })
  return true
}

function queue(db: Connection, scope: Scope, dispute: StoredDispute, at: DisputeClock): void {
  const dueAt = nextDisputeStep(dispute, at)
  db.send(sql`insert into card_dispute_queue as q (dispute_id, merchant_id, mode, operation_id, provider, reference, reason, state, amount_cents, opened_at, evidence_due_at,
      answer, answered_at, act, submitted_at, bearer, closed_at, due_at)
    values (${dispute.id}, ${scope.merchantId}, ${scope.mode}, ${dispute.operationId}, ${dispute.provider}, ${dispute.reference}, ${dispute.reason}, ${dispute.state}, ${dispute.amountCents},
      ${dispute.openedAt}, ${dispute.evidenceDueAt}, ${dispute.answer}, ${dispute.answeredAt}, ${dispute.act}, ${dispute.submittedAt}, ${dispute.bearer}, ${dispute.closedAt}, ${dueAt})
    on conflict (dispute_id) do update set reason = excluded.reason, state = excluded.state, evidence_due_at = excluded.evidence_due_at, answer = excluded.answer,
      answered_at = excluded.answered_at, act = excluded.act, submitted_at = excluded.submitted_at, bearer = excluded.bearer, closed_at = excluded.closed_at,
      due_at = excluded.due_at, attempts = 0`)
}

const eventOf = (state: StoredDispute['state']): ProviderEventType | null => {
  switch (state) {
    case 'needs_response':
      return 'dispute.funds_withdrawn'
    // That the evidence was sent has an event of its own.
    case 'under_review':
      return null
    case 'inquiry':
    case 'won':
    case 'lost':
    case 'dismissed':
      return `dispute.${state}`
  }
}
