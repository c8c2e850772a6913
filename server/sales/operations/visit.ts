import { visitAt, type Visit } from '#domain/sales/operations/visit'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

type Row = { since: Date; last_at: Date }

/** The person's visit as it is at `now`, without noting it. */
export async function readVisit(db: Connection, scope: Scope, userId: string, now: Date): Promise<Visit> {
  const row = await db.first<Row>(sql`select v.since, v.last_at from operation_visits v
    where v.merchant_id = ${scope.merchantId} and v.mode = ${scope.mode} and v.user_id = ${userId}`)
  return visitAt(row ? { since: row.since, lastAt: row.last_at } : null, now)
}

/** Notes that the person is there now, or has seen something: one at a time, so that two tabs of theirs agree. */
export async function writeVisit(
  db: Connection,
  scope: Scope,
  { userId, now }: { userId: string; now: Date },
  then: (visit: Visit) => Visit = (visit) => visit,
): Promise<Visit> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`visit/${scope.merchantId}/${scope.mode}/${userId}`}, 0))`)
  const visit = then(await readVisit(db, scope, userId, now))
  db.send(sql`insert into operation_visits (merchant_id, mode, user_id, since, last_at)
    values (${scope.merchantId}, ${scope.mode}, ${userId}, ${visit.since}, ${visit.lastAt})
    on conflict (merchant_id, mode, user_id) do update set since = excluded.since, last_at = excluded.last_at`)
  return visit
}
