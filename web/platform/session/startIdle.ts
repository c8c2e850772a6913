import { me } from '#contract/access/account'
import { sessionActivity } from '#contract/access/session'
import { call } from '../api/call.ts'
import { queryClient } from '../api/queryClient.ts'
import { forgetSession, freshAccessToken, refreshSession } from '../api/refreshSession.ts'
import { readRenewal } from '../api/renewal.ts'
import { onTabMessage, postToTabs } from '../api/sessionChannel.ts'
import { readSession } from '../api/sessionCookie.ts'
import { deviceMs } from '../api/serverClock.ts'
import { type IdleEffects, type IdleWatch, makeIdleWatch, tillPace } from './idle.ts'
import { idleEndsAt } from './idleEndsAt.ts'
import { openReLogin } from './reLogin.ts'
import { clientState, updateState } from './session.ts'
import { lockTill } from './lockTill.ts'

let watch: IdleWatch | null = null

/** "Seguir conectado". */
export const stayConnected = (): void => watch?.stayed()

/** Renews the access token before it expires, while the user is active. */
function renewInTime(): void {
  const session = readSession()
  const renewal = readRenewal()
  if (session && renewal && deviceMs() >= renewal.refreshAt && idleEndsAt.get() === null) void refreshSession(session.accessToken)
}

function endIdle(): void {
  const { account } = clientState.get()
  if (account === null) return
  if (account.till) return void lockTill()
  forgetSession()
  openReLogin()
}

/** Reads the limits again: another tab has changed the idle timeout or the undo window of refunds. */
async function readLimits(): Promise<void> {
  const { userId, limits } = await call(me, { background: true, quiet: true })
  const { account } = clientState.get()
  if (account?.userId === userId) updateState({ account: { ...account, limits } })
  void queryClient.invalidateQueries({ queryKey: ['merchantConfiguration'] })
}

/** Starts the idle timer and the renewal. Called once, when a user is signed in. */
export function startIdle(): void {
  if (watch) return
  const { account } = clientState.get()
  if (account === null) return
  const hands: IdleEffects = {
    now: deviceMs,
    warn: (endsAt) => idleEndsAt.set(endsAt),
    end: endIdle,
    ping: () =>
      void freshAccessToken()
        .then((token) => (token ? call(sessionActivity) : undefined))
        .catch(() => {}), // the next ping retries
    notifyTabs: () => postToTabs('active'),
  }
  const limitMs = () => (clientState.get().account ?? account).limits.idleSeconds * 1_000
  const newWatch = makeIdleWatch(limitMs, hands, account.till && tillPace)
  watch = newWatch
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
    addEventListener(event, newWatch.active, { passive: true, capture: true })
  onTabMessage((news) => {
    if (news === 'active' || news === 'signedIn') newWatch.heard()
    if (news === 'limits') void readLimits().catch(() => {}) // the next change retries
  })
  setInterval(() => {
    newWatch.tick()
    renewInTime()
  }, 1_000)
  document.addEventListener('visibilitychange', () => newWatch.tick())
}
