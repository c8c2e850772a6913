import type { Endpoint } from '#contract/platform/endpoint'
import { api } from '#contract/index'
import { callsOfRight, reachOf, withheldCalls } from '#contract/permissions'
import type { Role } from '#domain/access/roles'
import { teamRights } from '#domain/access/teamRights'
import { exposedActs, exposedSpan } from '../../platform/audit/exposedActs.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { deviceName } from '../../platform/calls/device.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { sql } from '../../platform/database/sql.ts'

type Row = {
  user_id: string
  name: string
  role: Role
  withheld: string[]
  user_agent: string
  since: Date
  until: Date | null
  paused_until: Date | null
  shops: string[]
  acts: { call: string; times: number; last: string }[]
}

/**
 * What the requester of a frozen change could see and did since the session that requested it began: their present rights, and the audit
 * entries. Reads leave no entry, so every right is listed. Answers not found for a change that is unknown or not frozen.
 */
export const ibanExposure: Handler<'ibanExposure'> = async ({ db, scope, caller, params, now }) => {
  const id = idFrom(params.ibanId)
  const row = await db.first<Row>(sql`
      select u.id as user_id, u.first_name || ' ' || u.last_name as name, u.role, u.withheld, b.user_agent, found.since, found.until, b.paused_until,
        array(select m.name from merchants m where m.account_id = b.account_id and ${entersShop(sql`m.id`)} order by m.created_at, m.id) as shops,
        (select coalesce(jsonb_agg(done order by done.last desc), '[]') from (
          select a.call, count(*)::integer as times, max(a.at) as last from audit_entries a
          where ${exposedActs(sql`b`, now)} group by a.call) done) as acts
      from bank_accounts b join members u on u.id = b.requested_by and u.account_id = b.account_id
        cross join lateral ${exposedSpan(sql`b`, now)}
      where b.id = ${id} and b.merchant_id = ${scope.merchantId} and b.account_id = ${caller.accountId} and b.state = 'frozen'`)
  if (!row) throw notFound(params.ibanId)
  const withheld = withheldCalls(row.withheld)
  const reachable = teamRights.filter(
    (right) => reachOf(row.role, right) !== 'no' && callsOfRight(right).some((call) => !withheld.has(call)),
  )
  return {
    person: { id: hexOf(row.user_id), name: row.name },
    device: deviceName(row.user_agent),
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    pausedUntil: row.paused_until?.toISOString() ?? null,
    merchants: row.shops,
    rights: reachable.map((right) => text(`team.right.${right}`)),
    acts: row.acts.map(({ call, times, last }) => ({ action: actionText(call), times, last: new Date(last).toISOString() })),
  }
}

/** The summary of the call's endpoint. */
const actionText = (call: string): string =>
  (api as Record<string, Endpoint>)[call]?.summary ??
  text(hasText(`activity.action.${call}`) ? `activity.action.${call}` : 'activity.action.other')
