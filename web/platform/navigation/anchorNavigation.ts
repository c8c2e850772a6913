import type { Navigation } from '../ui/controls/AnchorNavigation.ts'
import { placeOf } from '../routes/guards.ts'
import { currentPlace } from './guardNavigation.ts'
import { go } from '../routes/go.ts'
import { preload } from './router.ts'
import { readHref } from '../routes/settle.ts'

/** Opening or closing an overlay, or changing a filter, must not scroll the page to the top. */
function keepsScroll(href: string): boolean {
  const shown = currentPlace()
  const { path, search } = readHref(href)
  const next = placeOf(path, search)
  if (!shown?.row || !next.row) return false
  if (next.row.name === shown.row.name && next.path === shown.path) return next.search['page'] === shown.search['page']
  return next.row.over === shown.row.name || shown.row.over === next.row.name
}

/** Client-side navigation for the links of the design system. */
export const anchorNavigation: Navigation = {
  navigate: (href) => go(href, { keepScroll: keepsScroll(href) }),
  prefetch: preload,
}
