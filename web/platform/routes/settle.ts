import { paths } from './paths.ts'
import { decide, type Decision, type Navigation, type Place, placeOf } from './guards.ts'

/** Side effects that the rules may cause while they run. */
type NavigationEffects = {
  /** The current facts for an address; read again after every `select` and `refresh`. */
  facts: (to: Place) => Omit<Navigation, 'to' | 'from' | 'merchantRefreshed'>
  select: (merchantId: string) => void
  refresh: (merchantId: string) => void
}

/** Where a navigation ends: `href` when the address must change, and the notices to show. */
export type Settled = {
  place: Place
  moved: boolean
  outside?: 'login' | 'onboarding'
  href: string
  notices: readonly ('merchantReplaced' | 'disabled' | 'denied')[]
  denied: Place | null
}

const maxSteps = 12

const hrefOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Parses an address of the application into path and raw query. */
export function readHref(href: string): { path: string; search: Record<string, string> } {
  const url = new URL(href, 'http://here')
  return { path: url.pathname, search: Object.fromEntries(url.searchParams) }
}

/** Runs the rules until they decide nothing more, synchronously and without rendering in between. */
export function settle(first: Place, from: Place | null, effects: NavigationEffects): Settled {
  let to = first
  let merchantRefreshed = false
  const notices: Settled['notices'][number][] = []
  let denied: Place | null = null
  for (let step = 0; step < maxSteps; step += 1) {
    const decision: Decision | undefined = decide({ ...effects.facts(to), to, from, merchantRefreshed })
    if (!decision) break
    if (decision.kind === 'select') effects.select(decision.merchantId)
    else if (decision.kind === 'refresh') {
      effects.refresh(decision.merchantId)
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
      // Going back to a page that was itself denied would be an endless loop.
      to = placeOf(path === to.path ? paths.root() : path, search)
    }
  }
  return { place: to, moved: hrefOf(to) !== hrefOf(first), href: hrefOf(to), notices, denied }
}
