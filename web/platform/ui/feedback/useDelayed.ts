import { useEffect, useState } from 'react'

/** True once `active` has lasted `delayMs`: a fast answer shows no flash. */
export function useDelayed(active: boolean, delayMs = 300): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, delayMs])
  return active && late
}
