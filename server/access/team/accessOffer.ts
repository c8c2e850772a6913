import { accessWith } from '#contract/teamAccess'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readOwn } from './lockTeam.ts'
import { firstToAsk } from './firstToAsk.ts'

/** What the caller can do about a right that they lack: ask for it and whom, wait, or nothing. */
export const accessOffer: Handler<'accessOffer'> = async ({ db, caller, query, now }) => {
  const [own, who, waiting] = await Promise.all([
    readOwn(db, caller, now),
    firstToAsk(db, caller, now),
    db.first(
      sql`select from access_requests where user_id = ${caller.userId} and asked_right = ${query.right} and state = 'pending' and expires_at > ${now}`,
    ),
  ])
  if (accessWith(own, query.right) === null) return { state: 'held', who: null }
  if (who === null) return { state: 'nobody', who: null }
  return { state: waiting ? 'waiting' : 'open', who }
}
