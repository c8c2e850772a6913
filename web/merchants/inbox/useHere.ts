import { type RefObject, useEffect, useRef } from 'react'

/** The page’s current merchant and mode, for callbacks after an await; null once unmounted. */
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
