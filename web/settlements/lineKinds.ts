/** Kinds of settlement lines in the order in which they are read. */
export const lineKinds = ['order', 'refund', 'cancel', 'fee_minimum', 'repayment'] as const
export type LineKind = (typeof lineKinds)[number]
