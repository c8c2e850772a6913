import type { Place } from './guards.ts'
import type { Screen } from './screen.ts'
import { makeStore } from '../state/store.ts'

/** What is on the screen: an address, its page and overlays, or why it could not be shown. */
export type ShownPage = {
  place: Place
  /** The page first, then its overlays. */
  layers: readonly { name: string; key: string; screen: Screen }[]
  failure: unknown
}

export const shownPage = makeStore<ShownPage | null>(null)
