import type { Operation } from '#contract/operations'

/** Whether an operation waits for its customer behind a link of the shop's own (domain model, §2.2: its buttons). */
export const hasLink = ({ substatus, channel, checkoutId }: Pick<Operation, 'substatus' | 'channel' | 'checkoutId'>): boolean =>
  substatus === 'pending_customer' && channel !== 'online' && checkoutId !== null
