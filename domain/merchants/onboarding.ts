/** Steps of onboarding. */
export type OnboardingStep = 'profile' | 'enterprise' | 'ownership' | 'owner' | 'docs-info' | 'docs-upload' | 'add-merchant'

export type OnboardingStatus = 'not_started' | 'in_progress' | 'submitted' | 'in_review' | 'approved' | 'changes_requested' | 'rejected'

/** The steps of each kind of account, in their order. */
export const onboardingSteps: Readonly<Record<'enterprise' | 'self_employed', readonly OnboardingStep[]>> = {
  self_employed: ['profile', 'docs-info', 'docs-upload', 'add-merchant'],
  enterprise: ['profile', 'enterprise', 'ownership', 'owner', 'docs-info', 'docs-upload', 'add-merchant'],
}

/** What of onboarding changes data of person or company: a change of it asked for later opens onboarding again; papers are handed in beside it. */
export const reopeningSteps: ReadonlySet<OnboardingStep> = new Set<OnboardingStep>(['profile', 'enterprise', 'ownership', 'owner'])

/** The first step that is not whole; null when all are. */
export function openStep(steps: readonly OnboardingStep[], isWhole: (step: OnboardingStep) => boolean): OnboardingStep | null {
  return steps.find((step) => !isWhole(step)) ?? null
}

/** Whether a step may be entered: every one before it is whole. Going back is free. */
export function mayEnterStep(steps: readonly OnboardingStep[], step: OnboardingStep, isWhole: (step: OnboardingStep) => boolean): boolean {
  const at = steps.indexOf(step)
  return at >= 0 && steps.slice(0, at).every(isWhole)
}

const ways: Readonly<Record<OnboardingStatus, readonly OnboardingStatus[]>> = {
  not_started: ['in_progress'],
  in_progress: ['submitted'],
  submitted: ['in_review', 'approved', 'changes_requested', 'rejected'],
  in_review: ['approved', 'changes_requested', 'rejected'],
  changes_requested: ['submitted', 'rejected'],
  approved: [],
  rejected: [],
}

/** Whether onboarding goes from one state to another (docs/domain.md#onboarding). */
export const onboardingMoves = (from: OnboardingStatus, to: OnboardingStatus): boolean => ways[from].includes(to)
