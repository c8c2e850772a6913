import type { Operation } from '#contract/sales/operations'

/** Whether an operation has an open checkout link of the shop (docs/domain.md#what-each-state-allows). */
export const hasLink = ({ substatus, channel, checkoutId }: Pick<Operation, 'substatus' | 'channel' | 'checkoutId'>): boolean =>
  substatus === 'pending_customer' && channel !== 'online' && checkoutId !== null
