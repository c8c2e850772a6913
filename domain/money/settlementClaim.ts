/** Maximum length of a claim's note and of its answer. */
export const MAX_CLAIM_TEXT = 1_000

/** `open`: waits for the provider; `answered`: waits for the shop; `closed`: closed by the shop. */
export const claimStates = ['open', 'answered', 'closed'] as const

/** A settlement's stored amounts, and the sum of its lines; cents, signed as in the equation. */
type StatedEquation = {
  openingCents: number
  linesNetCents: number
  reserveHeldCents: number
  reserveReleasedCents: number
  netCents: number
  closingCents: number
}

/**
 * The difference between payment and closing balance and the sum of lines and balances, in cents. Only at zero the screen shows "Cuadrada".
 */
export const unexplainedCents = (one: StatedEquation): number =>
  one.netCents + one.closingCents - (one.openingCents + one.linesNetCents + one.reserveHeldCents + one.reserveReleasedCents)

/** What a claim is about: lines that do not explain the amount, or a bank that shows another one. */
type ClaimAbout = 'lines' | 'bank'
type FoundDifference = { about: ClaimAbout; differenceCents: number }

/**
 * The claimable difference of a settlement: against the shop's bank statement (`bankCents`, zero when nothing arrived) once it is paid, or what its lines
 * do not explain. Negative: money is missing. Or why there is none: `not_paid`: it cannot be on a bank statement yet; `nothing`: no difference.
 */
export function findDifference(
  { isPaid, netCents, unexplained }: { isPaid: boolean; netCents: number; unexplained: number },
  bankCents: number | null,
): FoundDifference | 'not_paid' | 'nothing' {
  if (bankCents === null) return unexplained === 0 ? 'nothing' : { about: 'lines', differenceCents: unexplained }
  if (!isPaid) return 'not_paid'
  return bankCents === netCents ? 'nothing' : { about: 'bank', differenceCents: bankCents - netCents }
}
