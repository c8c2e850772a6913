import { useQuery } from '@tanstack/react-query'
import type { ProfileView } from '#contract/merchants/company'
import type { Onboarding } from '#contract/merchants/onboarding'
import { profileRead } from '../company/companyReads.ts'
import { ProfileFields } from '../company/ProfileFields.tsx'
import { FieldSummary } from '../company/FieldSummary.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useProfileForm } from '../company/useProfileForm.ts'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The owner’s data. */
export function ProfileStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(profileRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: ProfileView }) {
  const type = onboarding.type === 'enterprise' ? 'enterprise' : 'self_employed'
  const form = useProfileForm(view, type, { auto: true })
  const next = useNextStep('profile')
  return (
    <StepFrame
      onboarding={onboarding}
      step="profile"
      state={<SaveState form={form} />}
      onContinue={async () => form.check() && (await form.save()) && (await next())}
    >
      <SaveProblem form={form} />
      <FieldSummary wrong={form.wrong} />
      <ProfileFields form={form} type={type} />
    </StepFrame>
  )
}
