import type { Role } from '#domain/access/roles'
import { record } from '../../platform/audit/record.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { refuseWhilePaused } from '../../platform/calls/factor.ts'
import { homeMembership } from '../../platform/calls/membership.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueAccountEmail } from '../session/accountEmail.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import { addressSubject, countAttempt, resetAttempts, linkNetworkSubject, linkSubject, userSubject } from '../session/attempts.ts'
import { checkNewPassword, type PasswordChange, rememberedPasswords } from '../session/newPassword.ts'
import { endSessions } from '../session/signOut.ts'
import { linkHash, sendLink, userByEmail } from '../session/userByEmail.ts'
import { forgetDevices } from '../signIn/knownDevice.ts'

/**
 * Requests a password reset link. The address is looked up after the answer, so neither answer nor timing reveals whether it is known.
 * Refuses with TooManyRequests when one address or network asks too often.
 */
export const passwordForgotten: Handler<'passwordForgotten'> = async ({ body, services, now, ip }) => {
  await countAttempt(services, [linkSubject(body.email), linkNetworkSubject(ip)], now)
  runAfterResponse(services, 'password_reset', async () => {
    const user = await userByEmail(services, body.email)
    if (user) await sendLink(services, user, 'password_reset', now)
  })
  return undefined
}

/**
 * Stores the new hash, adds the old one to the history, ends the person's sessions and forgets their devices (except those in `keep`),
 * invalidates links and till PINs and resets failed attempts. Returns how many live sessions ended; undefined, without any change, when
 * another password change came first.
 */
export async function replacePassword(
  db: Connection,
  user: PasswordChange,
  newHash: string,
  now: Date,
  keep: { session: string; device: string | undefined } | null,
): Promise<number | undefined> {
  const changed = await db.run(
    sql`update users set password_hash = ${newHash} where id = ${user.id} and closed_at is null and password_hash is not distinct from ${user.password_hash}`,
  )
  if (changed === 0) return undefined
  if (user.password_hash !== null)
    await db.run(
      sql`insert into password_history (user_id, password_hash, replaced_at) values (${user.id}, ${user.password_hash}, clock_timestamp())`,
    )
  await db.run(sql`delete from password_history where user_id = ${user.id} and replaced_at not in (
    select replaced_at from password_history where user_id = ${user.id} order by replaced_at desc limit ${rememberedPasswords})`)
  // A till PIN was chosen with the same password.
  await db.run(sql`delete from till_pins where user_id = ${user.id}`)
  const ended = await endSessions(db, { userId: user.id, keep: keep?.session ?? null, reason: 'password_changed', now })
  await forgetDevices(db, user.id, keep?.device)
  await db.run(sql`update one_time_links set used_at = ${now} where user_id = ${user.id} and used_at is null`)
  await resetAttempts(db, addressSubject(user.email))
  await resetAttempts(db, userSubject(user.id))
  return ended
}

/** `accounts`: all that the person belongs to. */
type PasswordLink = PasswordChange & { account_id: string; role: Role; accounts: string[] }

const invalidLink = () => new Refusal('InvalidToken', { why: 'link' })

/**
 * Sets a new password with a mailed link: once, then every session ends and the address is unlocked. A password that breaks a rule leaves
 * the link valid. Refuses with InvalidToken, CredentialsPaused, or ApiValidationException by field.
 */
export const passwordReset: Handler<'passwordReset'> = async ({ params, body, services, now, ip, requestId }) => {
  const linkId = uuidOf(params.uuid.toLowerCase().replaceAll('-', ''))
  if (linkId === undefined) throw invalidLink()
  const user = await findLink(services, linkId, body.token, now)
  if (!user) throw invalidLink()
  await checkNewPassword(services, user, body.newPassword1, body.newPassword2)
  const newHash = await services.passwords.hash(body.newPassword1)
  await services.database.write(null, async (db) => {
    await refuseWhilePaused(db, user.accounts, now)
    // The link is consumed only here: the second of two simultaneous requests finds it used.
    const consumed = await db.run(
      sql`update one_time_links set used_at = ${now} where id = ${linkId} and used_at is null and expires_at > ${now}`,
    )
    if (consumed === 0 || (await replacePassword(db, user, newHash, now, null)) === undefined) throw invalidLink()
    queueAccountEmail(db, user.id, 'password', now)
    await record(db, {
      accountId: user.account_id,
      merchantId: null,
      mode: null,
      userId: user.id,
      role: user.role,
      ip,
      call: 'passwordReset',
      entity: 'user',
      entityId: user.id,
      requestId,
    })
  })
  return undefined
}

function findLink(services: Services, linkId: string, token: string, now: Date): Promise<PasswordLink | undefined> {
  return services.database.read(null, (db) =>
    db.first<PasswordLink>(sql`
    select u.id, h.account_id, h.role, u.email, u.first_name, u.last_name, u.locale, u.password_hash,
      array(select b.account_id::text from memberships b where b.user_id = u.id and b.joined_at is not null and b.removed_at is null) as accounts
    from one_time_links l join users u on u.id = l.user_id join ${homeMembership(now, services.config)} on true
    where l.id = ${linkId} and l.purpose in ('password_reset', 'unlock') and l.token_hash = ${linkHash(token)} and l.used_at is null and l.expires_at > ${now} and u.closed_at is null`),
  )
}
