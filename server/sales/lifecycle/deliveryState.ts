import { sql } from '../../platform/database/sql.ts'

/** The state of a message `d` as it is shown: what its partner reported after it was sent counts more than that it was sent. */
export const deliveryState = sql`case when d.state <> 'sent' or d.receipt is null then d.state else d.receipt end`
/** Why it failed, or was not sent. */
export const deliveryProblem = sql`case when d.state = 'sent' and d.receipt = 'failed' then 'undelivered' else d.problem end`
