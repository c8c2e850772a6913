import type { BodyInput } from '#contract/platform/endpoint'
import type { settlementClaimOpen } from '#contract/money/settlements'

/** The form of a claim: the bank's amount in cents and date, and a note. */
export type ClaimDraft = { amount: number | null; on: string | null; note: string }
/** Why the claim is invalid. */
type ClaimProblem = 'amount' | 'same' | 'day' | 'late'
type Checked = { body: BodyInput<typeof settlementClaimOpen>; problem: null } | { body: null; problem: ClaimProblem }

/** The request body of a claim, or its problem. `paid`: the settlement's amount in cents; `ofLines`: the claim is about a difference in its lines and needs no bank data. */
export function claimBody(
  { amount, on, note }: ClaimDraft,
  { paid, today, ofLines }: { paid: number; today: string; ofLines: boolean },
): Checked {
  const words = note.trim()
  if (ofLines) return { body: { bank: null, note: words }, problem: null }
  if (amount === null) return { body: null, problem: 'amount' }
  if (amount === paid) return { body: null, problem: 'same' }
  if (amount === 0) return { body: { bank: { amount, on: null }, note: words }, problem: null }
  if (on === null) return { body: null, problem: 'day' }
  if (on > today) return { body: null, problem: 'late' }
  return { body: { bank: { amount, on }, note: words }, problem: null }
}
