import { type RefObject, useEffect, useRef } from 'react'

/** The heading of a page that took another one's place at the same address: it gets the focus when what had it is gone. */
export function useFirstFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
