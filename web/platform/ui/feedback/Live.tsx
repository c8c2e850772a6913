import { useEffect, useRef, useState } from 'react'

const pauseMs = 5000

/** A live region that announces the latest message, at most one in five seconds: messages in between are skipped. */
export function Live({ message, urgent = false }: { message: string; urgent?: boolean }) {
  const [spoken, setSpoken] = useState('')
  const last = useRef(-Infinity)
  useEffect(() => {
    const wait = Math.max(0, last.current + pauseMs - performance.now())
    const timer = setTimeout(() => {
      if (message !== '') last.current = performance.now()
      setSpoken(message)
    }, wait)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div role={urgent ? 'alert' : 'status'} className="sr-only">
      {spoken}
    </div>
  )
}
