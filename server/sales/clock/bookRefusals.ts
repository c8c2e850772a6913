import { askAgainOn } from '#domain/sales/operations/collection'
import { madridDay, startOfMadridDay } from '#domain/platform/dates'
import { nextState } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { DueInstalment } from './lockInstalments.ts'

/** `card_missing`: nobody could be asked. */
export type RefusalEvent = 'instalment_declined' | 'card_missing'
export type RefusedInstalment = DueInstalment & { event: RefusalEvent }

/**
 * Books instalments that could not be collected: overdue, to be asked again on the next day of the table, or in default after the last one (T19;
 * the shop keeps its money). The operations' rows must be locked.
 */
export async function bookRefusals(db: Connection, scope: Scope, refused: readonly RefusedInstalment[], now: Date): Promise<void> {
  const today = madridDay(now)
  const rows = refused.flatMap((one) => {
    // Paid, given back or gone meanwhile: that the card said no changes nothing.
    if (one.dueOn === null || (one.state !== 'pending' && one.state !== 'overdue')) return []
    const againOn = askAgainOn(one.dueOn, today)
    const defaulted = againOn === null ? nextState(one.before, 'defaulted') : null
    return [{ ...one, againAt: againOn && startOfMadridDay(againOn), defaulted, after: defaulted ?? one.before }]
  })
  if (rows.length === 0) return
  await db.run(sql`with r as (
      select * from unnest(${rows.map(({ operationId }) => operationId)}::uuid[], ${rows.map(({ number }) => number)}::integer[],
        ${rows.map(({ againAt }) => againAt)}::timestamptz[], ${rows.map(({ before }) => before.substatus)}::text[], ${rows.map(({ after }) => after.substatus)}::text[],
        ${rows.map(({ after }) => after.suspensionReason)}::text[], ${rows.map(({ event }) => event)}::text[], ${rows.map(({ amountCents }) => amountCents)}::bigint[],
        ${rows.map(({ defaulted }) => defaulted !== null)}::boolean[]) r (id, number, again_at, was, substatus, reason, event, cents, defaulted)
    ), instalment as (
      update instalments i set state = 'overdue' from r
      where i.merchant_id = ${scope.merchantId} and i.mode = ${scope.mode} and i.operation_id = r.id and i.state = 'pending' and i.amount_cents > 0
        and (i.number = r.number or i.due_on < ${today}::date)
    ), operation as (
      update operations o set substatus = r.substatus, suspension_reason = r.reason, collect_at = r.again_at
      from r where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = r.id
    )
    insert into operation_events (merchant_id, mode, operation_id, seq, at, event, actor, from_substatus, to_substatus, reason, amount_cents)
    select ${scope.merchantId}, ${scope.mode}, r.id, e.nth + (select coalesce(max(h.seq), 0) from operation_events h where h.merchant_id = ${scope.merchantId}
      and h.mode = ${scope.mode} and h.operation_id = r.id), ${now}, e.event, 'provider', r.was, e.substatus, e.reason, e.cents
    from r cross join lateral (
      select 1, r.event, r.was, null::text, r.cents union all select 2, 'defaulted', r.substatus, r.reason, null where r.defaulted
    ) e (nth, event, substatus, reason, cents)`)
}
