import { missedEarly } from '../routes/missedEarly.ts'
import { newVersion } from './newVersion.ts'

const everyMs = 600_000
const reloadedKey = 'reloaded-for-missing-file'
const entryOf = (html: string) => /\/assets\/[\w.-]+\.js/.exec(html)?.[0]

/** Whether the server serves another build than this page. Rejects without network. */
async function isNewer(): Promise<boolean> {
  const running = entryOf(document.documentElement.outerHTML)
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const served = response.ok ? entryOf(await response.text()) : undefined
  return running !== undefined && served !== undefined && served !== running
}

/**
 * Checks for a new build periodically. A chunk deleted with the previous build reloads the page, once; a chunk that merely failed to load does not. A
 * chunk missed before this module was loaded (`main.tsx`) is checked now.
 */
export function startNewVersion(): void {
  setInterval(() => {
    if (!document.hidden)
      void isNewer().then(
        (newer) => newer && newVersion.set(true),
        () => {},
      ) // offline: checked again at the next interval
  }, everyMs)
  const onMissing = () => {
    if (sessionStorage.getItem(reloadedKey) === location.pathname) return
    const reload = (newer: boolean) => {
      if (!newer) return
      sessionStorage.setItem(reloadedKey, location.pathname)
      location.reload()
    }
    void isNewer().then(reload, () => {}) // without network a reload would show nothing
  }
  addEventListener('vite:preloadError', onMissing)
  if (missedEarly()) onMissing()
}
