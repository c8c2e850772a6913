import { useCallback } from 'react'
import { customerCreditAccount, customerCreditView, type CustomerCreditView } from '#contract/sales/customerCredit'
import type { BodyInput } from '#contract/platform/endpoint'
import type { ApiFailure } from '../../platform/api/apiFailure.ts'
import type { CheckoutLink } from './checkoutLink.ts'
import { customerCall } from './customerCall.ts'
import { type LinkedView, useLinkedView } from './useLinkedView.ts'

export type CustomerCredit = Omit<LinkedView<CustomerCreditView>, 'send'> & {
  /** Resolves to null, or to a failure with the invalid fields. */
  give: (body: BodyInput<typeof customerCreditAccount>) => Promise<ApiFailure | null>
}

/** Loads what a customer is owed, and gives their account. */
export function useCustomerCredit(link: CheckoutLink): CustomerCredit {
  const read = useCallback(() => customerCall(customerCreditView, link, {}), [link])
  const { send, ...credit } = useLinkedView(read)
  return { ...credit, give: (body) => send(() => customerCall(customerCreditAccount, link, { body })) }
}
