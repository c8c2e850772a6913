import type { Mode } from '../api/requestMode.ts'
import { notePrefix } from './drafts.ts'
import { clientState } from './session.ts'

type Search = Record<string, string>

/** Of one person, shop and mode. */
const keyOf = (merchantId: string | null, mode: Mode): string =>
  `${notePrefix}${clientState.get().account?.userId}:${merchantId}:${mode}:list-filters`

/** Keeps the operations list's query as long as the tab: a page that is loaded anew still leads back to it (specification §4, rule 6). */
export function keepListQuery(merchantId: string | null, mode: Mode, search: Search): void {
  try {
    sessionStorage.setItem(keyOf(merchantId, mode), new URLSearchParams(search).toString())
  } catch {
    // storage switched off: the list begins anew
  }
}

/** The query that the list of a shop was last shown with in this tab; null when it was not. */
export function readListQuery(merchantId: string | null, mode: Mode): Search | null {
  try {
    const kept = sessionStorage.getItem(keyOf(merchantId, mode))
    return kept === null ? null : Object.fromEntries(new URLSearchParams(kept))
  } catch {
    return null
  }
}
