/** Kinds of settlement lines in the order in which they are read. */
export const lineKinds = ['order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding'] as const
export type LineKind = (typeof lineKinds)[number]

/** Which of a settlement's lines are looked at: those of a kind, or those with a subsidy, of any kind. */
export type LinePart = LineKind | 'subsidised'
