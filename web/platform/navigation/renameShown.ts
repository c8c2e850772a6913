import { readHref } from '../routes/settle.ts'
import { shownPage } from '../routes/shownPage.ts'
import { placeShown } from './guardNavigation.ts'

/**
 * Gives the page on the screen another address, in its history entry and for whatever reads the shown place; the page itself stays, with its parameters.
 * Does nothing while Back or Forward is already leading to another entry.
 */
export function renameShown(href: string): void {
  const page = shownPage.get()
  if (location.pathname !== page?.place.path) return
  const { path, search } = readHref(href)
  history.replaceState(history.state, '', href)
  shownPage.set({ ...page, place: { ...page.place, path, search } })
  placeShown(path, search)
}
