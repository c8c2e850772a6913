/** Most characters of a claim's note and of its answer. */
export const CLAIM_TEXT_MOST = 1_000

/** `open`: waits for the provider; `answered`: waits for the shop; `closed`: the shop says that it is settled. */
export const claimStates = ['open', 'answered', 'closed'] as const

/** What a settlement says of its money, and what its lines add up to; cents, signed as they enter the equation. */
type StatedEquation = {
  openingCents: number
  linesNetCents: number
  reserveHeldCents: number
  reserveReleasedCents: number
  netCents: number
  closingCents: number
}

/**
 * What is paid and carried on beyond what lines and balances add up to, in cents. Only at zero a settlement is called "Cuadrada".
 */
export const unexplainedCents = (one: StatedEquation): number =>
  one.netCents + one.closingCents - (one.openingCents + one.linesNetCents + one.reserveHeldCents + one.reserveReleasedCents)

/** What a claim is about: lines that do not explain the amount, or a bank that shows another one. */
type ClaimAbout = 'lines' | 'bank'
type FoundDifference = { about: ClaimAbout; differenceCents: number }

/**
 * What may be claimed of a settlement: against the shop's bank (`bankCents`, zero when nothing arrived) once it is paid, else what its lines do
 * not explain. A negative difference is missing. Why not: `not_paid`, so that no bank can show it yet; `nothing`, for nothing differs.
 */
export function findDifference(
  { isPaid, netCents, unexplained }: { isPaid: boolean; netCents: number; unexplained: number },
  bankCents: number | null,
): FoundDifference | 'not_paid' | 'nothing' {
  if (bankCents === null) return unexplained === 0 ? 'nothing' : { about: 'lines', differenceCents: unexplained }
  if (!isPaid) return 'not_paid'
  return bankCents === netCents ? 'nothing' : { about: 'bank', differenceCents: bankCents - netCents }
}
