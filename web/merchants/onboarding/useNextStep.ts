import { useQueryClient } from '@tanstack/react-query'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { onboardingRead } from './onboardingReads.ts'
import { walkedSteps } from './StepFrame.tsx'

/** Goes to the next step when the server accepts the current one as complete; else stays. */
export function useNextStep(step: OnboardingStep): () => Promise<boolean> {
  const client = useQueryClient()
  return async () => {
    const fresh = await client.fetchQuery({ ...onboardingRead(), staleTime: 0 })
    const steps = walkedSteps(fresh)
    const at = steps.findIndex(({ name }) => name === step)
    const next = steps[at + 1]
    if (!next) return steps[at]?.state === 'done'
    // Open once everything before it is complete.
    if (next.state === 'locked') return false
    go(paths.onboarding(next.name))
    return true
  }
}
