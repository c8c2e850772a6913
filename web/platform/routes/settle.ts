import { paths } from './paths.ts'
import { decide, type Decision, type Navigation, type Place, placeOf } from './guards.ts'

/** What the outside does for the rules while they are asked. */
export type NavigationEffects = {
  /** The present facts for an address; asked anew after every `select` and `refresh`. */
  facts: (to: Place) => Omit<Navigation, 'to' | 'from' | 'merchantRefreshed'>
  select: (merchantId: string) => void
  refresh: (merchantId: string) => void
}

/** Where a navigation ends: `href` when the address must change, and what has to be said about it. */
export type Settled = {
  place: Place
  moved: boolean
  outside?: 'login' | 'onboarding'
  href: string
  notices: readonly ('merchantReplaced' | 'disabled' | 'denied')[]
  denied: Place | null
}

const mostSteps = 12

const hrefOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Reads an address of our own into path and raw query. */
export function readHref(href: string): { path: string; search: Record<string, string> } {
  const url = new URL(href, 'http://here')
  return { path: url.pathname, search: Object.fromEntries(url.searchParams) }
}

/** Asks the rules until nothing more is to be done, in one go and without drawing anything in between. */
export function settle(first: Place, from: Place | null, hands: NavigationEffects): Settled {
  let to = first
  let merchantRefreshed = false
  const notices: Settled['notices'][number][] = []
  let denied: Place | null = null
  for (let step = 0; step < mostSteps; step += 1) {
    const decision: Decision | undefined = decide({ ...hands.facts(to), to, from, merchantRefreshed })
    if (!decision) break
    if (decision.kind === 'select') hands.select(decision.merchantId)
    else if (decision.kind === 'refresh') {
      hands.refresh(decision.merchantId)
      merchantRefreshed = true
    } else if (decision.kind === 'external') return { place: to, moved: true, outside: 'onboarding', href: '', notices, denied }
    else if (decision.kind === 'search') to = placeOf(to.path, decision.search)
    else {
      if (decision.kind === 'denied') {
        denied = to
        notices.push('denied')
      } else if (decision.notice) notices.push(decision.notice)
      const { path, search } = readHref(decision.href)
      if (path === '/login') return { place: to, moved: true, outside: 'login', href: decision.href, notices, denied }
      // A page that may not be shown again (the one that was denied) would go round in circles.
      to = placeOf(path === to.path ? paths.root() : path, search)
    }
  }
  return { place: to, moved: hrefOf(to) !== hrefOf(first), href: hrefOf(to), notices, denied }
}
