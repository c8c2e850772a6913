import { useSyncExternalStore } from 'react'

/** Narrow (below 768), medium (768 to below 1200), wide (1200 and above). */
type ScreenSize = { isDefault: boolean; isMd: boolean; isLg: boolean }

/** The size class of a window `width` pixels of normal text wide. */
export function screenSizeOf(width: number): ScreenSize {
  return { isDefault: width < 768, isMd: width >= 768 && width < 1200, isLg: width >= 1200 }
}

const sizes = [screenSizeOf(0), screenSizeOf(768), screenSizeOf(1200)] as const

let textPx: number | undefined

/** The width of the window in px of normal text, as the media queries in rem count it: half as much for who has the browser's text twice as large. */
export function layoutWidth(): number {
  textPx ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return (innerWidth * 16) / textPx
}

function present(): ScreenSize {
  const width = layoutWidth()
  return width >= 1200 ? sizes[2] : width >= 768 ? sizes[1] : sizes[0]
}

/** Subscribes to changes of the window's size; answers how to end it. */
export function onResize(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** The current size class, recomputed on load and on every window resize. */
export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(onResize, present)
}
