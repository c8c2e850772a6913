import { onCallEnded } from './endedCalls.ts'
import { shownPage } from '../routes/shownPage.ts'
import { serverNow } from '../api/serverClock.ts'

/** One step in this tab: a page’s name, or a call’s name with its result. Both are code names: no personal data, merchant or order. */
export type Step = { at: number; what: string }

const maxSteps = 20
let steps: readonly Step[] = []

function keep(what: string): void {
  steps = [...steps, { at: serverNow().getTime(), what }].slice(-maxSteps)
}

let reference: string | null = null

/** The request id of the last call that failed in this tab; null when none did. */
export const lastReference = (): string | null => reference

/** The last steps in this tab, oldest first. */
export const lastSteps = (): readonly Step[] => steps

/** Starts to record the last steps, in memory only. Called once. */
export function startSteps(): void {
  shownPage.watch(() => keep(`page ${shownPage.get()?.place.row?.name ?? '–'}`))
  onCallEnded(({ endpoint, failure }) => {
    if (failure?.requestId) reference = failure.requestId
    if (failure) keep(`${endpoint.name}: ${failure.status} ${failure.type}`)
    else if (endpoint.method !== 'GET') keep(endpoint.name)
  })
}
