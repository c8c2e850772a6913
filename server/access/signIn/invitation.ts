import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { addDays, madridDay } from '#domain/platform/dates'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler, Services } from '../../platform/calls/call.ts'
import { refuseWhilePaused } from '../../platform/calls/factor.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { notify, notifyNewOwner } from '../../merchants/notices/notify.ts'
import { deviceCookie } from '../session/cookies.ts'
import { type AccessRow, presetIn } from '../../platform/calls/presetIn.ts'
import { checkNewPassword } from '../session/newPassword.ts'
import { linkHash } from '../session/userByEmail.ts'
import { type Holder, holderOf, moveInvitation } from './invitedPerson.ts'
import { rememberDevice } from './knownDevice.ts'

type InvitationRow = AccessRow & {
  /** The user that stands for the invitation. */
  id: string
  email: string
  account_id: string
  link_id: string
  expires_at: Date
  access_until: Date | null
  sandbox_only: boolean
  company: string
  first_name: string
  last_name: string
  new_account: boolean
  inviter: string | null
  shops: string[]
  /** The refusal once the link is not valid any more. */
  invalid: () => Refusal
}

const invalidLink = () => new Refusal('InvalidToken', { why: 'invitation' })
/** For somebody signed in, whose session goes on. */
const replacedLink = () => new Refusal('LinkReplaced', { why: 'invitation' })

/** What an invitation is for, for whoever holds its link, without consuming it. Refuses with InvalidToken. */
export const invitationView: Handler<'invitationView'> = async ({ params, body, services, now }) => {
  const invitation = await findInvitation(services, params.uuid, body.token, now)
  const holder = await services.database.read(null, (db) => holderOf(db, invitation.email, now, services.config))
  const answer: AnswerOf<Api['invitationView']> = {
    email: invitation.email,
    company: invitation.company,
    invitedBy: invitation.inviter,
    role: invitation.role,
    ...presetIn(invitation),
    merchants: invitation.shops,
    sandboxOnly: invitation.sandbox_only,
    accessUntil: invitation.access_until && addDays(madridDay(invitation.access_until), -1),
    expiresAt: invitation.expires_at.toISOString(),
    signsIn: holder?.enters ?? false,
    newAccount: invitation.new_account,
    firstName: invitation.first_name,
    lastName: invitation.last_name,
  }
  return answer
}

/**
 * Sets the invited person's name and password: once, within 72 hours, unless the invitation was withdrawn. An invalid name or password leaves the link valid.
 * Whoever signs in with the address already accepts with that sign-in instead (`invitationJoin`); somebody who has an old one but may enter no account any
 * more gets this password. The browser is a known device from then on: the link came by e-mail, as a sign-in code would. Refuses with InvalidToken,
 * TeamChangeNotAllowed, CredentialsPaused, or ApiValidationException by field.
 */
export const invitationAccept: Handler<'invitationAccept'> = async ({ params, body, services, now, ip, http, requestId }) => {
  const invitation = await findInvitation(services, params.uuid, body.token, now)
  const missing = (['firstName', 'lastName'] as const).filter((name) => body[name] === '')
  if (missing.length > 0) {
    const names = { firstName: 'first_name', lastName: 'last_name' }
    throw new Refusal('ApiValidationException', {
      fields: missing.map((name) => ({ name: names[name], code: 'required', message: text('errors.field.required') })),
    })
  }
  const names = { first_name: body.firstName, last_name: body.lastName }
  const person = { id: invitation.id, email: invitation.email, locale: null, password_hash: null, ...names }
  await checkNewPassword(services, person, body.newPassword1, body.newPassword2)
  const passwordHash = await services.passwords.hash(body.newPassword1)
  const device = await services.database.write(null, async (db) => {
    await refuseWhilePaused(db, [invitation.account_id], now)
    const holder = await consumeLink(db, services, invitation, now)
    if (holder?.enters) throw new Refusal('TeamChangeNotAllowed', { why: 'signsIn', values: { email: invitation.email } })
    const userId = holder?.id ?? invitation.id
    if (holder && !(await moveInvitation(db, { accountId: invitation.account_id, from: invitation.id, to: userId })))
      throw invitation.invalid()
    await db.run(
      sql`update users set password_hash = ${passwordHash}, first_name = ${body.firstName}, last_name = ${body.lastName} where id = ${userId}`,
    )
    await join(db, invitation, userId, { now, ip, requestId })
    return rememberDevice(db, { userId, token: http.device, userAgent: http.userAgent }, now)
  })
  http.setCookie(deviceCookie(services.config, device))
  return undefined
}

