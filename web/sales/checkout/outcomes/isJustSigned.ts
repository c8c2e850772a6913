import type { Checkout } from '#contract/sales/checkout'

/** Whether this browser sees its plan only after entering a one-time code: another one signed. */
export const needsCode = ({ customer, codeTo }: Pick<Checkout, 'customer' | 'codeTo'>): boolean => customer === null && codeTo !== null

/**
 * Whether a plan was signed today and nothing has happened to it since: no instalment was paid or is late, and nothing stops the next one. Of a plan that is
 * shown only after a code nothing is known.
 */
export function isJustSigned(view: Pick<Checkout, 'signedToday' | 'customer' | 'codeTo' | 'repayment'>): boolean {
  const { signedToday, repayment } = view
  if (!signedToday || needsCode(view)) return false
  return (
    repayment === null || (repayment.stopped === null && !repayment.payments.some(({ number, state }) => number > 0 && state !== 'pending'))
  )
}
