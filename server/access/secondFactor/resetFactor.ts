import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueAccountEmail } from '../session/accountEmail.ts'
import { updateFactorState } from './factorState.ts'

/**
 * Removes every second factor of a person whose identity the provider has checked, and the browsers that are known to be theirs; signs them out and tells
 * them by e-mail. Returns how many sessions were ended. Refuses with ProviderActionNotAllowed when they have none.
 */
export async function resetFactor(db: Connection, userId: string, now: Date): Promise<number> {
  const person = await db.first<{ has: boolean }>(
    sql`select second_factor_since is not null as has from users where id = ${userId} and closed_at is null for update`,
  )
  if (person?.has !== true) throw new Refusal('ProviderActionNotAllowed', { why: 'noFactor' })
  for (const table of [sql`passkeys`, sql`authenticators`, sql`recovery_codes`, sql`known_devices`])
    db.send(sql`delete from ${table} t where t.user_id = ${userId}`)
  await updateFactorState(db, userId, now)
  const { ended } = await closeSessions(db, sql`s.user_id = ${userId}`, { reason: 'closed_by_provider', now })
  queueAccountEmail(db, userId, 'factor_reset', now)
  return ended
}
