import { useLayoutEffect, useRef, useState } from 'react'

/** The width that a drawing has, and again whenever it changes: each drawing is made for its width, never scaled. Null before the first layout. */
export function useDrawingWidth<Of extends HTMLElement>() {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}
