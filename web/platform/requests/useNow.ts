import { useEffect, useState } from 'react'
import { watchClock } from '../api/serverClock.ts'
import { shopNow } from '../api/shopNow.ts'

/**
 * The present instant in the shop, drawn again every `everyMs`: deadlines and "quedan 49 min" stay true on an open page. Another clock by `read`,
 * which must stay the same.
 */
export function useNow(everyMs = 30_000, read: () => Date = shopNow): Date {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const look = () => setNow(read())
    const timer = setInterval(look, everyMs)
    const stop = watchClock(look)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs, read])
  return now
}
