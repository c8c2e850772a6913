import type { BodyInput } from '#contract/platform/endpoint'
import type { settlementClaimOpen } from '#contract/money/settlements'

/** What is typed of a claim: cents that the bank shows, the day it shows, words. */
export type ClaimDraft = { amount: number | null; on: string | null; note: string }
/** Why it cannot be sent yet. */
export type ClaimProblem = 'amount' | 'same' | 'day' | 'late'
type Checked = { body: BodyInput<typeof settlementClaimOpen>; problem: null } | { body: null; problem: ClaimProblem }

/** What a claim sends, or why not yet. `paid`: cents of the settlement; `ofLines`: its lines leave a difference, and no bank is asked for. */
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
