import { makeStore } from '../shared/store.ts'

/** True while the command palette is open. */
export const paletteOpen = makeStore(false)

/** What stands in its box. */
export const paletteText = makeStore('')

/** Asked for by its keys and not there yet: what is typed meanwhile is meant for its box. */
let awaited = false

/** Ctrl or ⌘ + K opens and closes it from everywhere; what is typed at once is neither lost nor taken for a key of the page beneath. */
export function startPaletteKey(): void {
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    paletteText.set('')
    awaited = !paletteOpen.get()
    paletteOpen.set(awaited)
  })
  addEventListener('keydown', typeAhead, { capture: true })
  // Whoever turns to something else does not wait for it any more.
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

/** From now on its own box hears the keys. */
export function boxIsThere(): void {
  awaited = false
}
