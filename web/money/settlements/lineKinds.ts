/** Kinds of settlement lines in display order. */
export const lineKinds = ['order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding', 'chargeback'] as const
export type LineKind = (typeof lineKinds)[number]

/** Filter of a settlement's lines: a kind, or all subsidised ones. */
export type LinePart = LineKind | 'subsidised'
