import { makeStore } from './store.ts'

/** True while the command palette is open. */
export const paletteOpen = makeStore(false)

/** Ctrl or ⌘ + K opens and closes it from everywhere. */
export function startPaletteKey(): void {
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    paletteOpen.set(!paletteOpen.get())
  })
}
