import type { DisputeState } from '#domain/money/cardDispute'
import { isOver } from '#domain/money/cardDispute'
import { ZERO } from '#domain/platform/money'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readEvidenceFiles } from './evidenceFiles.ts'
import { lockDispute, type StoredDispute } from './disputeRows.ts'
import type { DisputeClock } from './disputeSchedule.ts'
import { writeDispute } from './writeDispute.ts'

const refuse = (why: string) => new Refusal('ProviderActionNotAllowed', { why })

const waits = ({ state }: StoredDispute): boolean => state === 'inquiry' || state === 'needs_response'

/** What staff can do with a dispute as it is. */
export const staffMay = (dispute: StoredDispute) => ({
  submit: waits(dispute) && dispute.act === null && dispute.submittedAt === null && dispute.answer !== 'accepted',
  accept: dispute.state === 'needs_response' && dispute.act === null && dispute.submittedAt === null,
  close: !isOver(dispute.state) && dispute.act === null,
})

async function locked(db: Connection, scope: Scope, disputeId: string) {
  const found = await lockDispute(db, scope, disputeId)
  if (!found) throw new Error(`dispute ${disputeId} is in the queue and does not exist`)
  return found
}

/** Has the evidence sent. Refuses without any, or when the card provider takes none. */
export async function submitEvidence(
  db: Connection,
  scope: Scope,
  disputeId: string,
  { note, soldByRules, staffId, at }: { note: string; soldByRules: boolean; staffId: string; at: DisputeClock },
): Promise<void> {
  const { dispute, operation } = await locked(db, scope, disputeId)
  if (!staffMay(dispute).submit) throw refuse('disputeAnswered')
  if (dispute.evidenceDueAt === null || dispute.evidenceDueAt <= at.now) throw refuse('disputeLate')
  const hasFiles = (await readEvidenceFiles(db, scope, disputeId)).length > 0
  if (note.trim() === '' && (dispute.answerText ?? '').trim() === '' && !hasFiles) throw refuse('disputeEmpty')
  const next = { ...dispute, act: 'submit' as const, actText: note, soldByRules, actStaffId: staffId }
  await writeDispute(db, scope, { operation, known: dispute, next, at })
}

/** Has the dispute accepted: it is lost. */
export async function acceptDispute(
  db: Connection,
  scope: Scope,
  disputeId: string,
  { staffId, at }: { staffId: string; at: DisputeClock },
): Promise<void> {
  const { dispute, operation } = await locked(db, scope, disputeId)
  if (!staffMay(dispute).accept) throw refuse('disputeAnswered')
  await writeDispute(db, scope, { operation, known: dispute, next: { ...dispute, act: 'accept', actStaffId: staffId }, at })
}

type Outcome = Extract<DisputeState, 'won' | 'lost' | 'dismissed'>

/** What closing it by hand would change; refuses when it is over or under way. */
export async function closable(db: Connection, scope: Scope, disputeId: string): Promise<StoredDispute> {
  const { dispute } = await locked(db, scope, disputeId)
  if (!staffMay(dispute).close) throw refuse('disputeOver')
  return dispute
}

/** Ends it by hand: won and dismissed, the money is taken to have come back. What the card provider says later is booked over it. */
export async function closeByHand(
  db: Connection,
  scope: Scope,
  disputeId: string,
  { outcome, reason, staffId, at }: { outcome: Outcome; reason: string; staffId: string; at: DisputeClock },
): Promise<void> {
  const { dispute, operation } = await locked(db, scope, disputeId)
  if (!staffMay(dispute).close) throw refuse('disputeOver')
  const withdrawnCents = outcome === 'lost' ? dispute.withdrawnCents : ZERO
  const next = { ...dispute, state: outcome, withdrawnCents, closedBy: { staffId, reason } }
  await writeDispute(db, scope, { operation, known: dispute, next, at })
}
