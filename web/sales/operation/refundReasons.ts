/** Why money goes back; the list of the contract, which the browser shows without the library that checks it. */
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
