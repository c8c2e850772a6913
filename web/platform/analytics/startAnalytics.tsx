import { type Settings, settings } from '../api/settings.ts'
import { analyticsConsent, readConsent, setConsent } from '../state/analyticsConsent.ts'
import { onCallEnded } from '../outage/endedCalls.ts'
import { clientState } from '../session/session.ts'
import { shownPage } from '../routes/shownPage.ts'
import { closeBar, showBar } from '../feedback/toasts.ts'
import { ConsentNotice } from './ConsentNotice.tsx'
import { forgetDevice } from './device.ts'
import { savedEvents } from './savedEvents.ts'
import type { Recorder } from './startRecorder.ts'

/** The consent bar is shown only after this time on an open page. */
const askAfterMs = 60_000
const bar = 'analytics-consent'

const present = (): string | null => clientState.get().account?.userId ?? null

/** The recorder, once it has been loaded; null without consent. */
let recorder: Promise<Recorder> | null = null

/** Calls the recorder, if there is one, in order. When its chunk cannot be loaded, nothing is recorded. */
const withRecorder = (use: (one: Recorder) => void): void => void recorder?.then(use).catch(() => {})

/** Records while the signed-in user consents; a refusal deletes the queue and the browser’s id. */
function follow(analytics: Settings['analytics']): void {
  const consent = analyticsConsent.get()
  if (consent === 'yes') {
    recorder ??= import('./startRecorder.ts').then(({ startRecorder }) => startRecorder(analytics))
    return withRecorder((one) => one.page())
  }
  const forget = () => {
    savedEvents().clear()
    forgetDevice()
  }
  withRecorder((one) => {
    one.stop(consent === 'no' ? 'forget' : 'leave')
    if (consent === 'no') forget()
  })
  recorder = null
  if (consent === 'no') forget()
}

let isDue = false

/** Shows the consent bar, but not during onboarding, where it would cover the button that continues. */
function ask(): void {
  const userId = present()
  const isOnboarding = shownPage.get()?.place.row?.onboarding === true
  if (!isDue || isOnboarding || userId === null || analyticsConsent.get() !== null) return
  const answer = (choice: 'yes' | 'no') => {
    closeBar(bar)
    setConsent(userId, choice)
  }
  showBar(bar, <ConsentNotice onAnswer={answer} />)
}

/** Starts usage analytics. Called once, after the first render; without a collector it does nothing. */
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
  onCallEnded((call) => withRecorder((one) => one.call(call)))
  shownPage.watch(() => {
    withRecorder((one) => one.page())
    ask()
  })
  document.addEventListener('visibilitychange', () => document.hidden && withRecorder((one) => one.leave()))
  follow(analytics)
  setTimeout(() => {
    isDue = true
    ask()
  }, askAfterMs)
}
