import { isLocalDate, madridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettlement, rowOf, settlementColumns, type StoredSettlement } from './settlementRow.ts'

/** Records that payments were found on the shop's bank statement, with the day and the user. Earlier records stay; a future day is refused. */
export const settlementCollect: Handler<'settlementCollect'> = async ({ db, scope, caller, body, now, audit }) => {
  const { merchantId, mode } = scope
  const days = new Map(body.settlements.map(({ id, collectedOn }) => [id, collectedOn]))
  const wrong = [...days.values()].some((day) => !isLocalDate(day) || day > madridDay(now))
  if (wrong || days.size < body.settlements.length)
    throw new Refusal('ApiValidationException', {
      fields: [{ name: 'settlements', code: 'format', message: text('errors.field.format') }],
    })
  const ids = [...days.keys()].map((id) => uuidOf(id) ?? '')
  // Locked in a fixed order, so that concurrent confirmations cannot deadlock.
  const there = await db.rows<StoredSettlement>(sql`select ${settlementColumns} from settlements s
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = any(${ids}::uuid[]) order by s.id for update of s`)
  const known = new Map(there.map((stored) => [rowOf(stored).id, stored]))
  const missing = [...days.keys()].find((id) => !known.has(id))
  if (missing !== undefined) throw notFound(missing)
  if (there.some(({ status }) => status !== 'paid')) throw new Refusal('CollectNotAllowed')
  const collected = await db.rows<{
    id: string
    collected_on: string
  }>(sql`update settlements s set collected_on = n.day, collected_by = ${caller.userId}
    from unnest(${ids}::uuid[], ${[...days.values()]}::date[]) n (id, day)
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = n.id and s.collected_on is null returning s.id, s.collected_on`)
  const [only] = ids
  audit({
    ...(ids.length === 1 && only !== undefined ? { entity: 'settlement', entityId: only } : { entity: 'merchant', entityId: merchantId }),
    after: { collected },
  })
  const fresh = new Map(collected.map((one) => [one.id, one.collected_on]))
  return { results: there.map((stored) => rowOf({ ...stored, collected_on: fresh.get(stored.id) ?? stored.collected_on })) }
}

/** Undoes that a payment was found on the shop's bank statement; no effect when it was not recorded. */
export const settlementCollectUndo: Handler<'settlementCollectUndo'> = async ({ db, scope, params, audit }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  await db.run(sql`update settlements s set collected_on = null, collected_by = null
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.id = ${stored.id}`)
  audit({ entity: 'settlement', entityId: stored.id, before: { collectedOn: stored.collected_on }, after: { collectedOn: null } })
  return rowOf({ ...stored, collected_on: null })
}
