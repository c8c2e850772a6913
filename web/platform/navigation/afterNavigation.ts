import { placeShown, shownPlace } from './guardNavigation.ts'
import type { Place } from '../routes/guards.ts'
import { keepListPlace, restoreListPlace } from '../routes/listPlace.ts'

/** How far down each step of the history was, by the mark that it carries. */
const tops = new Map<unknown, number>()
let step: unknown = null
const mostKept = 200

const markOf = (state: unknown): unknown => (typeof state === 'object' && state !== null && 'at' in state ? state.at : null)

/** Notes where a page stood; called while it is still on the screen. */
export function keepScrollOf(place: Place | null): void {
  if (tops.size > mostKept) tops.clear()
  tops.set(step, scrollY)
  if (place?.row?.name === 'operations') keepListPlace(place.path)
}

/** Scrolls to where a step was, again while the page is not tall enough yet; gives up after a second. */
function returnTo(top: number): void {
  const until = performance.now() + 1_000
  const attempt = () => {
    scrollTo(0, top)
    if (scrollY < top - 1 && performance.now() < until) requestAnimationFrame(attempt)
  }
  attempt()
}

/** Once the new page stands, whose drawing is asked for already: before, the one that is left would be styled anew for it. A page that took the focus keeps it. */
function focusPage(): void {
  const page = document.getElementById('contenido')
  if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true })
}

const isOver = (above: Place, below: Place) => above.row?.over !== undefined && above.row.over === below.row?.name

/**
 * A new page starts at its top with the reader at its beginning; a list, and any page reached by Back, where it was;
 * dialogs and filters move nothing.
 */
export function afterNavigation(now: Place, back: boolean, keepScroll: boolean): void {
  const before = shownPlace()
  placeShown(now.path, now.search)
  step = markOf(history.state)
  if (before?.path !== now.path) for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
  if (before && (isOver(now, before) || isOver(before, now))) return
  const fromElsewhere = before !== null && before.row?.name !== now.row?.name
  if (now.row?.name === 'operations' && fromElsewhere && restoreListPlace(now.path)) return
  if (back) return returnTo(tops.get(step) ?? 0)
  if (!keepScroll || now.row?.scrollsToTop) scrollTo(0, 0)
  if (before && before.path !== now.path) queueMicrotask(focusPage)
}
