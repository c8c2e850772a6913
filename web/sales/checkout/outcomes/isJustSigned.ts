import type { Repayment } from '#contract/sales/repayment'

/** Whether nothing but the signature has happened to a plan: no instalment was paid or is late, and nothing stops the next one. Null: the plan is not shown. */
export const isJustSigned = (repayment: Pick<Repayment, 'payments' | 'stopped'> | null): boolean =>
  repayment === null || (repayment.stopped === null && !repayment.payments.some(({ number, state }) => number > 0 && state !== 'pending'))
