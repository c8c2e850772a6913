import { useEffect, useEffectEvent, useRef } from 'react'
import { checkoutBank, checkoutCard, checkoutChallenge, checkoutConfirm, checkoutPay } from '#contract/sales/checkout'
import { checkoutNewCard, checkoutPayEarly } from '#contract/sales/earlyRepayment'
import type { Sale } from '../useSale.ts'
import { chosenPlan } from './stepOrder.ts'

/** The state with which the customer came back from the page of their bank or of a partner; taken once. Empty: that partner needs none. */
let returned = new URLSearchParams(location.search).get('returned')

/** The state of the return, once, and removes it from the address; null: the customer did not come back from anywhere. */
export function takeReturnState(): string | null {
  const state = returned
  returned = null
  if (state !== null) history.replaceState(history.state, '', location.pathname)
  return state
}

/** Goes on where the customer left for the page of their bank or of a partner: the server asks what came of it. */
export function useReturn({ view, act }: Pick<Sale, 'view' | 'act'>): void {
  const goOn = useEffectEvent((state: string) => {
    if (view.step === 'challenge' && state !== '') return void act(checkoutChallenge, { returned: state })
    if (view.step === 'bank' && state !== '') return void act(checkoutBank, { returned: state })
    const plan = chosenPlan(view)
    if (view.status === 'open' && view.payment !== null && plan !== null)
      return void act(checkoutConfirm, { expectedFirstPayment: plan.firstPaymentAmount, expectedTotalPrice: plan.totalPrice })
    if (view.status === 'open' && view.cardPageUrl !== null) return void act(checkoutCard, {})
    if (view.instalmentDue !== null && (view.instalmentDue.payment !== null || view.cardPageUrl !== null)) return void act(checkoutPay, {})
    const early = view.repayment?.payment
    if (early) return void act(checkoutPayEarly, { number: early.number, all: early.all, expectedAmount: early.amount })
    if (view.repayment !== null && view.cardPageUrl !== null) void act(checkoutNewCard, {})
  })
  useEffect(() => {
    const state = takeReturnState()
    if (state !== null) goOn(state)
  }, [])
}

/** Leaves for a page of the customer's bank or of the card provider once an answer names it; a reload or Back does not leave again. */
export function useLeaveFor(url: string | null): void {
  const first = useRef(url)
  useEffect(() => {
    if (url !== null && url !== first.current) location.assign(url)
  }, [url])
}
