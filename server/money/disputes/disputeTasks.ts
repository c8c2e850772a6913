import { sql, type Sql } from '../../platform/database/sql.ts'

/** From here on staff looks at a dispute that its shop has not answered: two days before the card provider's deadline. */
const unansweredFrom = sql`q.evidence_due_at - interval '2 days'`

/** Since when a dispute `q` of the queue waits for staff. */
export const disputeWaitsSince: Sql = sql`case when q.answer = 'evidence' then q.answered_at else ${unansweredFrom} end`

/** Whether a dispute `q` of the queue waits for staff: the shop's evidence is to be looked at and sent, or the shop has not answered and time runs out. */
export const disputesForStaff = (
  now: Date,
): Sql => sql`q.state in ('inquiry', 'needs_response') and q.act is null and q.submitted_at is null
  and q.answer is distinct from 'accepted' and q.evidence_due_at > ${now} and (q.answer = 'evidence' or ${unansweredFrom} <= ${now})`
