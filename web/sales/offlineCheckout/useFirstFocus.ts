import { type RefObject, useEffect, useRef } from 'react'

/** Ref of a heading that takes the focus on mount when the previously focused element was removed. */
export function useFirstFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
