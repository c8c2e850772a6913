import type { Role } from '#domain/access/roles'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { refuseWhilePaused } from '../../platform/calls/credentialPause.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { checkNewPassword, type PasswordChange } from '../session/checkNewPassword.ts'
import { hashPassword } from '../session/passwordHash.ts'
import { replacePassword } from './replacePassword.ts'
import { linkHash } from '../session/sendLink.ts'
import { tellOwner } from '../session/tellOwner.ts'

type Found = PasswordChange & { account_id: string; role: Role }

const deadLink = () => new Refusal('InvalidToken', { why: 'link' })

/**
 * Puts a new password with a link from the post: once, then every session ends and the address is unlocked. A password
 * that breaks a rule leaves the link good. Refuses with InvalidToken, CredentialsPaused, or ApiValidationException by field.
 */
export const passwordReset: Handler<'passwordReset'> = async ({ params, body, services, now, ip, requestId }) => {
  const linkId = uuidOf(params.uuid.toLowerCase().replaceAll('-', ''))
  if (linkId === undefined) throw deadLink()
  const user = await findLink(services, linkId, body.token, now)
  if (!user) throw deadLink()
  await checkNewPassword(services, user, body.newPassword1, body.newPassword2)
  const newHash = await hashPassword(body.newPassword1)
  await services.database.write(null, async (db) => {
    await refuseWhilePaused(db, user.account_id, now)
    // Taken here and only here: of two at once, one finds it used.
    const taken = await db.run(
      sql`update one_time_links set used_at = ${now} where id = ${linkId} and used_at is null and expires_at > ${now}`,
    )
    if (taken === 0 || (await replacePassword(db, user, newHash, now, null)) === undefined) throw deadLink()
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
  tellOwner(services, 'password', user, now)
  return undefined
}

function findLink(services: Services, linkId: string, token: string, now: Date): Promise<Found | undefined> {
  return services.database.read(null, (db) =>
    db.first<Found>(sql`
    select u.id, u.account_id, u.role, u.email, u.first_name, u.last_name, u.locale, u.password_hash from one_time_links l join users u on u.id = l.user_id
    where l.id = ${linkId} and l.purpose in ('password_reset', 'unlock') and l.token_hash = ${linkHash(token)} and l.used_at is null and l.expires_at > ${now} and u.disabled_at is null
      and (u.access_until is null or u.access_until > ${now})`),
  )
}
