/** Refund reasons of the contract, repeated here so that the browser need not load its validation library. */
export const refundReasons = [
  'product_returned',
  'product_defective',
  'not_delivered',
  'wrong_amount',
  'customer_request',
  'duplicated',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]
