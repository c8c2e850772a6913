import { placeShown, currentPlace } from './guardNavigation.ts'
import type { Place } from '../routes/guards.ts'
import { keepListPlace, restoreListPlace } from '../routes/listPlace.ts'

/** Scroll offset of each history entry, keyed by the mark in its state. */
const scrollOffsets = new Map<unknown, number>()
let currentEntry: unknown = null
const maxEntries = 200

const markOf = (state: unknown): unknown => (typeof state === 'object' && state !== null && 'at' in state ? state.at : null)

/** Saves the scroll offset of a page; called while it is still on the screen. */
export function keepScrollOf(place: Place | null): void {
  if (scrollOffsets.size > maxEntries) scrollOffsets.clear()
  scrollOffsets.set(currentEntry, scrollY)
  if (place?.row?.name === 'operations') keepListPlace(place.path)
}

/** Scrolls to a saved offset, retrying for up to one second while the page is not tall enough yet. */
function restoreScroll(top: number): void {
  const until = performance.now() + 1_000
  const attempt = () => {
    scrollTo(0, top)
    if (scrollY < top - 1 && performance.now() < until) requestAnimationFrame(attempt)
  }
  attempt()
}

/**
 * Moves the focus to the new page after its render has been scheduled; earlier, focusing would force a style recalculation of the old page. A page that
 * has taken the focus keeps it.
 */
function focusPage(): void {
  const page = document.getElementById('contenido')
  if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true })
}

const isOverlayOf = (above: Place, below: Place) => above.row?.over !== undefined && above.row.over === below.row?.name

/**
 * Scroll and focus after a navigation: a new page starts at its top with the focus at its beginning; a list, and any page reached by Back, restores its
 * scroll offset; overlays and filters change nothing.
 */
export function afterNavigation(now: Place, back: boolean, keepScroll: boolean): void {
  const before = currentPlace()
  placeShown(now.path, now.search)
  currentEntry = markOf(history.state)
  if (before?.path !== now.path) for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
  if (before && (isOverlayOf(now, before) || isOverlayOf(before, now))) return
  const fromElsewhere = before !== null && before.row?.name !== now.row?.name
  if (now.row?.name === 'operations' && fromElsewhere && restoreListPlace(now.path)) return
  if (back) return restoreScroll(scrollOffsets.get(currentEntry) ?? 0)
  if (!keepScroll || now.row?.scrollsToTop) scrollTo(0, 0)
  if (before && before.path !== now.path) queueMicrotask(focusPage)
}
