import { missedEarly } from '../routes/missedEarly.ts'
import { newVersion } from './newVersion.ts'

const everyMs = 600_000
const reloadedKey = 'reloaded-for-missing-file'
const entryOf = (html: string) => /\/assets\/[\w.-]+\.js/.exec(html)?.[0]

/** Whether the server has another build than this page. Rejects without network. */
async function isNewer(): Promise<boolean> {
  const mine = entryOf(document.documentElement.outerHTML)
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const theirs = response.ok ? entryOf(await response.text()) : undefined
  return mine !== undefined && theirs !== undefined && theirs !== mine
}

/**
 * Looks for a new build now and then. A code file that is gone with the old one reloads the page, once; one that only did not come leaves what is on the
 * page. One that was missed before this was there (`main.tsx`) is looked at now.
 */
export function startNewVersion(): void {
  setInterval(() => {
    if (!document.hidden)
      void isNewer().then(
        (newer) => newer && newVersion.set(true),
        () => {},
      ) // offline: the next time
  }, everyMs)
  const onMissing = () => {
    if (sessionStorage.getItem(reloadedKey) === location.pathname) return
    const reload = (newer: boolean) => {
      if (!newer) return
      sessionStorage.setItem(reloadedKey, location.pathname)
      location.reload()
    }
    void isNewer().then(reload, () => {}) // without network a reload would leave nothing
  }
  addEventListener('vite:preloadError', onMissing)
  if (missedEarly()) onMissing()
}
