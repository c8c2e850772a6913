import { formatPercent, type BasisPoints, basisPoints } from '../../platform/money.ts'

/** "+12 %", "−3 %". */
export const signedPercent = (value: BasisPoints): string => (value > 0 ? `+${formatPercent(value)}` : formatPercent(value))

/** The text of a change: whole percents, because a tenth of a percent of a shop's sales means nothing; with tenths below ten. */
export function changeText(change: BasisPoints): string {
  const unit = Math.abs(change) < 1_000 ? 10 : 100
  return signedPercent(basisPoints(Math.round(change / unit) * unit))
}
