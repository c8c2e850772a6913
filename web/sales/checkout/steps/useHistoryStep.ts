import { useCallback, useEffect, useState } from 'react'
import { isLasting, type Step } from './stepOrder.ts'

type Place = { step?: Step; depth?: number }

/** What this page wrote into the browser's history. */
const here = (): Place => (typeof history.state === 'object' && history.state !== null ? (history.state as Place) : {})

/** The step that the browser's history stands at. Back and forward lead through the steps, and a reload stays where it was. */
export function useHistoryStep() {
  const [asked, setAsked] = useState<Step | undefined>(() => here().step)
  useEffect(() => {
    const follow = () => setAsked(here().step)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  /** Shows a step as a new page of the history; in the place of one that nobody can come back to. */
  const go = useCallback((step: Step) => {
    const { step: from, depth = 0 } = here()
    if (from !== undefined && from !== step && !isLasting(from)) history.replaceState({ step, depth }, '')
    else if (from !== step) history.pushState({ step, depth: depth + 1 }, '')
    setAsked(step)
  }, [])
  /** Notes the step that is shown in the place where the history stands. */
  const note = useCallback((step: Step) => {
    if (here().step !== step) history.replaceState({ ...here(), step }, '')
  }, [])
  /** As the browser's Back; to `before` where a second visit has nothing behind it. */
  const back = useCallback((before: Step) => {
    if ((here().depth ?? 0) > 0) return history.back()
    history.replaceState({ step: before }, '')
    setAsked(before)
  }, [])
  return { asked, go, note, back }
}
