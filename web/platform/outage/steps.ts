import { hearCalls } from './endedCalls.ts'
import { shownPage } from '../routes/shownPage.ts'
import { serverNow } from '../api/serverClock.ts'

/** One thing that happened in this tab: a page's name, or a call's name with how it ended. Both are words of the code: nothing of a person, a shop or an order. */
export type Step = { at: number; what: string }

const mostKept = 20
let steps: readonly Step[] = []

function keep(what: string): void {
  steps = [...steps, { at: serverNow().getTime(), what }].slice(-mostKept)
}

/** What happened last in this tab, the oldest first. */
export const lastSteps = (): readonly Step[] => steps

/** Starts to keep the last steps, in memory alone. Called once. */
export function startSteps(): void {
  shownPage.watch(() => keep(`page ${shownPage.get()?.place.row?.name ?? '–'}`))
  hearCalls(({ endpoint, failure }) => {
    if (failure) keep(`${endpoint.name}: ${failure.status} ${failure.type}`)
    else if (endpoint.method !== 'GET') keep(endpoint.name)
  })
}
