import { useEffect, useRef } from 'react'

/**
 * Runs a background read every `everyMs` while the page is visible, and at once when it becomes visible. A failure is silent: the data on the screen
 * stays, and the next run retries.
 */
export function usePolled(run: () => Promise<void>, everyMs: number, active = true): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!active) return
    let busy = false
    const tick = () => {
      if (document.hidden || busy) return
      busy = true
      void latest
        .current()
        .catch(() => {})
        .finally(() => {
          busy = false
        })
    }
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs, active])
}
