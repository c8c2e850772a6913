import { useEffect, useRef } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { ladderOf, outcomeOf } from './ladder.ts'
import { signal } from '../tillSignals.ts'

/** Sounds when a link that is being watched moves a step or ends; not for how it stood when it was opened. */
export function useLadderSignals(checkout: OfflineCheckout | undefined, now: Date): void {
  const outcome = checkout ? outcomeOf(checkout, now) : null
  const stood = checkout
    ? `${checkout.id} ${outcome ?? ladderOf(checkout, now).find(({ state }) => state === 'now')?.name ?? ''} ${checkout.step}`
    : ''
  const before = useRef('')
  useEffect(() => {
    const [id] = stood.split(' ')
    const moved = before.current.startsWith(`${id} `) && before.current !== stood
    before.current = stood
    if (moved && stood !== '') signal(outcome === null ? 'step' : outcome === 'approved' ? 'approved' : 'ended')
  }, [stood, outcome])
}
