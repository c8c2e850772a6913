import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { addDays, madridDay } from '#domain/platform/dates'
import type { Role } from '#domain/access/roles'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { refuseWhilePaused } from '../../platform/calls/factor.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { notify, notifyNewOwner } from '../../merchants/notices/notify.ts'
import { checkNewPassword, type PasswordChange } from '../session/newPassword.ts'
import { hashPassword } from '../session/passwordHash.ts'
import { linkHash } from '../session/userByEmail.ts'

type Found = PasswordChange & {
  account_id: string
  role: Role
  link_id: string
  expires_at: Date
  access_until: Date | null
  sandbox_only: boolean
  company: string
  inviter: string | null
  shops: string[]
}

const invalidLink = () => new Refusal('InvalidToken', { why: 'invitation' })

/** What an invitation is for, for whoever holds its link, without consuming it. Refuses with InvalidToken. */
export const invitationView: Handler<'invitationView'> = async ({ params, body, services, now }) => {
  const found = await findInvitation(services, params.uuid, body.token, now)
  const answer: AnswerOf<Api['invitationView']> = {
    email: found.email,
    company: found.company,
    invitedBy: found.inviter,
    role: found.role,
    merchants: found.shops,
    sandboxOnly: found.sandbox_only,
    accessUntil: found.access_until && addDays(madridDay(found.access_until), -1),
    expiresAt: found.expires_at.toISOString(),
  }
  return answer
}

/**
 * Sets the invited person's name and first password: once, within 72 hours, unless the invitation was withdrawn. An invalid name or
 * password leaves the link valid. Refuses with InvalidToken, CredentialsPaused, or ApiValidationException by field.
 */
export const invitationAccept: Handler<'invitationAccept'> = async ({ params, body, services, now, ip, requestId }) => {
  const found = await findInvitation(services, params.uuid, body.token, now)
  const missing = (['firstName', 'lastName'] as const).filter((name) => body[name] === '')
  if (missing.length > 0) {
    const names = { firstName: 'first_name', lastName: 'last_name' }
    throw new Refusal('ApiValidationException', {
      fields: missing.map((name) => ({ name: names[name], code: 'required', message: text('errors.field.required') })),
    })
  }
  const person = { ...found, first_name: body.firstName, last_name: body.lastName }
  await checkNewPassword(services, person, body.newPassword1, body.newPassword2)
  const passwordHash = await hashPassword(body.newPassword1)
  await services.database.write(null, async (db) => {
    await refuseWhilePaused(db, found.account_id, now)
    // The link is consumed only here: the second of two simultaneous requests finds it used.
    const consumed = await db.run(
      sql`update one_time_links set used_at = ${now} where id = ${found.link_id} and used_at is null and expires_at > ${now}`,
    )
    // A person belongs to one account: revealed to the owner of the mailbox, never to the inviter.
    await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`joins/${found.email}`}, 0))`)
    const elsewhere = await db.first(
      sql`select from users where email = ${found.email} and removed_at is null and password_hash is not null and id <> ${found.id}`,
    )
    if (elsewhere) throw new Refusal('TeamChangeNotAllowed', { why: 'emailElsewhere', values: { email: found.email } })
    const joined =
      await db.run(sql`update users set password_hash = ${passwordHash}, first_name = ${body.firstName}, last_name = ${body.lastName}, owner_since = case when role = 'owner' then ${now}::timestamptz end
      where id = ${found.id} and password_hash is null and disabled_at is null`)
    if (consumed === 0 || joined === 0) throw invalidLink()
    notify(db, {
      about: { accountId: found.account_id },
      type: 'user_joined',
      level: 'info',
      values: [{ key: 'name', value: `${body.firstName} ${body.lastName}` }],
      actionUrl: '/settings/users-permissions',
      roles: ['owner', 'admin'],
      now,
    })
    if (found.role === 'owner') notifyNewOwner(db, { accountId: found.account_id, name: `${body.firstName} ${body.lastName}`, now })
    await record(db, {
      accountId: found.account_id,
      merchantId: null,
      mode: null,
      userId: found.id,
      role: found.role,
      ip,
      call: 'invitationAccept',
      entity: 'user',
      entityId: found.id,
      requestId,
    })
  })
  return undefined
}

async function findInvitation(services: Services, uuid: string, token: string, now: Date): Promise<Found> {
  const linkId = uuidOf(uuid)
  const found =
    linkId !== undefined &&
    (await services.database.read(null, (db) =>
      db.first<Found>(sql`
    select u.id, u.account_id, u.role, u.email, u.first_name, u.last_name, u.locale, u.password_hash, u.access_until, u.sandbox_only, l.id as link_id, l.expires_at,
      coalesce(e.name, (select m.name from merchants m where m.account_id = u.account_id order by m.created_at limit 1),
        concat_ws(' ', p.first_name, p.last_name)) as company,
      (select nullif(concat_ws(' ', b.first_name, b.last_name), ' ') from users b where b.id = u.invited_by) as inviter,
      array(select m.name from user_merchants um join merchants m on m.id = um.merchant_id where um.user_id = u.id order by m.name) as shops
    from one_time_links l join users u on u.id = l.user_id left join enterprises e on e.account_id = u.account_id left join profiles p on p.account_id = u.account_id
    where l.id = ${linkId} and l.purpose = 'invitation' and l.token_hash = ${linkHash(token)} and l.used_at is null and l.expires_at > ${now}
      and u.password_hash is null and u.disabled_at is null and (u.access_until is null or u.access_until > ${now})`),
    ))
  if (!found) throw invalidLink()
  return found
}
