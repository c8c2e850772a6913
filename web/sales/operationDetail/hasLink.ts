import type { Operation } from '#contract/sales/operations'

/** Whether an operation waits for its customer behind a link of the shop's own (docs/domain.md#what-each-state-allows). */
export const hasLink = ({ substatus, channel, checkoutId }: Pick<Operation, 'substatus' | 'channel' | 'checkoutId'>): boolean =>
  substatus === 'pending_customer' && channel !== 'online' && checkoutId !== null
