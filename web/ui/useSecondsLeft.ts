import { useEffect, useState } from 'react'

const secondsTo = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))

/** Whole seconds until an instant (epoch milliseconds), counted down on the second; 0 when it has passed. */
export function useSecondsLeft(endsAt: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(endsAt))
  useEffect(() => {
    setSeconds(secondsTo(endsAt))
    const timer = setInterval(() => {
      const left = secondsTo(endsAt)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return seconds
}
