import { type RefObject, useEffect, useEffectEvent } from 'react'

/** So long a finger rests on a row, and so far it may tremble (as phones themselves do). */
const [heldMs, slackPx] = [500, 10]

/**
 * Hears a long press of a finger on the table row around `inside` (look: bulk on the phone). What the browser would do by it, its menu for links and the
 * press that follows when the finger is lifted, is left out. Whoever cannot hold has the button beside the filters.
 */
export function useHeld(inside: RefObject<Element | null>, listening: boolean, onHeld: () => void): void {
  const held = useEffectEvent(onHeld)
  useEffect(() => {
    const row = inside.current?.closest('tr')
    if (!listening || !row) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const letGo = () => clearTimeout(timer)
    const press = ({ pointerType, clientX, clientY, isPrimary }: PointerEvent) => {
      letGo()
      if (pointerType !== 'touch' || !isPrimary) return
      from = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        swallowClick(row)
        held()
      }, heldMs)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > slackPx) letGo()
    }
    const noMenu = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch' && event.preventDefault()
    row.addEventListener('pointerdown', press)
    row.addEventListener('pointermove', move)
    for (const end of ['pointerup', 'pointercancel'] as const) row.addEventListener(end, letGo)
    row.addEventListener('contextmenu', noMenu)
    row.style.setProperty('-webkit-touch-callout', 'none')
    row.style.setProperty('-webkit-user-select', 'none')
    return () => {
      letGo()
      row.removeEventListener('pointerdown', press)
      row.removeEventListener('pointermove', move)
      for (const end of ['pointerup', 'pointercancel'] as const) row.removeEventListener(end, letGo)
      row.removeEventListener('contextmenu', noMenu)
      row.style.removeProperty('-webkit-touch-callout')
      row.style.removeProperty('-webkit-user-select')
    }
  }, [inside, listening])
}

/** The press that lifting the finger makes, if it makes one: it would open the row. */
function swallowClick(row: Element): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  row.addEventListener('click', swallow, { capture: true })
  const lifted = () => setTimeout(() => row.removeEventListener('click', swallow, { capture: true }), 50)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, lifted, { once: true })
}
