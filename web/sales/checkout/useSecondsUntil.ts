import { useEffect, useState } from 'react'
import { deviceMs, onThisClock } from '../../platform/api/serverClock.ts'

/** Whole seconds until an instant of the server's clock, corrected for this device's clock skew; 0 when it has passed. */
export function useSecondsUntil(instant: string | null): number {
  const endsAt = instant === null ? 0 : onThisClock(instant)
  const [now, setNow] = useState(deviceMs)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(deviceMs())
      if (deviceMs() >= endsAt) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}
