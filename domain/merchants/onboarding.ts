/** Steps of onboarding. */
export type OnboardingStep = 'profile' | 'enterprise' | 'ownership' | 'owner' | 'docs-info' | 'docs-upload' | 'add-merchant'

export type OnboardingStatus = 'not_started' | 'in_progress' | 'submitted' | 'in_review' | 'approved' | 'changes_requested' | 'rejected'

/** The steps of each account type, in order. */
export const onboardingSteps: Readonly<Record<'enterprise' | 'self_employed', readonly OnboardingStep[]>> = {
  self_employed: ['profile', 'docs-info', 'docs-upload', 'add-merchant'],
  enterprise: ['profile', 'enterprise', 'ownership', 'owner', 'docs-info', 'docs-upload', 'add-merchant'],
}

/** Steps with data of person or company: a change of them requested later reopens onboarding; documents are uploaded without it. */
export const reopeningSteps: ReadonlySet<OnboardingStep> = new Set<OnboardingStep>(['profile', 'enterprise', 'ownership', 'owner'])

/** The first incomplete step; null when all are complete. */
export function openStep(steps: readonly OnboardingStep[], isComplete: (step: OnboardingStep) => boolean): OnboardingStep | null {
  return steps.find((step) => !isComplete(step)) ?? null
}

/** Whether a step may be entered: every earlier one is complete. Going back is always allowed. */
export function mayEnterStep(
  steps: readonly OnboardingStep[],
  step: OnboardingStep,
  isComplete: (step: OnboardingStep) => boolean,
): boolean {
  const at = steps.indexOf(step)
  return at >= 0 && steps.slice(0, at).every(isComplete)
}

const transitions: Readonly<Record<OnboardingStatus, readonly OnboardingStatus[]>> = {
  not_started: ['in_progress'],
  in_progress: ['submitted'],
  submitted: ['in_review', 'approved', 'changes_requested', 'rejected'],
  in_review: ['approved', 'changes_requested', 'rejected'],
  changes_requested: ['submitted', 'rejected'],
  approved: [],
  rejected: [],
}

/** Whether a transition of onboarding is allowed (docs/domain.md#onboarding). */
export const canMoveOnboarding = (from: OnboardingStatus, to: OnboardingStatus): boolean => transitions[from].includes(to)

/** Whether the provider may request a change: not before the application was submitted, nor once it is decided. */
export const mayRequestChange = (status: OnboardingStatus): boolean =>
  status === 'changes_requested' || canMoveOnboarding(status, 'changes_requested')
