import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { addressSubject, forget, userSubject } from '../session/attempts.ts'
import { rememberedPasswords, type PasswordChange } from '../session/checkNewPassword.ts'
import { endSessions } from '../session/endSessions.ts'
import { forgetDevices } from '../signIn/knownDevice.ts'

/**
 * Puts the new hash, remembers the old one, ends the person's sessions and forgets their devices (all but those to `keep`), lets links and PINs die
 * and forgets failed tries. Returns how many sessions were still alive. Nothing happens and undefined comes back when another change was first.
 */
export async function replacePassword(
  db: Connection,
  user: PasswordChange,
  newHash: string,
  now: Date,
  keep: { session: string; device: string | undefined } | null,
): Promise<number | undefined> {
  const changed = await db.run(
    sql`update users set password_hash = ${newHash} where id = ${user.id} and disabled_at is null and password_hash is not distinct from ${user.password_hash}`,
  )
  if (changed === 0) return undefined
  if (user.password_hash !== null)
    await db.run(
      sql`insert into password_history (user_id, password_hash, replaced_at) values (${user.id}, ${user.password_hash}, clock_timestamp())`,
    )
  await db.run(sql`delete from password_history where user_id = ${user.id} and replaced_at not in (
    select replaced_at from password_history where user_id = ${user.id} order by replaced_at desc limit ${rememberedPasswords})`)
  // A PIN was as good as the password it was chosen with.
  await db.run(sql`delete from till_pins where user_id = ${user.id}`)
  const ended = await endSessions(db, { userId: user.id, keep: keep?.session ?? null, reason: 'password_changed', now })
  await forgetDevices(db, user.id, keep?.device)
  await db.run(sql`update one_time_links set used_at = ${now} where user_id = ${user.id} and used_at is null`)
  await forget(db, addressSubject(user.email))
  await forget(db, userSubject(user.id))
  return ended
}
