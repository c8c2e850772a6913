import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The width that a drawing has, and again whenever it changes: each drawing is made for its width, never scaled. Null before the first layout. `scale`: how
 * large the browser's text is beside the normal one, by which the room for words grows; read again with the page's height, which changes with the text.
 */
export function useDrawingWidth<Of extends HTMLElement>() {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState<number | null>(null)
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      setWidth(element.clientWidth)
      setScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { place, width, scale }
}
