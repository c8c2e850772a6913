import { useCallback, useEffect, useState } from 'react'
import { isRevisitable, type Step } from './stepOrder.ts'

type Place = { step?: Step; depth?: number }

/** This page's state in the current history entry. */
const here = (): Place => (typeof history.state === 'object' && history.state !== null ? (history.state as Place) : {})

/** The step of the current history entry: Back and Forward navigate between steps, and a reload keeps the step. */
export function useHistoryStep() {
  const [requestedStep, setRequestedStep] = useState<Step | undefined>(() => here().step)
  useEffect(() => {
    const follow = () => setRequestedStep(here().step)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  /** Pushes a history entry for a step; replaces the current entry when its step cannot be revisited. */
  const go = useCallback((step: Step) => {
    const { step: from, depth = 0 } = here()
    if (from !== undefined && from !== step && !isRevisitable(from)) history.replaceState({ step, depth }, '')
    else if (from !== step) history.pushState({ step, depth: depth + 1 }, '')
    setRequestedStep(step)
  }, [])
  /** Stores the shown step in the current history entry. */
  const recordStep = useCallback((step: Step) => {
    if (here().step !== step) history.replaceState({ ...here(), step }, '')
  }, [])
  /** Goes back in the history; shows `before` when the page was opened directly at this step. */
  const back = useCallback((before: Step) => {
    if ((here().depth ?? 0) > 0) return history.back()
    history.replaceState({ step: before }, '')
    setRequestedStep(before)
  }, [])
  return { asked: requestedStep, go, recordStep, back }
}
