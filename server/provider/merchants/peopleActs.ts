import { emailProblem } from '#domain/platform/emailAddress'
import { isUrl } from '#domain/platform/identifiers'
import { resetFactor } from '../../access/secondFactor/resetFactor.ts'
import { queueAccountEmail } from '../../access/session/accountEmail.ts'
import { removeMembership } from '../../access/team/applyChange.ts'
import { queueTeamEmail } from '../../access/team/teamEmail.ts'
import { createAccount, type NewAccount } from '../../merchants/onboarding/createAccount.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import type { ByProvider } from '../../platform/calls/providerChange.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { sql } from '../../platform/database/sql.ts'

// What merchants are to know stands in the account's audit log; the entry made by `audit` stands in the provider's own.

/**
 * Creates an account for an owner, who gets an invitation by e-mail unless it is sent later. Somebody who signs in already accepts with that sign-in, and may own
 * several accounts. Refuses with ApiValidationException by field; `emailField`: the address's on the wire.
 */
export async function createOwnedAccount(
  db: Connection,
  account: NewAccount,
  { by, now, invite, emailField }: ByProvider & { invite: boolean; emailField: string },
): Promise<string> {
  const code = emailProblem(account.email) ?? ((await isInvitedOwner(db, account.email)) ? 'invited' : null)
  const fields = [
    ...(code === null ? [] : [problem(emailField, code)]),
    ...(account.type === 'enterprise' && account.company === '' ? [problem('company', 'required')] : []),
    ...(account.website === '' || isUrl(account.website) ? [] : [problem('website', 'url')]),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  const { accountId, userId } = await createAccount(db, account, now)
  if (invite) queueTeamEmail(db, { accountId, userId }, 'owner_invitation', now)
  const after = { role: 'owner', invited: invite }
  await recordAct(db, by, { accountId, call: 'operator.invite-owner', entity: 'user', entityId: userId, after })
  return accountId
}

/** Creates an account and invites its first owner by e-mail. */
export const consoleOwnerInvite: ConsoleHandler<'consoleOwnerInvite'> = async ({ db, body, staff, now, audit }) => {
  const accountId = await createOwnedAccount(db, body, { by: staff, now, invite: true, emailField: 'email' })
  audit({ entity: 'account', entityId: accountId, after: { invited: true } })
  return { id: hexOf(accountId) }
}

/** Somebody with this address waits for their own account already: a second invitation would make a second account. */
const isInvitedOwner = async (db: Connection, email: string): Promise<boolean> =>
  (await db.first(sql`select from members u where ${sameMailbox([email])} and u.role = 'owner' and u.invited_by is null and u.joined_at is null
    and u.removed_at is null limit 1`)) !== undefined

type Person = { userId: string; accountId: string; joined: boolean; invited_at: Date | null }

/** A person of an account by both ids, locked: one of another account is not found. */
async function personOf(db: Connection, params: { accountId: string; userId: string }): Promise<Person> {
  const [accountId, userId] = [idFrom(params.accountId), idFrom(params.userId)]
  const row = await db.first<
    Pick<Person, 'joined' | 'invited_at'>
  >(sql`select m.joined_at is not null as joined, m.invited_at from memberships m
    where m.account_id = ${accountId} and m.user_id = ${userId} and m.removed_at is null for update`)
  if (!row) throw notFound(params.userId)
  return { userId, accountId, ...row }
}

/** A person whom the provider invited and who has not accepted. Refuses with ProviderActionNotAllowed. */
async function invitedByUs(db: Connection, params: { accountId: string; userId: string }): Promise<Person> {
  const person = await personOf(db, params)
  const byProvider = await db.first(
    sql`select from memberships m where m.account_id = ${person.accountId} and m.user_id = ${person.userId} and m.invited_by is null`,
  )
  if (person.joined || !byProvider) throw new Refusal('ProviderActionNotAllowed', { why: 'notInvited' })
  return person
}

/** How long to wait before an invitation is sent again. */
const restMs = 60_000

/** Sends the invitation of an owner again, valid for another 72 hours. Refuses with ProviderActionNotAllowed, or TooManyRequests within a minute. */
export const consoleInvitationResend: ConsoleHandler<'consoleInvitationResend'> = async ({ db, params, staff, now, audit }) => {
  const { userId, accountId, invited_at: invitedAt } = await invitedByUs(db, params)
  const waitMs = (invitedAt?.getTime() ?? 0) + restMs - now.getTime()
  if (waitMs > 0) throw new Refusal('TooManyRequests', { why: 'resend', retryAfterSeconds: Math.ceil(waitMs / 1000) })
  db.send(
    sql`update one_time_links set used_at = ${now} where account_id = ${accountId} and user_id = ${userId} and purpose = 'invitation' and used_at is null`,
  )
  await db.run(sql`update memberships set invited_at = ${now} where account_id = ${accountId} and user_id = ${userId}`)
  queueTeamEmail(db, { accountId, userId }, 'owner_invitation', now)
  await recordAct(db, staff, { accountId, call: 'operator.invite-owner', entity: 'user', entityId: userId, after: { invited: true } })
  audit({ entity: 'user', entityId: userId, after: { invited: true } })
  return undefined
}

/** Withdraws the invitation of an owner: link and membership end, and the address is free. Refuses with ProviderActionNotAllowed. */
export const consoleInvitationWithdraw: ConsoleHandler<'consoleInvitationWithdraw'> = async ({ db, params, staff, now, audit }) => {
  const { userId, accountId } = await invitedByUs(db, params)
  await removeMembership(db, { accountId, userId }, now)
  const after = { invited: false }
  await recordAct(db, staff, {
    accountId,
    call: 'operator.withdraw-invitation',
    entity: 'user',
    entityId: userId,
    before: { invited: true },
    after,
  })
  audit({ entity: 'user', entityId: userId, after })
  return undefined
}

/** Removes a person's second factors after an identity check; `reason` says how it was made. Refuses with ProviderActionNotAllowed. */
export const consoleFactorReset: ConsoleHandler<'consoleFactorReset'> = async ({ db, params, body, staff, now, audit }) => {
  const { userId, accountId } = await personOf(db, params)
  const endedSessions = await resetFactor(db, userId, now)
  const after = { note: body.reason, endedSessions }
  await recordAct(db, staff, { accountId, call: 'operator.reset-factor', entity: 'user', entityId: userId, after })
  audit({ entity: 'user', entityId: userId, after: { endedSessions } })
  return undefined
}

/** Ends every session of a person, in whichever account, and tells them by e-mail. */
export const consoleSessionsEnd: ConsoleHandler<'consoleSessionsEnd'> = async ({ db, params, body, staff, now, audit }) => {
  const { userId, accountId } = await personOf(db, params)
  const { alive } = await closeSessions(db, sql`s.user_id = ${userId}`, { reason: 'closed_by_provider', now })
  queueAccountEmail(db, userId, 'sessions_closed', now)
  const after = { note: body.reason, endedSessions: alive }
  await recordAct(db, staff, { accountId, call: 'operator.end-sessions', entity: 'user', entityId: userId, after })
  audit({ entity: 'user', entityId: userId, after: { endedSessions: alive } })
  return { ended: alive }
}
