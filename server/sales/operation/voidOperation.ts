import { randomUUID } from 'node:crypto'
import { remainingCaptureCents } from '#domain/sales/operations/lifecycle'
import { sum, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { addEvent } from './addEvent.ts'
import { planForCapture } from './planForCapture.ts'
import type { By } from './stopOperation.ts'
import type { Standing } from './standing.ts'

export type Void = { standing: Standing; amountCents: Cents; by: By; now: Date }

/**
 * Takes part of an operation back before it is captured: less can be captured and the forecast of what the shop gets is that of the rest. The
 * row must be locked, `standing` read under that lock, and the rule asked (`canVoid`). Returns the void's id.
 */
export async function voidOperation(db: Connection, scope: Scope, { standing, amountCents, by, now }: Void): Promise<string> {
  const facts = { ...standing.facts, voidedCents: sum(standing.facts.voidedCents, amountCents) }
  const left = remainingCaptureCents(facts)
  const netCents = left === 0 ? null : planForCapture({ ...standing, facts }, left, now).netCents
  const id = randomUUID()
  db.send(sql`insert into voids (merchant_id, mode, id, operation_id, amount_cents, voided_at)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${standing.id}, ${amountCents}, ${now})`)
  await db.run(sql`update operations o set voided_cents = o.voided_cents + ${amountCents}::bigint, net_cents = ${netCents}::bigint
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${standing.id}`)
  await addEvent(db, scope, {
    operationId: standing.id,
    at: now,
    event: 'voided',
    ...by,
    before: standing.facts,
    after: standing.facts,
    amountCents,
  })
  return id
}
