import type { Services } from '../../platform/calls/call.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { newSimulatedDispute } from '../payments/simulatedDisputes.ts'
import { readDisputes } from './disputeRows.ts'
import { disputeClock, syncDispute } from './syncDispute.ts'
import { workDispute } from './workDisputes.ts'

type Charge = { id: string; amount_cents: bigint }

/** In test mode: the customer disputes the first charge of an operation. Returns the dispute's id; null: no card has paid anything yet. */
export async function openTestDispute(services: Services, scope: Scope, operationId: string): Promise<string | null> {
  const charge = await services.database.read(scope, (db) =>
    db.first<Charge>(sql`select c.id, c.amount_cents from charges c where ${inScope(scope, 'c')} and c.operation_id = ${operationId}
      and c.state = 'captured' order by c.created_at, c.id limit 1`),
  )
  if (!charge) return null
  const { now } = await disputeClock(services, scope)
  const reference = `sim_dispute_${newId(now)}`
  const of = { merchantId: scope.merchantId, mode: scope.mode, operationId, chargeId: charge.id, amountCents: Number(charge.amount_cents) }
  await services.payments.simulatedDisputes.open(newSimulatedDispute(of, { reference, reason: 'not_received', now }))
  await syncDispute(services, reference, scope.mode)
  const [dispute] = await services.database.read(scope, (db) => readDisputes(db, scope, sql`d.reference = ${reference}`))
  return dispute?.id ?? null
}

/** In test mode: the evidence is sent, and the customer's bank decides. */
export async function decideTestDispute(services: Services, scope: Scope, disputeId: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) await workDispute(services, scope, disputeId)
}
