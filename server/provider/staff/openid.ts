import { createHmac } from 'node:crypto'
import type * as Openid from 'openid-client'
import { emailProblem, tidyEmail } from '#domain/platform/emailAddress'
import { staffRoles, type StaffRole } from '#domain/provider/staff'
import { record } from '../../platform/audit/record.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { consoleUrl, type OpenidConfig } from '../../platform/config/consoleConfig.ts'
import { newStaffToken, openidCookie, staffCookie } from '../../platform/consoleGateway/consoleCookie.ts'
import { providerEntry } from '../../platform/gateway/providerEntry.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { startStaffSession } from './staffSession.ts'

/** Loaded with the first sign-in: few installations have an identity provider. */
const library = (): Promise<typeof Openid> => import('openid-client')

/** The metadata of the identity provider, read once by a process. */
const discovered = new WeakMap<OpenidConfig, Promise<Openid.Configuration>>()

function discover(openid: OpenidConfig): Promise<Openid.Configuration> {
  const known = discovered.get(openid)
  if (known) return known
  const found = readMetadata(openid)
  discovered.set(openid, found)
  found.catch(() => discovered.delete(openid))
  return found
}

async function readMetadata({ issuer, clientId, clientSecret }: OpenidConfig): Promise<Openid.Configuration> {
  const { allowInsecureRequests, discovery } = await library()
  // The settings accept http on this machine only.
  const local = issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}
  return discovery(new URL(issuer), clientId, clientSecret, undefined, { ...local, timeout: 10 })
}

const notPossible = () => new Refusal('UnauthorizedException', { why: 'openid' })

/** State, nonce and PKCE verifier of one sign-in, derived from its cookie: nothing is stored. */
const derived = (secret: string, token: string, purpose: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', secret).update(`openid/${purpose}/${token}`).digest('base64url')

const redirectUri = ({ config }: Services): string => `${consoleUrl(config)}/console/openid`

/** Begins a sign-in with the identity provider. Refuses with UnauthorizedException without one, or when it does not answer. */
export const staffOpenidStart: ConsoleHandler<'staffOpenidStart'> = async ({ services, http }) => {
  const { openid } = services.config.console
  if (!openid) throw notPossible()
  const configuration = await discover(openid).catch((error: unknown) => {
    services.log('warn', 'openid_failed', { step: 'discovery' }, error)
    throw notPossible()
  })
  const client = await library()
  const token = newStaffToken()
  const [secret] = services.config.sessionSecrets
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(services),
    scope: openid.scope,
    state: derived(secret, token, 'state'),
    nonce: derived(secret, token, 'nonce'),
    code_challenge: await client.calculatePKCECodeChallenge(derived(secret, token, 'verifier')),
    code_challenge_method: 'S256',
  })
  http.setCookie(openidCookie(services.config, token))
  return { url: url.href }
}

/** What the identity provider says of a person. */
type Person = { subject: string; email: string; isVerified: boolean; firstName: string; lastName: string; roles: StaffRole[] }

function personOf(claims: Openid.IDToken, { claim, roles }: OpenidConfig): Person {
  const textOf = (name: string): string => (typeof claims[name] === 'string' ? claims[name].trim().slice(0, 80) : '')
  const [first = '', ...rest] = textOf('name').split(/\s+/)
  const groups = [claims[claim]].flat()
  return {
    subject: claims.sub,
    email: tidyEmail(typeof claims['email'] === 'string' ? claims['email'] : ''),
    isVerified: claims['email_verified'] === true,
    firstName: textOf('given_name') || first,
    lastName: textOf('family_name') || rest.join(' '),
    roles: staffRoles.filter((role) => groups.some((value) => typeof value === 'string' && roles[value] === role)),
  }
}

/**
 * Signs in the person whom the identity provider names, with the roles that it says, anew at each sign-in. Their first time creates them, or joins them with the
 * member of staff of the same, verified address. Refuses with UnauthorizedException what the provider does not confirm or somebody who was disabled, and with
 * PermissionDenied somebody without a role.
 */
export const staffOpenidFinish: ConsoleHandler<'staffOpenidFinish'> = async (call) => {
  const { services, body, http } = call
  const { openid } = services.config.console
  const { openid: cookie } = http
  if (!openid || cookie === undefined) throw notPossible()
  http.setCookie(openidCookie(services.config, ''))
  const claims = await claimsOf(call, openid, cookie, body.response)
  const person = personOf(claims, openid)
  if (person.roles.length === 0) throw new Refusal('PermissionDenied', { why: 'openid' })
  const token = await services.database.write(null, (db) => enter(db, call, person))
  http.setCookie(staffCookie(services.config, token))
  return undefined
}

type Finish = ConsoleHandlerCall<'staffOpenidFinish'>

async function claimsOf({ services }: Finish, openid: OpenidConfig, cookie: string, response: string): Promise<Openid.IDToken> {
  try {
    const back = new URL(redirectUri(services))
    back.search = response
    const { authorizationCodeGrant } = await library()
    const { sessionSecrets } = services.config
    const state = back.searchParams.get('state')
    const secret = sessionSecrets.find((one) => derived(one, cookie, 'state') === state) ?? sessionSecrets[0]
    const tokens = await authorizationCodeGrant(await discover(openid), back, {
      pkceCodeVerifier: derived(secret, cookie, 'verifier'),
      expectedState: derived(secret, cookie, 'state'),
      expectedNonce: derived(secret, cookie, 'nonce'),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('no ID token')
    return claims
  } catch (error) {
    services.log('warn', 'openid_failed', { step: 'code' }, error)
    throw notPossible()
  }
}

async function enter(db: Connection, { services, now, ip, requestId, http }: Finish, person: Person): Promise<string> {
  const { subject, email, isVerified, firstName, lastName, roles } = person
  const known = await db.first<{ id: string; disabled: boolean; mine: boolean }>(
    sql`select id, disabled_at is not null as disabled, coalesce(openid_subject = ${subject}, false) as mine from staff
      where openid_subject = ${subject} or (email = ${email} and openid_subject is null)
      order by openid_subject = ${subject} desc nulls last limit 1 for update`,
  )
  // An address that the provider did not verify may be anybody's.
  if (known?.disabled || (known && !known.mine && !isVerified) || (!known && emailProblem(email) !== null)) throw notPossible()
  const staffId = known?.id ?? newId(now)
  if (known)
    await db.run(sql`update staff set openid_subject = ${subject}, roles = ${roles}::text[], first_name = ${firstName}, last_name = ${lastName},
      joined_at = coalesce(joined_at, ${now}) where id = ${staffId}`)
  else
    await db.run(sql`insert into staff (id, email, first_name, last_name, roles, openid_subject, created_at, joined_at, demo)
      values (${staffId}, ${email}, ${firstName}, ${lastName}, ${roles}::text[], ${subject}, ${now}, ${now}, ${services.config.demo})`)
  const session = await startStaffSession(db, { staffId, ip, userAgent: http.userAgent, now })
  const change = { entity: 'staff_session', entityId: session.id, after: { roles } }
  await record(db, { ...providerEntry({ call: 'staffOpenidFinish', by: null, ip, requestId }, 'done', change), staffId })
  return session.token
}
