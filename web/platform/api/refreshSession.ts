import { removeRenewal, readRenewal, writeRenewal } from './renewal.ts'
import { tellTabs } from './sessionChannel.ts'
import { readSession, removeSession, writeSession } from './sessionCookie.ts'
import { settings } from './settings.ts'
import { deviceMs } from './serverClock.ts'

/** `renewed`: the cookie holds fresh tokens. `ended`: the server no longer knows the session. `unreached`: nobody answered. */
export type Refreshed = 'renewed' | 'ended' | 'unreached'

type Pair = { access_token: string; refresh_token: string; expires_in?: number }

let flight: Promise<Refreshed> | null = null

const isPair = (value: unknown): value is Pair =>
  typeof value === 'object' && value !== null && 'access_token' in value && 'refresh_token' in value

/** A call about the session itself, which outlives its page. */
const post = (path: string, token: string): Promise<Response> =>
  fetch(settings().hosts.vendorApiUrl + path, {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    signal: AbortSignal.timeout(15_000),
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })

/** The refresh call itself: the refresh token as bearer. */
async function ask(refreshToken: string): Promise<Refreshed> {
  const response = await post('/v2/token/refresh', refreshToken)
  if (response.status === 401 || response.status === 403) return 'ended'
  if (!response.ok) return 'unreached'
  const pair: unknown = await response.json()
  if (!isPair(pair)) return 'unreached'
  writeSession({ accessToken: pair.access_token, refreshToken: pair.refresh_token })
  // Browsers write a cookie behind the page's back; reading it waits for that, so that whoever gets the lock next finds it.
  readSession()
  // An API that does not say how long a token lives has it renewed when it is refused.
  if (pair.expires_in) writeRenewal(pair.expires_in)
  else removeRenewal()
  tellTabs('refreshed')
  return 'renewed'
}

/** With the lock held: another tab may have refreshed meanwhile; an answer lost on the way is asked for once more. */
async function refreshHolding(staleAccessToken: string): Promise<Refreshed> {
  const session = readSession()
  if (!session) return 'ended'
  if (session.accessToken !== staleAccessToken) return 'renewed'
  const first = await ask(session.refreshToken).catch(() => 'unreached' as const)
  return first === 'unreached' ? ask(session.refreshToken).catch(() => 'unreached' as const) : first
}

async function refreshOnce(staleAccessToken: string): Promise<Refreshed> {
  // Locks exist in secure contexts only; elsewhere the server's grace for the same successor covers two tabs.
  if (!('locks' in navigator) || navigator.locks === undefined) return refreshHolding(staleAccessToken)
  return navigator.locks.request('session-refresh', () => refreshHolding(staleAccessToken))
}

/**
 * Renews the session, one refresh in flight per browser whatever the number of calls and tabs.
 * @param staleAccessToken the token that is no longer good; when the cookie holds another by now, nothing is asked
 */
export function refreshSession(staleAccessToken: string): Promise<Refreshed> {
  flight ??= refreshOnce(staleAccessToken).finally(() => {
    flight = null
  })
  return flight
}

/** The access token to send: renewed first when its end has passed, so that waking up costs one refresh and no refusal. */
export async function freshAccessToken(): Promise<string | null> {
  const session = readSession()
  if (!session) return null
  const renewal = readRenewal()
  if (renewal && deviceMs() >= renewal.expiresAt - 2_000) await refreshSession(session.accessToken)
  return readSession()?.accessToken ?? null
}

/** Forgets session and renewal in this browser. */
export function forgetSession(): void {
  removeSession()
  removeRenewal()
}

/** Signs out: there, where an access token that has run out will do, and in this browser. */
export function endSession(): void {
  const session = readSession()
  if (session) void post('/v2/signout', session.accessToken).catch(() => {}) // forgotten here all the same
  forgetSession()
}
