import { vi } from 'vitest'

/** Stubs the browser globals that the client needs in Node: cookies, storage, location, page settings, Web Locks. */
export function testBrowser(
  apiUrl: string,
  { locks = true, ...hosts }: { locks?: boolean; providerScriptUrl?: string } = {},
): { cookies: Map<string, string>; stored: Map<string, string> } {
  const cookies = new Map<string, string>()
  const stored = new Map<string, string>()
  const settings = JSON.stringify({ hosts: { vendorApiUrl: apiUrl, ...hosts }, brand: { vendor: 'acme' } })
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    },
    documentElement: { lang: 'es' },
    getElementById: () => ({ textContent: settings }),
  })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', locks ? { locks: testLocks() } : {})
  return { cookies, stored }
}

/** Web Locks: exclusive, per name, first come, first served. */
function testLocks() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    request: (name: string, work: () => Promise<unknown>) => {
      const held = (queues.get(name) ?? Promise.resolve()).then(work)
      queues.set(
        name,
        held.catch(() => {}),
      )
      return held
    },
  }
}
