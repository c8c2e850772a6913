import { useEffect, useRef } from 'react'

/** Starts an attempt, and ends the one before it. The last one ends when its component is left. */
export function useTurn(): () => AbortController {
  const last = useRef<AbortController>(null)
  useEffect(() => () => last.current?.abort(), [])
  return () => {
    last.current?.abort()
    last.current = new AbortController()
    return last.current
  }
}
