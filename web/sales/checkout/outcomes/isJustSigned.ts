import type { Checkout } from '#contract/sales/checkout'

/** Whether this browser sees its plan only after entering a one-time code: another one signed. */
export const needsCode = ({ customer, codeTo }: Pick<Checkout, 'customer' | 'codeTo'>): boolean => customer === null && codeTo !== null

/** Whether a plan was signed today and nothing has happened to it since: no instalment was paid or is late, and nothing stops the next one. */
export const isJustSigned = ({ signedToday, repayment }: Pick<Checkout, 'signedToday' | 'repayment'>): boolean =>
  signedToday &&
  (repayment === null || (repayment.stopped === null && !repayment.payments.some(({ number, state }) => number > 0 && state !== 'pending')))
