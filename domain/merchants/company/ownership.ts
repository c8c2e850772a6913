/** How a company is owned (docs/domain.md#people-and-companies). */
export type OwnershipType = 'full' | 'majority' | 'minority'
export const ownershipTypes: readonly OwnershipType[] = ['full', 'majority', 'minority']

type ControlType = 'ownership' | 'voting' | 'administrator' | 'other'
export const controlTypes: readonly ControlType[] = ['ownership', 'voting', 'administrator', 'other']

/** One person's share of a company in basis points, 10 000 = all of it; null: not stated. */
export type Holding = { percentage: number | null; controlType: ControlType | null }

/** All of a company, and the share above which a natural person is its beneficial owner (Ley 10/2010, art. 4), in basis points. */
export const wholeCompany = 10_000
export const ownerAbove = 2_500

/** Why the owners do not match the kind of ownership; each has a message. */
export type OwnershipProblem =
  | 'none'
  | 'one_alone'
  | 'all_of_it'
  | 'three_at_most'
  | 'above_quarter'
  | 'sum'
  | 'quarter_at_most'
  | 'administrator'

const declared = (holdings: readonly Holding[]): number => holdings.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)

/** Basis points of the company without a stated owner; at least zero. */
export const undeclaredShare = (holdings: readonly Holding[]): number => Math.max(0, wholeCompany - declared(holdings))

/** The problem of one person's share by itself; null when there is none. */
export function shareProblem(type: OwnershipType, { percentage }: Holding): OwnershipProblem | null {
  if (type === 'full') return percentage === wholeCompany ? null : 'all_of_it'
  if (type === 'majority') return percentage !== null && percentage > ownerAbove ? null : 'above_quarter'
  return percentage === null || percentage <= ownerAbove ? null : 'quarter_at_most'
}

/**
 * The problems of a company's owners as a whole; empty when there are none. A listed company need not state any. Full: one person with all
 * of it. Majority: one to three, each above a quarter, no more than all together. Minority: nobody above a quarter, and at least one
 * administrator, who is presumed to control it (Ley 10/2010, art. 4).
 */
export function ownershipProblems(type: OwnershipType, isListed: boolean, holdings: readonly Holding[]): OwnershipProblem[] {
  if (isListed) return []
  const problems = new Set<OwnershipProblem>()
  if (holdings.length === 0) problems.add('none')
  if (type === 'full' && holdings.length > 1) problems.add('one_alone')
  if (type === 'majority' && holdings.length > 3) problems.add('three_at_most')
  for (const holding of holdings) {
    const problem = shareProblem(type, holding)
    if (problem !== null) problems.add(problem)
  }
  if (declared(holdings) > wholeCompany) problems.add('sum')
  if (type === 'minority' && holdings.length > 0 && !holdings.some(({ controlType }) => controlType === 'administrator'))
    problems.add('administrator')
  return [...problems]
}
