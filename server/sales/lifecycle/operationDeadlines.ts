import { deadlineStates } from '#domain/sales/operations/deadlines'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** The kinds of deadlines that an operation can have. */
export const deadlineKinds: readonly string[] = [...new Set(deadlineStates.map(({ kind }) => kind))]

/** The columns of an operation `o` by which its deadlines are computed. */
export const deadlineColumns: Sql = sql`o.merchant_id, o.mode, o.id, o.substatus, o.status_reason, o.expires_at, o.confirm_by, o.capture_by, o.collect_at, o.next_due_on, o.total_cents,
  o.captured_cents, o.voided_cents`

/**
 * A query for the deadlines `(merchant_id, mode, object_id, kind, due_at)` of operations; `operations`: a query for {@link deadlineColumns}. In which state
 * each exists is the domain's (`deadlineStates`); here, at which instant of the row it is due.
 */
export const deadlinesOf = (operations: Sql): Sql => sql`select d.merchant_id, d.mode, d.object_id, d.kind, d.due_at from (
    select o.merchant_id, o.mode, o.id as object_id, k.kind, case k.kind
        when 'checkout_expiry' then o.expires_at
        when 'confirmation' then o.confirm_by
        when 'capture' then case when o.captured_cents < o.total_cents - o.voided_cents then o.capture_by end
        when 'instalment' then case when o.next_due_on is not null then coalesce(o.collect_at, o.next_due_on::timestamp at time zone 'Europe/Madrid') end
      end as due_at
    from (${operations}) o join unnest(${deadlineStates.map(({ kind }) => kind)}::text[], ${deadlineStates.map(({ substatus }) => substatus)}::text[],
      ${deadlineStates.map(({ statusReason }) => statusReason)}::text[]) k (kind, substatus, reason)
      on k.substatus = o.substatus and (k.reason is null or k.reason = o.status_reason)
  ) d where d.due_at is not null`
