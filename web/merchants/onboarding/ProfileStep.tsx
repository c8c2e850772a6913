import { useQuery } from '@tanstack/react-query'
import type { ProfileView } from '#contract/merchants/company'
import type { Onboarding } from '#contract/merchants/onboarding'
import { profileRead } from '../company/companyReads.ts'
import { profileParts } from '../company/profileParts.tsx'
import { useProfileForm } from '../company/useProfileForm.ts'
import { PartStep } from './PartStep.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** The owner’s data. */
export function ProfileStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(profileRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: ProfileView }) {
  const type = onboarding.type === 'enterprise' ? 'enterprise' : 'self_employed'
  const form = useProfileForm(view, type, { auto: true })
  return <PartStep onboarding={onboarding} step="profile" parts={profileParts[type]} form={form} onDone={useNextStep('profile')} />
}
