import { makeStore } from '../../platform/state/store.ts'

/** Whether the palette of pages is open. */
export const paletteOpen = makeStore(false)

/** Opens the palette with Ctrl or ⌘ + K; returns the function that stops it. */
export function startPaletteKey(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    paletteOpen.set(true)
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
