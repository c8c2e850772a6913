import { DAY_MS } from '#domain/platform/dates'
import { CALLBACKS_KEPT_DAYS } from '#domain/sales/shopsApi/callback'
import type { Connection, Database } from '../../platform/database/database.ts'
import { keepFirstResponse } from '../../merchants/notices/keepFirstResponse.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { CallbackResult } from './sendCallback.ts'
import type { Callback } from './callback.ts'

/** Maximum stored bytes of an answer. */
const maxStoredLength = 1_024

/** Records an attempt, without the query parameters and the key, and when the shop first answered one. Without waiting. */
export function recordAttempt(db: Connection, scope: Scope, { callback, report, result, now }: AttemptResult): void {
  const answer = 'body' in result ? shortened(result.body) : null
  db.send(sql`insert into callback_attempts (merchant_id, mode, operation_id, id, at, told, status, failure, ms, answer)
    values (${scope.merchantId}, ${scope.mode}, ${callback.operationId}, ${newId(now)}, ${now}, ${report}, ${'status' in result ? result.status : null},
      ${'failure' in result ? result.failure : null}, ${result.ms}, ${answer})`)
  if ('status' in result && result.status >= 200 && result.status <= 299) keepFirstResponse(db, scope, now)
}
type AttemptResult = { callback: Callback; report: string; result: CallbackResult; now: Date }

/** PostgreSQL text cannot contain NUL. */
const shortened = (body: string) => body.replaceAll('\u0000', '').slice(0, maxStoredLength)

/** Records that the shop acknowledged a state: it is not sent again. Without waiting. */
export function acknowledge(db: Connection, scope: Scope, operationId: string, report: string): void {
  db.send(sql`update callbacks c set acknowledged = ${report}, telling = null, telling_since = null, given_up_at = null
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId}`)
}

/** Gives up on an order after the retry period: nothing is sent until somebody asks for it. Without waiting. */
export function abandon(db: Connection, scope: Scope, operationId: string, { report, now }: { report: string; now: Date }): void {
  acknowledge(db, scope, operationId, report)
  db.send(sql`update callbacks c set given_up_at = ${now}
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId}`)
}

/** Records since when a state is tried to be sent. Without waiting. */
export function recordFailure(
  db: Connection,
  scope: Scope,
  { trying, operationId }: Callback,
  { report, now }: { report: string; now: Date },
): void {
  const since = trying?.report === report ? trying.since : now
  db.send(sql`update callbacks c set telling = ${report}, telling_since = ${since}, given_up_at = null
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId}`)
}

/** Starts from the beginning: whatever was acknowledged before it was given up, the current state is to be sent. Returns false when it was not given up. */
export async function restart(db: Connection, scope: Scope, operationId: string): Promise<boolean> {
  const begun = await db.run(sql`update callbacks c set acknowledged = null, telling = null, telling_since = null, given_up_at = null
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId} and c.given_up_at is not null`)
  return begun > 0
}

/** Batch size, so that no run holds locks for long. */
const batchSize = 5_000

type Services = { database: Database; now: () => Date }
type DueShop = { merchant_id: string; mode: Mode }

/** Deletes attempts past their retention, once a day for each shop. Returns how many were deleted. */
export async function deleteOldAttempts(services: Services): Promise<number> {
  for (let deleted = 0; ;) {
    const due = await services.database.read(null, (db) =>
      db.first<DueShop>(
        sql`select s.merchant_id, s.mode from callback_sweeps s where s.due_at <= ${services.now()} order by s.due_at limit 1`,
      ),
    )
    if (!due) return deleted
    deleted += await deleteBatch(services, due)
  }
}

/** One batch for one shop, in a transaction. */
function deleteBatch({ database, now }: Services, { merchant_id: merchantId, mode }: DueShop): Promise<number> {
  const scope = mintScope(merchantId, mode)
  const before = new Date(now().getTime() - CALLBACKS_KEPT_DAYS * DAY_MS)
  const old = sql`${inScope(scope, 'a')} and a.at < ${before}`
  return database.write(scope, async (db) => {
    const deleted = await db.run(
      sql`delete from callback_attempts t where ${inScope(scope, 't')}
        and t.ctid = any(array(select a.ctid from callback_attempts a where ${old} order by a.at limit ${batchSize}))`,
    )
    if (deleted < batchSize)
      db.send(sql`update callback_sweeps s set due_at = ${new Date(now().getTime() + DAY_MS)} where ${inScope(scope, 's')}`)
    return deleted
  })
}
