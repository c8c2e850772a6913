import type { CustomerMessage } from '#contract/customerMessages'
import type { Operation } from '#contract/operations'
import { maskEmail, maskPhone } from '#domain/identifiers'

/** Where a message went, as this person is told the customer's addresses elsewhere: messages keep them masked, the operation in full for whoever may see them. */
export function sentTo({ customer }: Pick<Operation, 'customer'>, { channel, to }: Pick<CustomerMessage, 'channel' | 'to'>): string {
  const [known, mask] = channel === 'sms' ? ([customer.phone, maskPhone] as const) : ([customer.email, maskEmail] as const)
  return known !== null && mask(known) === to ? known : to
}
