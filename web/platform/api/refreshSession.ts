import { removeRenewal, readRenewal, writeRenewal } from './renewal.ts'
import { postToTabs } from './sessionChannel.ts'
import { readSession, removeSession, writeSession } from './sessionCookie.ts'
import { settings } from './settings.ts'
import { deviceMs } from './serverClock.ts'

/** `renewed`: the cookie holds new tokens. `ended`: the server no longer has the session. `unreached`: no answer. */
type Refreshed = 'renewed' | 'ended' | 'unreached'

type Pair = { access_token: string; refresh_token: string; expires_in?: number }

let flight: Promise<Refreshed> | null = null

const isPair = (value: unknown): value is Pair =>
  typeof value === 'object' && value !== null && 'access_token' in value && 'refresh_token' in value

/** A call about the session itself, with `keepalive` so that it outlives its page. */
const post = (path: string, token: string): Promise<Response> =>
  fetch(settings().hosts.vendorApiUrl + path, {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    signal: AbortSignal.timeout(15_000),
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })

/** Sends the refresh token as bearer token. */
async function ask(refreshToken: string): Promise<Refreshed> {
  const response = await post('/v2/token/refresh', refreshToken)
  if (response.status === 401 || response.status === 403) return 'ended'
  if (!response.ok) return 'unreached'
  const pair: unknown = await response.json()
  if (!isPair(pair)) return 'unreached'
  writeSession({ accessToken: pair.access_token, refreshToken: pair.refresh_token })
  // Browsers write a cookie asynchronously; reading it waits for the write, so that the next holder of the lock sees it.
  readSession()
  // An API that does not send a token’s lifetime has it renewed only when it is refused.
  if (pair.expires_in) writeRenewal(pair.expires_in)
  else removeRenewal()
  postToTabs('refreshed')
  return 'renewed'
}

/** Runs while the lock is held: another tab may have refreshed meanwhile; a lost answer is retried once. */
async function refreshHolding(staleAccessToken: string): Promise<Refreshed> {
  const session = readSession()
  if (!session) return 'ended'
  if (session.accessToken !== staleAccessToken) return 'renewed'
  const first = await ask(session.refreshToken).catch(() => 'unreached' as const)
  return first === 'unreached' ? ask(session.refreshToken).catch(() => 'unreached' as const) : first
}

async function refreshOnce(staleAccessToken: string): Promise<Refreshed> {
  // Web Locks exist in secure contexts only; elsewhere the server’s grace period covers two tabs refreshing at once.
  if (!('locks' in navigator) || navigator.locks === undefined) return refreshHolding(staleAccessToken)
  return navigator.locks.request('session-refresh', () => refreshHolding(staleAccessToken))
}

/**
 * Renews the session, with one refresh in flight per browser whatever the number of calls and tabs.
 * @param staleAccessToken the token that was refused; when the cookie already holds another, no request is sent
 */
export function refreshSession(staleAccessToken: string): Promise<Refreshed> {
  flight ??= refreshOnce(staleAccessToken).finally(() => {
    flight = null
  })
  return flight
}

/** The access token to send, renewed first when it has expired, so that waking up costs one refresh and no refused call. */
export async function freshAccessToken(): Promise<string | null> {
  const session = readSession()
  if (!session) return null
  const renewal = readRenewal()
  if (renewal && deviceMs() >= renewal.expiresAt - 2_000) await refreshSession(session.accessToken)
  return readSession()?.accessToken ?? null
}

/** Removes session and renewal from this browser. */
export function forgetSession(): void {
  removeSession()
  removeRenewal()
}

/** Signs out: on the server, which accepts an expired access token for this, and in this browser. */
export function endSession(): void {
  const session = readSession()
  if (session) void post('/v2/signout', session.accessToken).catch(() => {}) // removed from this browser in any case
  forgetSession()
}
