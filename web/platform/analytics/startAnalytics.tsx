import { type Settings, settings } from '../api/settings.ts'
import { analyticsConsent, readConsent, setConsent } from '../shared/analyticsConsent.ts'
import { hearCalls } from '../outage/endedCalls.ts'
import { clientState } from '../session/session.ts'
import { shownPage } from '../routes/shownPage.ts'
import { closeBar, showBar } from '../shared/toasts.ts'
import { ConsentNotice } from './ConsentNotice.tsx'
import { forgetDevice } from './device.ts'
import { savedEvents } from './savedEvents.ts'
import type { Telling } from './startTelling.ts'

/** Nobody is asked while they begin something: only after so long on a page that was opened. */
const askAfterMs = 60_000
const bar = 'analytics-consent'

const present = (): string | null => clientState.get().account?.userId ?? null

/** What tells, once it has been fetched; null while nobody has agreed. */
let telling: Promise<Telling> | null = null

/** Does something with what tells, if anything does, in the order in which it was asked for. Where its file did not come, nothing is told. */
const withTelling = (use: (one: Telling) => void): void => void telling?.then(use).catch(() => {})

/** Tells exactly as long as whoever is signed in agrees; a no throws away what waits, and the browser's id. */
function follow(analytics: Settings['analytics']): void {
  const consent = analyticsConsent.get()
  if (consent === 'yes') {
    telling ??= import('./startTelling.ts').then(({ startTelling }) => startTelling(analytics))
    return withTelling((one) => one.page())
  }
  const forget = () => {
    savedEvents().clear()
    forgetDevice()
  }
  withTelling((one) => {
    one.stop(consent === 'no' ? 'forget' : 'leave')
    if (consent === 'no') forget()
  })
  telling = null
  if (consent === 'no') forget()
}

let isDue = false

/** Asks whoever has not answered, but for on the way to a first shop: the bar would lie over the button that leads on there. */
function ask(): void {
  const userId = present()
  const isOnboarding = shownPage.get()?.place.row?.onboarding === true
  if (!isDue || isOnboarding || userId === null || analyticsConsent.get() !== null) return
  const answer = (given: 'yes' | 'no') => {
    closeBar(bar)
    setConsent(userId, given)
  }
  showBar(bar, <ConsentNotice onAnswer={answer} />)
}

/** Starts what tells of the use of the back office. Called once, when the first page has been drawn; nowhere to tell, it does nothing. */
export function startAnalytics(): void {
  const { analytics } = settings()
  if (analytics.url === '' && !analytics.scriptUrl) return
  analyticsConsent.watch(() => {
    closeBar(bar)
    follow(analytics)
  })
  let person = present()
  readConsent(person)
  clientState.watch(() => {
    if (present() === person) return
    person = present()
    readConsent(person)
  })
  // Answered in another tab.
  addEventListener('storage', ({ key }) => key?.startsWith(bar) && readConsent(person))
  hearCalls((call) => withTelling((one) => one.call(call)))
  shownPage.watch(() => {
    withTelling((one) => one.page())
    ask()
  })
  document.addEventListener('visibilitychange', () => document.hidden && withTelling((one) => one.leave()))
  follow(analytics)
  setTimeout(() => {
    isDue = true
    ask()
  }, askAfterMs)
}