/**
 * Accepts an invitation with the sign-in that the person has: their name, password and second factor stay theirs, and their other accounts as they are.
 * Refuses with LinkReplaced, CredentialsPaused, or TeamChangeNotAllowed when somebody else is signed in or they are in the team already.
 */
export const invitationJoin: Handler<'invitationJoin'> = async ({ params, body, services, db, caller, now, ip, requestId }) => {
  const invitation = await findInvitation(services, params.uuid, body.token, now, replacedLink)
  await refuseWhilePaused(db, [invitation.account_id], now)
  const holder = await consumeLink(db, services, invitation, now)
  if (holder?.id !== caller.userId) throw new Refusal('TeamChangeNotAllowed', { why: 'otherPerson', values: { email: invitation.email } })
  if (!(await moveInvitation(db, { accountId: invitation.account_id, from: invitation.id, to: caller.userId }))) throw invitation.invalid()
  await join(db, invitation, caller.userId, { now, ip, requestId })
  return { accountId: hexOf(invitation.account_id) }
}

/** Uses the link up; returns who signs in with its address. The second of two simultaneous requests finds it used. */
async function consumeLink(
  db: Connection,
  { config }: Pick<Services, 'config'>,
  invitation: InvitationRow,
  now: Date,
): Promise<Holder | undefined> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`joins/${invitation.email}`}, 0))`)
  const consumed = await db.run(
    sql`update one_time_links set used_at = ${now} where id = ${invitation.link_id} and used_at is null and expires_at > ${now}`,
  )
  if (consumed === 0) throw invitation.invalid()
  return holderOf(db, invitation.email, now, config)
}

type Joining = Pick<Call<'invitationAccept'>, 'now' | 'ip' | 'requestId'>

/** Begins the membership, with a notice to owners and admins and an entry in the account's audit log. */
async function join(db: Connection, invitation: InvitationRow, userId: string, { now, ip, requestId }: Joining): Promise<void> {
  const joined =
    await db.run(sql`update memberships set joined_at = ${now}, owner_since = case when role = 'owner' then ${now}::timestamptz end
    where account_id = ${invitation.account_id} and user_id = ${userId} and joined_at is null and disabled_at is null`)
  if (joined === 0) throw invitation.invalid()
  const member = await db.first<{ name: string }>(sql`select concat_ws(' ', first_name, last_name) as name from users where id = ${userId}`)
  const name = member?.name ?? ''
  // The first person of an account has nobody to tell.
  if (!invitation.new_account) {
    notify(db, {
      about: { accountId: invitation.account_id },
      type: 'user_joined',
      level: 'info',
      values: [{ key: 'name', value: name }],
      actionUrl: '/settings/users-permissions',
      roles: ['owner', 'admin'],
      now,
    })
    if (invitation.role === 'owner') notifyNewOwner(db, { accountId: invitation.account_id, name, now })
  }
  await record(db, {
    accountId: invitation.account_id,
    merchantId: null,
    mode: null,
    userId,
    role: invitation.role,
    ip,
    call: 'invitationAccept',
    entity: 'user',
    entityId: userId,
    requestId,
  })
}

async function findInvitation(services: Services, uuid: string, token: string, now: Date, invalid = invalidLink): Promise<InvitationRow> {
  const linkId = uuidOf(uuid)
  const row =
    linkId !== undefined &&
    (await services.database.read(null, (db) =>
      db.first<Omit<InvitationRow, 'invalid'>>(sql`
    select u.id, u.account_id, u.role, u.withheld, u.refund_limit_cents, u.refund_day_limit_cents, u.email, u.access_until, u.sandbox_only, l.id as link_id, l.expires_at,
      ${accountName(sql`u.account_id`)} as company,
      (select nullif(concat_ws(' ', b.first_name, b.last_name), ' ') from users b where b.id = u.invited_by) as inviter, u.first_name, u.last_name,
      not exists (select from memberships j where j.account_id = u.account_id and j.joined_at is not null) as new_account,
      array(select m.name from merchants m where m.id = any(u.limited_to) order by m.name) as shops
    from one_time_links l join members u on u.id = l.user_id and u.account_id = l.account_id
    where l.id = ${linkId} and l.purpose = 'invitation' and (l.token_hash = ${linkHash(token)} or ${services.tokens.isLink(token, 'invitation', linkId, 0)}) and l.used_at is null and l.expires_at > ${now}
      and u.joined_at is null and u.disabled_at is null and (u.access_until is null or u.access_until > ${now})`),
    ))
  if (!row) throw invalid()
  return { ...row, invalid }
}
