import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { debtOf } from './debtOf.ts'
import { endMandate } from './endMandate.ts'
import { lockDebits } from './lockDebt.ts'

/** An owner takes a mandate back, and an announced debit is cancelled with it; without a password, because it only ever keeps money where it is. */
export const mandateRevoke: Handler<'mandateRevoke'> = async ({ db, scope, body, services, now, audit }) => {
  const { merchantId, mode } = scope
  const id = uuidOf(body.mandate)
  await lockDebits(db, scope)
  const mandate =
    id &&
    (await db.first<{ ended_at: Date | null }>(sql`select d.ended_at from debit_mandates d
      where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} for update`))
  if (!id || !mandate) throw notFound(body.mandate)
  if (mandate.ended_at === null) await endMandate(db, scope, id, 'revoked', now)
  audit({ entity: 'debit_mandate', entityId: id, before: { endedAt: mandate.ended_at }, after: { state: 'revoked' } })
  return debtOf(db, scope, services, now)
}
