import { randomUUID } from 'node:crypto'
import type { DisputeReason, DisputeState } from '#domain/money/cardDispute'
import { LOSING_EVIDENCE } from '#domain/sales/operations/sandbox'
import { cents } from '#domain/platform/money'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CardDispute, CardDisputes } from './cardProvider.ts'
import { insertMovement, movementsInMemory, type SimulatedMovement, type SimulatedMovements } from './simulatedMovements.ts'

/** What the simulated provider withdraws as its fee for a dispute, in cents. */
const feeCents = 2_000
const responseDays = 10

/** A dispute as the simulated provider keeps it. Amounts in cents. */
type SimulatedDispute = {
  reference: string
  merchantId: string
  mode: Mode
  operationId: string
  chargeId: string
  state: DisputeState
  reason: DisputeReason
  amountCents: number
  withdrawnCents: number
  feeCents: number
  evidence: string | null
  openedAt: Date
  evidenceDueAt: Date
}

/** The simulated provider's own records of disputes. */
export type SimulatedDisputes = {
  read(reference: string): Promise<SimulatedDispute | undefined>
  list(since: Date, mode: Mode): Promise<SimulatedDispute[]>
  /** Stores a dispute unless there is one with its reference. */
  open(dispute: SimulatedDispute): Promise<void>
  /** Changes one that is not over; others stay as they are. */
  change(reference: string, to: { state: DisputeState; withdrawnCents: number; evidence?: string }): Promise<void>
}

/** A charge that its cardholder disputes. `isInquiry`: the bank only asks. */
export const newSimulatedDispute = (
  charge: { merchantId: string; mode: Mode; operationId: string; chargeId: string; amountCents: number },
  { reference, reason, isInquiry = false, now }: { reference: string; reason: DisputeReason; isInquiry?: boolean; now: Date },
): SimulatedDispute => ({
  ...charge,
  reference,
  reason,
  state: isInquiry ? 'inquiry' : 'needs_response',
  withdrawnCents: isInquiry ? 0 : charge.amountCents,
  feeCents: isInquiry ? 0 : feeCents,
  evidence: null,
  openedAt: now,
  evidenceDueAt: new Date(now.getTime() + responseDays * 86_400_000),
})

const isOpen = ({ state }: SimulatedDispute) => state === 'inquiry' || state === 'needs_response' || state === 'under_review'

/** What a dispute moves on the balance of the simulated provider: by how much more than before was withdrawn, and its fee. */
const moved = (dispute: SimulatedDispute, withdrawnCents: number, fee: number): Omit<SimulatedMovement, 'reference'> => ({
  kind: 'dispute',
  about: { type: 'dispute', id: dispute.reference },
  merchantId: dispute.merchantId,
  mode: dispute.mode,
  operationId: dispute.operationId,
  amountCents: 0 - withdrawnCents,
  feeCents: fee,
})

/** Records that last as long as the process. */
export function disputesInMemory(movements: SimulatedMovements = movementsInMemory()): SimulatedDisputes {
  const disputes = new Map<string, SimulatedDispute>()
  return {
    read: async (reference) => disputes.get(reference),
    list: async (since, mode) => [...disputes.values()].filter((one) => one.openedAt >= since && one.mode === mode),
    async open(dispute) {
      if (disputes.has(dispute.reference)) return
      disputes.set(dispute.reference, dispute)
      await movements.add({ reference: `${dispute.reference}_opened`, ...moved(dispute, dispute.withdrawnCents, dispute.feeCents) })
    },
    async change(reference, to) {
      const known = disputes.get(reference)
      if (!known || !isOpen(known)) return
      disputes.set(reference, { ...known, ...to })
      await movements.add({ reference: `${reference}_${randomUUID()}`, ...moved(known, to.withdrawnCents - known.withdrawnCents, 0) })
    },
  }
}

const columns = sql`d.reference, d.merchant_id as "merchantId", d.mode, d.operation_id as "operationId", d.charge_id as "chargeId", d.state, d.reason,
  d.amount_cents::integer as "amountCents", d.withdrawn_cents::integer as "withdrawnCents", d.fee_cents::integer as "feeCents", d.evidence,
  d.opened_at as "openedAt", d.evidence_due_at as "evidenceDueAt"`

