import { queryClient } from '../api/queryClient.ts'
import type { Settings } from '../api/settings.ts'
import type { EndedCall } from '../outage/endedCalls.ts'
import { clientState } from '../session/session.ts'
import { shownPage } from '../routes/shownPage.ts'
import { callEvents } from './callEvents.ts'
import { makeClient } from './client.ts'
import { deviceId } from './device.ts'
import { pageEvents } from './pageEvents.ts'
import { postTo } from './post.ts'
import { savedEvents } from './savedEvents.ts'
import { scriptClient } from './scriptClient.ts'

export type Recorder = {
  /** A completed call. */
  call(call: EndedCall): void
  /** The page now on the screen. */
  page(): void
  /** The page is about to be unloaded. */
  leave(): void
  /** Stops recording; the queue is deleted, or left for the next visit. */
  stop(waiting: 'forget' | 'leave'): void
}

/** The campaigns this page has read. */
const campaignsRead = (): unknown[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [name] }) => name === 'campaignList' || name === 'campaignDetail' })
    .map(({ state }) => state.data)

/** Records events from now on, starting with the page on the screen. Loaded only with consent. */
export function startRecorder({ url, key, scriptUrl = '', global = '' }: Settings['analytics']): Recorder {
  const client = scriptUrl ? scriptClient({ scriptUrl, global, key }) : makeClient(postTo(url, key), savedEvents(), deviceId())
  const eventsOf = { calls: callEvents(campaignsRead), pages: pageEvents() }
  const page = () => {
    const shown = shownPage.get()
    if (!shown || shown.failure !== null) return
    for (const event of eventsOf.pages(shown.place, clientState.get().mode === 'sandbox')) client.record(event)
  }
  page()
  return {
    call(call) {
      const event = eventsOf.calls(call)
      if (event) client.record(event)
    },
    page,
    leave: () => client.leave(),
    stop: (waiting) => client.stop(waiting),
  }
}
