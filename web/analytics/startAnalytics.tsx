import { queryClient } from '../api/queryClient.ts'
import { type Settings, settings } from '../api/settings.ts'
import { analyticsConsent, readConsent, setConsent } from '../shell/analyticsConsent.ts'
import { hearCalls } from '../shell/endedCalls.ts'
import { clientState } from '../shell/session.ts'
import { shownPage } from '../shell/shownPage.ts'
import { closeBar, showBar } from '../shell/toasts.ts'
import { callEvents } from './callEvents.ts'
import { type AnalyticsClient, makeClient } from './client.ts'
import { ConsentNotice } from './ConsentNotice.tsx'
import { deviceId, forgetDevice } from './device.ts'
import { pageEvents } from './pageEvents.ts'
import { postTo } from './post.ts'
import { savedEvents } from './savedEvents.ts'
import { scriptClient } from './scriptClient.ts'

/** Nobody is asked while they begin something: only after so long on a page that was opened. */
const askAfterMs = 60_000
const bar = 'analytics-consent'

const present = (): string | null => clientState.get().account?.userId ?? null

let client: AnalyticsClient | null = null

/** Tells exactly as long as whoever is signed in agrees; a no throws away what waits, and the browser's id. */
function follow({ url, key, scriptUrl = '', global = '' }: Settings['analytics']): void {
  const consent = analyticsConsent.get()
  if (consent === 'yes') {
    client ??= scriptUrl ? scriptClient({ scriptUrl, global, key }) : makeClient(postTo(url, key), savedEvents(), deviceId())
    tellPage()
    return
  }
  client?.stop(consent === 'no' ? 'forget' : 'leave')
  client = null
  if (consent !== 'no') return
  savedEvents().clear()
  forgetDevice()
}

/** What this page has read about campaigns. */
const campaignsRead = (): unknown[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [name] }) => name === 'campaignList' || name === 'campaignDetail' })
    .map(({ state }) => state.data)

const eventsOf = { calls: callEvents(campaignsRead), pages: pageEvents() }

/** What is on the screen is told once somebody has agreed; before that it is not even looked at. */
function tellPage(): void {
  const page = shownPage.get()
  if (!client || !page || page.failure !== null) return
  for (const told of eventsOf.pages(page.place, clientState.get().mode === 'sandbox')) client.tell(told)
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
  hearCalls((call) => {
    const told = eventsOf.calls(call)
    if (told) client?.tell(told)
  })
  shownPage.watch(() => {
    tellPage()
    ask()
  })
  document.addEventListener('visibilitychange', () => document.hidden && client?.leave())
  follow(analytics)
  setTimeout(() => {
    isDue = true
    ask()
  }, askAfterMs)
}
