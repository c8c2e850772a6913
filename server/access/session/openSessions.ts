import { deviceOf } from '#domain/access/device'
import { networkPrefix } from '#domain/platform/network'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { aliveSince } from '../../platform/calls/authenticate.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Row = { id: string; ip: string | null; user_agent: string | null; created_at: Date; active_at: Date }

/** Where the caller is signed in, the present session first, then the one used last. Ended, idle and outlived ones are not shown. */
export const meSessionList: Handler<'meSessionList'> = async ({ db, caller, now, services }) => {
  const rows = await db.rows<Row>(sql`
    select id, host(ip) as ip, user_agent, created_at, active_at from sessions
    where user_id = ${caller.userId} and ended_at is null and expires_at > ${now} and active_at > ${aliveSince(now, services.config)}
    order by id = ${caller.sessionId}::uuid desc, active_at desc, id`)
  const here = networkOf(rows.find(({ id }) => id === caller.sessionId))
  return rows.map((row) => ({
    id: hexOf(row.id),
    present: row.id === caller.sessionId,
    ...deviceOf(row.user_agent ?? ''),
    network: networkOf(row),
    sameNetwork: here !== null && networkOf(row) === here,
    created: row.created_at.toISOString(),
    active: row.active_at.toISOString(),
  }))
}

const networkOf = (row: Row | undefined): string | null => networkPrefix(row?.ip ?? '')