/** Records in the database: those of one process are known to the others, and after a restart. */
export const disputesInDatabase = (database: Database, now: () => Date): SimulatedDisputes => ({
  read: (reference) =>
    database.read(null, (db) =>
      db.first<SimulatedDispute>(sql`select ${columns} from simulated_disputes d where d.reference = ${reference}`),
    ),
  list: (since, mode) =>
    database.read(null, (db) =>
      db.rows<SimulatedDispute>(
        sql`select ${columns} from simulated_disputes d where d.opened_at >= ${since} and d.mode = ${mode} order by d.opened_at`,
      ),
    ),
  open: async (dispute) => {
    await database.write(null, (db) =>
      db.run(sql`with opened as (insert into simulated_disputes (reference, merchant_id, mode, operation_id, charge_id, state, reason, amount_cents, withdrawn_cents, fee_cents, opened_at, evidence_due_at)
        values (${dispute.reference}, ${dispute.merchantId}, ${dispute.mode}, ${dispute.operationId}, ${dispute.chargeId}, ${dispute.state}, ${dispute.reason}, ${dispute.amountCents}, ${dispute.withdrawnCents},
          ${dispute.feeCents}, ${dispute.openedAt}, ${dispute.evidenceDueAt}) on conflict (reference) do nothing returning reference)
        ${insertMovement({ reference: `${dispute.reference}_opened`, ...moved(dispute, dispute.withdrawnCents, dispute.feeCents) }, now(), sql`opened`)}`),
    )
  },
  change: async (reference, { state, withdrawnCents, evidence }) => {
    await database.write(null, (db) =>
      db.run(sql`with before as (select d.* from simulated_disputes d where d.reference = ${reference} for update),
        changed as (update simulated_disputes d set state = ${state}, withdrawn_cents = ${withdrawnCents}, evidence = coalesce(${evidence ?? null}, d.evidence)
          from before b where d.reference = b.reference and b.state in ('inquiry', 'needs_response', 'under_review')
          returning d.merchant_id, d.mode, d.operation_id, b.withdrawn_cents - d.withdrawn_cents as amount_cents)
        insert into simulated_card_movements (reference, kind, merchant_id, operation_id, about, about_id, amount_cents, fee_cents, at)
        select ${`${reference}_${randomUUID()}`}, 'dispute', c.merchant_id, c.operation_id, 'dispute', ${reference}, c.amount_cents, 0, ${now()}
        from changed c where c.mode = 'live' and c.amount_cents <> 0`),
    )
  },
})

const disputeOf = (dispute: SimulatedDispute): CardDispute => ({
  reference: dispute.reference,
  place: { merchantId: dispute.merchantId, mode: dispute.mode, operationId: dispute.operationId },
  chargeId: dispute.chargeId,
  state: dispute.state,
  reason: dispute.reason,
  reasonCode: dispute.reason,
  amountCents: cents(dispute.amountCents),
  withdrawnCents: cents(dispute.withdrawnCents),
  feeCents: cents(dispute.feeCents),
  openedAt: dispute.openedAt,
  evidenceDueAt: dispute.evidenceDueAt,
})

/** Disputes of the simulated provider: it decides on evidence when it is next asked. */
export function simulatedDisputes(records: SimulatedDisputes): CardDisputes {
  const known = async (reference: string) => {
    const dispute = await records.read(reference)
    if (!dispute) throw new Error(`no simulated dispute ${reference}`)
    return dispute
  }
  return {
    async find({ reference, mode }) {
      const dispute = await records.read(reference)
      if (!dispute || dispute.mode !== mode) return null
      if (dispute.state === 'under_review') {
        const isLost = dispute.evidence?.toUpperCase().includes(LOSING_EVIDENCE) ?? false
        await records.change(
          reference,
          isLost ? { state: 'lost', withdrawnCents: dispute.withdrawnCents } : { state: 'won', withdrawnCents: 0 },
        )
        return disputeOf(await known(reference))
      }
      return disputeOf(dispute)
    },
    list: async ({ since, mode }) => (await records.list(since, mode)).map(disputeOf),
    async submit({ reference, text }) {
      const { state, withdrawnCents } = await known(reference)
      if (state === 'inquiry') await records.change(reference, { state: 'dismissed', withdrawnCents: 0, evidence: text })
      if (state === 'needs_response') await records.change(reference, { state: 'under_review', withdrawnCents, evidence: text })
      return disputeOf(await known(reference))
    },
    async accept({ reference }) {
      const { state, withdrawnCents, amountCents } = await known(reference)
      if (state === 'inquiry' || state === 'needs_response')
        await records.change(reference, { state: 'lost', withdrawnCents: state === 'inquiry' ? amountCents : withdrawnCents })
      return disputeOf(await known(reference))
    },
  }
}
