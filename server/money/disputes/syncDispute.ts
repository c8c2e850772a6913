import { laterState } from '#domain/money/cardDispute'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { CardDispute } from '../payments/cardProvider.ts'
import { lockOperation, readDisputes, type StoredDispute } from './disputeRows.ts'
import { type DisputeClock, nextDisputeStep } from './disputeSchedule.ts'
import { type DisputeChange, writeDispute } from './writeDispute.ts'

/** The time of a dispute's shop, which test mode can move, and that of the workers. */
export async function disputeClock(services: Services, scope: Scope): Promise<DisputeClock> {
  const { now } = await services.shopTimes.servicesOf(services, scope)
  return { now: now(), wallNow: services.now() }
}

/** How often a state is read again because another process has written a newer one meanwhile. */
const maxReads = 5

/** The provider of a mode: test mode always uses the simulated one. */
export const providerOf = ({ payments: { cards } }: Services, mode: Mode): string => (mode === 'sandbox' ? 'simulated' : cards.name)

/**
 * Reads a dispute from the card provider and books what has changed, however often and in whatever order its notifications arrive. False: it is of no charge
 * of ours. May throw `ProviderUnreachable`.
 */
export async function syncDispute(services: Services, reference: string, mode: Mode): Promise<boolean> {
  const provider = providerOf(services, mode)
  for (let reads = 0; reads < maxReads; reads += 1) {
    const seen = await revisionOf(services, provider, reference)
    const read = await services.payments.cards.disputes.find({ reference, mode })
    if (!read) return false
    if (await bookRead(services, provider, read, seen)) return true
  }
  throw new Error(`dispute ${reference} changed at each of ${maxReads} readings`)
}

/** Books a dispute as it was read, unless it has changed since `seen`: then nothing is written, and false returned. */
export async function bookRead(services: Services, provider: string, read: CardDispute, seen: number): Promise<boolean> {
  const { merchantId, mode, operationId } = read.place
  const scope = mintScope(merchantId, mode)
  const clock = await disputeClock(services, scope)
  return services.database.write(scope, async (db) => {
    const operation = await lockOperation(db, scope, operationId)
    if (!operation) throw new Error(`dispute ${read.reference} is of the operation ${operationId}, which does not exist`)
    const known = await knownDispute(db, scope, provider, read.reference)
    if ((known?.revision ?? 0) !== seen) return false
    const next = known ? changed(known, read) : await opened(db, scope, provider, read, clock.now)
    if (known && isSame(known, next)) await noteRead(db, known, clock)
    else await writeDispute(db, scope, { operation, known, next, at: clock })
    return true
  })
}

/** The revision of a dispute that is known; 0: it is not. */
export async function revisionOf({ database }: Services, provider: string, reference: string): Promise<number> {
  const place = await database.read(null, (db) =>
    db.first<{ merchant_id: string; mode: Mode }>(sql`select q.merchant_id, q.mode from card_dispute_queue q
      where q.provider = ${provider} and q.reference = ${reference}`),
  )
  if (!place) return 0
  const scope = mintScope(place.merchant_id, place.mode)
  return (await database.read(scope, (db) => knownDispute(db, scope, provider, reference)))?.revision ?? 0
}

const knownDispute = async (db: Connection, scope: Scope, provider: string, reference: string): Promise<StoredDispute | undefined> =>
  (await readDisputes(db, scope, sql`d.provider = ${provider} and d.reference = ${reference}`))[0]

async function opened(db: Connection, scope: Scope, provider: string, read: CardDispute, now: Date): Promise<DisputeChange> {
  const charge = await db.first(
    sql`select from charges c where ${inScope(scope, 'c')} and c.id = ${read.chargeId} and c.operation_id = ${read.place.operationId}`,
  )
  if (!charge) throw new Error(`dispute ${read.reference} is of the charge ${read.chargeId}, which does not exist`)
  const { place, ...facts } = read
  return {
    ...facts,
    provider,
    id: newId(now),
    operationId: place.operationId,
    noticedAt: now,
    answer: null,
    answerText: null,
    answeredAt: null,
    soldByRules: true,
    act: null,
    actText: null,
    actStaffId: null,
    submittedAt: null,
  }
}

const changed = (known: StoredDispute, read: CardDispute): StoredDispute => ({
  ...known,
  state: laterState(known.state, read.state),
  reason: read.reason,
  reasonCode: read.reasonCode,
  withdrawnCents: read.withdrawnCents,
  feeCents: read.feeCents,
  evidenceDueAt: read.evidenceDueAt,
})

const isSame = (known: StoredDispute, next: DisputeChange): boolean =>
  known.state === next.state &&
  known.reason === next.reason &&
  known.reasonCode === next.reasonCode &&
  known.withdrawnCents === next.withdrawnCents &&
  known.feeCents === next.feeCents &&
  known.evidenceDueAt?.getTime() === next.evidenceDueAt?.getTime()

/** Nothing new: asked again later. */
const noteRead = async (db: Connection, known: StoredDispute, at: DisputeClock): Promise<void> => {
  const dueAt = nextDisputeStep(known, at)
  await db.run(sql`update card_dispute_queue q set due_at = ${dueAt}, attempts = 0 where q.dispute_id = ${known.id}`)
}
