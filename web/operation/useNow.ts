import { useEffect, useState } from 'react'
import { shopNow } from '../api/shopNow.ts'

/** The present instant in the shop, drawn again every `everyMs`: deadlines and "quedan 49 min" stay true on an open page. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
