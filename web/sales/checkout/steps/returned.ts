import { useEffect, useEffectEvent, useRef } from 'react'
import { checkoutCard, checkoutConfirm, checkoutPay } from '#contract/sales/checkout'
import { checkoutNewCard, checkoutPayEarly } from '#contract/sales/earlyRepayment'
import type { Sale } from '../useSale.ts'
import { chosenPlan } from './stepOrder.ts'

/** Whether the customer came back from the page of their bank or of the card provider; true once, until it is taken. */
let isBack = new URLSearchParams(location.search).has('returned')

/** Goes on where the customer left for the page of their bank or of the card provider: the server asks what came of it. */
export function useReturn({ view, act }: Pick<Sale, 'view' | 'act'>): void {
  const goOn = useEffectEvent(() => {
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
    if (!isBack) return
    isBack = false
    history.replaceState(history.state, '', location.pathname)
    goOn()
  }, [])
}

/** Leaves for a page of the customer's bank or of the card provider once an answer names it; a reload or Back does not leave again. */
export function useLeaveFor(url: string | null): void {
  const first = useRef(url)
  useEffect(() => {
    if (url !== null && url !== first.current) location.assign(url)
  }, [url])
}
