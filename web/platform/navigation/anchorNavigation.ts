import type { Navigation } from '../ui/controls/AnchorNavigation.ts'
import { placeOf } from '../routes/guards.ts'
import { shownPlace } from './guardNavigation.ts'
import { go } from '../routes/go.ts'
import { preload } from './router.ts'
import { readHref } from '../routes/settle.ts'

/** A dialog opens over its page, and closing it or changing a filter leaves the page where it is: no jump to the top. */
function keepsScroll(href: string): boolean {
  const shown = shownPlace()
  const { path, search } = readHref(href)
  const next = placeOf(path, search)
  if (!shown?.row || !next.row) return false
  if (next.row.name === shown.row.name && next.path === shown.path) return next.search['page'] === shown.search['page']
  return next.row.over === shown.row.name || shown.row.over === next.row.name
}

/** How links of the design system move inside the application. */
export const anchorNavigation: Navigation = {
  navigate: (href) => go(href, { keepScroll: keepsScroll(href) }),
  prefetch: preload,
}
