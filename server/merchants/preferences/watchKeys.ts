import { formatDateTime } from '#domain/platform/dates'
import { silentMs } from '#domain/merchants/apiKey'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { notify } from '../notices/notify.ts'
import { preferencesPath } from './changeKeys.ts'

type Ending = { key_id: string; merchant_id: string; mode: Mode; ends_at: Date }

/** How long before the end of an overlap people are notified that the old key is still in use. */
const warnMs = 3_600_000

/** Checks keys whose overlap ends within the hour: when one was used in the last hour, owners and admins are notified, once. */
export async function watchKeys({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  let notified = 0
  for (;;) {
    const at = now()
    const ending = await database.read(null, (db) =>
      db.first<Ending>(sql`select key_id, merchant_id, mode, ends_at from api_key_lookups
        where told_at is null and ends_at > ${at} and ends_at <= ${new Date(at.getTime() + warnMs)} order by ends_at limit 1`),
    )
    if (!ending) return notified
    if (await notifyOnce(database, ending, at)) notified += 1
  }
}

/** Once, whichever process is first; an unused key is marked as checked too. */
function notifyOnce(
  database: Services['database'],
  { key_id: keyId, merchant_id: merchantId, mode, ends_at: endsAt }: Ending,
  now: Date,
): Promise<boolean> {
  const scope = mintScope(merchantId, mode)
  return database.write(scope, async (db) => {
    const first = await db.run(
      sql`update api_key_lookups set told_at = ${now} where key_id = ${keyId} and told_at is null and ends_at = ${endsAt}`,
    )
    if (first === 0) return false
    const used = await db.first<{
      last_four: string
      client: string | null
    }>(sql`select k.last_four, k.last_used_client as client from api_keys k
      where ${inScope(scope, 'k')} and k.id = ${keyId} and k.last_used_at > ${new Date(now.getTime() - silentMs)}`)
    if (!used) return false
    const values = [
      { key: 'key', value: used.last_four },
      { key: 'until', value: formatDateTime(endsAt) },
    ]
    notify(db, {
      about: { merchantId },
      type: 'key_grace_ending',
      level: 'warning',
      values,
      actionUrl: preferencesPath(merchantId, mode),
      roles: ['owner', 'admin'],
      now,
    })
    return true
  })
}
