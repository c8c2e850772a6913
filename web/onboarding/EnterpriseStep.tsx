import { useQuery } from '@tanstack/react-query'
import type { EnterpriseView } from '#contract/company'
import type { Onboarding } from '#contract/onboarding'
import { enterpriseRead } from '../company/companyReads.ts'
import { EnterpriseFields } from '../company/EnterpriseFields.tsx'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { StepFrame } from './StepFrame.tsx'
import { useNextStep } from './useNextStep.ts'
import { WaitFor } from './WaitFor.tsx'

/** What the company is. */
export function EnterpriseStep({ onboarding }: { onboarding: Onboarding }) {
  return <WaitFor read={useQuery(enterpriseRead())}>{(view) => <Loaded onboarding={onboarding} view={view} />}</WaitFor>
}

function Loaded({ onboarding, view }: { onboarding: Onboarding; view: EnterpriseView }) {
  const form = useEnterpriseForm(view, 'company', { auto: true })
  const next = useNextStep('enterprise')
  return (
    <StepFrame
      onboarding={onboarding}
      step="enterprise"
      state={<SaveState form={form} />}
      onContinue={async () => form.check() && (await form.save()) && (await next())}
    >
      <SaveProblem form={form} />
      <EnterpriseFields form={form} />
    </StepFrame>
  )
}
