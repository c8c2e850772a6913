import { type RefObject, useEffect, useRef } from 'react'

/** Which shop and mode the page is about now, for what comes back to it after a wait; null once it is gone. */
export function useHere(place: string): RefObject<string | null> {
  const here = useRef<string | null>(null)
  useEffect(() => {
    here.current = place
    return () => {
      here.current = null
    }
  }, [place])
  return here
}
