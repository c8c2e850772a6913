import { useEffect, useRef } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { progressSteps, outcomeOf } from './progressSteps.ts'
import { signal } from '../tillSignals.ts'

/** Plays a signal when a watched link advances a step or ends; not for its current when it was opened. */
export function useProgressSignals(checkout: OfflineCheckout | undefined, now: Date): void {
  const outcome = checkout ? outcomeOf(checkout, now) : null
  const current = checkout
    ? `${checkout.id} ${outcome ?? progressSteps(checkout, now).find(({ state }) => state === 'now')?.name ?? ''} ${checkout.step}`
    : ''
  const before = useRef('')
  useEffect(() => {
    const [id] = current.split(' ')
    const moved = before.current.startsWith(`${id} `) && before.current !== current
    before.current = current
    if (moved && current !== '') signal(outcome === null ? 'step' : outcome === 'approved' ? 'approved' : 'ended')
  }, [current, outcome])
}
