import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Duration of a long press in ms and its movement tolerance in px, as on phones. */
const [durationMs, slackPx] = [500, 10]

/**
 * Detects a long press on the table row that contains `inside`. The browser's default actions, the link's context menu and the
 * click on release, are suppressed. The button beside the filters is the accessible alternative.
 */
export function useLongPress(inside: RefObject<Element | null>, listening: boolean, onLongPress: () => void): void {
  const fire = useEffectEvent(onLongPress)
  useEffect(() => {
    const row = inside.current?.closest('tr')
    if (!listening || !row) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const cancel = () => clearTimeout(timer)
    const press = ({ pointerType, clientX, clientY, isPrimary }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch' || !isPrimary) return
      from = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        swallowClick(row)
        fire()
      }, durationMs)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > slackPx) cancel()
    }
    const noMenu = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch' && event.preventDefault()
    row.addEventListener('pointerdown', press)
    row.addEventListener('pointermove', move)
    for (const end of ['pointerup', 'pointercancel'] as const) row.addEventListener(end, cancel)
    row.addEventListener('contextmenu', noMenu)
    row.style.setProperty('-webkit-touch-callout', 'none')
    row.style.setProperty('-webkit-user-select', 'none')
    return () => {
      cancel()
      row.removeEventListener('pointerdown', press)
      row.removeEventListener('pointermove', move)
      for (const end of ['pointerup', 'pointercancel'] as const) row.removeEventListener(end, cancel)
      row.removeEventListener('contextmenu', noMenu)
      row.style.removeProperty('-webkit-touch-callout')
      row.style.removeProperty('-webkit-user-select')
    }
  }, [inside, listening])
}

/** Suppresses the click fired on release, if any, which would open the row. */
function swallowClick(row: Element): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  row.addEventListener('click', swallow, { capture: true })
  const release = () => setTimeout(() => row.removeEventListener('click', swallow, { capture: true }), 50)
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { once: true })
}
