import { makeStore, useStore } from '../../platform/state/store.ts'

/** The address of a page of the console: its path without a closing slash, and its query. */
export type Address = { path: string; search: Readonly<Record<string, string>> }

function read(): Address {
  return { path: location.pathname.replace(/(?<=.)\/+$/, ''), search: Object.fromEntries(new URLSearchParams(location.search)) }
}

const address = makeStore<Address>(read())

/** Follows the browser's back and forward buttons; called once at the start. */
export function startAddress(): void {
  addEventListener('popstate', () => address.set(read()))
}

/** Opens a page of the console. `replace`: without an entry of its own in the browser's history. */
export function go(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href)
  else if (href !== location.pathname + location.search) history.pushState(null, '', href)
  address.set(read())
}

/** The present address, as a hook. */
export const useAddress = (): Address => useStore(address)

/** Changes values of the present address's query, without an entry in the browser's history; an empty value is removed. */
export function setSearch(values: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  go(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, { replace: true })
}

const signInPath = '/console/sign-in'

/** The address of the sign-in page, which leads back to the present one. */
export const signInHref = (): string => {
  const here = location.pathname + location.search
  return here === '/console' ? signInPath : `${signInPath}?back=${encodeURIComponent(here)}`
}

/** The page to return to after signing in: one of the console, and no page before sign-in; else its first page. */
export function safeBack(target: string | undefined): string {
  const start = '/console'
  if (target === undefined || !/^\/console(?:[/?]|$)/.test(target) || /[\\\u0000-\u0020\u007f]|\/\.\.?(?:\/|$)/.test(target)) return start
  return /^\/console\/(?:sign-in|openid|setup|invitation|v1)(?:[/?]|$)/.test(target) ? start : target
}
