import { createHash, hash, randomBytes } from 'node:crypto'
import { emailProblem } from '#domain/platform/emailAddress'
import { isUrl } from '#domain/platform/identifiers'
import { invitationMs } from '#domain/access/team'
import { createAccount, type NewAccount } from '../../merchants/onboarding/createAccount.ts'
import { record } from '../../platform/audit/record.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { currentLanguage, withLanguage } from '../../platform/calls/messages.ts'
import { notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import { countAttempt, signUpNetworkSubject, signUpSubject } from '../session/attempts.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { signUpContent } from '../session/accessContents.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(`sign-up/${token}`).digest()
const newToken = () => randomBytes(32).toString('base64url')

/**
 * Stores the request and sends its link. Nothing is looked up, so that neither answer nor time reveals whether the address is known. Refuses with
 * ObjectNotFoundException where merchants come by invitation only, ApiValidationException by field, or TooManyRequests when one address or network asks
 * too often.
 */
export const signUpRequest: Handler<'signUpRequest'> = async ({ body, services, now, ip }) => {
  assertOpen(services)
  const code = emailProblem(body.email)
  const fields = [
    ...(code === null ? [] : [problem('email', code)]),
    ...(body.type === 'enterprise' && body.company === '' ? [problem('company', 'required')] : []),
    ...(body.website === '' || isUrl(body.website) ? [] : [problem('website', 'url')]),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  await countAttempt(services, [signUpSubject(body.email), signUpNetworkSubject(ip)], now)
  const language = currentLanguage()
  runAfterResponse(services, 'sign_up', () => withLanguage(language, () => sendLink(services, body, now)))
  return undefined
}

function assertOpen({ config }: Services): void {
  if (!config.signUp) throw notFound('')
}

async function sendLink(services: Services, account: NewAccount, now: Date): Promise<void> {
  const [id, token] = [newId(now), newToken()]
  const { email, firstName, lastName, type, company, website } = account
  const expiresAt = new Date(now.getTime() + invitationMs)
  await services.database.write(null, (db) =>
    db.run(sql`insert into sign_ups (id, email, first_name, last_name, type, company, website, token_hash, created_at, expires_at)
      values (${id}, ${email}, ${firstName}, ${lastName}, ${type}, ${company}, ${website}, ${hashOf(token)}, ${now}, ${expiresAt})`),
  )
  const { brand, publicUrl } = services.config
  const words = {
    name: firstName,
    brand: brand.name,
    link: `${publicUrl}/sign-up#${hexOf(id)}.${token}`,
    support: brand.supportEmail,
  }
  await services.mail({ to: email, id: `sign-up-${id}`, ...composeEmail(signUpContent(words), services.config) })
}

type Request = { email: string; first_name: string; last_name: string; type: NewAccount['type']; company: string; website: string }

/**
 * Creates the account of whoever has proved the address, once, and answers with its owner's invitation, in place of an e-mail with it. Refuses with
 * InvalidToken.
 */
export const signUpConfirm: Handler<'signUpConfirm'> = ({ params, body, services, now, ip, requestId }) => {
  assertOpen(services)
  const id = uuidOf(params.uuid) ?? null
  return services.database.write(null, async (db) => {
    const row = await db.first<Request>(sql`update sign_ups set used_at = ${now}
      where id = ${id}::uuid and token_hash = ${hashOf(body.token)} and used_at is null and expires_at > ${now}
      returning email, first_name, last_name, type, company, website`)
    if (!row) throw new Refusal('InvalidToken', { why: 'link' })
    const account = { ...row, firstName: row.first_name, lastName: row.last_name }
    const { accountId, userId } = await createAccount(db, account, now)
    const [linkId, token] = [newId(now), newToken()]
    await db.run(sql`insert into one_time_links (id, account_id, user_id, purpose, token_hash, expires_at, created_at)
      values (${linkId}, ${accountId}, ${userId}, 'invitation', ${hash('sha256', token, 'buffer')}, ${new Date(now.getTime() + invitationMs)}, ${now})`)
    const entry = { accountId, merchantId: null, mode: null, userId, role: null, ip, requestId }
    await record(db, { ...entry, call: 'signUpConfirm', entity: 'account', entityId: accountId, after: { type: row.type } })
    return { uuid: hexOf(linkId), token }
  })
}
