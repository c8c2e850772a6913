import { identifierTypes } from '#domain/sales/campaigns/audience'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { identifierOf, type Identifiers, keying, memberKey, memberOf } from '../../sales/operation/audienceMembers.ts'

/** What audiences of a shop and mode keep of a customer: one keyed hash for each identifier known of them, which names nobody without the secret. */
export function membersOf(scope: Scope, known: Identifiers, secret: string): Buffer[] {
  const keyed = keying(memberKey(secret, scope))
  return identifierTypes.flatMap((type) => memberOf(keyed, type, identifierOf(known, type)) ?? [])
}

/** Rows of some members over all audiences, looked up in each: the key goes by audience. */
export const inAudiences = (
  { merchantId, mode }: Scope,
  members: readonly Buffer[],
): Sql => sql`m.merchant_id = ${merchantId} and m.mode = ${mode}
  and m.audience_id = any(array(select a.id from audiences a where a.merchant_id = ${merchantId} and a.mode = ${mode})) and m.hash = any(${[...members]}::bytea[])`

/** Takes members out of all audiences of a shop and mode. Returns from how many. */
export async function forgetMembers(db: Connection, scope: Scope, members: readonly Buffer[]): Promise<number> {
  if (members.length === 0) return 0
  const gone = await db.rows<{ audience_id: string }>(
    sql`delete from audience_members m where ${inAudiences(scope, members)} returning m.audience_id`,
  )
  // How many of them had bought is counted anew when the audience is next filled: until then at most as many as there are.
  db.send(sql`update audiences a set size = a.size - g.gone, matched = case when a.matched is not null then least(a.matched, a.size - g.gone) end
    from (select id, count(*)::integer as gone from unnest(${gone.map(({ audience_id: id }) => id)}::uuid[]) id group by id) g
    where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.id = g.id`)
  return gone.length
}

/** Types of report whose files name customers. */
const namingReports = ['operations', 'settlements', 'refunds', 'instalment_calendar', 'reconciliation', 'month_package', 'settlement_files']

/**
 * Removes each file made since a moment that may hold a line of a customer, whole; what it was stays in the history, and it can be made again. One that is
 * waited for is made from the beginning, of what is there then: whoever makes it now writes no more of it. Returns how many files went.
 */
export async function forgetReports(db: Connection, scope: Scope, since: Date, now: Date): Promise<number> {
  const { merchantId, mode } = scope
  const naming = sql`r.merchant_id = ${merchantId} and r.mode = ${mode} and r.type = any(${namingReports}::text[])`
  // Also those that nobody has begun: one that begins meanwhile is locked here, or begins after this.
  await db.run(sql`with waited as (select r.id, r.status from reports r where ${naming} and r.status in ('queued', 'processing') order by r.id for update),
    begun as (update reports r set status = 'queued', run = r.run + 1, progress = 0 from waited w where ${naming} and r.id = w.id and w.status = 'processing' returning r.id)
    insert into report_dues (merchant_id, mode, object_id, kind, due_at) select ${merchantId}, ${mode}, begun.id, 'making', ${now} from begun on conflict do nothing`)
  const gone = await db.run(sql`update reports r set status = 'expired' where ${naming} and r.status = 'ready' and r.ready_at >= ${since}`)
  db.send(sql`delete from report_parts p where p.merchant_id = ${merchantId} and p.mode = ${mode}
    and p.report_id in (select r.id from reports r where ${naming} and r.status <> 'ready')`)
  return gone
}
