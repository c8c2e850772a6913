import { makeStore } from '../state/store.ts'

/** True while the command palette is open. */
export const paletteOpen = makeStore(false)

/** The text of its input. */
export const paletteText = makeStore('')

/** Opened by its shortcut and not rendered yet: keys typed meanwhile belong to its input. */
let awaited = false

/** Ctrl or ⌘ + K toggles the palette everywhere; keys typed right after are neither lost nor handled by the page beneath. */
export function startPaletteKey(): void {
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    paletteText.set('')
    awaited = !paletteOpen.get()
    paletteOpen.set(awaited)
  })
  addEventListener('keydown', typeAhead, { capture: true })
  // A pointer press elsewhere cancels the type-ahead.
  for (const turn of ['focusin', 'pointerdown']) addEventListener(turn, forgetTyped, { capture: true })
}

function typeAhead(event: KeyboardEvent): void {
  if (!awaited || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    forgetTyped()
    paletteOpen.set(false)
  } else if (event.key.length === 1) paletteText.set(paletteText.get() + event.key)
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function forgetTyped(): void {
  if (!awaited) return
  awaited = false
  paletteText.set('')
}

/** From now on its own input handles the keys. */
export function inputIsReady(): void {
  awaited = false
}
