import { useEffect, useState } from 'react'

/** Whether a click navigates this tab to another page of the application. */
function leadsAway(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null
  return link.origin === location.origin && link.pathname !== location.pathname ? link.pathname + link.search : null
}

/** Blocks the first link that would leave a form with changes, until the question is answered. It asks only once. */
export function useLeaveQuestion(dirty: boolean): { leavingTo: string | null; stay: () => void } {
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  useEffect(() => {
    if (!dirty || hasAsked) return
    const hold = (event: MouseEvent) => {
      const href = leadsAway(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(href)
      setHasAsked(true)
    }
    document.addEventListener('click', hold, true)
    return () => document.removeEventListener('click', hold, true)
  }, [dirty, hasAsked])
  return { leavingTo, stay: () => setLeavingTo(null) }
}
