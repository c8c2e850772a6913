import { useEffect, useState } from 'react'
import { watchClock } from '../api/serverClock.ts'
import { merchantNow } from '../api/merchantNow.ts'

/**
 * The merchant’s current instant, rendered again every `everyMs`: deadlines and "quedan 49 min" stay correct on an open page. `read` uses another clock
 * and must be a stable function.
 */
export function useNow(everyMs = 30_000, read: () => Date = merchantNow): Date {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const update = () => setNow(read())
    const timer = setInterval(update, everyMs)
    const stop = watchClock(update)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs, read])
  return now
}
