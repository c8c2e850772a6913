import { newVersion } from './newVersion.ts'

const everyMs = 600_000
const reloadedKey = 'reloaded-for-missing-file'
const entryOf = (html: string) => /\/assets\/[\w.-]+\.js/.exec(html)?.[0]

async function look(): Promise<void> {
  const mine = entryOf(document.documentElement.outerHTML)
  if (mine === undefined || document.hidden) return
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const theirs = response.ok ? entryOf(await response.text()) : undefined
  if (theirs !== undefined && theirs !== mine) newVersion.set(true)
}

/** Looks for a new build now and then; a code file that is gone reloads the page once. */
export function startNewVersion(): void {
  setInterval(() => void look().catch(() => {}), everyMs) // offline: the next time
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(reloadedKey) === location.pathname) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, location.pathname)
    location.reload()
  })
}
