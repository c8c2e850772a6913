import { sessionActivity } from '#contract/session'
import { call } from '../api/call.ts'
import { forgetSession, freshAccessToken, refreshSession } from '../api/refreshSession.ts'
import { readRenewal } from '../api/renewal.ts'
import { hearTabs, tellTabs } from '../api/sessionChannel.ts'
import { readSession } from '../api/sessionCookie.ts'
import { settings } from '../api/settings.ts'
import { type IdleHands, type IdleWatch, makeIdleWatch, tillPace } from './idle.ts'
import { idleEndsAt } from './idleEndsAt.ts'
import { openReLogin } from './reLogin.ts'
import { clientState } from './session.ts'
import { lockTill } from './lockTill.ts'

let watch: IdleWatch | null = null

/** "Seguir conectado". */
export const stayConnected = (): void => watch?.stayed()

/** Renews the access token before it ends, while the user is there. */
function renewInTime(): void {
  const session = readSession()
  const renewal = readRenewal()
  if (session && renewal && Date.now() >= renewal.refreshAt && idleEndsAt.get() === null) void refreshSession(session.accessToken)
}

function endIdle(): void {
  const { account } = clientState.get()
  if (account === null) return
  if (account.till) return void lockTill()
  forgetSession()
  openReLogin()
}

/** Starts to watch activity and renewal. Called once, when somebody is signed in. */
export function startIdle(): void {
  if (watch) return
  const till = clientState.get().account?.till
  const hands: IdleHands = {
    now: Date.now,
    warn: (endsAt) => idleEndsAt.set(endsAt),
    end: endIdle,
    ping: () =>
      void freshAccessToken()
        .then((token) => (token ? call(sessionActivity) : undefined))
        .catch(() => {}), // the next one tells
    tell: () => tellTabs('active'),
  }
  const made = till ? makeIdleWatch(till.idleSeconds * 1_000, hands, tillPace) : makeIdleWatch(settings().idleSeconds * 1_000, hands)
  watch = made
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
    addEventListener(event, made.active, { passive: true, capture: true })
  hearTabs((news) => {
    if (news === 'active' || news === 'signedIn') made.heard()
  })
  setInterval(() => {
    made.tick()
    renewInTime()
  }, 1_000)
  document.addEventListener('visibilitychange', () => made.tick())
}
